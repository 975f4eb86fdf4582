package arrow

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/separators"
)

// Column makes the column of a field that has no fields of its own. The batches have only this field, and `rows` rows
// in all. Column reads one batch at a time, so the batches need not all fit into memory. It iterates again over the
// batches if a value does not fit the type. ends describes the integers of the field, or is nil. what names the file in
// errors, and size is the size of the file in bytes.
func Column(ctx context.Context, what string, field arrow.Field, batches Batches, ends *Ends, rows,
	size int64) (*data.Column, error) {
	damaged := fmt.Errorf("%s is damaged or cut off; copy or download it again", what)
	switch {
	case rows > maxRows:
		return nil, separators.Errorf("%s has more than %d rows, more than Cardinal reads", what, int64(maxRows))
	case rows*8 > max(smallTable, outOfProportion*size):
		return nil, separators.Errorf("%w: it declares %d rows", damaged, rows)
	}
	l := leaves{}
	l.addField(field, field.Name, []int{0}, nil)
	if len(l.found) != 1 || l.found[0].list != nil || len(l.found[0].path) != 1 {
		panic("BUG: a field with parts, or of an unknown type, is read as one column")
	}
	l.found[0].ends = ends
	c, err := l.found[0].column(ctx, field.Name, checkRows(batches, rows), nil, int(rows))
	if errors.Is(err, parallel.ErrPanic) {
		return nil, fmt.Errorf("%w: column %q contradicts itself", damaged, field.Name)
	}
	return c, err
}

// checkRows yields batches, and panics if they do not have `rows` rows in all.
func checkRows(batches Batches, rows int64) Batches {
	return func(yield func(arrow.RecordBatch, error) bool) {
		left := rows
		for b, err := range batches {
			if err == nil {
				left -= b.NumRows()
			}
			if !yield(b, err) {
				return
			}
		}
		if left != 0 {
			panic("the batches have another number of rows")
		}
	}
}

// Ends describes integers before they are read.
type Ends struct {
	Least, Most int64 // range of the integers that are not null
	Nulls       bool  // whether there may be nulls
}

// offsets makes a column of integers that lie between the known ends f.ends. It converts the integers of each batch to
// codes at once. It returns nil if the ends are wrong, if they are too far apart for codes, or if all values are null.
// The caller then reads the integers without the ends.
func (f leaf) offsets(k *kind, name string, batches Batches, rows int) (*data.Column, error) {
	base, codes := f.ends.Least, uint64(f.ends.Most)-uint64(f.ends.Least)+1
	if f.ends.Nulls {
		base--
		codes++
	}
	if f.ends.Least > f.ends.Most || codes-1 >= math.MaxUint32 || base > f.ends.Least {
		return nil, nil
	}
	all, err := data.MakeCodes(nil, rows, int(codes))
	if err != nil {
		return nil, err
	}
	least, most, fits := int64(math.MaxInt64), int64(math.MinInt64), true
	valid := data.NewBitmap(rows)
	var values []int64
	err = f.arrays(batches, valid, func(row int, a arrow.Array) {
		if n := a.Len(); n > len(values) {
			values = make([]int64, n)
		}
		some := values[:a.Len()]
		k.fillInts(some, a)
		nulls := nullsOf(a)
		for i, v := range some {
			if nulls != nil && nulls.Get(i) {
				continue
			}
			least, most = min(least, v), max(most, v)
		}
		if fits = fits && (least > most || least >= f.ends.Least && most <= f.ends.Most) &&
			(f.ends.Nulls || nulls == nil); fits {
			data.FillOffsets(all, row, some, 1, base, nulls)
		}
	})
	if err != nil || !fits || least > most {
		return nil, err
	}
	return data.NewOffsetsBetween(least-base, most-base, name, k.typ, k.scale, base, all, valid), nil
}

// nullsOf returns the bitmap of the null values of an array, or nil if no value is null.
func nullsOf(a arrow.Array) data.Bitmap {
	if a.NullN() == 0 {
		return nil
	}
	nulls := data.NewBitmap(a.Len())
	for i := range a.Len() {
		if a.IsNull(i) {
			nulls.Set(i)
		}
	}
	return nulls
}
