package ui

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// hearKeys gives Esc to the window while a widget of the toolkit has the keyboard, and Enter to the dialog that
// a check box is on. The toolkit gives a key to such a widget alone, and check boxes have no use for Esc. A
// menu gets its keys by menuKey and menuLetter. After Tab, the dialog on top scrolls to the widget with the
// keyboard. hearKeys also keeps whether a key or the mouse was used last.
func (w *window) hearKeys() {
	native(w.win, func(g *glfw.Window) {
		var toolkit glfw.KeyCallback
		toolkit = g.SetKeyCallback(func(g *glfw.Window, key glfw.Key, code int, action glfw.Action, mods glfw.ModifierKey) {
			w.pointed = w.pointed && action == glfw.Release
			if key == glfw.KeyEscape && action == glfw.Press && mods == 0 && deaf(w.win.Canvas().Focused()) {
				w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
				return
			}
			if (key == glfw.KeyEnter || key == glfw.KeyKPEnter) && action == glfw.Press && mods == 0 && unconfirmed(w.win.Canvas().Focused()) {
				w.dialogs.Confirm()
				return
			}
			if action != glfw.Release && mods == 0 && menuKey(w.win.Canvas().Focused(), menuKeys[key]) {
				return
			}
			toolkit(g, key, code, action, mods)
			if key == glfw.KeyTab && action != glfw.Release {
				w.dialogs.Reveal()
			}
		})
		var pressed glfw.MouseButtonCallback
		pressed = g.SetMouseButtonCallback(func(g *glfw.Window, button glfw.MouseButton, action glfw.Action, mods glfw.ModifierKey) {
			w.pointed = true
			pressed(g, button, action, mods)
		})
		var typed glfw.CharCallback
		typed = g.SetCharCallback(func(g *glfw.Window, letter rune) {
			if !menuLetter(w.win.Canvas().Focused(), letter) {
				typed(g, letter)
			}
		})
	})
}

// deaf reports whether a widget with the keyboard keeps Esc from the window and does nothing with Esc itself.
func deaf(f fyne.Focusable) bool {
	if f == nil {
		return false
	}
	if _, closes := f.(*widget.PopUpMenu); closes {
		return false
	}
	return reflect.TypeOf(f).Elem().PkgPath() == reflect.TypeFor[widget.Button]().PkgPath()
}

// unconfirmed reports whether a widget with the keyboard has no use for Enter.
func unconfirmed(f fyne.Focusable) bool {
	_, is := f.(*widget.Check)
	return is
}
