package ui

import (
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/guide/tour"
)

// startTour shows the parts of the window.
func (w *window) startTour() {
	w.tip.Hide()
	w.tour.Start([]tour.Step{
		{At: w.fields.Object(), Title: "The columns of your file",
			Text: "Drag one onto a shelf, double-click it, or press R, C, V or F for Rows, Columns, Values or Filters."},
		{At: w.shelves.Scroll(), Title: "The shelves make the pivot",
			Text: "While you drag, a card says how large the pivot will be and how long it will take. Click a chip " +
				"to change it. Ctrl+Z takes back any step."},
		{At: w.result.root, Title: "The result",
			Text: "Click a heading to sort. Double-click a figure to see the rows behind it. The right button has more."},
		{At: w.status.line, Title: "How it was computed",
			Text: "A click on the time here, or Ctrl+P, opens the profiler: which hardware answered, how long it " +
				"took, and whether that was predicted. F1 opens the help."},
	})
}

// endTour saves that the tour was shown.
func (w *window) endTour() {
	w.focusFields()
	w.prefs.Set(func(r *prefs.Values) { r.Toured = true })
}

// tourOnce starts the tour when the first table is open, if it was never shown.
func (w *window) tourOnce() {
	if !w.prefs.Toured && w.prefs.Kept() && !w.tour.Active() && w.session.Table() != nil {
		w.startTour()
	}
}
