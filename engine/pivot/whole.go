package pivot

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// amongAll makes a crosstab that keeps all labels of an axis, if a measure needs the labels that tops or conditions
// leave out: a rank is among all labels, a base label may be left out, and a share along a field is a share of all
// labels. The other axis has only the labels that are kept, and Others. Others itself has no rank.
//
// A label below Others is merged from several labels, and exists only if a limit further out makes Others. So the
// crosstab keeps the limits of the fields further out than limitedFrom, and has in turn a crosstab without these
// limits.
func (c *Crosstab) amongAll(ctx context.Context, keys []*key.Column, figures *groupFigures, g *Groups) (err error) {
	for _, cols := range []bool{false, true} {
		if c.side(cols).left == nil {
			continue
		}
		all, needed := c.Query, false
		all.Sorts, all.Values, all.Layout.SubtotalsBy = nil, query.Unmarked(c.Query.Values), nil
		for i := range all.Values {
			if m := &all.Values[i]; m.Show.Along == along(cols) && amongAll(m.Show) {
				needed = true
			} else {
				m.Show = query.Show{}
			}
		}
		if !needed {
			continue
		}
		from := c.side(cols).limitedFrom(&c.Query, cols)
		all.Tops = slices.DeleteFunc(slices.Clone(all.Tops), func(t query.TopN) bool {
			return t.Cols == cols && t.Field >= from
		})
		all.Havings = slices.DeleteFunc(slices.Clone(all.Havings), func(h query.Having) bool {
			return h.Cols == cols && h.Field >= from
		})
		if c.wholes[along(cols)], err = assemble(ctx, all, keys, figures, g); err != nil {
			return err
		}
	}
	return nil
}

// limitedFrom returns the first field whose limits amongAll removes. From this field on, only the last field with
// limits may have Others.
func (a *Axis) limitedFrom(q *query.Query, cols bool) (field int) {
	others := false
	for f := range a.Fields {
		limits := limitsOf(q, cols, f)
		if !limits.any() {
			continue
		}
		if others {
			field = f
		}
		others = limits.others
	}
	return field
}

// amongAll reports whether a way to show a measure needs the labels that are left out.
func amongAll(s query.Show) bool {
	return ranked(s) || s.Way().Base || s.Kind == query.PctRunning && s.Of != (query.Field{})
}

func ranked(s query.Show) bool { return s.Kind == query.Rank || s.Kind == query.RankAsc }

// whole returns the crosstab that keeps all labels of the axis of a measure (see amongAll). It returns nil if no label
// is left out, or if no measure along the axis needs such labels.
func (c *Crosstab) whole(measure int) *Crosstab { return c.wholes[c.Measures[measure].Show.Along] }

// belowOthers reports whether some node of a depth is below an Others that is not in the crosstab that whole returns.
// It must be called before nodes are sorted.
func (a *Axis) belowOthers(depth int) bool {
	for n := range a.Len() {
		if a.Depth(n) == depth && !a.Others(n) && a.originOf(n) < 0 {
			return true
		}
	}
	return false
}

// inWhole returns the same pair of nodes in the crosstab that whole returns. ok is false if that crosstab does not have
// the pair. Its nodes are not sorted, so that their ids are their indices.
func (c *Crosstab) inWhole(row, col *Node, measure int) (r, k int, ok bool) {
	if c.whole(measure) == nil {
		return 0, 0, false
	}
	if c.Measures[measure].Show.Along == query.AlongCols {
		k = c.Cols.originOf(col.id())
		return row.id(), k, k >= 0
	}
	r = c.Rows.originOf(row.id())
	return r, col.id(), r >= 0
}

// besideAll works like baseFigure, in the crosstab that whole returns. It returns null for a measure without a base
// label.
func (c *Crosstab) besideAll(row, col, measure int) (base data.Value, other bool) {
	if !c.Measures[measure].Show.Way().Base {
		return data.Value{}, false
	}
	if r, k, ok := c.inWhole(c.Rows.node(row), c.Cols.node(col), measure); ok {
		return c.whole(measure).baseFigure(r, k, measure)
	}
	return data.Value{}, false
}
