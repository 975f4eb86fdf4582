package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/dialog/prefs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

func (w *window) loadLayout() {
	l := w.prefs.Layout
	w.left.SetOffset(l.Fields)
	w.sides.SetOffset(l.Panel)
	w.panel.SetOpen(w.prefs.Sections)
	w.showPanel()
}

// narrow is a width of the window. In a narrower window, the list of fields and the profiler are narrower in
// proportion.
const narrow = 1000

// sideWidths are the widths of the list of fields and of the profiler in a wide window. `at` has the offsets of the two
// splits that give them these widths.
type sideWidths struct {
	list, panel float64
	at          [2]float64
}

// offsets returns the offsets of the two splits in a window of the given width.
func (s sideWidths) offsets(width float32) [2]float64 {
	wide := max(float64(width), narrow)
	left := min(s.list/wide, 0.5)
	return [2]float64{left, max(1-s.panel/(wide*(1-left)), 0.5)}
}

// keepSides keeps the widths of the list of fields and of the profiler when the width of the window changes.
func (w *window) keepSides(width float32) {
	if at := [2]float64{w.left.Offset, w.sides.Offset}; at != w.kept.at { // a person moved a split
		wide := max(float64(w.width), narrow)
		w.kept.list = wide * at[0]
		w.kept.panel = (wide - w.kept.list) * (1 - at[1])
	}
	w.kept.at = w.kept.offsets(width)
	w.left.Offset, w.sides.Offset = w.kept.at[0], w.kept.at[1]
}

func (w *window) saveLayout() {
	w.keepSides(w.width)
	size, large := w.win.Canvas().Size(), isMaximized(w.win)
	w.prefs.Set(func(r *prefs.Values) {
		l := prefs.Layout{Width: size.Width, Height: size.Height, Maximized: large}
		if large {
			l.Width, l.Height = r.Layout.Width, r.Layout.Height
		}
		at := w.kept.offsets(l.Width)
		l.Fields, l.Panel = at[0], at[1]
		r.Layout, r.Sections = l, w.panel.Open()
	})
}

// togglePanel shows or hides the profiler. Windows that are opened later follow the choice.
func (w *window) togglePanel() {
	to := prefs.Opened
	if w.panel.Object().Visible() {
		to = prefs.Closed
	}
	w.prefs.Set(func(r *prefs.Values) { r.Profiler = to })
	w.showPanel()
	if to == prefs.Opened && !w.panel.Object().Visible() {
		way := lang.L("Make the window wider.")
		if w.session.State().Chart.Place == view.Beside {
			way = lang.L("Make the window wider, or close the chart (Ctrl+J).")
		}
		w.Say(session.Message{Text: lang.L("There is no room for the profiler beside the figures.") + " " + way})
	}
}

// leastMiddle is the least width that the profiler leaves to the shelves and the figures.
const leastMiddle = 400

// panelFits reports whether the window is wide enough for the profiler. In a narrow window, the profiler is hidden
// before the figures and the chart become too narrow.
func (w *window) panelFits() bool {
	need := float64(leastMiddle)
	if w.session.State().Chart.Place == view.Beside {
		need = leastBeside + 2*sidePad
	}
	at := w.kept.offsets(w.width)
	return float64(w.width)*(1-at[0])*at[1] >= need
}

// showPanel shows or hides the profiler, by the preferences and the width of the window.
func (w *window) showPanel() {
	open := w.prefs.Profiler == prefs.Opened && w.panelFits()
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

// widthLayout stacks objects, and calls onWidth before it lays them out at a new width.
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
