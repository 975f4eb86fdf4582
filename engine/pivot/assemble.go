package pivot

import (
	"context"
	"errors"
	"math"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/figure/numfmt"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// Groups is the result of a tier: N groups, their codes in every key column, and their accumulators.
type Groups struct {
	N     int
	Codes []data.Codes // by key column, the code of each group
	Accs  []aggregate.Accumulator
}

// Assemble makes the crosstab of a query from its groups. keys has the key columns of the row fields, followed by
// those of the column fields. Assemble uses up to `threads` threads and returns an error if ctx ends.
func Assemble(ctx context.Context, q query.Query, keys []*key.Column, plan *measure.Plan, g *Groups,
	threads int) (*Crosstab, error) {
	return assemble(ctx, q, keys, &groupFigures{plan, q.Measures(), g.Accs, threads}, g)
}

// assemble makes the crosstab of a query from groups. The groups may have been made for a query with more tops,
// conditions and sorts.
func assemble(ctx context.Context, q query.Query, keys []*key.Column, figures *groupFigures,
	g *Groups) (*Crosstab, error) {
	plan, threads := figures.plan, figures.threads
	c := &Crosstab{Query: q}
	rowOf, colOf, err := c.axes(ctx, keys, g, figures)
	if err != nil {
		return nil, err
	}
	if c.cells, err = newCells(ctx, plan, g.Accs, g.N, rowOf, colOf, &c.Rows, &c.Cols, threads); err != nil {
		return nil, err
	}
	for i, m := range q.Values {
		c.Measures = append(c.Measures, Measure{Measure: m, title: m.InLanguage(q.Rows, q.Cols).Title()})
		c.Measures[i].Format = c.formatOf(plan, i, m)
		if m.Number != "" {
			if c.Measures[i].Format.Chosen, err = numfmt.Parse(m.Number); err != nil {
				return nil, err
			}
		}
	}
	c.findSubtotals(plan, figures.measures)
	c.orders()
	if err := c.amongAll(ctx, keys, figures, g); err != nil {
		return nil, err
	}
	c.bases()
	for _, along := range []query.Along{query.AlongRows, query.AlongCols} {
		ranked := func(_, depth int) bool { return c.wholes[along] == nil || c.axis(along).belowOthers(depth) }
		for _, kind := range []query.ShowKind{query.Rank, query.RankAsc} {
			if err := c.place(ctx, query.Show{Kind: kind, Along: along}, ranked, threads); err != nil {
				return nil, err
			}
		}
	}
	if c.Rows.later != nil {
		if err = c.sortSides(ctx, []bool{true}, threads); err == nil {
			err = c.first(ctx, g, threads)
		}
	} else {
		err = c.sort(ctx, threads)
	}
	if err != nil {
		return nil, err
	}
	c.Remarks = append(c.Remarks, c.axisRemarks(nil)...)
	return c, c.measureExtents(ctx, nil, threads)
}

// axes makes both axes with the labels that the query keeps. rowOf and colOf have the node of each group by depth, as
// newAxis returns them and leaveOut changes them.
func (c *Crosstab) axes(ctx context.Context, keys []*key.Column, g *Groups,
	figures *groupFigures) (rowOf, colOf [][]uint32, err error) {
	if rowOf, done, err := c.topFirst(ctx, keys, g, figures); err != nil || done {
		if err == nil {
			c.Cols, colOf, err = newAxis(ctx, nil, nil, nil, g.N, figures.threads)
		}
		return rowOf, colOf, err
	}
	if rowOf, done, err := c.orderLater(ctx, keys, g, figures.threads); err != nil || done {
		if err == nil {
			c.Cols, _, err = newAxis(ctx, nil, nil, nil, 0, figures.threads)
			colOf = rowOf[:1] // every group belongs to node 0
		}
		if err == nil && len(c.Query.Cols) > 0 {
			r := len(c.Query.Rows)
			c.Cols, colOf, err = newAxis(ctx, c.Query.Cols, keys[r:], g.Codes[r:], g.N, figures.threads)
		}
		return rowOf, colOf, err
	}
	if rowOf, colOf, err = c.newAxes(ctx, keys, g, figures.threads); err != nil {
		return nil, nil, err
	}
	if c.Query.Layout.ShowEmpty {
		if err = errors.Join(c.Rows.fill(ctx, rowOf), c.Cols.fill(ctx, colOf)); err != nil {
			return nil, nil, err
		}
	}
	if err = c.Rows.leaveOut(ctx, &c.Query, false, rowOf, figures); err != nil {
		return nil, nil, err
	}
	return rowOf, colOf, c.Cols.leaveOut(ctx, &c.Query, true, colOf, figures)
}

// newAxes makes both axes at the same time. rowOf and colOf are as newAxis returns them.
func (c *Crosstab) newAxes(ctx context.Context, keys []*key.Column, g *Groups,
	threads int) (rowOf, colOf [][]uint32, err error) {
	r := len(c.Query.Rows)
	within := threads // the threads of one axis
	if r > 0 && len(c.Query.Cols) > 0 {
		within = max(threads/2, 1)
	}
	err = parallel.On(ctx, threads, 2, func(ctx context.Context, i int) (err error) {
		if i == 0 {
			c.Rows, rowOf, err = newAxis(ctx, c.Query.Rows, keys[:r], g.Codes[:r], g.N, within)
		} else {
			c.Cols, colOf, err = newAxis(ctx, c.Query.Cols, keys[r:], g.Codes[r:], g.N, within)
		}
		return err
	})
	return rowOf, colOf, err
}

// formatOf returns the format of a measure, which is figure i of the plan.
func (c *Crosstab) formatOf(plan *measure.Plan, i int, m query.Measure) Format {
	f := c.format(i, m, plan.Format(i))
	if of := plan.ListOf(i); of != data.Null {
		f.List, f.Places = of, Shortest
	}
	f.Ungrouped = m.Show.Kind == query.AsIs && plan.IsUngrouped(i)
	return f
}

// format returns the format of a measure, which is figure i of the plan. `written` is the format of the aggregated
// numbers in the file.
//
// Floats get two to five decimal places: the smaller the grand total, the more places. If all figures are whole
// numbers, they get no places. If medians or quantiles are whole numbers or halves, each gets the places that it
// needs.
func (c *Crosstab) format(i int, m query.Measure, written data.NumberFormat) Format {
	switch show := m.Show; {
	case show.Way().Percent:
		return Format{Places: 1, NumberFormat: data.NumberFormat{Percent: true}}
	case show.Kind == query.Rank || show.Kind == query.RankAsc:
		return Format{}
	case show.Kind == query.Index:
		return Format{Places: 3}
	}
	f := Format{NumberFormat: written}
	v := c.figure(0, 0, i)
	if v.Type != data.Float && !m.Show.Way().Spans {
		f.Places = v.Scale
		return f
	}
	a, _ := v.Number()
	a = math.Abs(a)
	if f.Percent {
		a *= 100
	}
	switch {
	case a >= 100 || a == 0:
		f.Places = 2
	case a >= 1:
		f.Places = 3
	default:
		f.Places = 5
	}
	show := m.Show
	if sums := show.Kind == query.Running || show.Way().Beside != 0 || show.Way().Base; (sums || show.Kind ==
		query.AsIs) && written == (data.NumberFormat{}) {
		middle := m.Func == query.Median || m.Func == query.Quantile
		if places := c.halves(i); places == 0 || places == 1 && middle {
			f.Halves = true
		}
	}
	return f
}

// mostLookedAt is the greatest number of cells for which halves reads the figures.
const mostLookedAt = 1 << 20

// halves returns 0 if all figures of a measure are whole numbers, and 1 if some of them are halves. It returns -1
// for any other figures, and if there are more than mostLookedAt cells.
func (c *Crosstab) halves(m int) (places int) {
	n := len(c.cells.counts)
	if n > mostLookedAt {
		return -1
	}
	for cell := range n {
		if c.cells.counts[cell] == 0 {
			continue
		}
		switch v := c.cells.values.At(m, cell); {
		case v.IsNull():
		case v.Type != data.Float || 2*v.Float != math.Trunc(2*v.Float) || math.Abs(v.Float) > 1<<52: // NaN, too
			return -1
		case v.Float != math.Trunc(v.Float):
			places = 1
		}
	}
	return places
}
