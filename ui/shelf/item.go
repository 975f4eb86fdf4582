package shelf

import (
	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/ui/theme"
)

// Kind is what a chip is for; it decides the colour.
type Kind uint8

// The kinds.
const (
	Dimension Kind = iota
	Measure
	Filter
)

// Item is what a chip shows.
type Item struct {
	Text string
	Kind Kind
	Type data.Type // for the icon
	Note string    // a short mark after the text: a sort arrow
}

func (k Kind) colors() (fill, text fyne.ThemeColorName) {
	switch k {
	case Measure:
		return theme.ColorMeasure, theme.ColorMeasureText
	case Filter:
		return theme.ColorFilter, theme.ColorFilterText
	}
	return theme.ColorDimension, theme.ColorDimensionText
}
