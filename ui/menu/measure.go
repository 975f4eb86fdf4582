package menu

import (
	"slices"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/view"
)

// measureItems are the aggregates, the ways to show one, and the order by it.
func (ms *Menus) measureItems(i int, c *data.Column) []*fyne.MenuItem {
	s := ms.State()
	m := s.Values[i]
	var items []*fyne.MenuItem
	if c == nil && m.Expr != "" && m.Func != query.Formula {
		c = &data.Column{Type: data.Float} // arithmetic over a row gives numbers
	}
	if c != nil {
		for _, f := range view.FuncsOf(c) {
			items = append(items, choice(f.Title(), m.Func == f, ms.measureSetter(i, view.SetFunc(m, f, c))))
		}
		items = append(items, ms.moreItem(i, m, c), fyne.NewMenuItemSeparator())
	}
	if m.Func == query.Formula {
		items = append(items, fyne.NewMenuItem("Edit the formula…", func() { ms.EditFormula(i) }))
	} else {
		items = append(items, fyne.NewMenuItem("Formula with it…", func() {
			ms.AddFormula(m.String(), i+1)
		}))
	}
	if view.Shareable(m, c) {
		var shows []*fyne.MenuItem
		for _, show := range view.ShowsOf(m) {
			next := m
			next.Show = show
			shows = append(shows, choice(show.Title(), m.Show == show, ms.measureSetter(i, next)))
		}
		items = append(items, child("Show as", shows...))
	}
	return append(items, ms.sortRowsItem(m))
}

func (ms *Menus) measureSetter(i int, m query.Measure) func() {
	return func() { ms.Edit(func(s view.State) view.State { return s.SetMeasure(i, m) }) }
}

// moreItem holds the aggregates beside the usual ones.
func (ms *Menus) moreItem(i int, m query.Measure, c *data.Column) *fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, group := range view.MoreFuncsOf(c) {
		var of []*fyne.MenuItem
		for _, f := range group.Of {
			if item := ms.funcItem(i, m, view.SetFunc(m, f, c)); item != nil {
				of = append(of, item)
			}
		}
		switch {
		case group.Title != "":
			of = []*fyne.MenuItem{marked(group.Title, of)}
		case len(items) > 0 && len(of) > 0:
			items = append(items, fyne.NewMenuItemSeparator())
		}
		items = append(items, of...)
	}
	return marked("More", items)
}

// funcItem makes a measure the next one, after its parameter or its other column was chosen; nil where there is none to
// choose.
func (ms *Menus) funcItem(i int, now, next query.Measure) *fyne.MenuItem {
	switch next.Func.Args() {
	case query.NumberArg:
		return ms.numberItem(i, now, next)
	case query.ColumnArg:
		return ms.partnerItem(i, now, next)
	}
	return choice(next.Func.Title(), now.Func == next.Func, ms.measureSetter(i, next))
}

// numberItem offers the usual parameters of a percentile or of a top, and any other.
func (ms *Menus) numberItem(i int, now, next query.Measure) *fyne.MenuItem {
	quick, text := view.Places, func(param string) string { return "Top " + param }
	if next.Func == query.Quantile {
		quick, text = view.Quantiles, query.Ordinal
	}
	var items []*fyne.MenuItem
	for _, param := range quick {
		next.Param = param
		items = append(items, choice(text(param), now == next, ms.measureSetter(i, next)))
	}
	other := now.Func == next.Func && !slices.Contains(quick, now.Param)
	items = append(items, fyne.NewMenuItemSeparator(), choice("Other…", other, func() { ms.askParam(i, now, next) }))
	return marked(next.Func.Title(), items)
}

// askParam asks for the parameter of a percentile or of a top.
func (ms *Menus) askParam(i int, now, next query.Measure) {
	title, label, text, parse := "Top values of ", "How many", "3", view.ParsePlaces
	if next.Func == query.Quantile {
		title, label, text, parse = "Percentile of ", "Percent", "90", view.ParsePercent
	}
	if now.Func == next.Func {
		if text = now.Param; now.Func == query.Quantile {
			text = query.Percent(text)
		}
	}
	ask(ms, title+next.Column+next.Expr, label, text, parse, func(param string) {
		next.Param = param
		ms.measureSetter(i, next)()
	})
}

// partnerItem offers the columns that a ratio or a correlation can be taken with, nil where there is none.
func (ms *Menus) partnerItem(i int, now, next query.Measure) *fyne.MenuItem {
	names := view.Partners(ms.Table(), next.Column)
	if len(names) == 0 {
		return nil
	}
	var items []*fyne.MenuItem
	for _, name := range names {
		next.Other = name
		items = append(items, choice(name, now == next, ms.measureSetter(i, next)))
	}
	return marked(next.Func.Title(), items)
}
