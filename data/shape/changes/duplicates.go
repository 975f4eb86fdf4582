package changes

import (
	"context"
	"fmt"
	"math"
	"sync"

	"cardinal/data"
	"cardinal/data/number/radix"
	"cardinal/data/parallel"
)

// Repeated has the rows of a table that equal another row in some columns.
type Repeated struct {
	Rows []uint32 // equal rows stand together; the sets of them are in the order of their first rows
	Sets int      // of equal rows
}

// Duplicates finds the rows that equal another row in some columns.
func Duplicates(ctx context.Context, t *data.Table, columns []*data.Column) (r Repeated, err error) {
	if t.Rows > math.MaxInt32 {
		return r, fmt.Errorf("%s has too many rows to compare", t.Name)
	}
	f := &finder{split: t.Rows, rows: t.Rows}
	for _, c := range columns {
		f.keys = append(f.keys, column{t.Rows, [2]version{{Column: c}}})
	}
	dealt, err := f.deal(ctx)
	if err != nil {
		return r, err
	}
	var mu sync.Mutex
	var all []uint64
	err = parallel.Do(ctx, parts, func(ctx context.Context, i int) error {
		again, sets, err := f.repeats(ctx, dealt.part(i, nil))
		mu.Lock()
		defer mu.Unlock()
		all = append(all, again...)
		r.Sets += sets
		return err
	})
	if err != nil {
		return r, err
	}
	all = radix.SortCodes(all, make([]uint64, len(all)), 0)
	r.Rows = make([]uint32, len(all))
	for i, pair := range all {
		r.Rows[i] = uint32(pair)
	}
	return r, ctx.Err()
}

// repeats returns each row of a part that equals another one, behind the first of the equal rows in the high bits. The
// rows ascend.
func (f *finder) repeats(ctx context.Context, rows []dealtRow) (again []uint64, sets int, err error) {
	size := 16
	for size < 2*len(rows) {
		size *= 2
	}
	slots := make([]int32, size) // 1 more than the place of the first row; 0: free
	repeated := data.NewBitmap(len(rows))
	for i, row := range rows {
		if i%stretch == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		at := int(row.hash()) & (size - 1)
		for slots[at] > 0 {
			other := rows[slots[at]-1]
			if other.hash() == row.hash() && equal(f.keys, int(other.row()), int(row.row())) {
				break
			}
			at = (at + 1) & (size - 1)
		}
		if slots[at] == 0 {
			slots[at] = int32(i) + 1
			continue
		}
		place := int(slots[at] - 1)
		first := uint64(rows[place].row()) << 32
		if !repeated.Get(place) {
			repeated.Set(place)
			again = append(again, first|uint64(rows[place].row()))
			sets++
		}
		again = append(again, first|uint64(row.row()))
	}
	return again, sets, nil
}
