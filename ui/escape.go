package ui

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// hearKeys handles keys that the toolkit would give only to the focused widget. Esc goes to the window if the focused
// widget would ignore it. Enter on a check box confirms the dialog. menuKey and menuLetter handle the keys of a menu.
//
// After Tab, the dialog on top scrolls to the focused widget. hearKeys also notes whether the person used a key or the
// mouse last.
func (w *window) hearKeys() {
	native(w.win, func(g *glfw.Window) {
		var toolkit glfw.KeyCallback
		toolkit = g.SetKeyCallback(func(g *glfw.Window, key glfw.Key, code int, action glfw.Action,
			mods glfw.ModifierKey) {
			w.pointed = w.pointed && action == glfw.Release
			if key == glfw.KeyEscape && action == glfw.Press && mods == 0 && swallowsEscape(w.win.Canvas().Focused()) {
				w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
				return
			}
			if (key == glfw.KeyEnter || key == glfw.KeyKPEnter) && action == glfw.Press && mods == 0 &&
				ignoresEnter(w.win.Canvas().Focused()) {
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
		pressed = g.SetMouseButtonCallback(func(g *glfw.Window, button glfw.MouseButton, action glfw.Action,
			mods glfw.ModifierKey) {
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

// swallowsEscape reports whether a focused widget keeps Esc from the window without using it.
func swallowsEscape(f fyne.Focusable) bool {
	if f == nil {
		return false
	}
	if _, closes := f.(*widget.PopUpMenu); closes {
		return false
	}
	return reflect.TypeOf(f).Elem().PkgPath() == reflect.TypeFor[widget.Button]().PkgPath()
}

// ignoresEnter reports whether a focused widget has no use for Enter.
func ignoresEnter(f fyne.Focusable) bool {
	_, is := f.(*widget.Check)
	return is
}
