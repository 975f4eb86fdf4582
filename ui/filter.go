package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"cardinal/data"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

// editFilter opens the editor of filter i once the values to choose from are known.
func (w *window) editFilter(i int) {
	if i < 0 || i >= len(w.session.State().Filters) {
		return
	}
	f := w.session.State().Filters[i]
	if c := w.session.Column(f.Column); c != nil {
		w.session.Choose(f.Column, func(ch session.Choices) { w.showFilter(f, c, ch) })
	}
}

// showFilter is the editor: a list of values, a range, or, where both make sense, the choice between them.
func (w *window) showFilter(f view.Filter, c *data.Column, ch session.Choices) {
	list := newChecklist(f, ch)
	between := newRange(f, c)
	var content fyne.CanvasObject
	tabs := container.NewAppTabs(container.NewTabItem("Range", between.root), container.NewTabItem("Values", list.root))
	switch {
	case f.Type == data.Text || f.Type == data.Bool:
		f.Kind, content = view.List, list.root
	case ch.Len == 0:
		f.Kind, content = view.Range, between.root
	default:
		if f.Kind == view.List {
			tabs.SelectIndex(1)
		}
		content = tabs
	}
	d := dialog.NewCustomConfirm("Filter by "+f.Column, "Apply", "Cancel", content, func(ok bool) {
		if !ok {
			return
		}
		next := f
		if content == fyne.CanvasObject(tabs) {
			next.Kind = []view.FilterKind{view.Range, view.List}[tabs.SelectedIndex()]
		}
		list.into(&next)
		between.into(&next)
		w.edit(func(s view.State) view.State {
			if at := s.FilterOf(f.Column); at >= 0 {
				return s.SetFilter(at, next)
			}
			return s
		})
	}, w.win)
	list.search.OnSubmitted = func(string) {
		list.tickFound()
		d.Confirm()
	}
	enter := func(string) { d.Confirm() }
	between.low.OnSubmitted, between.high.OnSubmitted = enter, enter
	height := float32(560)
	if f.Kind == view.Range && ch.Len == 0 {
		height = 240
	}
	w.ask(d, 400, height)
	var first fyne.Focusable = list.search
	if content == fyne.CanvasObject(between.root) || content == fyne.CanvasObject(tabs) && tabs.SelectedIndex() == 0 {
		first = between.low
	}
	w.win.Canvas().Focus(first)
}
