package view

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/internal/workspace"
)

// Chart says whether and how the pivot is drawn. The zero value means no chart.
type Chart struct {
	Place Place
	Style string // as package chart writes a style; "": the kind of chart that suits the pivot
}

// Place is the position of a chart.
type Place uint8

// The positions of a chart.
const (
	Nowhere Place = iota
	Beside        // beside the figures
	Instead       // in place of the figures
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

// DrawAs returns the state with a chart of a style. The chart keeps its position. If there was no chart, it is beside
// the figures.
func (s State) DrawAs(style string) State {
	s.Chart.Style, s.Chart.Place = style, max(s.Chart.Place, Beside)
	return s
}

// Histogram returns a state that counts the rows in bins of a column and draws them as bars. It keeps the filters.
// Empty bins are shown unless the table is on a server.
func (s State) Histogram(c *data.Column) State {
	next := s.Clear()
	next.Filters, next.Chart = s.Filters, s.Chart
	next.Rows, next.Values = []query.Field{DefaultBin(c)}, []query.Measure{countRows}
	next.Layout.ShowEmpty = c.Rows > 0
	return next.DrawAs(chart.Style{Kind: chart.Bars}.String())
}

// BoxPlot returns the state with the five measures of a box plot of a column on Values, and draws the box plot. It
// keeps rows, columns and filters.
func (s State) BoxPlot(column string) State {
	s.Values = chart.FiveNumbers(column)
	return s.settle().DrawAs(chart.Style{Kind: chart.Named("box")}.String())
}

// placeNames are the names of the positions in a workspace.
var placeNames = []string{Nowhere: "", Beside: "beside", Instead: "instead"}

// kept returns the chart in the form in which a workspace keeps it.
func (c Chart) kept() workspace.Chart {
	return workspace.Chart{Place: placeNames[c.Place], Kind: c.Style}
}

// chartFrom reads the chart of a workspace. ok is false if this version of the program does not know its position or
// kind.
func chartFrom(c workspace.Chart) (Chart, bool) {
	at := slices.Index(placeNames, c.Place)
	style, err := chart.ParseStyle(c.Kind)
	if at < 0 || err != nil {
		return Chart{}, false
	}
	return Chart{Place(at), style.String()}, true
}
