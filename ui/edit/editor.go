package edit

import (
	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/ui/dialogs"
	"cardinal/ui/filteredit"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

type (
	// Field is what a drag from the list of fields carries.
	Field struct{ Column string }
	// Chip is what a drag of chip I of a shelf carries.
	Chip struct {
		From view.Shelf
		I    int
	}
)

// pivot is the open table and what stands on its shelves. A *session.Session is one.
type pivot interface {
	Uncalculated() *data.Table
	Table() *data.Table
	Column(name string) *data.Column
	State() view.State
	Answer() *session.Answer
	Edit(change func(view.State) view.State)
	Post(do func())
	filteredit.Labels
}

// window is what an edit needs of the window around the shelves.
type window interface {
	BeforeEdit()
	FocusChip(on view.Shelf, i int)
	Say(session.Message)
}

// Editor changes what stands on the shelves. UI goroutine only.
type Editor struct {
	pivot
	window  window
	dialogs *dialogs.Stack
}

// New makes an editor of the shelves of p. Filters and formulas are asked for with d.
func New(p pivot, w window, d *dialogs.Stack) *Editor { return &Editor{p, w, d} }

// Edit changes the shelves by change and runs the new pivot.
func (e *Editor) Edit(change func(view.State) view.State) {
	e.window.BeforeEdit()
	e.pivot.Edit(change)
}

// Takes reports whether a shelf accepts what a drag carries.
func (e *Editor) Takes(on view.Shelf, payload any) bool {
	c, ok := payload.(Chip)
	return !ok || e.Accepts(on, c.From, c.I)
}

// Accepts reports whether a shelf accepts chip i of shelf from. The count of rows belongs on Values alone.
func (e *Editor) Accepts(on, from view.Shelf, i int) bool {
	return on == view.Values || from == on || e.State().ColumnOf(from, i) != ""
}

// Drop ends a drag on a shelf, before the chip at position before.
func (e *Editor) Drop(on view.Shelf, payload any, before int) {
	switch p := payload.(type) {
	case Field:
		e.Add(p.Column, on, before)
	case Chip:
		e.Move(p.From, p.I, on, before)
	}
}

// Would is what Drop would make of the shelves. It is false where a condition is asked for first.
func (e *Editor) Would(on view.Shelf, payload any, before int) (next view.State, is bool) {
	switch p := payload.(type) {
	case Field:
		if c := e.Column(p.Column); c != nil && on != view.Filters {
			return e.State().Add(c, on, before), true
		}
	case Chip:
		if on != view.Filters || p.From == on {
			return e.State().Move(p.From, p.I, on, before, e.Column(e.State().ColumnOf(p.From, p.I))), true
		}
	}
	return e.State(), false
}

// Add puts a column on a shelf, before the chip at position before. On Filters the editor of the filter opens first.
func (e *Editor) Add(column string, on view.Shelf, before int) {
	c := e.Column(column)
	if c == nil {
		return
	}
	put := func(s view.State) view.State { return s.Add(c, on, before) }
	if on == view.Filters {
		e.askFilter(column, put)
		return
	}
	old := e.State()
	e.Edit(put)
	if e.State().SameQuery(old) {
		e.window.Say(session.Message{Text: column + " is on " + on.String() + " already; click its chip to change it."})
	}
}

// Append puts a column at the end of a shelf.
func (e *Editor) Append(column string, on view.Shelf) { e.Add(column, on, e.State().Len(on)) }

// AddDefault puts a column at the end of the shelf that suits its type.
func (e *Editor) AddDefault(column string) {
	if c := e.Column(column); c != nil {
		e.Append(column, view.Home(c))
	}
}

// Remove takes a chip off its shelf and gives the keyboard to the chip after it.
func (e *Editor) Remove(on view.Shelf, i int) {
	e.Edit(func(s view.State) view.State { return s.Remove(on, i) })
	e.window.FocusChip(on, min(i, e.State().Len(on)-1))
}

// Move carries chip i of a shelf to another place on the same shelf or on another one.
func (e *Editor) Move(from view.Shelf, i int, to view.Shelf, before int) {
	column := e.State().ColumnOf(from, i)
	put := func(s view.State) view.State { return s.Move(from, i, to, before, e.Column(column)) }
	if to == view.Filters && from != to {
		e.askFilter(column, put)
		return
	}
	e.Edit(put)
}

// MoveByKey moves a chip by an arrow key: left and right along its shelf, up and down to the next shelf.
func (e *Editor) MoveByKey(on view.Shelf, i int, by fyne.KeyName) {
	s := e.State()
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
	if before < 0 || to == on && before > s.Len(on) || !e.Accepts(to, on, i) {
		return
	}
	e.Move(on, i, to, before)
	if to == on && before > i {
		before--
	}
	e.window.FocusChip(to, min(before, e.State().Len(to)-1))
}
