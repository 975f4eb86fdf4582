package ui

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/ui/guide/help"
	"cardinal/ui/state/view"
)

// TestMenuKnowsWhatCanBeUndone compares the Edit menu with the history.
func TestMenuKnowsWhatCanBeUndone(t *testing.T) {
	other := orders()
	other.Name = "other.csv"
	s := newStage(t, orders(), other)
	check := func(when string, undo, redo bool) {
		t.Helper()
		for _, menu := range s.win.MainMenu().Items {
			for _, i := range menu.Items {
				if want, ok := map[string]bool{"Undo": undo, "Redo": redo}[i.Label]; ok && i.Disabled == want {
					t.Errorf("%s: %s is disabled: %v", when, i.Label, i.Disabled)
				}
			}
		}
	}
	check("at first", false, false)
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	check("after an edit", true, false)
	s.undo()
	check("after undo", false, true)
	s.redo()
	check("after redo", true, false)
	s.load(1)
	check("in another table", false, false)
}

// TestShelfKeysWorkInTheSearch presses Ctrl+3 while the search has the keyboard.
func TestShelfKeysWorkInTheSearch(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("units", view.Values, 0)
	s.answered()
	s.fields.FocusSearch()
	s.win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(ctrl(fyne.Key3))
	if s.win.Canvas().Focused() != fyne.Focusable(s.shelves.On[view.Values].Chips()[0]) {
		t.Errorf("the keyboard is at %T", s.win.Canvas().Focused())
	}
}

// TestMenuKeysAreInTheHelp looks for the key of every entry of the main menu in the list of all keys.
func TestMenuKeysAreInTheHelp(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	help.ShowKeys(s.dialogs)
	listed := strings.Split(strings.ReplaceAll(strings.ReplaceAll(s.read(s.asked()), ", ", "\n"), "  ", ""), "\n")
	named := map[fyne.KeyName]string{fyne.KeyComma: ",", fyne.KeySlash: "/"}
	var look func(items []*fyne.MenuItem)
	look = func(items []*fyne.MenuItem) {
		for _, i := range items {
			if i.ChildMenu != nil {
				look(i.ChildMenu.Items)
			}
			key, is := i.Shortcut.(fyne.KeyboardShortcut)
			if !is {
				continue
			}
			want := ""
			for _, m := range []struct {
				mod  fyne.KeyModifier
				text string
			}{{fyne.KeyModifierShortcutDefault, "Ctrl+"}, {fyne.KeyModifierAlt, "Alt+"},
				{fyne.KeyModifierShift, "Shift+"}} {
				if key.Mod()&m.mod != 0 {
					want += m.text
				}
			}
			want += cmp.Or(named[key.Key()], string(key.Key()))
			if !slices.Contains(listed, want) {
				t.Errorf("%s: the list of keys lacks %s", i.Label, want)
			}
		}
	}
	for _, m := range s.win.MainMenu().Items {
		look(m.Items)
	}
}

// TestMenuFitsTheWindow opens the menu of a measure in a low window: no entry is below the window's edge, out of
// reach for keys.
func TestMenuFitsTheWindow(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("units", view.Values, 0)
	s.answered()
	s.win.Resize(fyne.NewSize(640, 400))
	s.chipMenu(view.Values, 0, s.shelves.On[view.Values].Chips()[0])
	if height, room := s.popped.MinSize().Height, s.win.Canvas().Size().Height; height > room || room > 400 {
		t.Errorf("the menu is %v high, and the window %v", height, room)
	}
}
