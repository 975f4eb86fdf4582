package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var _ desktop.Hoverable = (*iconButton)(nil)

// iconButton is a button without words. A tip says what it does while the pointer rests on it.
type iconButton struct {
	widget.Button
	tip  *tip
	says string
}

func newIconButton(icon fyne.Resource, says string, tip *tip, do func()) *iconButton {
	b := &iconButton{tip: tip, says: says}
	b.Icon, b.OnTapped, b.Importance = icon, do, widget.LowImportance
	b.ExtendBaseWidget(b)
	return b
}

// MouseIn implements desktop.Hoverable.
func (b *iconButton) MouseIn(ev *desktop.MouseEvent) {
	b.Button.MouseIn(ev)
	b.tip.show(b.says, fyne.CurrentApp().Driver().AbsolutePositionForObject(b), b.Size().Height)
}

// MouseOut implements desktop.Hoverable.
func (b *iconButton) MouseOut() {
	b.Button.MouseOut()
	b.tip.hide()
}

// Tapped takes the tip away: it would cover what the button shows.
func (b *iconButton) Tapped(ev *fyne.PointEvent) {
	b.tip.hide()
	b.Button.Tapped(ev)
}
