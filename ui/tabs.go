package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/look/lang"
	"cardinal/ui/widget/tabs"
)

// newTabs returns the bar of tabs.
func newTabs(w *window) *tabs.Bar {
	b := tabs.New(w.tip)
	b.OnShow = w.session.ShowTab
	b.OnNew = w.session.NewTab
	b.OnBoard = w.session.NewDashboard
	b.OnClose = w.session.CloseTab
	b.OnMove = w.session.MoveTab
	b.OnRename = w.renameTab
	b.OnMenu = func(i int, at fyne.Position) { w.popUp(at, w.tabItems(i)...) }
	b.OnList = func(at fyne.Position) {
		var items []*fyne.MenuItem
		for i, t := range w.session.Tabs() {
			item := fyne.NewMenuItem(t.Name, func() { w.session.ShowTab(i) })
			item.Checked = i == w.session.Shown()
			items = append(items, item)
		}
		w.popUp(at, items...)
	}
	return b
}

// ShowTabs implements session.Screen.
func (w *window) ShowTabs(names []string, shown int) {
	w.tabs.Show(names, shown)
	w.keeps.Changed()
	w.RefreshMenu()
}

func (w *window) renameTab(i int) {
	all := w.session.Tabs()
	if w.session.Table() == nil || i >= len(all) {
		return
	}
	w.dialogs.AskText(lang.L("Rename the tab"), lang.L("Name"), all[i].Name, func(name string) error {
		return w.session.CheckTabName(i, name)
	},
		func(name string) { w.session.RenameTab(i, name) })
}

// tabItems returns the menu items for the tab at a position.
func (w *window) tabItems(i int) []*fyne.MenuItem {
	s := w.session
	left, right := fyne.NewMenuItem(lang.L("Move left"), func() { s.MoveTab(i, i-1) }),
		fyne.NewMenuItem(lang.L("Move right"),
			func() { s.MoveTab(i, i+1) })
	left.Disabled, right.Disabled = i == 0, i+1 >= len(s.Tabs())
	return []*fyne.MenuItem{
		fyne.NewMenuItem(lang.L("Rename…"), func() { w.renameTab(i) }),
		fyne.NewMenuItem(lang.L("Duplicate"), func() { s.DuplicateTab(i) }),
		left, right,
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(lang.L("Close"), func() { s.CloseTab(i) }),
	}
}

func (w *window) tabMenu() *fyne.Menu {
	s := w.session
	items := []*fyne.MenuItem{
		w.item(command{lang.L("New tab"), ctrl(fyne.KeyT), s.NewTab}),
		w.item(command{lang.L("New dashboard"), nil, s.NewDashboard}),
		w.item(command{lang.L("Close tab"), ctrl(fyne.KeyW), func() { s.CloseTab(s.Shown()) }}),
		w.item(command{lang.L("Open the closed tab again"), ctrlShift(fyne.KeyT), s.ReopenTab}),
		w.item(command{lang.L("Next tab"), ctrl(fyne.KeyTab), func() { s.NextTab(1) }}),
		w.item(command{lang.L("Previous tab"), ctrlShift(fyne.KeyTab), func() { s.NextTab(-1) }}),
		fyne.NewMenuItemSeparator(),
	}
	items[3].Disabled = !s.CanReopen()
	for _, i := range items[:6] {
		i.Disabled = i.Disabled || s.Table() == nil
	}
	for _, i := range w.tabItems(s.Shown())[:4] {
		i.Disabled = i.Disabled || s.Table() == nil
		items = append(items, i)
	}
	return fyne.NewMenu(lang.L("Tabs"), items...)
}
