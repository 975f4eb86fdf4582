package ui

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"cardinal/engine/query"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/view"
)

// becomes waits until the Values shelf holds these measures and their answer is on the screen.
func becomes(t *testing.T, want ...string) {
	t.Helper()
	eventually(t, fmt.Sprint("the values are not ", want), func() bool {
		var got []string
		for _, m := range real.session.State().Values {
			got = append(got, m.String())
		}
		return slices.Equal(got, want)
	})
	answered(t)
}

// unfold opens a section of the panel.
func unfold(t *testing.T, title string) {
	t.Helper()
	var heading fyne.Tappable
	onUI(func() {
		for _, o := range test.LaidOutObjects(real.panel.Object()) {
			h, ok := o.(fyne.Tappable)
			if !ok {
				continue
			}
			for _, part := range test.LaidOutObjects(o) {
				if text, ok := part.(*canvas.Text); ok && text.Text == title {
					heading = h
				}
			}
		}
		if heading != nil {
			heading.Tapped(nil)
		}
	})
	if heading == nil {
		t.Fatalf("no section %q", title)
	}
}

// press presses keys one after the other, slow enough for menus.
func press(t *testing.T, keys ...string) {
	t.Helper()
	for _, k := range keys {
		xdotool(t, "key", k, "sleep", "0.12")
		onUI(func() {}) // on a busy machine the window may be behind: a frame begins, in which keys are read, and ends
		onUI(func() {})
	}
}

// driveMeasures reaches the less usual aggregates and formulas by mouse and keyboard, and undoes them.
func driveMeasures(t *testing.T) {
	put(t, "region", view.Rows)
	put(t, "revenue", view.Values)
	keyboard{}.choose(t, view.Values, 0, "Aggregate", "Median")
	becomes(t, "median(revenue)")

	keyboard{}.choose(t, view.Values, 0, "Aggregate", "Another percentile…")
	eventually(t, "no percentage is asked for", func() bool { return real.dialogs.Len() == 2 })
	xdotool(t, "key", "ctrl+a", "type", "--delay", "15", "120")
	press(t, "Return")
	shot(t, "percentile-wrong")
	if n := real.dialogs.Len(); n != 2 {
		t.Fatalf("a wrong percentage is used: %d dialogs", n)
	}
	answer(t, "99.5")
	becomes(t, "p(revenue, 0.995)")

	onUI(func() { real.setMode(theme.Light) })
	press(t, "ctrl+shift+f")
	eventually(t, "no formula is asked for", func() bool { return real.dialogs.Len() == 1 })
	shot(t, "formula-empty")
	xdotool(t, "type", "--delay", "15", "max(revenue) - min(")
	shot(t, "formula-wrong")
	xdotool(t, "type", "--delay", "15", "revenue)")
	shot(t, "formula-right")
	press(t, "Return")
	becomes(t, "p(revenue, 0.995)", "max(revenue) - min(revenue)")

	onUI(func() { real.shelves.On[view.Values].Focus(1) })
	press(t, "F2")
	eventually(t, "the formula is not opened again", func() bool { return real.dialogs.Len() == 1 })
	xdotool(t, "key", "End", "type", "--delay", "15", " + 1")
	press(t, "Return")
	becomes(t, "p(revenue, 0.995)", "max(revenue) - min(revenue) + 1")
	bothModes(t, "formula-chip-")

	press(t, "ctrl+z")
	becomes(t, "p(revenue, 0.995)", "max(revenue) - min(revenue)")
	press(t, "ctrl+z", "ctrl+z")
	becomes(t, "median(revenue)")
	press(t, "ctrl+shift+z")
	becomes(t, "p(revenue, 0.995)")
	onUI(func() {
		real.editor.Edit(func(view.State) view.State { return view.State{} })
		real.editor.Edit(func(s view.State) view.State {
			s.Rows = []query.Field{{Column: "date"}, {Column: "city"}}
			return s.AddMeasure(query.Measure{Func: query.Corr, Column: "revenue", Other: "quantity"}, 0)
		})
	})
	answered(t)
	unfold(t, "How it was estimated")
	bothModes(t, "sampled-")
	onUI(func() { real.editor.Edit(view.State.Clear) })
}
