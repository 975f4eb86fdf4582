package key

import (
	"context"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// Narrow returns a key that has the same groups and is not wide. It joins as many leading columns as fit 64 bits into
// one key column, and repeats this until the key is not wide. A key that is not wide is returned unchanged.
//
// The new column has a code for every combination of values that occurs. Combinations are compared in all their
// bits. Narrow returns an error if ctx ends.
func (k *Composite) Narrow(ctx context.Context) (*Composite, error) {
	for k.Wide {
		n, width64 := 0, 0
		for n < len(k.Cols) && width64+width(k.Cols[n]) <= 64 {
			width64 += width(k.Cols[n])
			n++
		}
		joined, err := join(ctx, Compose(k.Rows, k.Cols[:n]))
		if err != nil {
			return nil, err
		}
		k = Compose(k.Rows, append([]*Column{joined}, k.Cols[n:]...))
	}
	return k, nil
}

// join makes a key column of the packed keys of a composite that is not wide.
func join(ctx context.Context, k *Composite) (*Column, error) {
	nothing := func(uint64) data.Value { return data.Value{} }
	c, err := hashed(ctx, query.Field{}, &data.Column{Rows: k.Rows}, k.PackAt, nothing, nil)
	if err != nil {
		return nil, err
	}
	c.joined = k
	return c, nil
}

// Unpack returns the codes of the groups with the given packed keys, for each column that the key had before Narrow.
func (k *Composite) Unpack(keys []uint64) []data.Codes {
	var out []data.Codes
	for col, c := range k.Cols {
		codes := k.Decode(keys, col, func(n int, do func(lo, hi int)) { do(0, n) })
		if c.joined == nil {
			out = append(out, codes)
			continue
		}
		inner := memory.Make[uint64](len(keys))
		for g := range inner {
			inner[g] = c.values[codes.At(g)]
		}
		out = append(out, c.joined.Unpack(inner)...)
	}
	return out
}
