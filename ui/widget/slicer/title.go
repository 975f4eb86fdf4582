package slicer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

var _ desktop.Hoverable = (*title)(nil)

// title is the name of a field above its labels. If the name is cut, a tip shows it completely.
type title struct {
	widget.Label
	name string
	tips *tip.Tip
}

func newTitle(tips *tip.Tip) *title {
	t := &title{tips: tips}
	t.TextStyle.Bold, t.Truncation = true, fyne.TextTruncateEllipsis
	t.ExtendBaseWidget(t)
	return t
}

func (t *title) set(name string) {
	t.name = name
	t.cut()
}

// Resize implements fyne.CanvasObject.
func (t *title) Resize(size fyne.Size) {
	t.Label.Resize(size)
	t.cut()
}

// cut shows as much of the name as the width allows.
func (t *title) cut() {
	text := t.name
	if room := input.LabelRoom(t.Size().Width); room > 0 {
		text = input.NameEllipsis(t.name, t.TextStyle, room)
	}
	if text != t.Text {
		t.SetText(text)
	}
}

// MouseIn implements desktop.Hoverable.
func (t *title) MouseIn(*desktop.MouseEvent) {
	if t.Text != t.name {
		t.tips.Show(t.name, fyne.CurrentApp().Driver().AbsolutePositionForObject(t), t.Size().Height)
	}
}

// MouseMoved implements desktop.Hoverable.
func (t *title) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *title) MouseOut() { t.tips.Hide() }
