package menu

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// Cell returns the menu items for a cell of an answer's grid, in groups: for its labels, its row or column, and its
// measure.
func (ms *Menus) Cell(a *session.Answer, row, col int, chosen []cells.Rect) []*fyne.MenuItem {
	labels := a.Labels(row, col, chosen...)
	return Groups(ms.Labels(labels), ms.filterItems(labels), ms.foldItems(a, row, col), ms.Sort(a, row, col),
		ms.figureItems(a, row, col))
}

// Groups joins groups of items with separators between them. It leaves out empty groups.
func Groups(groups ...[]*fyne.MenuItem) (all []*fyne.MenuItem) {
	for _, g := range groups {
		if len(g) > 0 && len(all) > 0 {
			all = append(all, fyne.NewMenuItemSeparator())
		}
		all = append(all, g...)
	}
	return all
}

// Keyed returns an item that shows a key.
func Keyed(text string, key fyne.KeyName, modifier fyne.KeyModifier, do func()) *fyne.MenuItem {
	item := fyne.NewMenuItem(text, do)
	item.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: modifier}
	return item
}

// filterItems returns items that open the filters on the fields of some labels.
func (ms *Menus) filterItems(labels []session.Labels) (items []*fyne.MenuItem) {
	var seen []string
	for _, l := range labels {
		if name := l.Field.Column; ms.Column(name) != nil && !slices.Contains(seen, name) {
			seen = append(seen, name)
			items = append(items, fyne.NewMenuItem("Filter "+name+"…", func() { ms.Append(name, view.Filters) }))
		}
	}
	return items
}

// foldItems returns items that fold or unfold the label of a cell, or all labels of its field.
func (ms *Menus) foldItems(a *session.Answer, row, col int) []*fyne.MenuItem {
	c := a.Grid.Cell(row, col)
	if c.Fold == pivot.NoFold {
		return nil
	}
	axis, on, onRows := &a.Tab.Rows, view.Rows, true
	if c.Role == pivot.ColLabel {
		axis, on, onRows = &a.Tab.Cols, view.Cols, false
	}
	key, text := axis.PathKey(c.Node), map[pivot.Fold]string{pivot.Open: lang.L("Fold "), pivot.Closed: lang.L("Unfold ")}[c.Fold]
	f := axis.Fields[axis.Depth(c.Node)-1]
	return []*fyne.MenuItem{
		Keyed(text+axis.Text(c.Node), fyne.KeySpace, 0,
			ms.editing(func(s view.State) view.State { return s.Toggle(onRows, key) })),
		fyne.NewMenuItem("Fold every "+f.Title(), ms.editing(func(s view.State) view.State { return s.FoldTo(on, f) })),
		Keyed(lang.L("Unfold all"), fyne.KeyA, fyne.KeyModifierAlt|fyne.KeyModifierShift, func() {
			ms.Edit(view.State.UnfoldAll)
		}),
	}
}

// figureItems returns items that mark, change or rename the measure of a cell. A label has none.
func (ms *Menus) figureItems(a *session.Answer, row, col int) (items []*fyne.MenuItem) {
	if mark := ms.Mark(a, row, col); mark != nil {
		items = append(items, mark)
	}
	at, ok := a.Grid.Measure(row, col)
	if c := a.Grid.Cell(row, col); !ok || c.Role != pivot.Body && c.Role != pivot.Name {
		return items
	}
	m := a.Tab.Measures[at].Measure
	i := slices.Index(ms.State().Values, m)
	if i < 0 {
		return items // the count of rows, which is on no shelf
	}
	return append(items, fyne.NewMenuItem("Settings of "+m.Title()+"…", func() { ms.OpenForm(view.Values, i) }),
		fyne.NewMenuItem(lang.L("Rename…"), func() { ms.Rename(i) }))
}

// Listed returns the menu items for a cell of listed rows: for its value and its column. A heading has no value. of
// names what a filter changes: "" for the rows, or the pivot that the rows are behind.
func (ms *Menus) Listed(r *session.Rows, row, col int, chosen cells.Rect, of string) []*fyne.MenuItem {
	l, name, ok := r.Labels(row, col, chosen)
	if name == "" {
		return nil
	}
	var keep []*fyne.MenuItem
	if ok {
		keep = ms.Labels([]session.Labels{l})[:2] // groups are made only of labels on a shelf
	}
	var add []*fyne.MenuItem
	for _, on := range []view.Shelf{view.Rows, view.Cols, view.Values} {
		add = append(add, fyne.NewMenuItem(on.String(), func() { ms.Append(name, on) }))
	}
	filter := []*fyne.MenuItem{fyne.NewMenuItem("Filter "+of+name+"…", func() { ms.Append(name, view.Filters) })}
	if i := ms.State().FilterOf(query.Field{Column: name}); i >= 0 {
		filter = append(filter, fyne.NewMenuItem("Remove the filter on "+name, func() { ms.Remove(view.Filters, i) }))
	}
	return Groups(keep, filter, []*fyne.MenuItem{Child(lang.L("Add to"), add...)})
}
