package pivot

import (
	"context"
	"iter"
	"math"
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// Crosstab is the answer to a query: two axes, and a figure of every measure for every pair of their nodes. It is immutable and safe
// for use by several goroutines.
type Crosstab struct {
	Query    query.Query
	Rows     Axis
	Cols     Axis
	Measures []Measure
	Orders   []Order // one for each sort of the query

	cells  cells
	placed [][]data.Value // for each measure nil or, for each cell, its rank or running total
}

// Measure is a measure of the query and the format of its figures.
type Measure struct {
	query.Measure
	Format Format
}

// Empty reports whether no row of the table belongs to the pair of nodes. The grand total is never empty.
func (c *Crosstab) Empty(row, col int) bool {
	if row == 0 && col == 0 {
		return false
	}
	_, ok := c.cells.find(&c.Rows.Nodes[row], &c.Cols.Nodes[col])
	return !ok
}

// Cells iterates over the pairs of nodes that some row of the table belongs to, in no particular order.
func (c *Crosstab) Cells() iter.Seq2[int, int] {
	return func(yield func(row, col int) bool) {
		rowOf, colOf := c.Rows.byID(), c.Cols.byID()
		for cell := range c.cells.counts {
			pair := cell
			if c.cells.sparse {
				pair = int(c.cells.pairs[cell])
			}
			row, shown := rowOf[pair/c.cells.cols]
			col, ok := colOf[pair%c.cells.cols]
			if shown && ok && c.cells.has(cell) && !yield(row, col) {
				return
			}
		}
	}
}

// Cell is the figure of a measure for a pair of nodes. It is null where no row belongs to the pair or all aggregated values are null.
// Shares (query.Show) are computed from the exact figures and rounded once. The grand total has no rank and no running total.
func (c *Crosstab) Cell(row, col, measure int) data.Value {
	v := c.figure(row, col, measure)
	switch c.Measures[measure].Show {
	case query.PctRow:
		return share(v, c.figure(row, 0, measure))
	case query.PctCol:
		return share(v, c.figure(0, col, measure))
	case query.PctTotal:
		return share(v, c.figure(0, 0, measure))
	case query.PctParentRow:
		return share(v, c.figure(c.Rows.parent(row), col, measure))
	case query.PctParentCol:
		return share(v, c.figure(row, c.Cols.parent(col), measure))
	case query.Running, query.Rank:
		cell, ok := c.cells.find(&c.Rows.Nodes[row], &c.Cols.Nodes[col])
		if !ok {
			return data.Value{}
		}
		return c.placed[measure][cell]
	}
	return v
}

func (c *Crosstab) figure(row, col, measure int) data.Value {
	cell, ok := c.cells.find(&c.Rows.Nodes[row], &c.Cols.Nodes[col])
	if !ok {
		return data.Value{}
	}
	return c.cells.values.At(measure, cell)
}

// share is part/whole, rounded once. It is null where the whole is zero or a figure is no finite number.
func share(part, whole data.Value) data.Value {
	rounded := part.Rounded || whole.Rounded
	if part.Type == whole.Type && (part.Type == data.Int || part.Type == data.Decimal) && part.Scale == whole.Scale {
		n, fits := whole.Int.Int64()
		if n < 0 {
			part.Int, n = part.Int.Neg(), -n
		}
		if fits && n > 0 {
			f, exact := part.Int.Quo(n, 0)
			return data.Value{Type: data.Float, Float: f, Rounded: rounded || !exact}
		}
	}
	p, w := rational(part), rational(whole)
	if p == nil || w == nil || w.Sign() == 0 {
		return data.Value{}
	}
	f, exact := p.Quo(p, w).Float64()
	return data.Value{Type: data.Float, Float: f, Rounded: rounded || !exact}
}

// rational is a figure as a fraction, nil where it is no finite number.
func rational(v data.Value) *big.Rat {
	switch v.Type {
	case data.Float:
		return new(big.Rat).SetFloat64(v.Float)
	case data.Int, data.Decimal:
		den := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(v.Scale)), nil)
		return new(big.Rat).SetFrac(v.Int.Big(), den)
	}
	return nil
}

// Same reports whether two answers to one query over one table have the same labels and the same figures, bit for bit. It stops with
// an error when ctx ends.
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

// equal is ==, except that every NaN equals every NaN.
func equal(a, b data.Value) bool {
	if math.IsNaN(a.Float) && math.IsNaN(b.Float) {
		a.Float, b.Float = 0, 0
	}
	return a == b
}
