package mark

import "image/color"

// Colours are the colours of conditional formats on one background. People who do not distinguish red from green
// distinguish blue from orange (Okabe and Ito, 2008). The text of a figure has a contrast of at least 4.5 on each
// colour, and on each mixture of a scale's colours.
type Colours struct {
	Bar, Negative color.RGBA    // bars of positive and negative figures
	Axis          color.RGBA    // the line between positive and negative bars
	Two           [2]color.RGBA // the colours of a scale, from the least figure to the greatest
	Three         [3]color.RGBA
	// highlights: Bad for bottom, below average and conditions with < or <=; Good for all others
	Good, Bad color.RGBA
}

// Light and Dark are the colours on a light and on a dark background. Files have the light colours.
var (
	Light = Colours{
		Bar: rgb(0xA9CFEE), Negative: rgb(0xF6BE8D), Axis: rgb(0xB9C2CB),
		Two:   [2]color.RGBA{rgb(0xF2F8FD), rgb(0x6FB1E2)},
		Three: [3]color.RGBA{rgb(0xF2A65E), rgb(0xF8F8F6), rgb(0x6FB1E2)},
		Good:  rgb(0xBFE0F7), Bad: rgb(0xFAD3AE),
	}
	Dark = Colours{
		Bar: rgb(0x24577F), Negative: rgb(0x80480F), Axis: rgb(0x4D5965),
		Two:   [2]color.RGBA{rgb(0x1D2A35), rgb(0x22659B)},
		Three: [3]color.RGBA{rgb(0x8A4E12), rgb(0x252A2F), rgb(0x22659B)},
		Good:  rgb(0x1F527B), Bad: rgb(0x71420F),
	}
)

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// FillColour returns the background colour of a cell, or false if no format colours the cell.
func (p *Colours) FillColour(c Cell) (color.RGBA, bool) {
	switch c.Fill {
	case Two:
		return blend(p.Two[0], p.Two[1], c.Share), true
	case Three:
		if c.Share < 0.5 {
			return blend(p.Three[0], p.Three[1], 2*c.Share), true
		}
		return blend(p.Three[1], p.Three[2], 2*c.Share-1), true
	case Good:
		return p.Good, true
	case Bad:
		return p.Bad, true
	}
	return color.RGBA{}, false
}

// BarColour returns the colour of the bar of a cell.
func (p *Colours) BarColour(c Cell) color.RGBA {
	if c.To < c.From {
		return p.Negative
	}
	return p.Bar
}

// blend mixes two colours as spreadsheets do: share 0 is a, and share 1 is b.
func blend(a, b color.RGBA, share float64) color.RGBA {
	mix := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*share + 0.5) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
