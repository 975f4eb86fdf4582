package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// isMaximized reports whether the window fills the screen. Fyne cannot tell; GLFW can.
func isMaximized(win fyne.Window) (is bool) {
	native(win, func(w *glfw.Window) { is = w.GetAttrib(glfw.Maximized) == glfw.True })
	return is
}

func maximize(win fyne.Window) { native(win, (*glfw.Window).Maximize) }

// fitScreen makes a window that is larger than the screen as large as the screen allows, and brings it into view. A
// window that fits stays as it is.
func fitScreen(win fyne.Window, asked fyne.Size) {
	scale := win.Canvas().Scale()
	native(win, func(w *glfw.Window) {
		m := glfw.GetPrimaryMonitor()
		if m == nil {
			return
		}
		x, y, width, height := m.GetWorkarea()
		left, top, right, bottom := w.GetFrameSize()
		width, height = width-left-right, height-top-bottom
		askedWidth, askedHeight := int(asked.Width*scale), int(asked.Height*scale)
		if width <= 0 || height <= 0 || askedWidth <= width && askedHeight <= height {
			return
		}
		w.SetPos(x+left, y+top)
		w.SetSize(min(askedWidth, width), min(askedHeight, height))
	})
}

// native calls `do` with the GLFW window of win. In tests, win has no GLFW window, and native does nothing.
func native(win fyne.Window, do func(*glfw.Window)) {
	owner, ok := win.(interface{ RunWithContext(func()) })
	if !ok {
		return
	}
	owner.RunWithContext(func() {
		if w := glfw.GetCurrentContext(); w != nil {
			do(w)
		}
	})
}

// hasHandle reports whether the system has created the window. Without this check, Fyne would log the failure and then
// wait for events for ever.
func hasHandle(win fyne.Window) bool {
	native, ok := win.(driver.NativeWindow)
	if !ok {
		return true
	}
	made := true
	native.RunNative(func(context any) {
		switch c := context.(type) {
		case driver.X11WindowContext:
			made = c.WindowHandle != 0
		case driver.WaylandWindowContext:
			made = c.WaylandSurface != 0
		case driver.WindowsWindowContext:
			made = c.HWND != 0
		case driver.MacWindowContext:
			made = c.NSWindow != 0
		}
	})
	return made
}

// isX11 reports whether win is a window of X11.
func isX11(win fyne.Window) (is bool) {
	if native, ok := win.(driver.NativeWindow); ok {
		native.RunNative(func(context any) { _, is = context.(driver.X11WindowContext) })
	}
	return is
}
