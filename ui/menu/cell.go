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

// CellItems returns the menu items for a cell of an answer's grid. They are in three groups: for its labels, for its
// row or column, and for its measure.
func (ms *Menus) CellItems(a *session.Answer, row, col int, chosen []cells.Rect) []*fyne.MenuItem {
	labels := a.Labels(row, col, chosen...)
	return JoinGroups(ms.LabelItems(labels), ms.filterItems(labels), ms.foldItems(a, row, col), ms.Sort(a, row, col),
		ms.figureItems(a, row, col))
}

// JoinGroups joins groups of items with separators between them. It leaves out empty groups.
func JoinGroups(groups ...[]*fyne.MenuItem) (all []*fyne.MenuItem) {
	for _, g := range groups {
		if len(g) > 0 && len(all) > 0 {
			all = append(all, fyne.NewMenuItemSeparator())
		}
		all = append(all, g...)
	}
	return all
}

// ItemWithKey returns an item that shows a key.
func ItemWithKey(text string, key fyne.KeyName, modifier fyne.KeyModifier, do func()) *fyne.MenuItem {
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
			items = append(items, fyne.NewMenuItem(lang.L("Filter {{.Field}}…", lang.With{"Field": name}),
				func() { ms.Append(name, view.Filters) }))
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
	key, label := axis.PathKey(c.Node), lang.With{"Label": axis.Text(c.Node)}
	text := lang.L("Fold {{.Label}}", label)
	if c.Fold == pivot.Closed {
		text = lang.L("Unfold {{.Label}}", label)
	}
	f := axis.Fields[axis.Depth(c.Node)-1]
	return []*fyne.MenuItem{
		ItemWithKey(text, fyne.KeySpace, 0,
			ms.editing(func(s view.State) view.State { return s.Toggle(onRows, key) })),
		fyne.NewMenuItem(lang.L("Fold every {{.Field}}", lang.With{"Field": view.FieldTitle(f)}),
			ms.editing(func(s view.State) view.State { return s.FoldTo(on, f) })),
		ItemWithKey(lang.L("Unfold all"), fyne.KeyA, fyne.KeyModifierAlt|fyne.KeyModifierShift, func() {
			ms.Edit(view.State.UnfoldAll)
		}),
	}
}

// figureItems returns items that mark, change or rename the measure of a cell. It returns no items for a label.
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
		return items // the count of rows, which is shown while Values is empty
	}
	for _, setting := range ms.measureSettings(i) {
		if setting.Label == lang.L("Aggregate") || setting.Label == lang.L("Show as") {
			items = append(items, setting)
		}
	}
	of := lang.With{"Measure": view.MeasureTitle(m)}
	return append(items, fyne.NewMenuItem(lang.L("Settings of {{.Measure}}…", of),
		func() { ms.OpenForm(view.Values, i) }),
		fyne.NewMenuItem(lang.L("Rename…"), func() { ms.Rename(i) }))
}

// ListingItems returns the menu items for a cell of listed rows: items for its value, and items for its column. A
// heading has only the latter. If behind is true, the listed rows are the rows behind a figure of a pivot, and a filter
// changes the pivot, but not the list.
func (ms *Menus) ListingItems(r *session.Rows, row, col int, chosen cells.Rect, behind bool) []*fyne.MenuItem {
	l, name, ok := r.Labels(row, col, chosen)
	if name == "" {
		return nil
	}
	var keep []*fyne.MenuItem
	if ok {
		keep = ms.LabelItems([]session.Labels{l})[:2] // only labels on a shelf can be grouped, by the third item
	}
	var add []*fyne.MenuItem
	for _, on := range []view.Shelf{view.Rows, view.Cols, view.Values} {
		add = append(add, fyne.NewMenuItem(on.String(), func() { ms.Append(name, on) }))
	}
	title := lang.L("Filter {{.Field}}…", lang.With{"Field": name})
	if behind {
		title = lang.L("Filter the pivot by {{.Field}}…", lang.With{"Field": name})
	}
	filter := []*fyne.MenuItem{fyne.NewMenuItem(title, func() { ms.Append(name, view.Filters) })}
	if i := ms.State().FilterOf(query.Field{Column: name}); i >= 0 {
		filter = append(filter, fyne.NewMenuItem(lang.L("Remove the filter on {{.Field}}", lang.With{"Field": name}),
			func() { ms.Remove(view.Filters, i) }))
	}
	return JoinGroups(keep, filter, []*fyne.MenuItem{Child(lang.L("Add to"), add...)})
}
