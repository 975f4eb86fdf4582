package pivot

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// amongAll makes the crosstab of all labels if some labels are left out and a measure is shown by its place among all of them, or beside
// a base label, which may be one of those, or as a share of labels along a field. Ranks come from there. Others has no rank.
func (c *Crosstab) amongAll(ctx context.Context, keys []*key.Column, plan *measure.Plan, g *Groups, threads int) error {
	needed := func(m Measure) bool {
		return ranked(m) || m.Show.Way().Base || m.Show.Kind == query.PctRunning && m.Show.Of != (query.Field{})
	}
	if c.Rows.left == nil && c.Cols.left == nil || !slices.ContainsFunc(c.Measures, needed) {
		return nil
	}
	all := c.Query
	all.Sorts, all.Tops, all.Havings, all.Values = nil, nil, nil, query.Unmarked(c.Query.Values)
	var err error
	c.whole, err = Assemble(ctx, all, keys, plan, g, threads)
	return err
}

func ranked(m Measure) bool { return m.Show.Kind == query.Rank || m.Show.Kind == query.RankAsc }

// rankAmongAll is the rank of a pair of nodes in the crosstab of all labels.
func (c *Crosstab) rankAmongAll(row, col, measure int) data.Value {
	if r, k := c.Rows.origin(row), c.Cols.origin(col); r >= 0 && k >= 0 {
		return c.whole.placedAt(r, k, measure)
	}
	return data.Value{}
}

// besideAll is beside in the crosstab of all labels.
func (c *Crosstab) besideAll(row, col, measure int) (base data.Value, other bool) {
	if r, k := c.Rows.origin(row), c.Cols.origin(col); c.whole != nil && c.Measures[measure].Show.Way().Base && r >= 0 && k >= 0 {
		return c.whole.beside(r, k, measure)
	}
	return data.Value{}, false
}
