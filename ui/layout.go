package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/prefs"
)

func (w *window) loadLayout() {
	l := w.prefs.Layout
	w.left.SetOffset(l.Fields)
	w.sides.SetOffset(l.Panel)
	w.panel.Object().(*fyne.Container).Hidden = l.NoPanel
}

func (w *window) saveLayout() {
	l := prefs.Layout{Fields: w.left.Offset, Panel: w.sides.Offset, NoPanel: !w.panel.Object().Visible(), Maximized: maximized(w.win)}
	size := w.win.Canvas().Size()
	w.prefs.Set(func(r *prefs.Values) {
		if l.Width, l.Height = size.Width, size.Height; l.Maximized {
			l.Width, l.Height = r.Layout.Width, r.Layout.Height
		}
		r.Layout = l
	})
}

// togglePanel shows or hides the profiler.
func (w *window) togglePanel() {
	o := w.panel.Object()
	if o.Visible() {
		o.Hide()
	} else {
		o.Show()
		w.panel.Refresh()
	}
	w.sides.Refresh()
	w.RefreshMenu()
}
