package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// TestCheckBoxesGiveEscAway distinguishes widgets that keep Esc and Enter from the window from widgets that use them.
func TestCheckBoxesGiveEscAway(t *testing.T) {
	test.NewTempApp(t)
	for _, c := range []struct {
		on                fyne.Focusable
		deaf, unconfirmed bool
	}{
		{input.NewSelect(nil, nil), false, false},
		{widget.NewCheck("", nil), true, true},
		{input.New(), false, false},
		{&widget.PopUpMenu{}, false, false},
	} {
		if swallowsEscape(c.on) != c.deaf || ignoresEnter(c.on) != c.unconfirmed {
			t.Errorf("%T: deaf %v, unconfirmed %v", c.on, swallowsEscape(c.on), ignoresEnter(c.on))
		}
	}
}

// TestKeysOfMenus moves in a menu and its submenus by keys and letters, past disabled entries, and chooses entries.
func TestKeysOfMenus(t *testing.T) {
	test.NewTempApp(t)
	c := test.NewTempWindow(t, widget.NewLabel("")).Canvas()
	chosen := ""
	entries := func(of string, disabled func(i int) bool, within ...*fyne.MenuItem) *fyne.Menu {
		all := []*fyne.MenuItem{}
		for i, name := range []string{"zeroth", "first", "second", "third", "last", "sixth"} {
			item := fyne.NewMenuItem(of+name, func() { chosen = of + name })
			item.Disabled = disabled(i)
			all = append(all, item, fyne.NewMenuItemSeparator())
		}
		return fyne.NewMenu("", append(all, within...)...)
	}
	some := func(i int) bool { return i == 0 || i == 2 || i == 3 || i == 5 }
	child := func(name string, of *fyne.Menu) *fyne.MenuItem {
		item := fyne.NewMenuItem(name, nil)
		item.ChildMenu = of
		return item
	}
	inner := child("inner", entries("inner ", some))
	barred := child("off", entries("off ", func(int) bool { return true }))
	down, up, home, end, right, left, enter := fyne.KeyDown, fyne.KeyUp, fyne.KeyHome, fyne.KeyEnd, fyne.KeyRight,
		fyne.KeyLeft, fyne.KeyReturn
	letter := func(r rune) fyne.KeyName { return fyne.KeyName(r) }
	for _, k := range []struct {
		keys []fyne.KeyName
		want string
	}{
		{[]fyne.KeyName{down}, "first"},
		{[]fyne.KeyName{down, down}, "last"},
		{[]fyne.KeyName{down, down, up}, "first"},
		{[]fyne.KeyName{down, up}, "first"},
		{[]fyne.KeyName{up, up, up}, "last"},
		{[]fyne.KeyName{end, home}, "first"},
		{[]fyne.KeyName{end, up, right, end}, "inner last"},
		{[]fyne.KeyName{letter('i'), right}, "inner first"},
		{[]fyne.KeyName{letter('I'), enter}, "inner first"},
		{[]fyne.KeyName{letter('i'), enter, left, home}, "first"},
		{[]fyne.KeyName{letter('i'), enter, letter('i')}, "inner last"},
		{[]fyne.KeyName{letter('l'), letter('s')}, "last"},
		{[]fyne.KeyName{end, letter('f')}, "first"},
		{[]fyne.KeyName{end, right}, ""},
	} {
		menu := entries("", some, inner, barred)
		widget.ShowPopUpMenuAtPosition(menu, c, fyne.Position{})
		chosen = ""
		for _, name := range append(k.keys, enter) {
			switch {
			case name == left:
				c.Focused().TypedKey(&fyne.KeyEvent{Name: name})
			case len(name) == 1 && !menuLetter(c.Focused(), rune(name[0])) || len(name) > 1 &&
				!menuKey(c.Focused(), name):
				t.Errorf("%T is no menu", c.Focused())
			}
		}
		if chosen != k.want {
			t.Errorf("%v: chose %q, want %q", k.keys, chosen, k.want)
		}
	}
	for _, f := range []fyne.Focusable{input.New(), nil} {
		if menuKey(f, fyne.KeyEnd) || menuLetter(f, 'a') {
			t.Error("what is no menu takes the key")
		}
	}
}

// TestMenusSayEnter looks for the key of the rows behind a figure in the menu of the figure, by the name that
// the list of keys has.
func TestMenusSayEnter(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	s.result.openMenu(1, 1, fyne.Position{})
	entries, _ := entriesOf(s.popped.Menu)
	if key := entries[0].Shortcut.(fyne.KeyboardShortcut).Key(); key != fyne.KeyEnter {
		t.Errorf("the key of %q is %q", entries[0].Label, key)
	}
}
