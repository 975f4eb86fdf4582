package view

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/internal/workspace"
)

// Chart is whether and how the pivot is drawn. The zero value draws no chart.
type Chart struct {
	Place Place
	Style string // of package chart, as text; "": the kind that suits the pivot
}

// Place is where a chart stands.
type Place uint8

// The places.
const (
	Nowhere Place = iota
	Beside        // the figures
	Instead       // of the figures
)

// SetChart returns the state with another chart.
func (s State) SetChart(c Chart) State {
	s.Chart = c
	return s
}

// ToggleChart removes the chart, or draws one beside the figures if there is none.
func (s State) ToggleChart() State {
	if s.Chart.Place == Nowhere {
		s.Chart.Place = Beside
	} else {
		s.Chart.Place = Nowhere
	}
	return s
}

// DrawAs returns the state with a style of chart, at the place of the present chart or else beside the figures.
func (s State) DrawAs(style string) State {
	s.Chart.Style, s.Chart.Place = style, max(s.Chart.Place, Beside)
	return s
}

// Histogram returns the state with the numbers of rows in bins of a column, drawn as bars. Filters stay. Empty bins are
// there, except of a table on a server.
func (s State) Histogram(c *data.Column) State {
	next := s.Clear()
	next.Filters, next.Chart = s.Filters, s.Chart
	next.Rows, next.Values = []query.Field{DefaultBin(c)}, []query.Measure{countRows}
	next.Layout.ShowEmpty = c.Rows > 0
	return next.DrawAs(chart.Style{Kind: chart.Bars}.String())
}

// BoxPlot returns the state with the five measures of a box plot of a column, drawn as such. Rows, columns and filters
// stay.
func (s State) BoxPlot(column string) State {
	s.Values = chart.FiveNumbers(column)
	return s.settle().DrawAs(chart.Style{Kind: chart.Named("box")}.String())
}

// placeNames are the names of the places in a workspace.
var placeNames = []string{Nowhere: "", Beside: "beside", Instead: "instead"}

// kept returns the chart as a workspace keeps it.
func (c Chart) kept() workspace.Chart {
	return workspace.Chart{Place: placeNames[c.Place], Kind: c.Style}
}

// chartFrom reads the chart of a workspace; ok is false if this version does not know its place or kind.
func chartFrom(c workspace.Chart) (Chart, bool) {
	at := slices.Index(placeNames, c.Place)
	style, err := chart.ParseStyle(c.Kind)
	if at < 0 || err != nil {
		return Chart{}, false
	}
	return Chart{Place(at), style.String()}, true
}
