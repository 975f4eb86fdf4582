package grid

import (
	"fmt"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/engine/figure/mark"
	"cardinal/export/chart"
	own "cardinal/ui/look/theme"
)

// variantTheme is a theme in light or dark, whatever the system prefers.
type variantTheme struct {
	fyne.Theme
	variant fyne.ThemeVariant
}

func (t variantTheme) Color(n fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	return t.Theme.Color(n, t.variant)
}

// TestContrastOfScrollbars holds the thumb of a scrollbar against the grid.
func TestContrastOfScrollbars(t *testing.T) {
	for _, mode := range []own.Mode{own.Light, own.Dark} {
		p := newPalette(own.New(mode).OnSurface(), theme.VariantLight)
		if ratio := chart.Contrast(p.thumb, p.back); ratio < 3 {
			t.Errorf("%s: the thumb has a contrast of %.2f", mode, ratio)
		}
	}
}

// TestContrastOfMarks holds figures, and the sign before rounded ones, against every colour that a conditional
// format puts behind them.
func TestContrastOfMarks(t *testing.T) {
	for _, mode := range []own.Mode{own.Light, own.Dark} {
		p := newPalette(own.New(mode).OnSurface(), theme.VariantLight)
		if (p.marks == &mark.Dark) != (mode == own.Dark) {
			t.Fatalf("%s has the colours of the other background", mode)
		}
		check := func(what string, behind color.RGBA) {
			for name, ink := range map[string]color.RGBA{"a figure": p.fore,
				"the sign of rounding": p.roundedInk(true)} {
				if ratio := chart.Contrast(ink, behind); ratio < 4.5 {
					t.Errorf("%s: %s on %s, %v, has a contrast of %.2f", mode, name, what, behind, ratio)
				}
			}
		}
		check("a bar", p.marks.Bar)
		check("a negative bar", p.marks.Negative)
		for _, f := range []mark.Fill{mark.Two, mark.Three, mark.Good, mark.Bad} {
			for i := range 101 {
				c, _ := p.marks.FillColour(mark.Cell{Fill: f, Share: float64(i) / 100})
				check(fmt.Sprint("fill ", f), c)
			}
		}
	}
}
