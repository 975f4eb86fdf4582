package forecast

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	own "cardinal/ui/look/theme"
)

// Card returns a card that says where a drop would land, and what is expected of the pivot. It consists of plain canvas
// objects, which catch no pointer events.
func Card(title string, w Words) fyne.CanvasObject {
	back := canvas.NewRectangle(theme.Color(theme.ColorNameOverlayBackground))
	back.CornerRadius, back.StrokeWidth = 5, 1
	back.StrokeColor = theme.Color(theme.ColorNameInputBorder)
	ink := own.ColorSubtle
	if w.Warns {
		back.StrokeColor, ink = theme.Color(theme.ColorNameWarning), theme.ColorNameForeground
	}
	lines := container.New(layout.NewCustomPaddedVBoxLayout(1), text(title, theme.ColorNameForeground, true))
	for i, l := range w.Lines {
		line := text(l, ink, false)
		if w.Warns && i == 0 {
			mark := canvas.NewImageFromResource(theme.NewColoredResource(theme.WarningIcon(), theme.ColorNameWarning))
			mark.SetMinSize(fyne.NewSquareSize(theme.TextSize()))
			mark.FillMode = canvas.ImageFillContain
			lines.Add(container.New(layout.NewCustomPaddedHBoxLayout(4), mark, line))
			continue
		}
		lines.Add(line)
	}
	return container.NewStack(back, container.New(layout.NewCustomPaddedLayout(6, 7, 9, 10), lines))
}

func text(s string, in fyne.ThemeColorName, bold bool) fyne.CanvasObject {
	t := canvas.NewText(s, theme.Color(in))
	t.TextSize, t.TextStyle.Bold = theme.CaptionTextSize(), bold
	return t
}
