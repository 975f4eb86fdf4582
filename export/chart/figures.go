package chart

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/internal/wording"
	"cardinal/profiler"
)

// maxFigures is the largest number of figures that a chart reads from a pivot.
const maxFigures = 1_000_000

// figures is the part of a grid that a chart draws: the labels and figures that the grid shows, without totals.
type figures struct {
	tab        *pivot.Crosstab
	words      *wording.Words // the language of titles and notes
	rows, cols []int          // the nodes of both axes
	fields     []field        // the row fields, then the column fields
	onRows     int            // the number of row fields
	measures   []int          // the measures whose figures are numbers
	notes      []string
	left       []leftOut
	minus      string // the minus sign of negative numbers in labels
}

// field is a field of an axis.
type field struct {
	query.Field
	ordered bool // its labels are numbers, times, parts of dates or bins
	time    bool // its labels are days, instants or periods
	dated   bool // its labels are times or parts of dates
	ranked  bool // its labels are texts with a natural order, such as S, M and L
}

// read reads the figures from a grid.
func read(g *pivot.Grid) (*figures, error) {
	tab := g.Tab()
	f := &figures{tab: tab, words: tab.Words(), rows: g.Shown(true), cols: g.Shown(false),
		onRows: len(tab.Rows.Fields), minus: "-"}
	for _, a := range []*pivot.Axis{&tab.Rows, &tab.Cols} {
		for i, key := range a.Fields {
			f.fields = append(f.fields, fieldOf(a, i, key))
		}
	}
	if len(f.fields) == 0 {
		return nil, fmt.Errorf("the pivot has a total alone: put a field on Rows or Columns to draw its labels")
	}
	if len(f.rows) == 0 || len(f.cols) == 0 {
		return nil, fmt.Errorf("the pivot has no labels to draw")
	}
	f.cut()
	for m := range tab.Measures {
		if f.isNumber(m) {
			f.measures = append(f.measures, m)
		}
	}
	if len(f.measures) == 0 {
		return nil, fmt.Errorf("%s has no numbers, and a chart draws numbers: put a sum, a count or an average on "+
			"Values", tab.Measures[0].Title())
	}
	return f, nil
}

// cut leaves out rows or columns of a pivot with more than maxFigures figures, and adds a note.
func (f *figures) cut() {
	leave := func(nodes []int, beside int, rows bool) []int {
		most := max(1, maxFigures/(beside*len(f.tab.Measures)))
		if len(nodes) <= most {
			return nodes
		}
		f.left = append(f.left, leftOut{nodes, most, rows, len(f.notes)})
		f.notes = append(f.notes, "")
		l := &f.left[len(f.left)-1]
		if values := l.values(); l.rows {
			f.notes[l.note] = f.words.L("Of the pivot's {{.All}} rows, the first {{.N}} are looked at.", values)
		} else {
			f.notes[l.note] = f.words.L("Of the pivot's {{.All}} columns, the first {{.N}} are looked at.", values)
		}
		return nodes[:most]
	}
	if len(f.cols) > len(f.rows) {
		f.cols = leave(f.cols, min(len(f.rows), 1000), false)
	}
	f.rows = leave(f.rows, len(f.cols), true)
}

// leftOut describes an axis of which only some rows or columns are read.
type leftOut struct {
	nodes []int
	most  int
	rows  bool // the axis is the rows; else the columns
	note  int  // the index of the note about the axis
}

// values returns the values for the placeholders of the note.
func (l *leftOut) values() wording.With {
	return wording.With{"All": profiler.Count(len(l.nodes)), "N": profiler.Count(l.most)}
}

// spread replaces the first rows or columns, which cut has kept, by an even sample of all.
func (f *figures) spread() {
	for _, l := range f.left {
		nodes := make([]int, l.most)
		for i, at := range pickEvenly(len(l.nodes), l.most) {
			nodes[i] = l.nodes[at]
		}
		if values := l.values(); l.rows {
			f.rows = nodes
			f.notes[l.note] = f.words.L("Of the pivot's {{.All}} rows, an even sample of {{.N}} is looked at.", values)
		} else {
			f.cols = nodes
			f.notes[l.note] = f.words.L("Of the pivot's {{.All}} columns, an even sample of {{.N}} is looked at.",
				values)
		}
	}
}

// fieldOf describes field `at` of an axis.
func fieldOf(a *pivot.Axis, at int, key query.Field) field {
	out := field{Field: key}
	if key.Groups != "" {
		return out
	}
	for n := range a.Len() {
		if a.Depth(n) != at+1 || a.Others(n) || a.Label(n).IsNull() {
			continue
		}
		v := a.Label(n)
		out.time = v.Type.Temporal()
		out.dated = out.time || key.Part.Kind().Takes == query.Dates
		out.ordered = out.time || v.Type.Numeric() || key.Part != query.Whole
		break
	}
	out.ranked = !out.ordered && haveOrder(a, at+1)
	return out
}

// haveOrder reports whether the labels at a depth of an axis are texts with a natural order: months, weekdays, sizes,
// levels, periods, or ranges of numbers.
func haveOrder(a *pivot.Axis, depth int) bool {
	texts := map[string]bool{}
	for n := range a.Len() {
		if a.Depth(n) != depth || a.Others(n) || a.Label(n).IsNull() {
			continue
		}
		if texts[a.Label(n).Text] = true; len(texts) > mostRanked || a.Label(n).Type != data.Text {
			return false
		}
	}
	d := data.Dictionary{Values: slices.Sorted(maps.Keys(texts))}
	return len(texts) > 1 && d.Places() != nil
}

// mostRanked is the largest number of texts that are looked at for a natural order.
const mostRanked = 500

// isNumber reports whether the figures of a measure are numbers. A measure without figures counts as numbers.
func (f *figures) isNumber(m int) bool {
	looked := 0
	for _, r := range f.rows {
		for _, c := range f.cols {
			if v := f.tab.OfMeasure(r, c, m); !v.IsNull() {
				return v.Type.Numeric()
			}
			if looked++; looked > 10_000 {
				return true
			}
		}
	}
	return true
}

// axis returns the axis of a field, and the depth of the field's labels on this axis.
func (f *figures) axis(at int) (a *pivot.Axis, depth int) {
	if at < f.onRows {
		return &f.tab.Rows, at + 1
	}
	return &f.tab.Cols, at - f.onRows + 1
}

// hasOneSeries reports whether the chart has only one series: either no field makes series, or the field that does has
// only one label.
func (f *figures) hasOneSeries() bool {
	_, by := f.sides()
	return len(by) == 0 || len(f.parts(false, by).labels) < 2
}

// places lists the integers from `from` to to-1.
func places(from, to int) (all []int) {
	for i := from; i < to; i++ {
		all = append(all, i)
	}
	return all
}

// title returns the title of a measure.
func (f *figures) title(m int) string { return f.tab.Measures[m].Title() }

// adds reports whether the figures of a measure, in the way in which they are shown, may be stacked.
func (f *figures) adds(m int) bool {
	measure := f.tab.Measures[m]
	switch measure.Show.Kind {
	case query.AsIs, query.PctTotal, query.PctRow, query.PctCol:
		return measure.Adds()
	}
	return false
}

// measuresOfOneAxis lists the measures that can share one axis. If these are not all measures, it adds a note about the
// others.
func (f *figures) measuresOfOneAxis(ctx context.Context) []int {
	if len(f.measures) < 2 {
		return f.measures
	}
	kept := f.keepComparable(ctx, f.measures)
	f.leaveMeasures(kept)
	return kept
}

// keepComparable returns the first of the given measures, and the others that are comparable with the first.
func (f *figures) keepComparable(ctx context.Context, measures []int) (kept []int) {
	for i, m := range measures {
		if i == 0 || f.areComparable(ctx, measures[0], m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// leaveMeasures adds a note about the measures that are not in kept.
func (f *figures) leaveMeasures(kept []int) {
	var left []string
	for m := range f.tab.Measures {
		if !slices.Contains(kept, m) {
			left = append(left, f.title(m))
		}
	}
	if len(left) > 0 {
		f.notes = append(f.notes, f.words.N("{{.Measures}} is not in this chart.",
			"{{.Measures}} are not in this chart.", len(left), wording.With{"Measures": f.words.And(left)}))
	}
}

// areComparable reports whether two measures have the same unit and similar sizes.
func (f *figures) areComparable(ctx context.Context, a, b int) bool {
	x, y := f.tab.Measures[a].Format, f.tab.Measures[b].Format
	if x.Currency != y.Currency || x.Percent != y.Percent {
		return false
	}
	largest := func(m int) (most float64) {
		for i, r := range f.rows {
			if i%1024 == 0 && ctx.Err() != nil {
				return 0
			}
			for _, c := range f.cols {
				if v, ok := f.tab.OfMeasure(r, c, m).Number(); ok && !math.IsInf(v, 0) {
					most = max(most, math.Abs(v))
				}
			}
		}
		return most
	}
	p, q := largest(a), largest(b)
	return p == 0 || q == 0 || p/q < 50 && q/p < 50
}

func isAre(n int) string { return separators.Plural(n, "is", "are") }
