package input

import (
	"testing"

	"fyne.io/fyne/v2"
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
