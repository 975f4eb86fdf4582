package view

import (
	"slices"

	"cardinal/export/chart"
	"cardinal/internal/workspace"
)

// Chart says whether and how the pivot is drawn. The zero value is no chart.
type Chart struct {
	Place Place
	Kind  string // the name of a kind of chart; "": the kind that suits the pivot
}

// Place is where a chart stands.
type Place uint8

// The places.
const (
	Nowhere Place = iota
	Beside        // the figures
	Instead       // of the figures
)

// SetChart is the state with another chart.
func (s State) SetChart(c Chart) State {
	s.Chart = c
	return s
}

// ToggleChart shows the chart beside the figures where there is none, and takes it away where there is one.
func (s State) ToggleChart() State {
	if s.Chart.Place == Nowhere {
		s.Chart.Place = Beside
	} else {
		s.Chart.Place = Nowhere
	}
	return s
}

// DrawAs is the state with a chart of a kind, at the place of the chart before, or beside the figures.
func (s State) DrawAs(kind string) State {
	s.Chart.Kind, s.Chart.Place = kind, max(s.Chart.Place, Beside)
	return s
}

// placeNames are the places as a workspace keeps them.
var placeNames = []string{Nowhere: "", Beside: "beside", Instead: "instead"}

// kept is the chart as a workspace keeps it.
func (c Chart) kept() workspace.Chart {
	return workspace.Chart{Place: placeNames[c.Place], Kind: c.Kind}
}

// chartFrom is the chart that a workspace keeps, false where there is no such chart.
func chartFrom(c workspace.Chart) (Chart, bool) {
	at := slices.Index(placeNames, c.Place)
	if at < 0 || c.Kind != "" && chart.Named(c.Kind) == nil {
		return Chart{}, false
	}
	return Chart{Place(at), c.Kind}, true
}
