package menu

import (
	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/view"
)

// keyItems are the parts of a date, the bins of a number, and the order of the labels.
func (ms *Menus) keyItems(on view.Shelf, i int, c *data.Column) []*fyne.MenuItem {
	s := ms.State()
	key := s.Rows
	if on == view.Cols {
		key = s.Cols
	}
	now := key[i]
	set := func(f query.Field) func() {
		return func() { ms.Edit(func(s view.State) view.State { return s.SetKey(on, i, f) }) }
	}
	var items []*fyne.MenuItem
	if c == nil {
		return nil
	}
	for _, p := range view.PartsOf(c) {
		items = append(items, choice(p.Title(), now.Part == p, set(query.Field{Column: c.Name, Part: p})))
	}
	if c.Type.Numeric() {
		items = append(items, choice("No bins", now.Part == query.Whole, set(query.Field{Column: c.Name})))
		var bins []*fyne.MenuItem
		for _, f := range view.BinWidths(c) {
			bins = append(bins, choice("Width "+f.Width(), now == f, set(f)))
		}
		bins = append(bins, fyne.NewMenuItemSeparator(), fyne.NewMenuItem("Another width…", func() { ms.askBin(on, i, c) }))
		items = append(items, child("Bins", bins...))
	}
	if on == view.Rows {
		if len(items) > 0 {
			items = append(items, fyne.NewMenuItemSeparator())
		}
		items = append(items, ms.orderItem(now), ms.topItem(now))
	}
	items = append(items, ms.levelItems(on, i)...)
	return append(items, fyne.NewMenuItem("Filter…", func() { ms.Append(c.Name, view.Filters) }))
}

// askBin asks for the width of the bins of a key.
func (ms *Menus) askBin(on view.Shelf, i int, c *data.Column) {
	parse := func(text string) (query.Field, error) { return view.ParseBin(c.Name, text) }
	ask(ms, "Bins of "+c.Name, "Width", view.DefaultBin(c).Width(), parse, func(f query.Field) {
		ms.Edit(func(s view.State) view.State { return s.SetKey(on, i, f) })
	})
}
