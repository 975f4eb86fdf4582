package chart

import (
	"cmp"
	"context"
	"fmt"

	"cardinal/engine/pivot"
)

// Plan is the figures of a chart for another program, such as Excel, that draws the chart.
type Plan struct {
	Style
	Title   string
	Upright bool // bars are vertical
	Touch   bool // the bars are those of a histogram, and touch
	X       []string
	Series  []Series // for Points, the first half has the horizontal coordinates, and the second half the vertical ones
	Notes   []string // what is left out, as sentences
	Level   *Level   // the reference line; nil: none
}

// Series is the figures of a series, one for each label of Plan.X.
type Series struct {
	Name  string
	Cells []Cell
}

// Cell says where in the pivot a figure is. Some is false if there is no figure to draw.
type Cell struct {
	Row, Col, Measure int
	Some              bool
}

// The kinds that other packages must distinguish.
var (
	Bars    = bars
	Stacked = stackedBars
	Lines   = lines
	Areas   = areas
	Combo   = combo
	Points  = points
	Pie     = pie
)

// The largest numbers of labels and series of a plan.
const (
	planned       = 1000
	plannedSeries = 50
)

// NewPlan returns the plan of the chart of a grid. If only Draw can draw the kind, the plan has no Series. The error
// says why the chart is impossible.
func NewPlan(ctx context.Context, g *pivot.Grid, style Style) (*Plan, error) {
	f, err := read(g)
	if err != nil {
		return nil, err
	}
	kind, err := f.choose(ctx, style)
	if err != nil || kind.shelves == nil || style.Panels {
		return &Plan{Style: Style{Kind: kind, Panels: style.Panels}}, err
	}
	style.Kind = kind
	x, by, measures := kind.shelves(f, ctx)
	t, err := f.table(ctx, x, by, measures)
	if err != nil {
		return nil, err
	}
	p := &Plan{Style: style, Upright: len(x) == 1 && f.fields[x[0]].ordered}
	switch {
	case kind == lines || kind == areas || p.Upright && f.fields[x[0]].dated:
		t.sortX()
	case kind == bars || kind == stackedBars:
		f.orderBars(t, x)
	}
	if kind == areas && len(t.by) > 1 {
		if lo, _, _ := t.bounds(); lo < 0 {
			return nil, errNegativeParts
		}
	}
	d := &drawing{figures: f, style: style}
	of := *t
	switch kind {
	case combo:
		of.cells = t.cells[:1]
	case points:
		of.cells = t.cells[len(t.cells)/2:]
	}
	if p.Level, err = f.level(style, &of, kind == stackedBars || kind == areas); err != nil {
		return nil, err
	}
	if lo, _, some := t.bounds(); style.Log && some && lo <= 0 {
		_, err := d.newScale(lo, 1, 2, f.tab.Measures[measures[0]].Format, false)
		return nil, err
	}
	p.Touch = kind == bars && f.isHistogram()
	if kind == pie {
		if _, err := d.slices(t); err != nil {
			return nil, err
		}
	}
	p.Title = cmp.Or(f.tab.Query.Layout.Title, d.titleOf(measures, append(append([]int{}, x...), by...)))
	if kind == combo {
		t.lead = 1
	}
	if kind != points {
		d.note(t.keepBy(plannedSeries, "series"))
	}
	d.note(t.keepX(planned, p.Upright))
	d.noteOdd(t)
	if _, _, some := t.bounds(); !some {
		return nil, d.emptyError(t)
	}
	p.Notes = d.notes
	for _, l := range t.x {
		p.X = append(p.X, l.text)
	}
	for s, l := range t.by {
		one := Series{Name: cmp.Or(l.text, f.title(measures[0]))}
		for _, c := range t.cells[s] {
			one.Cells = append(one.Cells, Cell{c.row, c.col, c.measure, c.ok})
		}
		p.Series = append(p.Series, one)
	}
	return p, nil
}

// errNegativeParts says why areas cannot be drawn.
var errNegativeParts = fmt.Errorf("areas stack parts, and some figures are negative: choose lines or bars")
