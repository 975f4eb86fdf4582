package pivot

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// amongAll makes a crosstab that keeps the labels left out of an axis, if a measure needs them. A rank along the axis
// is a place among all labels. A base label may be left out. A share along a field is a share of all labels. The other
// axis keeps its labels, Others included. Others itself has no rank.
//
// Labels below Others are merged from several labels. They exist only with the limit that makes Others. So the
// crosstab keeps the limits of the fields outside limitedFrom, and it has a further crosstab without these limits.
func (c *Crosstab) amongAll(ctx context.Context, keys []*key.Column, figures *groupFigures, g *Groups) (err error) {
	for _, cols := range []bool{false, true} {
		if c.side(cols).left == nil {
			continue
		}
		all, needed := c.Query, false
		all.Sorts, all.Values = nil, query.Unmarked(c.Query.Values)
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

// limitedFrom returns the first field whose limits amongAll removes. Among this field and the fields further in, only
// the last field with limits may have Others.
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

// whole returns the crosstab that has the labels left out of the axis of a measure (see amongAll). It returns nil if
// no label is left out, or if no measure along the axis needs them.
func (c *Crosstab) whole(measure int) *Crosstab { return c.wholes[c.Measures[measure].Show.Along] }

// belowOthers reports whether some node of a depth stands below an Others that the crosstab of whole lacks. It must
// be called before nodes are sorted.
func (a *Axis) belowOthers(depth int) bool {
	for n := range a.Len() {
		if a.Depth(n) == depth && !a.Others(n) && a.originOf(n) < 0 {
			return true
		}
	}
	return false
}

// inWhole returns a pair of nodes in the crosstab of whole, and false if that crosstab lacks the pair. The nodes of
// that crosstab are not sorted: their places are their ids.
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

// besideAll returns what baseFigure returns in the crosstab of whole. It does so only for measures with a base label.
func (c *Crosstab) besideAll(row, col, measure int) (base data.Value, other bool) {
	if !c.Measures[measure].Show.Way().Base {
		return data.Value{}, false
	}
	if r, k, ok := c.inWhole(c.Rows.node(row), c.Cols.node(col), measure); ok {
		return c.whole(measure).baseFigure(r, k, measure)
	}
	return data.Value{}, false
}
