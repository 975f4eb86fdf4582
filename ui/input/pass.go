package input

import "fyne.io/fyne/v2"

// Pass gives a key that the focused widget has no use for to the window, which the toolkit only does while nothing
// has the focus.
func Pass(from fyne.CanvasObject, ev *fyne.KeyEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(from); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(ev)
	}
}
