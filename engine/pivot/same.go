package pivot

import (
	"context"
	"math"
	"slices"

	"cardinal/data"
)

// Same reports whether two answers to one query over one table agree in every label and every figure, bit for bit.
func (c *Crosstab) Same(ctx context.Context, o *Crosstab) (bool, error) {
	if !slices.Equal(c.Rows.Nodes, o.Rows.Nodes) || !slices.Equal(c.Cols.Nodes, o.Cols.Nodes) || c.cells.len() != o.cells.len() {
		return false, nil
	}
	for i := range c.cells.len() {
		if i%4096 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		pair := c.cells.pair(i)
		mine, here := c.cells.find(pair/c.cells.cols, pair%c.cells.cols)
		other, there := o.cells.find(pair/c.cells.cols, pair%c.cells.cols)
		if here != there {
			return false, nil
		}
		for m := range c.Measures {
			if here && !equal(c.cells.values.At(m, mine), o.cells.values.At(m, other)) {
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
