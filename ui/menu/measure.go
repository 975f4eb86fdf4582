package menu

import (
	"slices"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// measureItems returns the items of a measure: its aggregate, its formula, the way it is shown, its format, and the
// sort by it.
func (ms *Menus) measureItems(i int) []*fyne.MenuItem {
	s := ms.State()
	m := s.Values[i]
	var items []*fyne.MenuItem
	c := view.Operand(ms.Table(), m)
	if c != nil && m.Func != query.Formula {
		for _, f := range view.FuncsOf(c) {
			items = append(items, choice(f.Title(), m.Func == f, ms.measureSetter(i, view.SetFunc(m, f, c))))
		}
		items = append(items, ms.moreItem(i, m, c), fyne.NewMenuItemSeparator())
	}
	if m.Func == query.Formula {
		items = append(items, fyne.NewMenuItem("Edit the formula…", func() { ms.EditFormula(i) }))
	} else {
		items = append(items, fyne.NewMenuItem("Formula with it…", func() {
			ms.AddFormula(view.InFormula(m), i+1)
		}), choice("Only where…", m.Where != "", func() { ms.AskWhere(i) }))
	}
	if view.Shareable(m, c) {
		items = append(items, ms.showItem(i, m, c), ms.onceMoreItem(i, m, c))
	} else {
		item := fyne.NewMenuItem("Show as (of numbers only)", nil)
		item.Disabled = true
		items = append(items, item)
	}
	items = append(items, ms.formatItem(i, m, c), ms.markItem(m))
	items = append(items, fyne.NewMenuItem("Rename…", func() { ms.Rename(i) }))
	return append(items, ms.sortRowsItem(m))
}

func (ms *Menus) measureSetter(i int, m query.Measure) func() {
	return func() { ms.SetMeasure(i, m) }
}

// moreItem returns the choices of less usual aggregates.
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

// funcItem returns an item that changes a measure to the next one, after asking for its parameter or its other
// column. It returns nil if there is no other column.
func (ms *Menus) funcItem(i int, now, next query.Measure) *fyne.MenuItem {
	switch a := next.Func.Describe(); {
	case a.Number != nil:
		return ms.numberItem(i, a.Number, now, next)
	case a.Pair:
		return ms.partnerItem(i, now, next)
	}
	return choice(next.Func.Title(), now.Func == next.Func, ms.measureSetter(i, next))
}

// numberItem returns the choices of an aggregate's parameter: the usual numbers, and any other.
func (ms *Menus) numberItem(i int, number *query.Number, now, next query.Measure) *fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, param := range number.Offered {
		next.Param = param
		items = append(items, choice(number.Title(param), now == next, ms.measureSetter(i, next)))
	}
	other := now.Func == next.Func && !slices.Contains(number.Offered, now.Param)
	items = append(items, fyne.NewMenuItemSeparator(), choice("Other…", other, func() {
		ms.askNumber(i, number, now, next)
	}))
	return marked(next.Func.Title(), items)
}

// askNumber asks for the parameter of an aggregate.
func (ms *Menus) askNumber(i int, number *query.Number, now, next query.Measure) {
	text := number.First
	if now.Func == next.Func {
		text = number.Shown(now.Param)
	}
	ask(ms, number.Asks+next.Column+next.Expr, number.Unit, text, number.Read, func(param string) {
		next.Param = param
		ms.measureSetter(i, next)()
	})
}

// partnerItem returns the choices of the second column of a ratio or a correlation, or nil if there is none.
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
