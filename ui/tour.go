package ui

import (
	"cmp"

	"cardinal/profiler"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/guide/tour"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/panel"
)

// startTour lets the person make a pivot, and says why it was fast and what to do next.
func (w *window) startTour() {
	w.tip.Hide()
	row, value := w.tourField(view.Rows, "region"), w.tourField(view.Values, "revenue")
	var steps []tour.Step
	drag := func(field string, on view.Shelf, title, text string) {
		if field == "" {
			return
		}
		of := lang.With{"Field": field, "Shelf": on}
		steps = append(steps, tour.Step{At: w.shelves.On[on], Title: lang.L(title, of), Text: lang.L(text, of),
			Did: func() bool { return w.session.State().Len(on) > 0 && w.session.Answer() != nil },
			Do:  func() { w.editor.Append(field, on) }})
	}
	drag(row, view.Rows, lang.Key("Make a pivot: drag {{.Field}}"), lang.Key("Drag {{.Field}} from the list at the "+
		"left onto {{.Shelf}}: it gets a row for every value. A card says how large the pivot will be, and how long "+
		"it "+
		"will take. By keyboard, press R on it."))
	drag(value, view.Values, lang.Key("Now drag {{.Field}}"), lang.Key("Drag {{.Field}} from the list at the left "+
		"onto {{.Shelf}}: it is added up. By keyboard, press V on it."))
	w.tour.Start(append(steps,
		tour.Step{At: w.status.line, Title: lang.L("That was quick"), Say: w.whyQuick},
		tour.Step{At: w.result.root, Title: lang.L("Now drop your own file"),
			Text: lang.L("Drop a CSV, Excel, Parquet or JSON file " +
				"anywhere on this window, or press Ctrl+O. A click on a chip changes it, a click on a heading sorts, " +
				"and Ctrl+Z takes back any step. F1 opens the help.")}))
}

// fewLabels is the largest number of labels that a first pivot should have.
const fewLabels = 50

// tourField returns the field that the tour asks for on a shelf. This is the preferred field, or else the first field
// that suits the shelf. For Rows, it prefers a field with few labels. It returns "" if no field suits.
func (w *window) tourField(on view.Shelf, preferred string) string {
	t := w.session.Table()
	if t == nil {
		return ""
	}
	if c := w.session.Column(preferred); c != nil {
		return c.Name
	}
	first := ""
	for _, c := range t.Columns {
		switch {
		case view.Home(c) != on:
		case on == view.Rows && (c.Dict == nil || len(c.Dict.Values) < 2 || len(c.Dict.Values) > fewLabels):
			first = cmp.Or(first, c.Name)
		default:
			return c.Name
		}
	}
	return first
}

// whyQuick says in one line how long the pivot took, and why so quickly on this hardware.
func (w *window) whyQuick() string {
	text := lang.L("A click on the time here, or Ctrl+P, says which hardware answered, and whether the time was " +
		"predicted.")
	if a := w.session.Answer(); a != nil {
		text = lang.N("{{.N}} row in {{.Time}} on {{.Hardware}}: only the columns on the shelves were read, by the "+
			"hardware that was expected to be fastest.", "{{.N}} rows in {{.Time}} on {{.Hardware}}: only the "+
			"columns on the "+
			"shelves were read, by the hardware that was expected to be fastest.", a.Profile.Rows,
			lang.With{"Time": profiler.Millis(a.Profile.TotalMS), "Hardware": panel.Where(a.Profile)}) + " " + text
	}
	return text
}

// endTour remembers that the tour was shown.
func (w *window) endTour() {
	w.focusFields()
	w.prefs.Set(func(r *prefs.Values) { r.Toured = true })
}

// tourOnce starts the tour when the first table is open, unless it was shown before. If a workspace with a pivot is
// opened, it starts no tour.
func (w *window) tourOnce() {
	if !w.prefs.Toured && w.prefs.Kept() && !w.tour.Active() && w.session.Table() != nil && w.session.State().Empty() {
		w.startTour()
	}
}
