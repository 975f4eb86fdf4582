package shelf

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
	own "cardinal/ui/look/theme"
)

// Kind says what a chip is used for, which decides its colour.
type Kind uint8

// What chips are used for.
const (
	Dimension Kind = iota
	Measure
	Filter
)

// Item is what a chip shows.
type Item struct {
	Text string    // cut if it is too long
	Kind Kind      // decides the colour
	Type data.Type // decides the icon
	Note string    // a short text after Text, e.g. a sort arrow
}

func (k Kind) colors() (fill, text fyne.ThemeColorName) {
	switch k {
	case Measure:
		return own.ColorMeasure, own.ColorMeasureText
	case Filter:
		return own.ColorFilter, own.ColorFilterText
	}
	return own.ColorDimension, own.ColorDimensionText
}

// Ghost returns what moves with the pointer while an item is dragged. It consists of canvas objects only, which catch
// no pointer events.
func Ghost(item Item) fyne.CanvasObject {
	fill, ink := item.Kind.colors()
	back := canvas.NewRectangle(theme.Color(fill))
	back.CornerRadius = 5
	back.StrokeColor, back.StrokeWidth = theme.Color(ink), 1
	icon := canvas.NewImageFromResource(own.TypeIcon(item.Type, ink))
	icon.SetMinSize(fyne.NewSquareSize(iconSize))
	icon.FillMode = canvas.ImageFillContain
	text := canvas.NewText(ellipsis(item.Text, chipMax), theme.Color(ink))
	text.TextSize = theme.TextSize()
	return container.NewStack(back, container.New(layout.NewCustomPaddedLayout(4, 4, chipPad, chipPad+2),
		container.NewHBox(icon, text)))
}
