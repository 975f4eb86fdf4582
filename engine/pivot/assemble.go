package pivot

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// Groups is what a tier found: N groups, the code of each in every key column, and their accumulators.
type Groups struct {
	N     int
	Codes []data.Codes // by key column, then group
	Accs  []aggregate.Accumulator
}

// Assemble makes the crosstab of a query from its groups. keys are the key columns of the row fields, then those of
// the column fields. It stops early, with an error, when ctx ends.
func Assemble(ctx context.Context, q query.Query, keys []*key.Column, plan *aggregate.Plan, g *Groups, threads int) (*Crosstab, error) {
	c := &Crosstab{Query: q}
	r := len(q.Rows)
	var rowOf, colOf [][]uint32
	var err error
	if c.Rows, rowOf, err = newAxis(ctx, q.Rows, keys[:r], g.Codes[:r], g.N, threads); err != nil {
		return nil, err
	}
	if c.Cols, colOf, err = newAxis(ctx, q.Cols, keys[r:], g.Codes[r:], g.N, threads); err != nil {
		return nil, err
	}
	if c.cells, err = newCells(ctx, plan, g.Accs, g.N, rowOf, colOf, len(c.Rows.Nodes), len(c.Cols.Nodes), threads); err != nil {
		return nil, err
	}
	for i, m := range q.Values {
		c.Measures = append(c.Measures, Measure{Measure: m})
		c.Measures[i].Format = c.format(i)
	}
	if q.Sort != nil {
		c.Rows.reorder(c.order(q.Sort), 0)
	}
	if err := c.place(ctx, query.Rank, ranks, threads); err != nil {
		return nil, err
	}
	if q.Top > 0 {
		c.Rows.reorder(nil, q.Top)
	}
	return c, c.place(ctx, query.Running, runningTotals, threads)
}

// order compares row nodes as the sort asks, null last whichever way it runs.
func (c *Crosstab) order(s *query.Sort) func(x, y int) int {
	switch {
	case s == nil || s.Value < 0 && !s.Desc:
		return nil
	case s.Value < 0:
		return func(x, y int) int { return descending(c.Rows.Label(x), c.Rows.Label(y)) }
	}
	values := make([]data.Value, len(c.Rows.Nodes))
	for n := range values {
		values[n] = c.figure(n, 0, s.Value)
	}
	if s.Desc {
		return func(x, y int) int { return descending(values[x], values[y]) }
	}
	return func(x, y int) int { return data.Compare(values[x], values[y]) }
}

func descending(a, b data.Value) int {
	if a.IsNull() || b.IsNull() {
		return data.Compare(a, b)
	}
	return data.Compare(b, a)
}

// format picks the places of a measure's floats: two below the unit for large figures, more for small ones.
func (c *Crosstab) format(m int) Format {
	switch c.Measures[m].Show {
	case query.AsIs, query.Running:
	case query.Rank:
		return Format{}
	default:
		return Format{Places: 1, Percent: true}
	}
	v := c.figure(0, 0, m)
	if v.Type != data.Float {
		return Format{Places: v.Scale}
	}
	switch a := math.Abs(v.Float); {
	case a >= 100 || a == 0:
		return Format{Places: 2}
	case a >= 1:
		return Format{Places: 3}
	}
	return Format{Places: 5}
}
