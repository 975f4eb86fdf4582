package input

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Lines gives a label the height of n lines. When its text changes, the objects below it then do not move.
func Lines(label *widget.Label, n float32) *fyne.Container {
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(fyne.NewSize(0, n*fyne.MeasureText("M", theme.TextSize(), fyne.TextStyle{}).Height+
		2*theme.InnerPadding()))
	return container.NewStack(room, label)
}
