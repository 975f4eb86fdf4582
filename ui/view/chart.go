package view

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
