package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

var _ fyne.Theme = (*Theme)(nil)

// Mode says whether the look is light or dark.
type Mode string

// The modes. System means that the desktop decides.
const (
	System Mode = "system"
	Light  Mode = "light"
	Dark   Mode = "dark"
)

// Toggle returns Light if a mode looks dark, and Dark if it looks light. variant is the look of the system.
func (m Mode) Toggle(variant fyne.ThemeVariant) Mode {
	if m == Dark || m != Light && variant == theme.VariantDark {
		return Light
	}
	return Dark
}

// Theme is the toolkit's default theme with other colours and tighter spacing.
type Theme struct {
	fyne.Theme
	mode Mode
}

// New returns the theme in a mode. An unknown mode counts as System.
func New(m Mode) *Theme { return &Theme{Theme: theme.DefaultTheme(), mode: m} }

// Color returns one of Cardinal's own colours, or else a colour of the default theme.
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	switch t.mode {
	case Light:
		variant = theme.VariantLight
	case Dark:
		variant = theme.VariantDark
	}
	pair, ok := palette[name]
	if !ok {
		return t.Theme.Color(name, variant)
	}
	if variant == theme.VariantLight {
		return pair.light
	}
	return pair.dark
}

// OnSurface returns the theme with ColorSurface as its background colour. It is for the grid.
func (t *Theme) OnSurface() fyne.Theme { return surface{t} }

type surface struct{ *Theme }

func (s surface) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if name == theme.ColorNameBackground {
		name = ColorSurface
	}
	return s.Theme.Color(name, variant)
}

// Size returns a size of the default theme, or a smaller one for texts and padding.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText:
		return 13
	case theme.SizeNameCaptionText:
		return 11
	case theme.SizeNameSubHeadingText:
		return 16
	case theme.SizeNameHeadingText:
		return 20
	case theme.SizeNameInnerPadding:
		return 6
	case theme.SizeNameInlineIcon:
		return 16
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return 4
	case theme.SizeNameScrollBar:
		return 10
	}
	return t.Theme.Size(name)
}
