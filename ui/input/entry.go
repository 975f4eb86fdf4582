package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Focusable = (*Entry)(nil)

// Entry is a text entry that hands Esc on: to OnEscape, or to the window where that is nil. The toolkit's own entry
// swallows the key.
type Entry struct {
	widget.Entry

	OnEscape func()
}

// New makes an empty entry.
func New() *Entry {
	e := &Entry{}
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *Entry) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name != fyne.KeyEscape {
		e.Entry.TypedKey(ev)
		return
	}
	if e.OnEscape != nil {
		e.OnEscape()
		return
	}
	Pass(e, ev)
}
