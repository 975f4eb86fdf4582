package menu

import (
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// keySettings returns the settings of a key: the parts of a date or the bins of a number, the sort of the labels, and
// how many labels are kept.
func (ms *Menus) keySettings(on view.Shelf, i int, c *data.Column) (settings []*fyne.MenuItem) {
	if c == nil {
		return nil
	}
	k := ms.keyMenu(on, i, c)
	switch {
	case view.IsDate(c) || view.IsTime(c):
		settings = append(settings, k.partItem())
	case c.Type.Numeric():
		settings = append(settings, k.binItem())
	}
	settings = append(append(settings, ms.orderItem(k.now())), ms.topItems(k.now())...)
	if levels := ms.State().Levels(on); i < len(levels) {
		settings = append(settings, ms.subtotalSetting(levels[i]))
	}
	return settings
}

// keyItems returns what can be done with a key besides its settings.
func (ms *Menus) keyItems(on view.Shelf, i int, c *data.Column) []*fyne.MenuItem {
	if c == nil {
		return nil
	}
	k := ms.keyMenu(on, i, c)
	items := append([]*fyne.MenuItem{fyne.NewMenuItem(lang.L("Filter…"), func() { ms.Append(c.Name, view.Filters) }),
		ms.conditionItem(k.now())}, k.groupItems()...)
	return append(items, ms.levelItems(on, i)...)
}

func (ms *Menus) keyMenu(on view.Shelf, i int, c *data.Column) keyMenu {
	if on == view.Cols {
		return keyMenu{ms, on, i, ms.State().Cols, c}
	}
	return keyMenu{ms, on, i, ms.State().Rows, c}
}

// keyMenu is the menu of one key.
type keyMenu struct {
	*Menus
	on     view.Shelf
	i      int
	keys   []query.Field
	column *data.Column
}

func (k *keyMenu) now() query.Field { return k.keys[k.i] }

func (k *keyMenu) set(f query.Field) {
	k.Edit(func(s view.State) view.State { return s.SetKey(k.on, k.i, f) })
}

// choice returns an item that changes the key to another field.
func (k *keyMenu) choice(title string, f query.Field) *fyne.MenuItem {
	return choice(title, k.now().Base() == f, func() { k.set(f) })
}

// partItem returns the choices of a date's or a time's part: periods, such as a month of a year, and parts that recur,
// such as a weekday.
func (k *keyMenu) partItem() *fyne.MenuItem {
	fields := func(list []query.Field) (items []*fyne.MenuItem) {
		for _, f := range list {
			items = append(items, k.choice(view.PartTitle(k.column, f.Part), f))
		}
		return items
	}
	more := []*fyne.MenuItem{marked(lang.L("Recurring parts"), fields(view.RecurringOf(k.column, k.FirstDay())))}
	if view.IsDate(k.column) {
		more = append(more, k.fiscal(query.FiscalYear), k.fiscal(query.FiscalQuarter))
	}
	items := append([]*fyne.MenuItem{k.choice(lang.L("Whole value"), query.Field{Column: k.column.Name})},
		fields(view.PeriodsOf(k.column))...)
	for _, item := range items {
		item.Label = strings.Replace(strings.TrimSuffix(item.Label, ")"), " (", "    ", 1)
	}
	return Child(lang.L("Group by"), append(items, marked(lang.L("More"), more))...)
}

// fiscal returns the choices of a fiscal year or a fiscal quarter: one for each month in which the year can begin.
func (k *keyMenu) fiscal(p query.Part) *fyne.MenuItem {
	var months []*fyne.MenuItem
	for m, name := range calendar.MonthNames {
		months = append(months, k.choice(lang.L("{{.Part}} from {{.Month}}",
			lang.With{"Part": lang.L(p.Title()), "Month": calendar.Shown(name)}), query.Field{Column: k.column.Name,
			Part: p, N: m + 1}))
	}
	return marked(lang.L(p.Title()), months)
}

// quantiles are the numbers of quantiles that the menu offers.
var quantiles = []int{4, 5, 10, 100}

// binItem returns the choices of a number's bins: by width, by number of bins, by quantiles, and between given edges.
func (k *keyMenu) binItem() *fyne.MenuItem {
	name := k.column.Name
	var widths, counts, parts []*fyne.MenuItem
	for _, f := range view.BinWidths(k.column) {
		widths = append(widths, k.choice(lang.L("Width {{.Width}}", lang.With{"Width": separators.Show(f.Width())}), f))
	}
	widths = append(widths, k.askItem(lang.L("Another width…"), lang.L("Width"),
		separators.Show(view.DefaultBin(k.column).Width()), func(text string) (query.Field, error) {
			return view.ParseBin(name, text)
		}))
	for _, n := range []int{5, 10, 20, 50} {
		f := view.BinsAbout(k.column, n)
		counts = append(counts, k.choice(lang.L("About {{.Count}}, width {{.Width}}",
			lang.With{"Count": profiler.Count(n), "Width": separators.Show(f.Width())}), f))
	}
	of := func(p query.Part) func(string) (query.Field, error) {
		return func(text string) (query.Field, error) {
			numbers, _ := separators.ReadList(text)
			return query.Field{Column: name, Part: p}.WithArgument(numbers)
		}
	}
	for _, n := range quantiles {
		parts = append(parts, k.choice(lang.L("{{.Count}} with equal numbers of rows",
			lang.With{"Count": profiler.Count(n)}),
			query.Field{Column: name, Part: query.Bins, N: n}))
	}
	parts = append(parts, k.askItem(lang.L("Another number…"), lang.L("Number of bins"), "10", of(query.Bins)))
	edges := fyne.NewMenuItem(lang.L("Edges…"), k.askEdges)
	edges.Checked = k.now().Part == query.Edges
	usual := min(4, len(widths)-1)
	items := append([]*fyne.MenuItem{k.choice(lang.L("No bins"), query.Field{Column: name})}, widths[:usual]...)
	return Child(lang.L("Bins"), append(items, marked(lang.L("More"), []*fyne.MenuItem{marked(lang.L("By width"),
		widths[usual:]),
		marked(lang.L("Number of bins"), counts), marked(lang.L("Quantiles"), parts), edges}))...)
}

// askEdges asks for the edges of bins. Below the text, it shows the edges as numbers.
func (k *keyMenu) askEdges() {
	var next query.Field
	preview := func(text string) (said string, err error) {
		next, said, err = view.ParseEdges(k.column.Name, text)
		return said, err
	}
	help := lang.L("Semicolons or blanks stand between the edges: {{.Example}}.",
		lang.With{"Example": separators.Show("0; 1,000; 10,000")})
	k.dialogs.AskPreviewed(lang.L("Edges of the bins of {{.Field}}", lang.With{"Field": k.column.Name}),
		view.EdgesText(k.now()), help, preview,
		func(string) { k.set(next) })
}

// askItem returns an item that asks for the parameter of bins, such as their width.
func (k *keyMenu) askItem(title, label, text string, parse func(string) (query.Field, error)) *fyne.MenuItem {
	return fyne.NewMenuItem(title, func() {
		ask(k.Menus, lang.L("Bins of {{.Field}}", lang.With{"Field": k.column.Name}), label, text, parse, k.set)
	})
}

// groupItems returns items that group the labels of the key: the groups replace the key, or become another key above
// it.
func (k *keyMenu) groupItems() []*fyne.MenuItem {
	base := k.now().Base()
	parse := func(text string) (query.Field, error) {
		if strings.TrimSpace(text) == "" {
			return query.Field{}, errors.New(lang.L("write groups as EU = France, Germany; rest"))
		}
		return base.Group(text)
	}
	asking := func(title string, use func(query.Field)) *fyne.MenuItem {
		return fyne.NewMenuItem(title, func() {
			ask(k.Menus, lang.L("Groups of {{.Field}}", lang.With{"Field": view.FieldTitle(base)}),
				lang.L("Groups, as in EU = France, Germany; rest"), k.now().Groups,
				parse, use)
		})
	}
	items := []*fyne.MenuItem{asking(lang.L("Group labels…"), k.set), asking(lang.L("Groups above it…"),
		func(f query.Field) {
			k.Edit(func(s view.State) view.State { return s.AddKey(f, k.on, k.i) })
		})}
	if k.now().Groups != "" {
		items = append(items, fyne.NewMenuItem(lang.L("Ungroup"), func() { k.set(base) }))
	}
	return items
}
