package input

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Wrapped returns a label with a text that wraps at words.
func Wrapped(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}

// Caption returns a label with a small text that wraps at words.
func Caption(text string) *widget.Label {
	l := Wrapped(text)
	l.SizeName = theme.SizeNameCaptionText
	return l
}

// Lines gives a label the height of n lines. When its text changes, the objects below it then do not move.
func Lines(label *widget.Label, n float32) *fyne.Container {
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(fyne.NewSize(0, n*fyne.MeasureText("M", theme.TextSize(), fyne.TextStyle{}).Height+
		2*theme.InnerPadding()))
	return container.NewStack(room, label)
}
