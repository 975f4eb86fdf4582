package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/session"
	"cardinal/ui/view"
)

// What can be carried: a field of the list, or a chip of a shelf.
type (
	fieldPayload struct{ column string }
	chipPayload  struct {
		from view.Shelf
		i    int
	}
)

func (w *window) connectLayer() {
	w.layer.OnBegin = func() { w.win.Canvas().Unfocus() } // so that Esc reaches the window
	w.layer.OnOutside = func(payload any) {
		if p, ok := payload.(chipPayload); ok {
			w.remove(p.from, p.i)
		}
	}
}

// takes reports whether a shelf has a use for a payload. Only Values can hold the count of rows.
func (w *window) takes(on view.Shelf, payload any) bool {
	p, ok := payload.(chipPayload)
	return !ok || on == view.Values || p.from == on || w.columnOf(p.from, p.i) != ""
}

// columnOf is the column that a chip stands for, "" for the count of rows.
func (w *window) columnOf(on view.Shelf, i int) string {
	s := w.session.State()
	if i >= s.Len(on) {
		return ""
	}
	switch on {
	case view.Rows:
		return s.Rows[i].Column
	case view.Cols:
		return s.Cols[i].Column
	case view.Values:
		return s.Values[i].Column
	}
	return s.Filters[i].Column
}

// drop ends a drag on a shelf.
func (w *window) drop(on view.Shelf, payload any, before int) {
	switch p := payload.(type) {
	case fieldPayload:
		w.add(p.column, on, before)
	case chipPayload:
		w.move(p.from, p.i, on, before)
	}
}

// add puts a column on a shelf. On Filters, its condition is asked for first.
func (w *window) add(column string, on view.Shelf, before int) {
	c := w.session.Column(column)
	if c == nil {
		return
	}
	put := func(s view.State) view.State { return s.Add(c, on, before) }
	if on == view.Filters {
		w.askFilter(column, put)
		return
	}
	old := w.session.State()
	w.edit(put)
	if w.session.State().SameQuery(old) {
		w.Say(session.Message{Text: column + " is on " + on.String() + " already; click its chip to change it."})
	}
}

// addDefault puts a column where its type suits.
func (w *window) addDefault(column string) {
	if c := w.session.Column(column); c != nil {
		w.add(column, view.Home(c), w.session.State().Len(view.Home(c)))
	}
}

func (w *window) remove(on view.Shelf, i int) {
	w.edit(func(s view.State) view.State { return s.Remove(on, i) })
	left := w.session.State().Len(on)
	w.board.shelves[on].Focus(min(i, left-1))
}

func (w *window) move(from view.Shelf, i int, to view.Shelf, before int) {
	column := w.columnOf(from, i)
	put := func(s view.State) view.State { return s.Move(from, i, to, before, w.session.Column(column)) }
	if to == view.Filters && from != to {
		w.askFilter(column, put)
		return
	}
	w.edit(put)
}

// moveByKey is Alt with an arrow on a chip: left and right along its shelf, up and down to the next shelf.
func (w *window) moveByKey(on view.Shelf, i int, by fyne.KeyName) {
	s := w.session.State()
	to, before := on, i
	switch by {
	case fyne.KeyLeft:
		before = i - 1
	case fyne.KeyRight:
		before = i + 2
	case fyne.KeyUp:
		if on == view.Rows {
			return
		}
		to, before = on-1, s.Len(on-1)
	case fyne.KeyDown:
		if on == view.Filters {
			return
		}
		to, before = on+1, s.Len(on+1)
	}
	if before < 0 || to == on && before > s.Len(on) || !w.takes(to, chipPayload{on, i}) {
		return
	}
	w.move(on, i, to, before)
	if to == on && before > i {
		before--
	}
	w.board.shelves[to].Focus(min(before, w.session.State().Len(to)-1))
}

// edit changes the shelves and starts the clock that ends when the new result is on the screen.
func (w *window) edit(change func(view.State) view.State) {
	w.clock.edited()
	w.status.clearInfo()
	w.session.Edit(change)
}
