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
	Rows []uint32 // equal rows follow each other; sets of equal rows are in the order of their first rows
	Sets int      // of equal rows
}

// Duplicates finds the rows that equal another row in some columns.
func Duplicates(ctx context.Context, t *data.Table, columns []*data.Column) (r Repeated, err error) {
	if t.Rows > math.MaxInt32 {
		return r, fmt.Errorf("%s has too many rows to compare", t.Name)
	}
	f := &finder{table: t}
	for _, c := range columns {
		f.keys = append(f.keys, column{Column: c})
	}
	if err := f.hash(ctx); err != nil {
		return r, err
	}
	rows, hashes, starts, err := f.deal(ctx)
	if err != nil {
		return r, err
	}
	var mu sync.Mutex
	var all []uint64
	err = parallel.Do(ctx, parts, func(ctx context.Context, i int) error {
		again, sets, err := f.repeats(ctx, rows[starts[i]:starts[i+1]], hashes[starts[i]:starts[i+1]])
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

// repeats returns each row of a part that equals another row. A result has the row in its low bits, and the first of
// the equal rows in its high bits.
func (f *finder) repeats(ctx context.Context, rows []int32, hashes []uint64) (again []uint64, sets int, err error) {
	size := 16
	for size < 2*len(rows) {
		size *= 2
	}
	slots := make([]int32, size) // 1 more than the index of the first row; 0: free
	repeated := data.NewBitmap(len(rows))
	for i, row := range rows {
		if i%stretch == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		at := hashes[i] & uint64(size-1)
		for slots[at] > 0 {
			other := slots[at] - 1
			if hashes[other] == hashes[i] && equal(f.keys, int(rows[other]), int(row)) {
				break
			}
			at = (at + 1) & uint64(size-1)
		}
		if slots[at] == 0 {
			slots[at] = int32(i) + 1
			continue
		}
		place := int(slots[at] - 1)
		first := uint64(rows[place]) << 32
		if !repeated.Get(place) {
			repeated.Set(place)
			again = append(again, first|uint64(rows[place]))
			sets++
		}
		again = append(again, first|uint64(row))
	}
	return again, sets, nil
}
