package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// IsShift reports whether a key is one of the two shift keys.
func IsShift(ev *fyne.KeyEvent) bool {
	return ev.Name == desktop.KeyShiftLeft || ev.Name == desktop.KeyShiftRight
}

// Shifted reports whether shift is pressed. If the driver cannot tell, it returns seen: what a widget knows from the
// keys that it received.
func Shifted(seen bool) bool {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
	}
	return seen
}
