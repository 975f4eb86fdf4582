package edit

import (
	"slices"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/dialog/filteredit"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

type (
	// Fields is the payload of a drag that began in the list of fields.
	Fields struct{ Columns []string }
	// Chip is the payload of a drag of chip I of shelf From.
	Chip struct {
		From view.Shelf
		I    int
	}
)

// pivot is the open table with the state of its shelves: a *session.Session.
type pivot interface {
	Uncalculated() *data.Table
	Table() *data.Table
	Column(name string) *data.Column
	State() view.State
	Answer() *session.Answer
	Edit(change func(view.State) view.State)
	filteredit.Labels
}

// window lists the methods of the window that an editor calls.
type window interface {
	BeforeEdit()
	FocusChip(on view.Shelf, i int)
	OpenForm(on view.Shelf, i int)
	Say(session.Message)
}

// Editor changes the state of the shelves. Only the UI goroutine uses it.
type Editor struct {
	pivot
	window  window
	dialogs *dialogs.Stack
}

// New returns an editor of the shelves of p. It asks for filters and formulas with d.
func New(p pivot, w window, d *dialogs.Stack) *Editor { return &Editor{p, w, d} }

// OpenForm opens the form of chip i of a shelf.
func (e *Editor) OpenForm(on view.Shelf, i int) { e.window.OpenForm(on, i) }

// Edit applies change to the shelves and runs the new pivot.
func (e *Editor) Edit(change func(view.State) view.State) {
	e.window.BeforeEdit()
	e.pivot.Edit(change)
}

// Takes reports whether a shelf accepts the payload of a drag.
func (e *Editor) Takes(on view.Shelf, payload any) bool {
	c, ok := payload.(Chip)
	return !ok || e.Accepts(on, c.From, c.I)
}

// Accepts reports whether a shelf accepts chip i of shelf `from`. Only Values accepts the count of rows, which has no
// column. On a dashboard, no chip moves to another shelf.
func (e *Editor) Accepts(on, from view.Shelf, i int) bool {
	return from == on || !e.State().Dashboard && (on == view.Values || e.State().ColumnOf(from, i) != "")
}

// Drop carries out a drop on a shelf, in front of chip number `before`.
func (e *Editor) Drop(on view.Shelf, payload any, before int) {
	switch p := payload.(type) {
	case Fields:
		e.AddAll(p.Columns, on, before)
	case Chip:
		e.Move(p.From, p.I, on, before)
	}
}

// Would returns the state after a drop. `is` is false if Drop would first ask for the condition of a filter.
func (e *Editor) Would(on view.Shelf, payload any, before int) (next view.State, is bool) {
	switch p := payload.(type) {
	case Fields:
		if columns := e.columns(p.Columns); len(columns) > 0 && on != view.Filters {
			return e.State().AddAll(columns, on, before), true
		}
	case Chip:
		if on != view.Filters || p.From == on {
			return e.State().Move(p.From, p.I, on, before, e.Column(e.State().ColumnOf(p.From, p.I))), true
		}
	}
	return e.State(), false
}

// columns returns the columns that have one of some names. It skips names without a column.
func (e *Editor) columns(names []string) (columns []*data.Column) {
	for _, name := range names {
		if c := e.Column(name); c != nil {
			columns = append(columns, c)
		}
	}
	return columns
}

// AddAll puts columns on a shelf, in front of chip number `before`, as one edit. On Filters, the editors of the filters
// open first, one after the other. On a dashboard, all columns become filters.
func (e *Editor) AddAll(names []string, on view.Shelf, before int) {
	columns := e.columns(names)
	switch {
	case len(columns) == 0:
		return
	case on == view.Filters || e.State().Dashboard:
		e.askFilters(columns, before)
		return
	}
	old := e.State()
	e.Edit(func(s view.State) view.State { return s.AddAll(columns, on, before) })
	if e.State().SameQuery(old) {
		e.window.Say(session.Message{Text: lang.N("{{.Fields}} is on {{.Shelf}} already; click a chip to change it.",
			"{{.Fields}} are on {{.Shelf}} already; click a chip to change it.", len(columns),
			lang.With{"Fields": view.Listed(names), "Shelf": on})})
	}
}

// AppendAll puts columns at the end of a shelf.
func (e *Editor) AppendAll(columns []string, on view.Shelf) { e.AddAll(columns, on, e.State().Len(on)) }

// Add puts a column on a shelf, in front of chip number `before`.
func (e *Editor) Add(column string, on view.Shelf, before int) {
	e.AddAll([]string{column}, on, before)
}

// Append puts a column at the end of a shelf.
func (e *Editor) Append(column string, on view.Shelf) { e.Add(column, on, e.State().Len(on)) }

// AddDefault puts each column at the end of the shelf that suits its type, as one edit.
func (e *Editor) AddDefault(names []string) {
	columns := e.columns(names)
	if len(columns) == 1 || len(columns) > 0 && e.State().Dashboard {
		e.AppendAll(names, view.Home(columns[0]))
		return
	}
	e.Edit(func(s view.State) view.State {
		for _, c := range columns {
			s = s.Add(c, view.Home(c), s.Len(view.Home(c)))
		}
		return s
	})
}

// SetMeasure replaces measure i. If Values has the new measure already, nothing changes, and the window says so.
func (e *Editor) SetMeasure(i int, m query.Measure) {
	if at := slices.Index(e.State().Values, m); at >= 0 && at != i {
		text := lang.L("{{.Measure}} is on Values already.", lang.With{"Measure": view.MeasureTitle(m)})
		if view.Shareable(m, view.Operand(e.Table(), m)) {
			text += " " + lang.L("To have it a second time, choose Duplicate in its menu.")
		}
		e.window.Say(session.Message{Text: text})
		return
	}
	old := e.State().Values[i]
	e.Edit(func(s view.State) view.State { return s.SetMeasure(i, m) })
	if m.Func != old.Func && old.Show != (query.Show{}) && m.Show == (query.Show{}) {
		e.window.Say(session.Message{Text: lang.L("{{.Measure}} is shown as itself: it has no {{.Way}}.",
			lang.With{"Measure": view.MeasureTitle(m.Figure()),
				"Way": lang.InSentence(old.Show.TitleIn(lang.Words()))})})
	}
}

// AddMeasure puts a measure on Values, in front of measure number `before`. If Values has it already, nothing changes,
// and the window says so.
func (e *Editor) AddMeasure(m query.Measure, before int) {
	if slices.Contains(e.State().Values, m) {
		e.window.Say(session.Message{Text: lang.L("{{.Measure}} is on Values already.",
			lang.With{"Measure": view.MeasureTitle(m)})})
		return
	}
	e.Edit(func(s view.State) view.State { return s.AddMeasure(m, before) })
}

// Remove removes a chip from its shelf and gives the keyboard focus to the chip after it.
func (e *Editor) Remove(on view.Shelf, i int) {
	e.Edit(func(s view.State) view.State { return s.Remove(on, i) })
	e.window.FocusChip(on, min(i, e.State().Len(on)-1))
}

// Move moves chip i of a shelf to another position on the same or another shelf.
func (e *Editor) Move(from view.Shelf, i int, to view.Shelf, before int) {
	column := e.State().ColumnOf(from, i)
	put := func(s view.State) view.State { return s.Move(from, i, to, before, e.Column(column)) }
	if to == view.Filters && from != to {
		e.askFilter(column, put, nil)
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
