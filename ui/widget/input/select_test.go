package input

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestLongSelect opens a list that is longer than the window, and chooses by keys, letters and a click. The
// option that the keyboard is on is in view.
func TestLongSelect(t *testing.T) {
	test.NewTempApp(t)
	var names []string
	for i := range 200 {
		names = append(names, fmt.Sprintf("column %d", i))
	}
	names[120], names[150] = "amount", "average of all amounts in the currency of the country"
	s := NewSelect(names, nil)
	least := widget.NewLabel(names[150]).MinSize().Width
	w := test.NewTempWindow(t, container.NewHBox(s, widget.NewLabel("")))
	c := w.Canvas()
	w.Resize(fyne.NewSize(600, 240))
	passed := ""
	c.SetOnTypedKey(func(ev *fyne.KeyEvent) { passed = string(ev.Name) })
	c.Focus(s)
	type key = fyne.KeyName
	for _, k := range []struct {
		keys []key
		want string
	}{
		{[]key{fyne.KeySpace, fyne.KeyEnd, fyne.KeyReturn}, "column 199"},
		{[]key{fyne.KeySpace, fyne.KeyUp, fyne.KeyUp, fyne.KeySpace}, "column 197"},
		{[]key{fyne.KeyDown, "a", fyne.KeyReturn}, "amount"},
		{[]key{fyne.KeyDown, "A", fyne.KeyReturn}, names[150]},
		{[]key{fyne.KeyDown, "a", "x", fyne.KeyEscape}, names[150]},
		{[]key{"a"}, "amount"},
		{[]key{fyne.KeyDown, fyne.KeyHome, fyne.KeyUp, fyne.KeyEnter}, "column 0"},
		{[]key{fyne.KeyRight}, "column 1"},
	} {
		for _, name := range k.keys {
			if len(name) == 1 {
				c.Focused().TypedRune(rune(name[0]))
			} else {
				c.Focused().TypedKey(&fyne.KeyEvent{Name: name})
			}
			if l, open := c.Focused().(*options); open && l.Marked >= 0 {
				if l.Size().Width < least {
					t.Errorf("an option of %v stands in %v", least, l.Size().Width)
				}
				row := l.CreateItem().MinSize().Height
				if top := float32(l.Marked) * (row + 4); top < l.GetScrollOffset() || top+row > l.GetScrollOffset()+
					l.Size().Height {
					t.Errorf("after %s the option %d is out of view: %v at %v", name, l.Marked, l.Size(),
						l.GetScrollOffset())
				}
			}
		}
		if s.Selected != k.want || c.Focused() != fyne.Focusable(s) || c.Overlays().Top() != nil {
			t.Errorf("%v choose %q, want %q; the keyboard is on %T", k.keys, s.Selected, k.want, c.Focused())
		}
	}
	if passed != "" {
		t.Errorf("the window got %s", passed)
	}
	for _, name := range []key{fyne.KeyEscape, fyne.KeyReturn} {
		if s.TypedKey(&fyne.KeyEvent{Name: name}); passed != string(name) {
			t.Errorf("the window did not get %s", name)
		}
	}
	test.Tap(s)
	for _, o := range test.LaidOutObjects(c.Overlays().Top()) {
		if o, is := o.(*option); is && o.i == 3 {
			test.Tap(o)
		}
	}
	if s.Selected != "column 3" {
		t.Errorf("a click chooses %q", s.Selected)
	}
	s.Disable()
	if test.Tap(s); c.Overlays().Top() != nil {
		t.Error("a disabled list opens")
	}
}
