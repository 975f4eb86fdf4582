package ui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/ui/widget/input"
)

// TestTabOrder goes once round the window with Tab: from the search of the fields down their list, over the
// shelves, the figures and the chart to the tabs and the status, and from there to the toolbar.
func TestTabOrder(t *testing.T) {
	s := charted(t)
	c := s.win.Canvas()
	at := func(o fyne.CanvasObject) fyne.Position { return s.app.Driver().AbsolutePositionForObject(o) }
	places := []struct {
		name string
		of   fyne.CanvasObject
	}{
		{"fields", s.fields.Object()}, {"Rows", s.shelves.On[0]}, {"Columns", s.shelves.On[1]},
		{"Values", s.shelves.On[2]},
		{"chart", s.result.chart.root}, {"figures", s.result.grid}, {"tabs", s.tabs.Object()},
		{"status", s.status.root}, {"toolbar", s.tools.root},
	}
	var stops []string
	c.Unfocus()
	for first := fyne.Focusable(nil); ; {
		c.FocusNext()
		f := c.Focused()
		if f == first {
			break
		}
		if first == nil {
			first = f
		}
		stop := "elsewhere"
		for _, p := range places {
			from := at(p.of)
			if o := at(f.(fyne.CanvasObject)); o.X >= from.X && o.Y >= from.Y && o.X < from.X+p.of.Size().Width &&
				o.Y < from.Y+p.of.Size().Height {
				stop = p.name
				break
			}
		}
		if stop == "fields" {
			switch f := f.(type) {
			case *input.Entry:
				stop = "search"
			case *input.Button:
				stop = f.Text
			}
		}
		if len(stops) == 0 || stops[len(stops)-1] != stop {
			stops = append(stops, stop)
		}
	}
	if want := []string{"search", "fields", "New calculated field…", "Rows", "Values", "figures", "chart", "tabs",
		"status", "toolbar"}; !slices.Equal(stops, want) {
		t.Errorf("Tab goes through %q, want %q", stops, want)
	}
}
