package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/shelf"
	"cardinal/ui/view"
)

// chipMenu shows everything that can be done with a chip.
func (w *window) chipMenu(on view.Shelf, i int, chip *shelf.Chip) {
	w.tip.hide()
	var items []*fyne.MenuItem
	column := w.session.Column(w.columnOf(on, i))
	switch on {
	case view.Rows, view.Cols:
		items = w.keyItems(on, i, column)
	case view.Values:
		items = w.measureItems(i, column)
	case view.Filters:
		items = []*fyne.MenuItem{
			fyne.NewMenuItem("Filter…", func() { w.editFilter(i) }),
			fyne.NewMenuItem("Clear this filter", func() {
				w.edit(func(s view.State) view.State { return s.SetFilter(i, view.NewFilter(column)) })
			}),
		}
	}
	items = append(items, fyne.NewMenuItemSeparator())
	items = append(items, w.moveItems(on, i)...)
	items = append(items, fyne.NewMenuItem("Remove", func() { w.remove(on, i) }))
	w.popUp(w.app.Driver().AbsolutePositionForObject(chip).AddXY(0, chip.Size().Height+2), items...)
}

// chipTip says in full what a chip stands for while the pointer rests on it, and what can be done with it.
func (w *window) chipTip(on view.Shelf, i int, chip *shelf.Chip, in bool) {
	if !in || w.layer.Active() {
		w.tip.hide()
		return
	}
	text := chip.Item().Text
	for _, r := range w.fields.Rows() {
		switch f := r.Field(); f.Name {
		case text:
			text = f.Detail // which begins with the name
		case w.columnOf(on, i):
			text += "\n" + f.Detail
		}
	}
	text += w.orderTip(on, i)
	text += "\nClick for its menu, drag it elsewhere, or take it off with the cross or Delete."
	w.tip.show(text, w.app.Driver().AbsolutePositionForObject(chip), chip.Size().Height)
}

// editChip opens what a filter or a formula is made by, and the menu of any other chip.
func (w *window) editChip(on view.Shelf, i int, chip *shelf.Chip) {
	switch {
	case on == view.Filters:
		w.editFilter(i)
	case on == view.Values && w.session.State().Values[i].Func == query.Formula:
		w.editFormula(i)
	default:
		w.chipMenu(on, i, chip)
	}
}

// choice is a menu item with a mark where it is what is chosen now.
func choice(text string, chosen bool, do func()) *fyne.MenuItem {
	i := fyne.NewMenuItem(text, do)
	i.Checked = chosen
	return i
}

func child(text string, items ...*fyne.MenuItem) *fyne.MenuItem {
	i := fyne.NewMenuItem(text, nil)
	i.ChildMenu = fyne.NewMenu("", items...)
	return i
}

// keyItems are the parts of a date, the bins of a number, and the order of the labels.
func (w *window) keyItems(on view.Shelf, i int, c *data.Column) []*fyne.MenuItem {
	s := w.session.State()
	key := s.Rows
	if on == view.Cols {
		key = s.Cols
	}
	now := key[i]
	set := func(f query.Field) func() {
		return func() { w.edit(func(s view.State) view.State { return s.SetKey(on, i, f) }) }
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
		bins = append(bins, fyne.NewMenuItemSeparator(), fyne.NewMenuItem("Another width…", func() { w.askBin(on, i, c) }))
		items = append(items, child("Bins", bins...))
	}
	if on == view.Rows {
		if len(items) > 0 {
			items = append(items, fyne.NewMenuItemSeparator())
		}
		items = append(items, w.orderItem(now), w.topItem(now))
	}
	return append(items, fyne.NewMenuItem("Filter…", func() { w.add(c.Name, view.Filters, len(s.Filters)) }))
}

// moveItems move a chip along its shelf and to the other shelves.
func (w *window) moveItems(on view.Shelf, i int) []*fyne.MenuItem {
	var to []*fyne.MenuItem
	for _, other := range view.Shelves {
		if other != on && w.takes(other, chipPayload{on, i}) {
			to = append(to, fyne.NewMenuItem(other.String(), func() { w.move(on, i, other, w.session.State().Len(other)) }))
		}
	}
	left := fyne.NewMenuItem("Move left", func() { w.moveByKey(on, i, fyne.KeyLeft) })
	right := fyne.NewMenuItem("Move right", func() { w.moveByKey(on, i, fyne.KeyRight) })
	left.Disabled, right.Disabled = i == 0, i+1 >= w.session.State().Len(on)
	var items []*fyne.MenuItem
	if len(to) > 0 {
		items = append(items, child("Move to", to...))
	}
	if w.session.State().Len(on) > 1 {
		items = append(items, left, right)
	}
	return items
}
