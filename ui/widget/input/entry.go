package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Focusable = (*Entry)(nil)

// Entry is a text entry that passes on keys which the toolkit's own entry keeps. F1, and shortcuts of letters and
// digits that no text entry uses, go to the window. Esc goes to OnEscape, or to the window if OnEscape is nil. The down
// arrow goes to OnDown.
type Entry struct {
	widget.Entry

	OnEscape func() // Esc was pressed; may be nil
	OnDown   func() // the down arrow was pressed; may be nil

	OnPaste func(text string) bool // a text is pasted; returns false to paste it into the entry; may be nil

	OnTab func() bool // Tab was pressed; returns false to focus the next widget; may be nil
}

// New returns an empty entry.
func New() *Entry {
	e := &Entry{}
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *Entry) TypedKey(ev *fyne.KeyEvent) {
	switch {
	case ev.Name == fyne.KeyEscape && e.OnEscape != nil:
		e.OnEscape()
	case ev.Name == fyne.KeyEscape || ev.Name == fyne.KeyF1:
		Pass(e, ev)
	case ev.Name == fyne.KeyTab && e.OnTab != nil:
		if c := canvasOf(e); !e.OnTab() && c != nil {
			c.FocusNext()
		}
	case ev.Name == fyne.KeyDown && e.OnDown != nil:
		e.OnDown()
	default:
		e.Entry.TypedKey(ev)
	}
}

// AcceptsTab implements fyne.Tabbable.
func (e *Entry) AcceptsTab() bool { return e.OnTab != nil || e.Entry.AcceptsTab() }

// TypedShortcut implements fyne.Shortcutable.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	if p, ok := s.(*fyne.ShortcutPaste); ok && e.OnPaste != nil && e.OnPaste(p.Clipboard.Content()) {
		return
	}
	if k, ok := s.(*desktop.CustomShortcut); ok && len(k.KeyName) == 1 && PassShortcut(e, s) {
		return
	}
	e.Entry.TypedShortcut(s)
}

// Pass passes a key that a focused widget does not use to the window. The toolkit itself does this only if no widget
// has the focus.
func Pass(from fyne.CanvasObject, ev *fyne.KeyEvent) {
	if c := canvasOf(from); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(ev)
	}
}

// PassShortcut passes a shortcut that a focused widget does not use to the window. It returns false if the widget is in
// no window.
func PassShortcut(from fyne.CanvasObject, s fyne.Shortcut) bool {
	c, ok := canvasOf(from).(fyne.Shortcutable)
	if ok {
		c.TypedShortcut(s)
	}
	return ok
}

// Focus gives the keyboard focus to a widget in a window.
func Focus(w fyne.Focusable) {
	if c := canvasOf(w.(fyne.CanvasObject)); c != nil {
		c.Focus(w)
	}
}

// Unfocus removes the focus from a widget. It returns false if the widget did not have the focus.
func Unfocus(w fyne.Focusable) bool {
	c := canvasOf(w.(fyne.CanvasObject))
	if c == nil || c.Focused() != w {
		return false
	}
	c.Unfocus()
	return true
}

// Enable enables or disables a widget.
func Enable(w fyne.Disableable, on bool) {
	if on {
		w.Enable()
	} else {
		w.Disable()
	}
}

// Show shows or hides an object.
func Show(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}

// canvasOf returns the canvas of a widget. The toolkit knows the canvas only after the widget was painted. Before that,
// canvasOf returns the canvas on which the widget has the focus.
func canvasOf(o fyne.CanvasObject) fyne.Canvas {
	d := fyne.CurrentApp().Driver()
	if c := d.CanvasForObject(o); c != nil {
		return c
	}
	for _, w := range d.AllWindows() {
		if f, focused := w.Canvas().Focused().(fyne.CanvasObject); focused && f == o {
			return w.Canvas()
		}
	}
	return nil
}
