package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Focusable = (*Entry)(nil)

// Entry is a text entry that hands on what the toolkit's own entry swallows: Esc, to OnEscape or, where that is nil, to
// the window; the arrow down, to OnDown; and shortcuts of letters and digits that no text entry knows, to the window.
type Entry struct {
	widget.Entry

	OnEscape func()
	OnDown   func()
}

// New makes an empty entry.
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
	case ev.Name == fyne.KeyEscape:
		Pass(e, ev)
	case ev.Name == fyne.KeyDown && e.OnDown != nil:
		e.OnDown()
	default:
		e.Entry.TypedKey(ev)
	}
}

// TypedShortcut implements fyne.Shortcutable.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	if k, ok := s.(*desktop.CustomShortcut); ok && len(k.KeyName) == 1 {
		if c, ok := fyne.CurrentApp().Driver().CanvasForObject(e).(fyne.Shortcutable); ok {
			c.TypedShortcut(s)
			return
		}
	}
	e.Entry.TypedShortcut(s)
}
