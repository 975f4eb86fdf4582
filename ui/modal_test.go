package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/ui/state/view"
)

// TestDialogsKeepTheirKeys presses the keys of the menu while a measure is renamed: nothing behind the dialog
// changes, no second dialog opens, and the name is that of the measure that the dialog showed.
func TestDialogsKeepTheirKeys(t *testing.T) {
	s := keeping(t, t.TempDir())
	s.open(write(t, t.TempDir(), "sales.csv", salesText))
	s.editor.Add("region", view.Rows, 0)
	s.editor.Add("revenue", view.Values, 0)
	s.editor.Add("revenue", view.Values, 1)
	s.answered()
	before, tabs := s.session.State(), len(s.session.Tabs())
	s.editor.Rename(1)
	s.win.Canvas().Unfocus() // the focus is on a button
	for _, key := range []fyne.Shortcut{&fyne.ShortcutUndo{}, ctrl(fyne.KeyO), ctrl(fyne.KeyI), ctrl(fyne.KeyT),
		ctrlShift(fyne.KeyX), ctrlShift(fyne.KeyN), ctrl(fyne.KeyF)} {
		s.press(key)
		if n := s.dialogs.Len(); n != 1 {
			t.Fatalf("%s: %d dialogs are open", key.ShortcutName(), n)
		}
	}
	if !s.session.State().SameQuery(before) || len(s.session.Tabs()) != tabs || s.result.find.Visible() {
		t.Errorf("the window behind the dialog has changed: %v", s.session.State())
	}
	s.dialogs.Dismiss()
	s.press(&fyne.ShortcutUndo{})
	if s.session.State().SameQuery(before) {
		t.Error("nothing was undone after the dialog")
	}
}
