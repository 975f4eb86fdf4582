package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine"
	"cardinal/export"
	"cardinal/profiler"
	"cardinal/ui/guide/help"
	"cardinal/ui/look/lang"
	"cardinal/ui/look/theme"
	"cardinal/ui/menu"
	"cardinal/ui/state/view"
)

// menu returns the main menu for the present state of the window.
func (w *window) menu() *fyne.MainMenu {
	return fyne.NewMainMenu(w.fileMenu(), w.editMenu(), w.viewMenu(), fyne.NewMenu(lang.L("Layout"),
		w.menus.Layout()...),
		w.tabMenu(), w.helpMenu())
}

// RefreshMenu builds the main menu again. It is called after a change of the state, of a check mark in the menu, or of
// the recent files, and takes 0.1 ms.
func (w *window) RefreshMenu() { w.win.SetMainMenu(w.menu()) }

func (w *window) fileMenu() *fyne.Menu {
	recent := menu.Child(lang.L("Open recent"), w.files.RecentItems()[2:]...)
	recent.Disabled = len(recent.ChildMenu.Items) == 0
	exports := menu.Child(lang.L("Export"))
	for _, f := range export.Formats {
		if f.Title == "" {
			continue
		}
		c := command{name: lang.L(f.Title) + "…", do: func() { w.files.AskExport(f.Name) }}
		if f.Name == "xlsx" {
			c.key = ctrl(fyne.KeyE)
		}
		exports.ChildMenu.Items = append(exports.ChildMenu.Items, w.item(c))
	}
	quit := fyne.NewMenuItem(lang.L("Quit"), w.quit)
	quit.IsQuit = true
	quit.Shortcut = ctrl(fyne.KeyQ)
	file := fyne.NewMenu(lang.L("File"),
		w.item(command{lang.L("Open…"), ctrl(fyne.KeyO), w.files.AskOpen}),
		w.item(command{lang.L("Open an address…"), ctrlShift(fyne.KeyO), w.files.AskAddress}),
		w.item(command{lang.L("Connect to a database…"), ctrl(fyne.KeyD), w.servers.Ask}),
		recent,
		w.item(command{lang.L("Paste a table"), &fyne.ShortcutPaste{}, w.paste}),
		w.item(command{lang.L("Open sample"), nil, func() { w.keeps.OpenSample() }}),
		fyne.NewMenuItemSeparator(),
		w.item(command{lang.L("Save workspace"), ctrl(fyne.KeyS), w.keeps.SaveWorkspace}),
		w.item(command{lang.L("Save workspace as…"), ctrlShift(fyne.KeyS), w.keeps.SaveWorkspaceAs}),
		fyne.NewMenuItemSeparator(),
		exports,
		w.item(command{lang.L("Print…"), ctrlShift(fyne.KeyP), w.files.Print}),
		w.itemIf(w.canAskReading(), command{lang.L("How the file is read…"), ctrl(fyne.KeyI), w.askReading}),
		w.itemIf(w.canReadAgain(), command{lang.L("Read the file again"), ctrlShift(fyne.KeyI), w.readAgain}),
		w.followItem(),
		w.itemIf(w.hasVersions(), command{lang.L("Another version of this table…"), nil, w.askVersion}),
		w.itemIf(len(w.notes()) > 0, command{lang.L("Notes on this file…"), nil, w.showNotes}),
		w.itemIf(w.session.Table() != nil, command{lang.L("Data quality…"), nil, func() { w.askQuality(nil) }}))
	file.Items = append(file.Items, fyne.NewMenuItemSeparator())
	file.Items = append(file.Items, w.lookupItems()...)
	file.Items = append(file.Items,
		w.itemIf(w.session.Table() != nil, command{lang.L("Compare with another file…"), nil, w.askCompared}),
		w.itemIf(w.canReadAgain(), command{lang.L("Compare with another version of this file…"), nil, w.askVersions}),
		w.item(command{lang.L("Verify a workbook…"), nil, w.askVerified}), fyne.NewMenuItemSeparator(), quit)
	return file
}

func (w *window) editMenu() *fyne.Menu {
	return fyne.NewMenu(lang.L("Edit"),
		w.itemIf(w.canUndo, command{lang.L("Undo"), &fyne.ShortcutUndo{}, w.undo}),
		w.itemIf(w.canRedo, command{lang.L("Redo"), ctrlShift(fyne.KeyZ), w.redo}),
		fyne.NewMenuItemSeparator(),
		w.item(command{lang.L("Copy"), &fyne.ShortcutCopy{}, func() { w.result.grid.Copy(false) }}),
		w.item(command{lang.L("Copy with headers"), ctrlShift(fyne.KeyC), func() { w.result.grid.Copy(true) }}),
		w.copyAs(),
		w.copyPivotAs(),
		w.item(command{lang.L("Find…"), ctrl(fyne.KeyF), w.result.find.open}),
		fyne.NewMenuItemSeparator(),
		w.item(command{lang.L("New calculated field…"), ctrlShift(fyne.KeyN), w.newCalculatedField}),
		w.item(command{lang.L("Add a formula…"), ctrlShift(fyne.KeyF), w.addFormula}),
		w.item(command{lang.L("Swap rows and columns"), ctrlShift(fyne.KeyX),
			func() { w.editor.Edit(view.State.Swap) }}),
		w.item(command{lang.L("Keep only the selected labels"), ctrl(fyne.KeyK),
			func() { w.result.keepSelected(false) }}),
		w.item(command{lang.L("Exclude the selected labels"), ctrlShift(fyne.KeyK),
			func() { w.result.keepSelected(true) }}),
		w.item(command{lang.L("Group the selected labels…"), ctrlShift(fyne.KeyG), w.result.groupSelected}),
		w.item(command{lang.L("Clear filters"), nil, w.clearFilters}),
		w.item(command{lang.L("Clear shelves"), ctrlShift(fyne.KeyDelete), func() { w.editor.Edit(view.State.Clear) }}),
		fyne.NewMenuItemSeparator(),
		w.item(command{lang.L("Preferences…"), ctrl(fyne.KeyComma), w.askPreferences}))
}

func (w *window) viewMenu() *fyne.Menu {
	look := menu.Child(lang.L("Theme"))
	for _, m := range []struct {
		mode theme.Mode
		name string
	}{{theme.Light, lang.L("Light")}, {theme.Dark, lang.L("Dark")}, {theme.System, lang.L("As the system")}} {
		i := fyne.NewMenuItem(m.name, func() { w.setMode(m.mode) })
		i.Checked = w.mode == m.mode
		look.ChildMenu.Items = append(look.ChildMenu.Items, i)
	}
	tier := menu.Child(lang.L("Run on"))
	for _, t := range append([]profiler.Tier{{Name: string(engine.Auto), Title: lang.L("Whatever is fastest")}},
		engine.Tiers()...) {
		title := lang.L(t.Title)
		if w.session.Served() && slices.ContainsFunc(engine.LocalTiers(), func(l profiler.Tier) bool {
			return l.Name == t.Name
		}) {
			title = lang.L("{{.Hardware}}, from a copy of the columns", lang.With{"Hardware": title})
		}
		i := fyne.NewMenuItem(title, func() {
			w.editor.Edit(func(s view.State) view.State { return s.SetTier(t.Name) })
			w.RefreshMenu()
		})
		now := w.session.State().Tier
		i.Checked = now == t.Name || now == "" && t.Name == string(engine.Auto)
		i.Disabled = slices.Contains(w.prefs.Barred, t.Name) || t.Name == string(engine.Server) && !w.session.Served()
		tier.ChildMenu.Items = append(tier.ChildMenu.Items, i)
	}
	copies := w.item(command{lang.L("Copy columns from the server"), nil, func() {
		w.session.CopyColumns(!w.session.Copies())
		w.RefreshMenu()
	}})
	copies.Checked, copies.Disabled = w.session.Copies(), !w.session.Served()
	panel := w.item(command{lang.L("Profiler"), ctrl(fyne.KeyP), w.togglePanel})
	panel.Checked = w.panel.Object().Visible()
	drawn := menu.Child(lang.L("Chart"),
		append(w.chartItems(), w.item(command{lang.L("Show or hide"), ctrl(fyne.KeyJ), w.toggleChart}))...)
	return fyne.NewMenu(lang.L("View"), drawn, panel, look, tier, copies, fyne.NewMenuItemSeparator(),
		w.item(command{lang.L("Run again"), ctrl(fyne.KeyR), w.rerun}),
		w.item(command{lang.L("Compare speeds"), ctrlShift(fyne.KeyR), w.compare}),
		w.item(command{lang.L("Measure this machine"), nil, w.session.Measure}),
		w.item(command{lang.L("Tune the GPU"), nil, w.session.Tune}))
}

func (w *window) rerun() {
	w.BeforeEdit()
	w.session.Rerun()
}

func (w *window) runAnyway() {
	w.BeforeEdit()
	w.session.RunAnyway()
}

// compare measures every tier and opens the profiler, which shows the times.
func (w *window) compare() {
	if !w.panel.Object().Visible() {
		w.togglePanel()
	}
	w.session.Compare()
}

func (w *window) helpMenu() *fyne.Menu {
	return fyne.NewMenu(lang.L("Help"),
		w.item(command{lang.L("First steps"), &desktop.CustomShortcut{KeyName: fyne.KeyF1},
			func() { help.Show(w.dialogs) }}),
		w.item(command{lang.L("Tour of the window"), nil, w.startTour}),
		w.item(command{lang.L("Keyboard shortcuts"), &desktop.CustomShortcut{KeyName: fyne.KeySlash,
			Modifier: fyne.KeyModifierShortcutDefault}, func() {
			help.ShowKeys(w.dialogs)
		}}),
		fyne.NewMenuItemSeparator(),
		w.item(command{lang.L("Folders…"), nil, w.showFolders}),
		w.itemIf(w.crashed, command{lang.L("Last crash…"), nil, w.showCrash}),
		fyne.NewMenuItemSeparator(),
		w.item(command{lang.L("About Cardinal"), nil, func() { help.ShowAbout(w.dialogs, w.app.Icon()) }}))
}

// popUp opens a menu at a position of the window. The menu closes when the shelves change, since its items belong to
// the old shelves.
func (w *window) popUp(at fyne.Position, items ...*fyne.MenuItem) {
	on := w.win.Canvas()
	w.popped = widget.NewPopUpMenu(fyne.NewMenu("", menu.Within(on.Size().Height, items)...), on)
	w.popped.ShowAtPosition(at)
}
