package tip

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/input"
)

var _ desktop.Hoverable = (*Button)(nil)

// Button is a button with an icon. While the pointer rests on it, a tip says what it does.
type Button struct {
	input.Button
	Says string // the text of the tip
	tip  *Tip
}

// NewButton returns a button with an icon. says is the text of its tip.
func NewButton(icon fyne.Resource, says string, tip *Tip, do func()) *Button {
	b := &Button{tip: tip, Says: says}
	b.Icon, b.OnTapped, b.Importance = icon, do, widget.LowImportance
	b.ExtendBaseWidget(b)
	return b
}

// MouseIn implements desktop.Hoverable.
func (b *Button) MouseIn(ev *desktop.MouseEvent) {
	b.Button.MouseIn(ev)
	b.tip.Show(b.Says, fyne.CurrentApp().Driver().AbsolutePositionForObject(b), b.Size().Height)
}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() {
	b.Button.MouseOut()
	b.tip.Hide()
}

// Tapped hides the tip before it runs the action, since the tip would cover what the action opens.
func (b *Button) Tapped(ev *fyne.PointEvent) {
	b.tip.Hide()
	b.Button.Tapped(ev)
}
