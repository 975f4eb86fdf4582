package grid

import (
	"image/color"

	"fyne.io/fyne/v2"
)

// variantTheme is a theme in light or dark, whatever the system prefers.
type variantTheme struct {
	fyne.Theme
	variant fyne.ThemeVariant
}

func (t variantTheme) Color(n fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	return t.Theme.Color(n, t.variant)
}
