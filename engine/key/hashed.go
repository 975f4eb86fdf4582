package key

import (
	"cmp"
	"context"

	"cardinal/data"
	"cardinal/engine/query"
)

// checkRows is the number of rows that are read between two checks of the context.
const checkRows = 1 << 16

// hashed makes a key column whose codes number the distinct values, in no particular order. Code 0 is null if the
// column has nulls. words writes the values of the rows that begin with lo. ordered maps a value to an integer that
// compares as its label does. It is called only when an order is asked for.
func hashed(ctx context.Context, f query.Field, c *data.Column, words words, label func(uint64) data.Value,
	ordered func(uint64) uint64) (*Column, error) {
	first := uint32(0)
	if c.Valid != nil {
		first = 1
	}
	codes, values, err := number(ctx, c.Rows, c.Valid, words, first)
	if err != nil {
		return nil, err
	}
	k := &Column{Field: f, Card: len(values) + int(first), Exact: true, values: values, orderOf: ordered}
	k.Codes = data.PackCodes(codes, k.Card)
	k.label = func(code uint32) data.Value {
		if code < first {
			return data.Value{}
		}
		return label(values[code-first])
	}
	k.order = func(a, b uint32) int {
		if a < first || b < first {
			return cmp.Compare(a-first, b-first)
		}
		return cmp.Compare(ordered(values[a-first]), ordered(values[b-first]))
	}
	return k, nil
}
