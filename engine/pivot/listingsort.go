package pivot

import (
	"context"
	"math"
	"runtime"

	"cardinal/data"
	"cardinal/engine/key"
)

// Sorted lists the same rows by the values of a column of the table, nulls last; equal ones stay in their order. It stops
// with an error when ctx ends.
func (l Listing) Sorted(ctx context.Context, col int, desc bool) (Listing, error) {
	column := l.Table.Columns[col]
	place := placeOf(column)
	keys := make([]uint64, 0, l.Len())
	rows := make([]uint32, 0, l.Len())
	var nulls []uint32
	for i := range l.Len() {
		row := uint32(l.row(i))
		if !column.Valid.Get(int(row)) {
			nulls = append(nulls, row)
			continue
		}
		k := place(int(row))
		if desc {
			k = ^k
		}
		keys, rows = append(keys, k), append(rows, row)
	}
	_, order, err := key.RadixSort(ctx, keys, runtime.GOMAXPROCS(0))
	if err != nil {
		return l, err
	}
	l.Rows = make([]uint32, 0, len(rows)+len(nulls))
	for _, at := range order {
		l.Rows = append(l.Rows, rows[at])
	}
	l.Rows = append(l.Rows, nulls...)
	return l, nil
}

// placeOf maps the rows of a column that have a value to numbers in the order of those values.
func placeOf(c *data.Column) func(row int) uint64 {
	const sign = 1 << 63
	switch {
	case c.Dict != nil:
		rank := c.Dict.Rank()
		return func(row int) uint64 { return uint64(rank[c.Codes.At(row)]) }
	case c.Type == data.Float:
		return func(row int) uint64 {
			switch bits := math.Float64bits(c.Floats[row]); {
			case c.Floats[row] != c.Floats[row]:
				return math.MaxUint64 // NaN is above every number
			case bits&sign != 0:
				return ^bits
			default:
				return bits | sign
			}
		}
	}
	return func(row int) uint64 { return uint64(c.Int(row)) ^ sign }
}
