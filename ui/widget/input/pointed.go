package input

import (
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var _ desktop.Hoverable = (*Pointed)(nil)

// Pointed is the base of a widget that changes its look while the pointer is on it, or while it has the keyboard focus.
type Pointed struct {
	widget.BaseWidget

	OnHover          func(in bool) // the pointer came (true) or left (false); may be nil
	Hovered, Focused bool          // the pointer is on the widget; the widget has the focus
}

// MouseIn implements desktop.Hoverable.
func (p *Pointed) MouseIn(*desktop.MouseEvent) { p.hover(true) }

// MouseMoved implements desktop.Hoverable.
func (p *Pointed) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (p *Pointed) MouseOut() { p.hover(false) }

func (p *Pointed) hover(in bool) {
	p.Hovered = in
	p.Refresh()
	if p.OnHover != nil {
		p.OnHover(in)
	}
}

// Cursor returns a pointing hand.
func (p *Pointed) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained implements fyne.Focusable.
func (p *Pointed) FocusGained() { p.focus(true) }

// FocusLost implements fyne.Focusable.
func (p *Pointed) FocusLost() { p.focus(false) }

func (p *Pointed) focus(on bool) {
	p.Focused = on
	p.Refresh()
}

// TypedRune does nothing, since TypedKey handles the keys.
func (p *Pointed) TypedRune(rune) {}
