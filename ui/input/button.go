package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Button is a button that Return presses, too, and that gives keys that it has no use for to the window.
type Button struct{ widget.Button }

// NewButton makes a button with a text.
func NewButton(text string, do func()) *Button {
	b := &Button{}
	b.Text, b.OnTapped = text, do
	b.ExtendBaseWidget(b)
	return b
}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeySpace:
		b.Button.TypedKey(ev)
	case fyne.KeyReturn, fyne.KeyEnter:
		b.Button.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		Pass(b, ev)
	}
}
