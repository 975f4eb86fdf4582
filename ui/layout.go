package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/prefs"
)

func (w *window) loadLayout() {
	l := w.prefs.Layout
	w.left.SetOffset(l.Fields)
	w.sides.SetOffset(l.Panel)
	w.panel.SetOpen(w.prefs.Sections)
	w.showPanel()
}

// keepSides keeps the widths of the list of fields and of the profiler when the window gets another width.
func (w *window) keepSides(width float32) {
	if w.width <= 0 || width <= 0 {
		return
	}
	list := float64(w.width) * w.left.Offset
	panel := (float64(w.width) - list) * (1 - w.sides.Offset)
	w.left.Offset = min(list/float64(width), 0.5)
	w.sides.Offset = max(1-panel/(float64(width)*(1-w.left.Offset)), 0.5)
}

func (w *window) saveLayout() {
	l := prefs.Layout{Fields: w.left.Offset, Panel: w.sides.Offset, Maximized: maximized(w.win)}
	size := w.win.Canvas().Size()
	w.prefs.Set(func(r *prefs.Values) {
		if l.Width, l.Height = size.Width, size.Height; l.Maximized {
			l.Width, l.Height = r.Layout.Width, r.Layout.Height
		}
		r.Layout, r.Sections = l, w.panel.Open()
	})
}

// wide is the width of a window from which on the profiler stands beside the result unasked.
const wide = 1300

// togglePanel shows or hides the profiler, from now on in every window.
func (w *window) togglePanel() {
	to := prefs.Opened
	if w.panel.Object().Visible() {
		to = prefs.Closed
	}
	w.prefs.Set(func(r *prefs.Values) { r.Profiler = to })
	w.showPanel()
}

// showPanel shows or hides the profiler as the preferences and the width of the window have it.
func (w *window) showPanel() {
	open := w.prefs.Profiler == prefs.Opened || w.prefs.Profiler == prefs.WhenWide && w.width >= wide
	o := w.panel.Object()
	if open == o.Visible() {
		return
	}
	if open {
		o.Show()
		w.showLate()
		w.panel.Refresh()
	} else {
		o.Hide()
	}
	w.sides.Refresh()
	w.RefreshMenu()
}

// widthLayout stacks objects and tells of a new width before it lays them out.
type widthLayout struct {
	stack   fyne.Layout
	width   float32
	onWidth func(width float32)
}

// Layout implements fyne.Layout.
func (l *widthLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	if size.Width != l.width {
		l.width = size.Width
		l.onWidth(size.Width)
	}
	l.stack.Layout(objects, size)
}

// MinSize implements fyne.Layout.
func (l *widthLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return l.stack.MinSize(objects) }
