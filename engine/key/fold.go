package key

import (
	"context"

	"cardinal/data"
	"cardinal/engine/query"
)

// Fold makes a key that is too wide narrow: leading columns that fit 64 bits together are joined into one code column
// of dense codes, as often as it takes. Keys are told apart by comparing all their bits at every step. A key that is
// not wide is returned as it is.
func (k *Composite) Fold(ctx context.Context) (*Composite, error) {
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

// join numbers the keys of a composite that is not wide.
func join(ctx context.Context, k *Composite) (*Column, error) {
	keys := make([]uint64, k.Rows)
	if err := shares(ctx, k.Rows, func(lo, hi int) { k.PackAt(keys[lo:hi], lo) }); err != nil {
		return nil, err
	}
	nothing := func(uint64) data.Value { return data.Value{} }
	c, err := hashed(ctx, query.Field{}, &data.Column{Rows: k.Rows}, func(i int) uint64 { return keys[i] }, nothing, nil)
	if err != nil {
		return nil, err
	}
	c.joined = k
	return c, nil
}

// Unfold returns the codes of every column that was folded into k, of the groups with the packed keys given.
func (k *Composite) Unfold(keys []uint64) []data.Codes {
	var out []data.Codes
	for col, c := range k.Cols {
		codes := k.Decode(keys, col)
		if c.joined == nil {
			out = append(out, codes)
			continue
		}
		inner := make([]uint64, len(keys))
		for g := range inner {
			inner[g] = c.values[codes.At(g)]
		}
		out = append(out, c.joined.Unfold(inner)...)
	}
	return out
}
