package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/input"
	"cardinal/ui/tip"
)

// TestListsGiveEscAway holds the widgets that keep Esc and Return from the window against those that use them.
func TestListsGiveEscAway(t *testing.T) {
	test.NewTempApp(t)
	for _, c := range []struct {
		on                fyne.Focusable
		deaf, unconfirmed bool
	}{
		{widget.NewSelect(nil, nil), true, true},
		{tip.NewSelect(nil, nil, nil), true, true},
		{widget.NewCheck("", nil), true, true},
		{input.New(), false, false},
		{&widget.PopUpMenu{}, false, false},
	} {
		if deaf(c.on) != c.deaf || unconfirmed(c.on) != c.unconfirmed {
			t.Errorf("%T: deaf %v, unconfirmed %v", c.on, deaf(c.on), unconfirmed(c.on))
		}
	}
}

// TestEndsOfMenus goes to the last and to the first entry of a menu and of one within it.
func TestEndsOfMenus(t *testing.T) {
	test.NewTempApp(t)
	c := test.NewTempWindow(t, widget.NewLabel("")).Canvas()
	chosen := ""
	entries := func(of string, within ...*fyne.MenuItem) *fyne.Menu {
		all := []*fyne.MenuItem{}
		for _, name := range []string{"first", "second", "last"} {
			all = append(all, fyne.NewMenuItem(of+name, func() { chosen = of + name }), fyne.NewMenuItemSeparator())
		}
		return fyne.NewMenu("", append(all, within...)...)
	}
	key := func(names ...fyne.KeyName) {
		for _, name := range names {
			switch name {
			case fyne.KeyHome, fyne.KeyEnd:
				if !toEnd(c.Focused(), name == fyne.KeyEnd) {
					t.Errorf("%T is no menu", c.Focused())
				}
			default:
				c.Focused().TypedKey(&fyne.KeyEvent{Name: name})
			}
		}
	}
	inner := fyne.NewMenuItem("inner", nil)
	inner.ChildMenu = entries("inner ")
	for want, keys := range map[string][]fyne.KeyName{
		"last":       {fyne.KeyEnd, fyne.KeyUp},
		"first":      {fyne.KeyEnd, fyne.KeyHome},
		"second":     {fyne.KeyHome, fyne.KeyDown},
		"inner last": {fyne.KeyEnd, fyne.KeyRight, fyne.KeyEnd},
	} {
		widget.ShowPopUpMenuAtPosition(entries("", inner), c, fyne.Position{})
		if key(append(keys, fyne.KeyReturn)...); chosen != want {
			t.Errorf("%v: chose %q, want %q", keys, chosen, want)
		}
	}
	if toEnd(input.New(), true) || toEnd(nil, true) {
		t.Error("what is no menu takes the key")
	}
}
