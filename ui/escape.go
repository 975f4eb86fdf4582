package ui

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	"github.com/go-gl/glfw/v3.3/glfw"

	"cardinal/ui/tip"
)

// hearKeys gives Esc to the window while a widget of the toolkit has the keyboard, and Return to the dialog that a list or a check box is on. The toolkit gives a
// key to such a widget alone, and buttons, lists and check boxes have no use for Esc. Home and End go to the first and the last entry of a menu. After Tab, the dialog
// on top scrolls to the widget with the keyboard.
func (w *window) hearKeys() {
	native(w.win, func(g *glfw.Window) {
		var toolkit glfw.KeyCallback
		toolkit = g.SetKeyCallback(func(g *glfw.Window, key glfw.Key, code int, action glfw.Action, mods glfw.ModifierKey) {
			if key == glfw.KeyEscape && action == glfw.Press && mods == 0 && deaf(w.win.Canvas().Focused()) {
				w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
				return
			}
			if (key == glfw.KeyEnter || key == glfw.KeyKPEnter) && action == glfw.Press && mods == 0 && unconfirmed(w.win.Canvas().Focused()) {
				w.dialogs.Confirm()
				return
			}
			if (key == glfw.KeyHome || key == glfw.KeyEnd) && action != glfw.Release && mods == 0 && toEnd(w.win.Canvas().Focused(), key == glfw.KeyEnd) {
				return
			}
			toolkit(g, key, code, action, mods)
			if key == glfw.KeyTab && action != glfw.Release {
				w.dialogs.Reveal()
			}
		})
	})
}

// deaf reports whether a widget with the keyboard keeps Esc from the window and does nothing with Esc itself.
func deaf(f fyne.Focusable) bool {
	if f == nil {
		return false
	}
	switch f.(type) {
	case *widget.PopUpMenu: // which closes
		return false
	case *tip.Select: // a list of the toolkit with a tip
		return true
	}
	return reflect.TypeOf(f).Elem().PkgPath() == reflect.TypeFor[widget.Button]().PkgPath()
}

// unconfirmed reports whether a widget with the keyboard has no use for Return.
func unconfirmed(f fyne.Focusable) bool {
	switch f.(type) {
	case *widget.Select, *tip.Select, *widget.Check:
		return true
	}
	return false
}

// toEnd goes to the first or the last entry of a menu with the keyboard, and reports whether f is a menu. The toolkit knows the arrows alone, which do nothing at an end.
func toEnd(f fyne.Focusable, last bool) bool {
	steps := 500 // as many entries fit no window; menu.Within lets no menu be higher
	switch m := f.(type) {
	case *widget.PopUpMenu:
		steps = max(steps, len(m.Items)) // those of a list scroll
	case interface{ Child() *widget.Menu }: // a menu of the main menu
	default:
		return false
	}
	key := fyne.KeyUp
	if last {
		key = fyne.KeyDown
	}
	for range steps {
		f.TypedKey(&fyne.KeyEvent{Name: key})
	}
	return true
}
