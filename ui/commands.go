package ui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/data"
	"cardinal/data/format/markup"
	"cardinal/data/remote"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/dialog/reading"
	"cardinal/ui/dialog/zones"
	"cardinal/ui/guide/help"
	"cardinal/ui/look/lang"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// command is an entry of the main menu. key may be nil.
type command struct {
	name string
	key  fyne.Shortcut
	do   func()
}

func ctrl(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
}

func ctrlShift(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
}

// item returns the menu item of a command. The main menu sees keys before the focused text entry does. A key that text
// entries know, such as Ctrl+C, is therefore passed on to the focused text entry if there is one.
//
// While a dialog is open, the item does nothing. Otherwise Ctrl+Z, for example, would undo the measure whose name the
// dialog asks for.
func (w *window) item(c command) *fyne.MenuItem {
	i := fyne.NewMenuItem(c.name, func() {
		if !w.passToEntry(c.key) && w.dialogs.Len() == 0 {
			c.do()
		}
	})
	i.Shortcut = c.key
	return i
}

// itemIf returns the menu item of a command, disabled if can is false.
func (w *window) itemIf(can bool, c command) *fyne.MenuItem {
	i := w.item(c)
	i.Disabled = !can
	return i
}

// passToEntry gives a shortcut to the focused text entry. It returns false if no text entry has the focus.
func (w *window) passToEntry(key fyne.Shortcut) bool {
	switch key.(type) {
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo, *fyne.ShortcutCopy, *fyne.ShortcutPaste:
		type entry interface {
			fyne.Shortcutable
			SelectedText() string
		}
		if e, ok := w.win.Canvas().Focused().(entry); ok {
			switch key.(type) {
			case *fyne.ShortcutCopy:
				key = &fyne.ShortcutCopy{Clipboard: w.app.Clipboard()}
			case *fyne.ShortcutPaste:
				key = &fyne.ShortcutPaste{Clipboard: w.app.Clipboard()}
			}
			e.TypedShortcut(key)
			return true
		}
	}
	return false
}

func (w *window) undo() {
	w.BeforeEdit()
	w.session.Undo()
}

func (w *window) redo() {
	w.BeforeEdit()
	w.session.Redo()
}

// paste opens the table on the clipboard.
func (w *window) paste() {
	w.status.dismiss()
	get := w.clipboard.Get()
	w.keeps.Paste(func(ctx context.Context) ([]byte, []string, error) {
		c, err := get(ctx)
		return markup.Exact(ctx, c.Text, c.HTML), c.Files, err
	})
}

func (w *window) addFormula() { w.editor.AddFormula("", w.session.State().Len(view.Values)) }

func (w *window) newCalculatedField() { w.editor.NewLet("") }

func (w *window) clearFilters() { w.editor.Edit(view.State.ClearFilters) }

// addShortcuts registers the keys that no menu item shows.
func (w *window) addShortcuts() {
	c := w.win.Canvas()
	on := func(key fyne.Shortcut, do func()) {
		c.AddShortcut(key, func(fyne.Shortcut) {
			if w.dialogs.Len() == 0 { // a dialog keeps the keyboard
				do()
			}
		})
	}
	on(&fyne.ShortcutRedo{}, w.redo)
	on(ctrl(fyne.Key0), w.fields.FocusSearch)
	on(ctrl(fyne.KeyG), func() { c.Focus(w.result.grid) })
	for i, s := range view.Shelves {
		key := []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4}[i]
		on(ctrl(key), func() { w.shelves.On[s].Focus(0) })
	}
	on(ctrl(fyne.Key7), w.focusChart)
	on(ctrl(fyne.Key5), func() { w.slicers.Focus(c.Focused()) })
	on(ctrl(fyne.Key6), w.tabs.Focus)
	on(ctrl(fyne.KeyPageDown), func() { w.session.NextTab(1) })
	on(ctrl(fyne.KeyPageUp), func() { w.session.NextTab(-1) })
	c.SetOnTypedKey(w.typedKey)
}

// focusFields gives the keyboard to the list of fields if no widget has it.
func (w *window) focusFields() {
	if w.win.Canvas().Focused() == nil {
		w.fields.Focus()
	}
}

// typedKey handles a key that no widget used. In a dialog, the arrows scroll, and Enter presses the confirming button.
//
// Esc does the first of these that applies: it ends a drag, closes a dialog, ends the tour, stops the work under way,
// closes the find bar, returns from the rows to the pivot, removes the marks of moved figures, or removes the message.
// While only the beginning of a file is shown, Esc closes the find bar and leaves the rows before it stops the work,
// since the work reads the rest of the file.
func (w *window) typedKey(ev *fyne.KeyEvent) {
	if ev.Name != fyne.KeyEscape {
		if ev.Name == fyne.KeyF1 && w.dialogs.Len() == 0 {
			help.Show(w.dialogs)
		} else if w.dialogs.Len() == 0 {
			w.result.find.key(ev, input.Shifted(false))
		} else if ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter {
			w.dialogs.Confirm()
		} else {
			w.dialogs.Scroll(ev.Name)
		}
		return
	}
	if w.session.Begun() && !w.layer.Active() && w.dialogs.Len() == 0 && !w.tour.Active() &&
		(w.result.find.key(ev, false) || w.result.leaveRows()) {
		return
	}
	if !w.layer.Cancel() && !w.dialogs.Dismiss() && !w.tour.End() && !w.session.Cancel() &&
		!w.result.find.key(ev, false) && !w.result.leaveRows() && !w.unmark() {
		w.status.dismiss()
	}
}

// setMode chooses the light look, the dark look, or the look of the system.
func (w *window) setMode(m theme.Mode) {
	w.prefs.Set(func(r *prefs.Values) { r.Theme = m })
	w.showMode(m)
}

func (w *window) showMode(m theme.Mode) {
	w.mode = m
	w.app.Settings().SetTheme(theme.New(m))
	if w.result != nil {
		w.result.ground.Theme = theme.New(m).OnSurface()
		w.result.ground.Refresh()
		w.result.chart.draw()
		w.result.board.repaint()
	}
	if w.win.MainMenu() != nil {
		w.RefreshMenu()
	}
}

// canAskReading reports whether the open table can be read in another way.
func (w *window) canAskReading() bool { return reading.Can(w.session.Source()) }

// canReadAgain reports whether the open table comes from a file that the person has.
func (w *window) canReadAgain() bool {
	t := w.session.Source()
	return t != nil && t.Path != "" && t.Served == nil && !w.session.Pasted()
}

// hasVersions reports whether the open table is a Delta table, which may have older versions.
func (w *window) hasVersions() bool { return w.canReadAgain() && w.session.Source().Format == "delta" }

// otherRole returns a function that reads the table again with the other role of a column: as identifiers, or as
// quantities. It returns nil if the column is not one of whole numbers in a file that can be read again.
func (w *window) otherRole(c *data.Column) func() {
	if t := w.session.Source(); !w.canReadAgain() || c.Type != data.Int || !t.Has(c.Name) {
		return nil
	}
	return func() {
		from := w.keeps.Source()
		from.Reading.Roles = data.WithRole(from.Reading.Roles, c.Name, c.OtherRole())
		w.keeps.ReadAs(from.Sheet, from.Reading)
	}
}

// zoneOf returns a function that asks for the time zone of a column, and reads the table again with this zone. It
// returns nil if the column has no times, is calculated, or cannot be read again.
func (w *window) zoneOf(c *data.Column) func() {
	t := w.session.Source()
	if t == nil || c.Type != data.Timestamp || !t.Has(c.Name) || t.Served == nil && !w.canReadAgain() {
		return nil
	}
	return func() {
		switch {
		case !c.UTC && c.Zone == "":
			w.Say(session.Message{Text: lang.L("The times of {{.Column}} are written without a time zone, so that "+
				"nobody knows which instants they are: they cannot be moved to a zone.",
				lang.With{"Column": c.Name})})
			return
		case t.Served != nil && !remote.KindOf(t.Format).HasZones():
			w.Say(session.Message{Text: lang.L("Cardinal does not ask {{.Server}} for the times of a zone: save the "+
				"part of the table that you need as a file, and open the file.",
				lang.With{"Server": remote.KindOf(t.Format).Title})})
			return
		}
		zones.Ask(w.dialogs, c, w.prefs.Zones, func(name string) {
			w.prefs.AddZone(name)
			if name == "UTC" {
				name = ""
			}
			from := w.keeps.Source()
			from.Reading.Zones = data.WithZone(from.Reading.Zones, c.Name, name)
			w.keeps.ReadAs(from.Sheet, from.Reading)
		})
	}
}

func (w *window) askReading() { w.askReadingOf("") }

// askReadingOf asks how the file is to be read, beginning at a named column.
func (w *window) askReadingOf(column string) {
	if w.canAskReading() {
		reading.Ask(w.dialogs, w.keeps, column)
	}
}
