package pivot

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// mostExamined is the greatest number of nodes of an axis for which Example computes differences, running totals and
// other figures that depend on several labels.
const mostExamined = 2000

// examined is the number of labels of each axis that Sample looks at.
const examined = 30

// Sample finds the greatest plain figure of a measure among the first labels of both axes, and returns what the measure
// shows there. If it shows nothing there, Sample returns the first figure that the measure shows, or null.
func (c *Crosstab) Sample(measure int) data.Value {
	var first, greatest, sample data.Value
	for _, row := range c.Rows.head() {
		for _, col := range c.Cols.head() {
			v := c.Cell(row, col, measure)
			if first.IsNull() {
				first = v
			}
			if f := c.figure(row, col, measure); !f.IsNull() && (greatest.IsNull() || data.Compare(f, greatest) > 0) {
				greatest, sample = f, v
			}
		}
	}
	if sample.IsNull() {
		return first
	}
	return sample
}

// head returns the first leaves of an axis. For an axis without fields it returns the grand total.
func (a *Axis) head() []int {
	if a.later != nil {
		return nil
	}
	leaves := a.Leaves()
	return leaves[:min(len(leaves), examined)]
}

// Example returns the text of Sample as if the measure were shown in another way. It returns "" if that way needs more
// than the figures of the crosstab: a base label, labels that a top leaves out, another order of the labels, or many
// labels.
func (c *Crosstab) Example(measure int, show query.Show) string {
	w, out := show.Way(), *c
	if w.Base || w.Axis && (len(c.Query.Tops)+len(c.Query.Havings) > 0 ||
		max(c.Rows.Len(), c.Cols.Len()) > mostExamined ||
		slices.ContainsFunc(c.Orders, func(o Order) bool { return o.Value == measure })) {
		return ""
	}
	out.Measures, out.lanes, out.along, out.compared = slices.Clone(c.Measures), nil, nil, nil
	for i := range out.Measures {
		out.Measures[i].Show = query.Show{} // the others are not computed
	}
	m := &out.Measures[measure]
	m.Show = show
	ctx := context.Background()
	if w.Axis {
		if out.follow(ctx, show.Along, nil, 1) != nil || ranked(show) && out.place(ctx, show, nil, 1) != nil {
			return ""
		}
	}
	written, now := m.Format.NumberFormat, m.Format
	if c.Measures[measure].Show.Way().Percent {
		written = data.NumberFormat{}
	}
	m.Format = out.format(measure, m.Measure, written)
	m.Format.Ungrouped, m.Format.Chosen = now.Ungrouped && show.Kind == query.AsIs, now.Chosen
	return m.Format.Text(out.Sample(measure))
}
