package menu

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// Settings returns the settings of chip i of a shelf, for its form. Each setting is an item whose submenu has the
// choices; less usual choices are in a further submenu, More. A filter has no settings, since it has an editor.
func (ms *Menus) Settings(on view.Shelf, i int) []*fyne.MenuItem {
	switch {
	case i >= ms.State().Len(on):
		return nil
	case on == view.Values:
		return ms.measureSettings(i)
	case on == view.Filters:
		return nil
	}
	return ms.keySettings(on, i, ms.Column(ms.State().ColumnOf(on, i)))
}

// ChipItems returns the items of the menu of chip i of a shelf. They do not repeat its settings.
func (ms *Menus) ChipItems(on view.Shelf, i int) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	column := ms.Column(ms.State().ColumnOf(on, i))
	switch on {
	case view.Rows, view.Cols:
		items = ms.keyItems(on, i, column)
	case view.Values:
		items = ms.measureItems(i)
	case view.Filters:
		pinned, everyTab := ms.State().Filters[i].Pinned, ms.State().Filters[i].EveryTab
		pin := choice(lang.L("Keep in view beside the table"), pinned,
			ms.editing(func(s view.State) view.State { return s.Pin(i, !pinned) }))
		pin.Disabled = !ms.State().Filters[i].Pinnable()
		hold := choice(lang.L("Hold in every tab"), everyTab,
			ms.editing(func(s view.State) view.State { return s.HoldInEveryTab(i, !everyTab) }))
		hold.Disabled = ms.State().Dashboard
		items = []*fyne.MenuItem{
			fyne.NewMenuItem(lang.L("Filter…"), func() { ms.EditFilter(i) }),
			pin, hold,
			fyne.NewMenuItem(lang.L("Clear this filter"),
				ms.editing(func(s view.State) view.State { return s.SetFilter(i, s.Filters[i].Cleared()) })),
		}
	}
	if on != view.Filters {
		items = append([]*fyne.MenuItem{fyne.NewMenuItem(lang.L("Settings…"), func() { ms.OpenForm(on, i) })}, items...)
	}
	items = append(items, fyne.NewMenuItemSeparator())
	items = append(items, ms.moveItems(on, i)...)
	return append(items, fyne.NewMenuItem(lang.L("Remove"), func() { ms.Remove(on, i) }))
}

// moveItems returns items that move a chip along its shelf or to another shelf.
func (ms *Menus) moveItems(on view.Shelf, i int) []*fyne.MenuItem {
	var to []*fyne.MenuItem
	for _, other := range view.Shelves {
		if other != on && ms.Accepts(other, on, i) {
			to = append(to, fyne.NewMenuItem(other.String(), func() { ms.Move(on, i, other, ms.State().Len(other)) }))
		}
	}
	left := fyne.NewMenuItem(lang.L("Move left"), func() { ms.MoveByKey(on, i, fyne.KeyLeft) })
	right := fyne.NewMenuItem(lang.L("Move right"), func() { ms.MoveByKey(on, i, fyne.KeyRight) })
	left.Disabled, right.Disabled = i == 0, i+1 >= ms.State().Len(on)
	var items []*fyne.MenuItem
	if len(to) > 0 {
		items = append(items, Child(lang.L("Move to"), to...))
	}
	if ms.State().Len(on) > 1 {
		items = append(items, left, right)
	}
	return items
}
