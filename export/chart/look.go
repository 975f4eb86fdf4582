package chart

import (
	"fmt"
	"image/color"
	"math"

	"cardinal/internal/each"
)

// Look is how a chart looks.
type Look struct {
	Dark          bool
	Scale         float64  // pixels of an image per unit of a scene; 0 means 1
	Regular, Bold []byte   // font files; nil: the Go font
	Untitled      bool     // no title is drawn, since the caller shows it
	Substitutes   [][]byte // font files for missing characters, tried before installed fonts
}

// palette is the colours of a chart.
type palette struct {
	paper, ink, subtle, rule, zero color.NRGBA
	series                         []color.NRGBA // colours that people who confuse red and green can distinguish, too
	// the ends of the colour scales of a heat map: for zero or the least figure, the greatest, and the most negative
	low, high, below color.NRGBA
}

// The palettes for light and for dark paper. The contrast with the paper is at least 3 for every colour of a series,
// and at least 4.5 for texts.
var (
	light = palette{
		paper: rgb(0xFFFFFF), ink: rgb(0x1B2430), subtle: rgb(0x5B6774), rule: rgb(0xE3E8EC), zero: rgb(0x8E99A5),
		series: []color.NRGBA{rgb(0x0F766E), rgb(0xD9731A), rgb(0x3B3A98), rgb(0x5795D0), rgb(0xB8336A), rgb(0x552813),
			rgb(0xA56CB8), rgb(0x82925D)},
		low: rgb(0xEDF4F3), high: rgb(0x0B5C56), below: rgb(0x9A4A0E),
	}
	dark = palette{
		paper: rgb(0x1C2228), ink: rgb(0xE4E9EE), subtle: rgb(0x9CA8B4), rule: rgb(0x2F3740), zero: rgb(0x66727E),
		series: []color.NRGBA{rgb(0x46B9AC), rgb(0xE8A04F), rgb(0x7C72F5), rgb(0x6ABDFE), rgb(0xD8568A), rgb(0xD9E9B0),
			rgb(0xA97656), rgb(0x2C8DB5)},
		low: rgb(0x27313A), high: rgb(0x5FD6C8), below: rgb(0xF0A55A),
	}
)

func (l Look) palette() palette {
	if l.Dark {
		return dark
	}
	return light
}

// Paper returns the colour behind the chart.
func (l Look) Paper() color.NRGBA { return l.palette().paper }

// maxSeries is the largest number of series that colours can distinguish.
const maxSeries = 8

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// mix mixes two colours: it returns a if share is 0, and b if share is 1.
func mix(a, b color.NRGBA, share float64) color.NRGBA {
	f := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*share)) }
	return color.NRGBA{R: f(a.R, b.R), G: f(a.G, b.G), B: f(a.B, b.B), A: 0xFF}
}

// textColour returns black or white, whichever has more contrast with the ground of a text. On any ground, one of the
// two has a contrast of at least 4.5.
func textColour(ground color.NRGBA) color.NRGBA {
	black, white := rgb(0), rgb(0xFFFFFF)
	if Contrast(black, ground) >= Contrast(white, ground) {
		return black
	}
	return white
}

// Contrast returns the contrast of two opaque colours as WCAG 2 defines it, from 1 to 21: the ratio of their relative
// luminances.
func Contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	linear := func(v uint32) float64 {
		x := float64(v) / 0xFFFF
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// Inks returns the colours of series on white paper in the form RRGGBB.
func Inks() []string {
	return each.Of(light.series, func(c color.NRGBA) string { return fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B) })
}
