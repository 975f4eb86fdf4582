package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// tipDelay is how long the pointer rests on something before its tip is shown.
const tipDelay = 600 * time.Millisecond

// tip is a text beside what the pointer rests on. It lies over the window's content and catches no pointer events.
type tip struct {
	root *fyne.Container
	post func(func())
	stop func() bool // of the tip that is due; nil where none is
}

func newTip(post func(func())) *tip {
	return &tip{root: container.NewWithoutLayout(), post: post}
}

// show shows a text under an object at a position of the canvas when the pointer has rested there.
func (t *tip) show(text string, at fyne.Position, height float32) {
	t.hide()
	t.stop = time.AfterFunc(tipDelay, func() {
		t.post(func() {
			if t.stop != nil {
				t.draw(text, at, height)
			}
		})
	}).Stop
}

// hide takes the tip away, or back where it is due.
func (t *tip) hide() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
	t.root.Objects = nil
	t.root.Refresh()
}

const (
	tipGap   = 4
	tipWidth = 440  // wider texts are wrapped
	tipRunes = 1500 // longer texts are cut
)

func (t *tip) draw(text string, at fyne.Position, height float32) {
	if r := []rune(text); len(r) > tipRunes {
		text = string(r[:tipRunes]) + "…"
	}
	label := widget.NewLabel(text)
	label.SizeName = theme.SizeNameCaptionText
	if label.MinSize().Width > tipWidth {
		label.Wrapping = fyne.TextWrapWord
		label.Refresh()
		label.Resize(fyne.NewSize(tipWidth, 0)) // a wrapped text knows its height once it has its width
	}
	back := canvas.NewRectangle(theme.Color(theme.ColorNameOverlayBackground))
	back.CornerRadius = 4
	back.StrokeColor, back.StrokeWidth = theme.Color(theme.ColorNameInputBorder), 1
	box := container.NewStack(back, label)
	size, room := label.MinSize(), t.root.Size()
	if label.Wrapping == fyne.TextWrapWord {
		size.Width = tipWidth
	}
	box.Resize(size)
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(t.root)) // which is below the menu bar
	y := at.Y + height + tipGap
	if y+size.Height > room.Height {
		y = max(0, at.Y-size.Height-tipGap)
	}
	box.Move(fyne.NewPos(max(0, min(at.X, room.Width-size.Width-tipGap)), y))
	t.root.Objects = []fyne.CanvasObject{box}
	t.root.Refresh()
}
