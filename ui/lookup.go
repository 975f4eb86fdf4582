package ui

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"cardinal/ui/dialog/lookups"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// askLookup asks for a second file to look up values in, reads the file, and asks for the keys.
func (w *window) askLookup() {
	if w.session.Uncalculated() == nil || w.session.Unread(lang.L("look columns up")) ||
		w.session.Elsewhere(lang.L("look columns up in a second file")) {
		return
	}
	w.files.AskSecond(lang.L("Look up in a second file"), func(path string) { w.readSecond(path, "") })
}

// readSecond reads a second file, or a sheet of it, and asks for the keys.
func (w *window) readSecond(path, sheet string) {
	w.session.ReadSecond(path, sheet, func(second session.Second, err error) {
		switch {
		case errors.Is(err, context.Canceled):
		case err != nil:
			w.Say(session.Failure(err))
		default:
			lookups.Ask(w.dialogs, w.session, path, second, func(sheet string) { w.readSecond(path, sheet) })
		}
	})
}

// lookupItems returns the menu items that add and remove lookups.
func (w *window) lookupItems() []*fyne.MenuItem {
	add := w.item(command{lang.L("Look up in a second file…"), ctrl(fyne.KeyL), w.askLookup})
	add.Disabled = w.session.Uncalculated() == nil
	items := []*fyne.MenuItem{add}
	for i, l := range w.session.State().Lookups {
		items = append(items, fyne.NewMenuItem(lang.L("Take back the look-up in {{.File}}",
			lang.With{"File": l.Title()}), func() {
			w.session.RemoveLookup(i)
		}))
	}
	return items
}
