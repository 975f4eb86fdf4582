package edit

import (
	"slices"

	"cardinal/engine/query"
	"cardinal/ui/filteredit"
	"cardinal/ui/formulaedit"
	"cardinal/ui/view"
)

// EditFilter opens the editor of filter i.
func (e *Editor) EditFilter(i int) {
	if i < 0 || i >= len(e.State().Filters) {
		return
	}
	f := e.State().Filters[i]
	if c := e.Column(f.Field.Column); c != nil {
		filteredit.Ask(e.dialogs, f, c, i, e, func(next view.Filter) {
			e.Edit(func(s view.State) view.State { return s.SetFilter(i, next) })
		})
	}
}

// askFilter opens the editor of the filter on a column. Apply is one edit: place puts the filter onto its shelf, and the filter gets its
// condition. Cancel changes nothing.
func (e *Editor) askFilter(column string, place func(view.State) view.State) {
	c := e.Column(column)
	if c == nil {
		return
	}
	f, whole := view.NewFilter(c), query.Field{Column: column}
	at := e.State().FilterOf(whole)
	if at >= 0 {
		f = e.State().Filters[at]
	}
	filteredit.Ask(e.dialogs, f, c, at, e, func(next view.Filter) {
		e.Edit(func(s view.State) view.State {
			s = place(s)
			return s.SetFilter(s.FilterOf(whole), next)
		})
	})
}

// AddFormula asks for a formula, which begins with text, and adds the formula to Values before the chip at position before.
func (e *Editor) AddFormula(text string, before int) {
	e.askFormula("Add a formula", text, func(m query.Measure) {
		e.Edit(func(s view.State) view.State { return s.AddMeasure(m, before) })
	})
}

// EditFormula opens the formula of measure i. The edited measure is shown as the old one was.
func (e *Editor) EditFormula(i int) {
	now := e.State().Values[i]
	e.askFormula("Edit the formula", now.String(), func(next query.Measure) {
		if view.Shareable(next, e.Column(next.Column)) {
			next.Show = now.Show
		}
		e.Edit(func(s view.State) view.State { return s.SetMeasure(slices.Index(s.Values, now), next) })
	})
}

func (e *Editor) askFormula(title, text string, use func(query.Measure)) {
	if t := e.Table(); t != nil {
		formulaedit.Ask(e.dialogs, t, title, text, use)
	}
}
