package input

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

func TestEscape(t *testing.T) {
	test.NewTempApp(t)
	e := New()
	w := test.NewTempWindow(t, e)
	var window, own int
	w.Canvas().SetOnTypedKey(func(ev *fyne.KeyEvent) {
		if ev.Name == fyne.KeyEscape {
			window++
		}
	})
	w.Canvas().Focus(e)
	test.Type(e, "abc")
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if e.Text != "ab" || window != 1 {
		t.Errorf("the text is %q and the window saw Esc %d times", e.Text, window)
	}
	e.OnEscape = func() { own++ }
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if window != 1 || own != 1 {
		t.Errorf("the window saw Esc %d times, the owner %d times", window, own)
	}
}

func TestKeysHandedOn(t *testing.T) {
	test.NewTempApp(t)
	e := New()
	w := test.NewTempWindow(t, e)
	three := &desktop.CustomShortcut{KeyName: fyne.Key3, Modifier: fyne.KeyModifierControl}
	seen, down := 0, 0
	w.Canvas().AddShortcut(three, func(fyne.Shortcut) { seen++ })
	e.TypedShortcut(three)
	if seen != 1 {
		t.Error("Ctrl+3 does not reach the window")
	}
	test.Type(e, "some words")
	e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyLeft, Modifier: fyne.KeyModifierControl})
	if e.CursorColumn != 5 {
		t.Errorf("Ctrl+Left leads to column %d", e.CursorColumn)
	}
	e.OnDown = func() { down++ }
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if down != 1 {
		t.Error("the arrow down stays in the entry")
	}
}
