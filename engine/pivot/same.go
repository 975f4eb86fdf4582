package pivot

import (
	"context"
	"math"
	"slices"

	"cardinal/data"
)

// Same reports whether two answers to one query over one table agree in every label and every figure, bit for bit.
func (c *Crosstab) Same(ctx context.Context, o *Crosstab) (bool, error) {
	if !slices.Equal(c.Rows.Nodes, o.Rows.Nodes) || !slices.Equal(c.Cols.Nodes, o.Cols.Nodes) ||
		!slices.Equal(c.cells.pairs, o.cells.pairs) || len(c.cells.counts) != len(o.cells.counts) {
		return false, nil
	}
	for i := range c.cells.counts {
		if i%4096 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if c.cells.has(i) != o.cells.has(i) {
			return false, nil
		}
		for m := range c.Measures {
			if c.cells.has(i) && !equal(c.cells.values.At(m, i), o.cells.values.At(m, i)) {
				return false, nil
			}
		}
	}
	return true, nil
}

// equal is ==, under which no NaN equals another.
func equal(a, b data.Value) bool {
	if math.IsNaN(a.Float) && math.IsNaN(b.Float) {
		a.Float, b.Float = 0, 0
	}
	return a == b
}
