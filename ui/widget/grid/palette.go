package grid

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/engine/figure/mark"
)

// palette has the colours of a frame. All are opaque. They are colours of the theme, or mixtures of two of these.
type palette struct {
	back, fore, muted   color.RGBA
	header, sub, total  color.RGBA // backgrounds
	rule, group, strong color.RGBA // lines, from the faintest to the strongest
	accent, pale        color.RGBA // pale is the accent if the grid does not have the keyboard focus
	thumb, shadow       color.RGBA
	marks               *mark.Colours
	found               color.RGBA // background of a cell that a search found
}

func newPalette(th fyne.Theme, variant fyne.ThemeVariant) palette {
	get := func(name fyne.ThemeColorName) color.RGBA {
		r, g, b, a := th.Color(name, variant).RGBA()
		if a == 0 {
			return color.RGBA{A: 255}
		}
		return color.RGBA{uint8(r * 255 / a), uint8(g * 255 / a), uint8(b * 255 / a), 255}
	}
	back, fore := get(theme.ColorNameBackground), get(theme.ColorNameForeground)
	accent := get(theme.ColorNamePrimary)
	marks := &mark.Light
	if int(back.R)+int(back.G)+int(back.B) < 3*128 {
		marks = &mark.Dark
	}
	return palette{
		back: back, fore: fore, accent: accent,
		muted:  mix(back, fore, 0.7),
		header: mix(back, fore, 0.055),
		sub:    mix(back, fore, 0.028),
		total:  mix(back, fore, 0.055),
		rule:   mix(back, fore, 0.09),
		group:  mix(back, fore, 0.16),
		strong: mix(back, fore, 0.34),
		pale:   mix(back, mix(fore, accent, 0.5), 0.5),
		thumb:  mix(back, fore, 0.5),
		found:  mix(back, get(theme.ColorNameWarning), 0.32),
		shadow: mix(color.RGBA{A: 255}, mix(back, fore, 0.5), 0.1),
		marks:  marks,
	}
}

// roundedInk returns the colour of the sign before a rounded figure. If the cell has the colour of a conditional
// format, the sign has the colour of the figure.
func (p *palette) roundedInk(marked bool) color.RGBA {
	if marked {
		return p.fore
	}
	return p.muted
}

// mix returns a mixture of two colours: a if share is 0, b if share is 1.
func mix(a, b color.RGBA, share float64) color.RGBA {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*share + 0.5) }
	return color.RGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), 255}
}
