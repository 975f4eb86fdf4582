package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

// editFilter opens the editor of filter i.
func (w *window) editFilter(i int) {
	if i >= 0 && i < len(w.session.State().Filters) {
		w.askFilter(w.session.State().Filters[i].Column, func(s view.State) view.State { return s })
	}
}

// askFilter opens the editor of the filter on a column, new or not, once the values to choose from are known. Apply puts
// the filter onto its shelf by place and gives it its condition, in one edit; Cancel leaves the shelves as they are.
func (w *window) askFilter(column string, place func(view.State) view.State) {
	c := w.session.Column(column)
	if c == nil {
		return
	}
	f := view.NewFilter(c)
	if i := w.session.State().FilterOf(column); i >= 0 {
		f = w.session.State().Filters[i]
	}
	w.session.Choose(column, func(ch session.Choices) {
		w.showFilter(f, c, ch, func(next view.Filter) {
			w.edit(func(s view.State) view.State {
				s = place(s)
				return s.SetFilter(s.FilterOf(column), next)
			})
		})
	})
}

// showFilter shows the editor of a filter and uses what it makes.
func (w *window) showFilter(f view.Filter, c *data.Column, ch session.Choices, use func(view.Filter)) {
	e := newFilterEditor(f, c, ch)
	d := dialog.NewCustomWithoutButtons("Filter by "+f.Column, e.content, w.win)
	e.apply.OnTapped = func() {
		d.Hide()
		use(e.chosen())
	}
	d.SetButtons([]fyne.CanvasObject{widget.NewButtonWithIcon("Cancel", theme.CancelIcon(), d.Hide), e.apply})
	enter := func(string) {
		if !e.apply.Disabled() {
			e.apply.OnTapped()
		}
	}
	e.list.search.OnSubmitted = func(text string) {
		e.list.tickFound()
		enter(text)
	}
	e.between.low.OnSubmitted, e.between.high.OnSubmitted = enter, enter
	height := float32(560)
	if e.tabs == nil && e.kind() == view.Range {
		height = 280
	}
	w.ask(d, 400, height)
	w.win.Canvas().Focus(e.first())
}
