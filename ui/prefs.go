package ui

import (
	"slices"

	"fyne.io/fyne/v2"
)

// The names of the preferences.
const (
	prefTheme   = "theme"
	prefRecent  = "recent"
	prefWidth   = "window.width"
	prefHeight  = "window.height"
	prefFields  = "window.fields" // where the split after the field list stands
	prefPanel   = "window.panel"  // where the split before the panel stands
	prefNoPanel = "window.nopanel"
	prefFolder  = "export.folder"
)

// maxRecent is how many files are remembered.
const maxRecent = 10

// recent is the list of files opened lately, the newest first.
type recent struct{ prefs fyne.Preferences }

func (r recent) list() []string { return r.prefs.StringList(prefRecent) }

func (r recent) add(path string) {
	list := slices.DeleteFunc(r.list(), func(p string) bool { return p == path })
	list = slices.Insert(list, 0, path)
	r.prefs.SetStringList(prefRecent, list[:min(len(list), maxRecent)])
}

func (r recent) clear() { r.prefs.SetStringList(prefRecent, nil) }

func (w *window) savedSize() fyne.Size {
	p := w.app.Preferences()
	return fyne.NewSize(float32(p.FloatWithFallback(prefWidth, 1280)), float32(p.FloatWithFallback(prefHeight, 800)))
}

func (w *window) loadLayout() {
	p := w.app.Preferences()
	w.left.SetOffset(p.FloatWithFallback(prefFields, 0.17))
	w.sides.SetOffset(p.FloatWithFallback(prefPanel, 0.69))
	w.panel.Object().(*fyne.Container).Hidden = p.Bool(prefNoPanel)
}

func (w *window) saveLayout() {
	p := w.app.Preferences()
	size := w.win.Canvas().Size()
	p.SetFloat(prefWidth, float64(size.Width))
	p.SetFloat(prefHeight, float64(size.Height))
	p.SetFloat(prefFields, w.left.Offset)
	p.SetFloat(prefPanel, w.sides.Offset)
	p.SetBool(prefNoPanel, !w.panel.Object().Visible())
}

// togglePanel shows or hides the profiler.
func (w *window) togglePanel() {
	o := w.panel.Object()
	if o.Visible() {
		o.Hide()
	} else {
		o.Show()
	}
	w.sides.Refresh()
	w.win.SetMainMenu(w.menu())
}
