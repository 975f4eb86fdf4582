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
	"cardinal/ui/state/view"
)

// keyItems returns the items of a key: parts of a date, bins of a number, groups, and the order of the labels.
func (ms *Menus) keyItems(on view.Shelf, i int, c *data.Column) []*fyne.MenuItem {
	if c == nil {
		return nil
	}
	k := keyMenu{ms, on, i, ms.State().Rows, c}
	if on == view.Cols {
		k.keys = ms.State().Cols
	}
	var items []*fyne.MenuItem
	switch {
	case view.IsDate(c):
		items = append(k.partItems(), k.fiscal(query.FiscalYear), k.fiscal(query.FiscalQuarter))
	case view.IsTime(c):
		items = k.partItems()
	case c.Type.Numeric():
		items = k.binItems()
	}
	items = append(items, k.groupItems()...)
	if len(items) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
	}
	items = append(items, ms.orderItem(k.now()), ms.topItem(k.now()), ms.conditionItem(k.now()))
	items = append(items, ms.levelItems(on, i)...)
	return append(items, fyne.NewMenuItem("Filter…", func() { ms.Append(c.Name, view.Filters) }))
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

// partItems returns the periods of a date or a time of day, and the parts that recur.
func (k *keyMenu) partItems() []*fyne.MenuItem {
	fields := func(list []query.Field) []*fyne.MenuItem {
		var items []*fyne.MenuItem
		for _, f := range list {
			items = append(items, k.choice(view.PartTitle(k.column, f.Part), f))
		}
		return items
	}
	return []*fyne.MenuItem{
		k.choice("Whole value", query.Field{Column: k.column.Name}),
		marked("Periods", fields(view.PeriodsOf(k.column))),
		marked("Recurring parts", fields(view.RecurringOf(k.column, k.FirstDay()))),
	}
}

// fiscal returns the choices of a fiscal year or quarter: the month in which the year begins.
func (k *keyMenu) fiscal(p query.Part) *fyne.MenuItem {
	var months []*fyne.MenuItem
	for m, name := range calendar.MonthNames {
		months = append(months, k.choice("From "+calendar.Shown(name), query.Field{Column: k.column.Name,
			Part: p, N: m + 1}))
	}
	return marked(p.Title(), months)
}

// quantiles are the numbers of quantiles that the menu offers.
var quantiles = []int{4, 5, 10, 100}

// binItems returns the bins of a number: by width, by number of bins, by quantiles, and between edges.
func (k *keyMenu) binItems() []*fyne.MenuItem {
	name := k.column.Name
	var widths, counts, parts []*fyne.MenuItem
	for _, f := range view.BinWidths(k.column) {
		widths = append(widths, k.choice("Width "+separators.Show(f.Width()), f))
	}
	widths = append(widths, fyne.NewMenuItemSeparator(), k.askItem("Another width…", "Width",
		separators.Show(view.DefaultBin(k.column).Width()), func(text string) (query.Field, error) {
			return view.ParseBin(name, text)
		}))
	for _, n := range []int{5, 10, 20, 50} {
		f := view.BinsAbout(k.column, n)
		counts = append(counts, k.choice("About "+profiler.Count(n)+", width "+separators.Show(f.Width()), f))
	}
	of := func(p query.Part) func(string) (query.Field, error) {
		return func(text string) (query.Field, error) {
			numbers, _ := separators.ReadList(text)
			return query.Field{Column: name, Part: p}.WithArgument(numbers)
		}
	}
	for _, n := range quantiles {
		parts = append(parts, k.choice(profiler.Count(n)+" with equal numbers of rows",
			query.Field{Column: name, Part: query.Bins, N: n}))
	}
	parts = append(parts, fyne.NewMenuItemSeparator(),
		k.askItem("Another number…", "Number of bins", "10", of(query.Bins)))
	edges := fyne.NewMenuItem("Edges…", k.askEdges)
	edges.Checked = k.now().Part == query.Edges
	return []*fyne.MenuItem{
		k.choice("No bins", query.Field{Column: name}),
		marked("Bins", []*fyne.MenuItem{marked("By width", widths), marked("Number of bins", counts),
			marked("Quantiles", parts), edges}),
	}
}

// askEdges asks for the edges of bins, and shows which numbers it reads.
func (k *keyMenu) askEdges() {
	var next query.Field
	preview := func(text string) (said string, err error) {
		next, said, err = view.ParseEdges(k.column.Name, text)
		return said, err
	}
	help := "Semicolons or blanks stand between the edges: " + separators.Show("0; 1,000; 10,000") + "."
	k.dialogs.AskPreviewed("Edges of the bins of "+k.column.Name, view.EdgesText(k.now()), help, preview,
		func(string) { k.set(next) })
}

// askItem returns an item that asks for the argument of a field.
func (k *keyMenu) askItem(title, label, text string, parse func(string) (query.Field, error)) *fyne.MenuItem {
	return fyne.NewMenuItem(title, func() { ask(k.Menus, "Bins of "+k.column.Name, label, text, parse, k.set) })
}

// groupItems returns items that group the labels of the key, in its place or as another key above it.
func (k *keyMenu) groupItems() []*fyne.MenuItem {
	base := k.now().Base()
	parse := func(text string) (query.Field, error) {
		if strings.TrimSpace(text) == "" {
			return query.Field{}, errors.New("write groups as EU = France, Germany; rest")
		}
		return base.Group(text)
	}
	asking := func(title string, use func(query.Field)) *fyne.MenuItem {
		return fyne.NewMenuItem(title, func() {
			ask(k.Menus, "Groups of "+base.Title(), "Groups, as in EU = France, Germany; rest", k.now().Groups,
				parse, use)
		})
	}
	items := []*fyne.MenuItem{asking("Group labels…", k.set), asking("Groups above it…", func(f query.Field) {
		k.Edit(func(s view.State) view.State { return s.AddKey(f, k.on, k.i) })
	})}
	if k.now().Groups != "" {
		items = append(items, fyne.NewMenuItem("Ungroup", func() { k.set(base) }))
	}
	return items
}
