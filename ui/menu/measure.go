package menu

import (
	"slices"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// measureSettings returns the settings of a measure: its aggregate, how it is shown, its number format, and the sort of
// the rows by it.
func (ms *Menus) measureSettings(i int) (settings []*fyne.MenuItem) {
	m := ms.State().Values[i]
	c := view.Operand(ms.Table(), m)
	if c != nil && m.Func != query.Formula {
		var usual []*fyne.MenuItem
		for _, f := range view.FuncsOf(c) {
			usual = append(usual, choice(lang.L(f.Title()), m.Func == f, ms.measureSetter(i, view.SetFunc(m, f, c))))
		}
		settings = append(settings, Child(lang.L("Aggregate"), append(usual, ms.moreItem(i, m, c))...))
	}
	if view.Shareable(m, c) {
		settings = append(settings, ms.showSettings(i, m, c)...)
	}
	settings = append(settings, ms.formatItem(i, m, c))
	if len(ms.State().Rows)+len(ms.State().Cols) > 0 {
		settings = append(settings, ms.totalsSetting(i, m))
	}
	return append(settings, ms.sortRowsItem(m))
}

// measureItems returns what can be done with a measure besides its settings.
func (ms *Menus) measureItems(i int) []*fyne.MenuItem {
	m := ms.State().Values[i]
	items := []*fyne.MenuItem{fyne.NewMenuItem(lang.L("Rename…"), func() { ms.Rename(i) })}
	if m.Func == query.Formula {
		items = append(items, fyne.NewMenuItem(lang.L("Edit the formula…"), func() { ms.EditFormula(i) }))
	} else {
		items = append(items, choice(lang.L("Only rows where…"), m.Where != "", func() { ms.AskWhere(i) }),
			fyne.NewMenuItem(lang.L("Formula with it…"), func() { ms.AddFormula(view.InFormula(m), i+1) }))
	}
	if view.Shareable(m, view.Operand(ms.Table(), m)) {
		items = append(items, fyne.NewMenuItem(lang.L("Duplicate"), func() { ms.duplicate(i) }))
	}
	return append(items, ms.markItem(m))
}

// duplicate adds measure i a second time, and opens its form. The new measure is shown as a share of the total, or in
// the first other way that Values lacks.
func (ms *Menus) duplicate(i int) {
	m := ms.State().Values[i].Figure()
	for _, w := range query.Ways[1:] {
		if m.Show.Kind = w.Kind; !w.Axis && !slices.Contains(ms.State().Values, m) {
			ms.AddMeasure(m, i+1)
			ms.OpenForm(view.Values, i+1)
			return
		}
	}
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
		if group.Title != "" {
			of = []*fyne.MenuItem{marked(lang.L(group.Title), of)}
		}
		items = append(items, of...)
	}
	return marked(lang.L("More"), items)
}

// funcItem returns an item that replaces a measure by `next`. If `next` needs a parameter or a second column, the item
// has a submenu with the choices. funcItem returns nil if `next` needs a second column and the table has none that
// suits.
func (ms *Menus) funcItem(i int, now, next query.Measure) *fyne.MenuItem {
	switch a := next.Func.Describe(); {
	case a.Number != nil:
		return ms.numberItem(i, a.Number, now, next)
	case a.Pair:
		return ms.partnerItem(i, now, next)
	}
	return choice(lang.L(next.Func.Title()), now.Func == next.Func, ms.measureSetter(i, next))
}

// numberItem returns the choices of an aggregate's parameter: the usual numbers, and an item that asks for another
// number.
func (ms *Menus) numberItem(i int, number *query.Number, now, next query.Measure) *fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, param := range number.Offered {
		next.Param = param
		items = append(items, choice(numberTitle(number, param), now == next, ms.measureSetter(i, next)))
	}
	other := now.Func == next.Func && !slices.Contains(number.Offered, now.Param)
	items = append(items, choice(lang.L("Another {{.Aggregate}}…",
		lang.With{"Aggregate": lang.InSentence(lang.L(next.Func.Title()))}), other, func() {
		ms.askNumber(i, number, now, next)
	}))
	return marked(lang.L(next.Func.Title()), items)
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

// partnerItem returns the choices of the second column of a ratio or a correlation, or nil if no column suits.
func (ms *Menus) partnerItem(i int, now, next query.Measure) *fyne.MenuItem {
	names := view.Partners(ms.Table(), next.Column)
	if len(names) == 0 {
		return nil
	}
	var items []*fyne.MenuItem
	for _, name := range names {
		next.Other = name
		items = append(items, choice(lang.L(next.Func.Title())+" "+name, now == next, ms.measureSetter(i, next)))
	}
	return marked(lang.L(next.Func.Title()), items)
}

// numberTitle returns the name of an aggregate with its parameter in menus, e.g. "Top 3" or "90th percentile".
func numberTitle(number *query.Number, param string) string {
	if number == query.TopNumber {
		return lang.L("Top {{.Amount}}", lang.With{"Amount": param})
	}
	return lang.X("{{.Percent}}th percentile", number.Title(param), lang.With{"Percent": number.Shown(param)})
}
