package key

import (
	"cmp"
	"context"
	"runtime"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// checkRows is the number of rows that are read between two checks of the context.
const checkRows = 1 << 16

// hashed makes a key column whose codes number the values in order of their first row. Code 0 is null where the
// column has nulls. ordered maps values to integers in the order of the labels. Every core numbers the values
// of its own range of rows. The ranges' tables are then merged and the codes replaced.
func hashed(ctx context.Context, f query.Field, c *data.Column, at func(int) uint64, label func(uint64) data.Value, ordered func(uint64) uint64) (*Column, error) {
	shares := min(runtime.GOMAXPROCS(0), c.Rows/checkRows+1)
	codes := memory.Make[uint32](c.Rows)
	tables := make([]*HashTable, shares)
	err := parallel.Do(ctx, shares, func(ctx context.Context, s int) error {
		ids := NewHashTable(1024)
		tables[s] = ids
		for i := c.Rows * s / shares; i < c.Rows*(s+1)/shares; i++ {
			if i%checkRows == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if c.Valid.Get(i) {
				codes[i] = ids.ID(at(i))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	first := uint32(0)
	if c.Valid != nil {
		first = 1
	}
	values, numbers := number(tables, first)
	err = parallel.Do(ctx, shares, func(ctx context.Context, s int) error {
		for i := c.Rows * s / shares; i < c.Rows*(s+1)/shares; i++ {
			if c.Valid.Get(i) {
				codes[i] = numbers[s][codes[i]]
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	k := &Column{Field: f, Card: len(values) + int(first), Exact: true, values: values}
	k.Codes = data.PackCodes(codes, k.Card)
	k.ordered = func() []uint64 {
		out := memory.Make[uint64](len(values))
		for i, v := range values {
			out[i] = ordered(v)
		}
		return out
	}
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

// number merges the tables in order. It returns the values and, for each table, the code of each of its ids.
// Codes begin at first.
func number(tables []*HashTable, first uint32) (values []uint64, numbers [][]uint32) {
	all := tables[0]
	numbers = make([][]uint32, len(tables))
	for s, t := range tables {
		numbers[s] = make([]uint32, t.Len())
		for id, value := range t.Keys() {
			code := uint32(id)
			if s > 0 {
				code = all.ID(value)
			}
			numbers[s][id] = code + first
		}
	}
	return all.Keys(), numbers
}
