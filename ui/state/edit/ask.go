package edit

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/dialog/filteredit"
	"cardinal/ui/dialog/formulaedit"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// EditFilter opens the editor of filter i.
func (e *Editor) EditFilter(i int) {
	if i < 0 || i >= len(e.State().Filters) {
		return
	}
	f := e.State().Filters[i]
	e.ask(f, i, func(s view.State, next view.Filter) view.State { return s.SetFilter(i, next) }, nil)
}

// askFilters opens the editors of filters on columns, one after the other. If one is cancelled, the others do not open.
func (e *Editor) askFilters(columns []*data.Column, before int) {
	then := func() {}
	if len(columns) > 1 {
		then = func() { e.askFilters(columns[1:], before+1) }
	}
	e.askFilter(columns[0].Name, func(s view.State) view.State {
		return s.Add(columns[0], view.Filters, min(before, s.Len(view.Filters)))
	}, then)
}

// askFilter opens the editor of the filter on a column. If it is applied, one edit puts the filter onto its shelf by
// calling `place`, and sets its condition. `then` runs after that; it may be nil. If the editor is cancelled, nothing
// changes.
func (e *Editor) askFilter(column string, place func(view.State) view.State, then func()) {
	c := e.Column(column)
	if c == nil {
		return
	}
	f, whole := view.NewFilter(c), query.Field{Column: column}
	at := e.State().FilterOf(whole)
	if at >= 0 {
		f = e.State().Filters[at]
	}
	e.ask(f, at, func(s view.State, next view.Filter) view.State {
		s = place(s)
		return s.SetFilter(s.FilterOf(whole), next)
	}, then)
}

// ask opens the editor of filter f. `at` is its position on the shelf, or -1 for a new filter. If it is applied, `put`
// changes the state. The editor opens after the present event. Otherwise a letter key that opened it would also be
// typed into it.
func (e *Editor) ask(f view.Filter, at int, put func(view.State, view.Filter) view.State, then func()) {
	c := e.Column(f.Field.Column)
	if c == nil {
		return
	}
	e.Post(func() {
		if e.Column(c.Name) != c {
			return // another table is open now
		}
		filteredit.Ask(e.dialogs, f, c, at, e, e.topOf(c.Name), func(next view.Filter) {
			e.Edit(func(s view.State) view.State { return put(s, next) })
			if then != nil {
				then()
			}
		})
	})
}

// topOf returns the top of the first field that is made from a column, on Rows or else on Columns. It returns nil if no
// field is made from the column.
func (e *Editor) topOf(column string) *filteredit.Top {
	s := e.State()
	keys := slices.Concat(s.Rows, s.Cols)
	i := slices.IndexFunc(keys, func(f query.Field) bool { return f.Column == column })
	if i < 0 {
		return nil
	}
	top := &filteredit.Top{Now: s.TopOf(keys[i]), Keep: func(t view.Top) {
		e.Edit(func(s view.State) view.State { return s.Keep(t) })
	}}
	top.Measures = append(top.Measures, top.Now.By)
	for _, m := range s.Measures() {
		if m.Show = (query.Show{}); !slices.Contains(top.Measures, m) {
			top.Measures = append(top.Measures, m)
		}
	}
	return top
}

// AddFormula asks for a formula, with `text` as its first text, and adds it to Values before measure number `before`.
func (e *Editor) AddFormula(text string, before int) {
	e.askFormula(lang.L("Add a formula"), text, func(m query.Measure) {
		e.Edit(func(s view.State) view.State { return s.AddMeasure(m, before) })
	})
}

// Rename asks for the name of measure i.
func (e *Editor) Rename(i int) {
	m, q := e.State().Values[i], e.State().Query()
	check := func(name string) error {
		if name = strings.TrimSpace(name); name == "" {
			return nil
		}
		return q.CheckName(i, name)
	}
	e.dialogs.AskText(lang.L("Rename {{.Labels}}", lang.With{"Labels": view.Unnamed(m)}), lang.L("Name"),
		view.MeasureTitle(m),
		check, func(name string) {
			e.Edit(func(s view.State) view.State { return s.Name(slices.Index(s.Values, m), strings.TrimSpace(name)) })
		})
}

// AskTitle asks for the title of the pivot. If the text is empty, the pivot gets the default title, which says what it
// shows.
func (e *Editor) AskTitle() {
	q := e.State().Query()
	e.dialogs.AskText(lang.L("Title of the pivot"), lang.L("Title"), view.PivotTitle(&q), query.CheckTitle,
		func(title string) {
			title = strings.TrimSpace(title)
			if q.Layout.Title = ""; title == view.PivotTitle(&q) {
				title = ""
			}
			e.Edit(func(s view.State) view.State { return s.Lay(func(l *query.Layout) { l.Title = title }) })
		})
}

// EditFormula opens the editor of measure i's formula. The changed measure keeps the name, the number format and the
// way to be shown.
func (e *Editor) EditFormula(i int) {
	now := e.State().Values[i]
	e.askFormula(lang.L("Edit the formula"), now.String(), func(next query.Measure) {
		c := view.Operand(e.Table(), next)
		if view.Shareable(next, c) {
			next.Show = now.Show
		}
		if now.Marks.Suit(next, view.Figures(next, c)) == nil {
			next.Marks = now.Marks
		}
		next.Name, next.Number, next.NoTotals = now.Name, now.Number, now.NoTotals
		e.SetMeasure(slices.Index(e.State().Values, now), next)
	})
}

// NewLet asks for a calculated field, whose expression is expr at first.
func (e *Editor) NewLet(expr string) { e.askLet(lang.L("New calculated field"), "", expr) }

// EditLet opens the editor of a calculated field.
func (e *Editor) EditLet(name string) {
	if l, there := e.State().Let(name); there {
		e.askLet(lang.L("Edit calculated field"), name, l.Expr)
	}
}

func (e *Editor) askLet(title, name, expr string) {
	t, lets := e.Uncalculated(), e.State().Lets
	if t == nil {
		return
	}
	formulaedit.AskField(e.dialogs, t, lets, title, name, expr, func(l query.Let) {
		e.Edit(func(s view.State) view.State { return s.SetLet(name, l) })
	})
}

// RemoveLet removes a calculated field, its chips, and the fields that are calculated from it.
func (e *Editor) RemoveLet(name string) {
	e.Edit(func(s view.State) view.State { return s.RemoveLet(name) })
	e.window.Say(session.Message{Text: lang.L(
		"{{.Field}} was removed from the fields and the shelves. Undo brings it back.", lang.With{"Field": name})})
}

// AskWhere asks for the condition of measure i: which rows it aggregates.
func (e *Editor) AskWhere(i int) {
	now := e.State().Values[i]
	if t := e.Table(); t != nil {
		formulaedit.AskWhere(e.dialogs, t, now, func(m query.Measure) {
			e.SetMeasure(slices.Index(e.State().Values, now), m)
		})
	}
}

func (e *Editor) askFormula(title, text string, use func(query.Measure)) {
	if t := e.Table(); t != nil {
		formulaedit.Ask(e.dialogs, t, title, text, use)
	}
}
