package pivot

import (
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/engine/query"
)

// Crosstab is the answer to a query: two axes and a figure for every pair of their nodes. It is immutable and safe
// for use by many goroutines.
type Crosstab struct {
	Query    query.Query
	Rows     Axis
	Cols     Axis
	Measures []Measure
	Orders   []Order // one for each of the query's sorts

	cells  cells
	placed [][]data.Value // by measure, nil or by cell: what hangs on the labels beside
}

// Measure is one column of figures.
type Measure struct {
	query.Measure
	Format Format
}

// Empty reports that no row of the table falls under the pair of nodes. The grand total is never empty.
func (c *Crosstab) Empty(row, col int) bool {
	if row == 0 && col == 0 {
		return false
	}
	_, ok := c.cells.find(&c.Rows.Nodes[row], &c.Cols.Nodes[col])
	return !ok
}

// Cell is the figure of a measure under a pair of nodes, null where no row falls or no value was there to aggregate.
// Shares (query.Show) are computed from the exact figures and rounded once. A total of all has no rank and no running total.
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

// share is part/whole, null where there is none: a whole of zero, or figures that are not finite numbers.
func share(part, whole data.Value) data.Value {
	if a, b, ok := smallIntegers(part, whole); ok && b != 0 {
		q := a/b + 0 // no -0
		return data.Value{Type: data.Float, Float: q, Rounded: math.FMA(q, b, -a) != 0}
	}
	p, w := rational(part), rational(whole)
	if p == nil || w == nil || w.Sign() == 0 {
		return data.Value{}
	}
	f, exact := p.Quo(p, w).Float64()
	return data.Value{Type: data.Float, Float: f, Rounded: !exact || part.Rounded || whole.Rounded}
}

// smallIntegers are two figures of one scale as floats, false where a float may not hold one of them. Their quotient is rounded once.
func smallIntegers(x, y data.Value) (a, b float64, ok bool) {
	if x.Type != y.Type || x.Type != data.Int && x.Type != data.Decimal || x.Scale != y.Scale || x.Rounded || y.Rounded {
		return 0, 0, false
	}
	const limit = 1 << 53
	m, fitsM := x.Int.Int64()
	n, fitsN := y.Int.Int64()
	return float64(m), float64(n), fitsM && fitsN && -limit <= m && m <= limit && -limit <= n && n <= limit
}

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
