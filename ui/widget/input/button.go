package input

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Button is a button that can also be pressed by Enter. It passes other keys to the window. A ring around it shows that
// it has the keyboard focus.
type Button struct {
	widget.Button
	ringed bool
	owner  fyne.Widget // the widget that embeds the button, or the button itself
}

// NewButton returns a button with a text.
func NewButton(text string, do func()) *Button { return NewButtonWithIcon(text, nil, do) }

// NewButtonWithIcon returns a button with an icon before its text.
func NewButtonWithIcon(text string, icon fyne.Resource, do func()) *Button {
	b := &Button{}
	b.Text, b.Icon, b.OnTapped = text, icon, do
	b.ExtendBaseWidget(b)
	return b
}

// ExtendBaseWidget must be called by the constructor of a widget that embeds the button.
func (b *Button) ExtendBaseWidget(owner fyne.Widget) {
	b.owner = owner
	b.Button.ExtendBaseWidget(owner)
}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		b.Tapped(nil)
	default:
		Pass(b.owner, ev)
	}
}

// Tapped runs the action without moving the focus. The toolkit's own button clears the focus before it calls OnTapped.
func (b *Button) Tapped(ev *fyne.PointEvent) {
	if b.Disabled() || b.OnTapped == nil {
		return
	}
	do := b.OnTapped
	if c := canvasOf(b.owner); c != nil && c.Focused() != nil {
		had := c.Focused()
		b.OnTapped = func() {
			c.Focus(had)
			b.OnTapped = do
			do()
		}
	}
	b.Button.Tapped(ev)
}

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() {
	b.ringed = true
	b.Button.FocusGained()
}

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() {
	b.ringed = false
	b.Button.FocusLost()
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &buttonRenderer{b.Button.CreateRenderer(), b, canvas.NewRectangle(nil)}
	r.ring.StrokeWidth = 1.5
	r.style()
	return r
}

// buttonRenderer paints a ring inside the toolkit's button.
type buttonRenderer struct {
	fyne.WidgetRenderer
	button *Button
	ring   *canvas.Rectangle
}

// Layout implements fyne.WidgetRenderer.
func (r *buttonRenderer) Layout(size fyne.Size) {
	const inset = 1.5
	r.WidgetRenderer.Layout(size)
	r.ring.Move(fyne.NewSquareOffsetPos(inset))
	r.ring.Resize(size.SubtractWidthHeight(2*inset, 2*inset))
}

// Objects implements fyne.WidgetRenderer.
func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	return append(slices.Clone(r.WidgetRenderer.Objects()), r.ring)
}

// Refresh implements fyne.WidgetRenderer.
func (r *buttonRenderer) Refresh() {
	r.style()
	r.WidgetRenderer.Refresh()
}

// style gives the ring the colour of the button's text, which contrasts with the button.
func (r *buttonRenderer) style() {
	name := theme.ColorNameForeground
	switch r.button.Importance {
	case widget.HighImportance:
		name = theme.ColorNameForegroundOnPrimary
	case widget.DangerImportance:
		name = theme.ColorNameForegroundOnError
	}
	th := r.button.Theme()
	r.ring.StrokeColor = th.Color(name, fyne.CurrentApp().Settings().ThemeVariant())
	r.ring.CornerRadius = th.Size(theme.SizeNameInputRadius) - 1
	r.ring.Hidden = !r.button.ringed
	r.ring.Refresh()
}
