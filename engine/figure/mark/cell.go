package mark

import (
	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Cell is what the conditional formats of a measure show in one cell. The zero Cell shows nothing.
type Cell struct {
	Bar bool
	// the beginning of the bar, at zero, and its end, as shares of the width of the cell; To < From for a negative
	// figure
	From, To float64
	Fill     Fill    // where the background colour of the cell comes from
	Share    float64 // Two, Three: the position between the colours of the least figure (0) and of the greatest (1)
	Arrow    Arrow
}

// IsZero reports whether the cell shows nothing.
func (c Cell) IsZero() bool { return c == Cell{} }

// Fill says where the colour of a whole cell comes from.
type Fill uint8

// The fills: none, a scale of two or three colours, a highlight of a great or of a low figure.
const (
	None Fill = iota
	Two
	Three
	Good
	Bad
)

// Arrow is the direction of an arrow beside a figure; 0 is no arrow.
type Arrow uint8

// The arrows, from the arrow of the least figures to the arrow of the greatest.
const (
	Down Arrow = 1 + iota
	Falling
	Level
	Rising
	Up
)

// String returns an arrow as a character, or "" for none.
func (a Arrow) String() string { return [...]string{"", "↓", "↘", "→", "↗", "↑"}[a] }

// Show adds to a cell what the format shows for a figure of the level. Nulls, texts and NaN show nothing. Dates and
// infinities show only highlights. A cell keeps the first bar, the first colour and the first arrow that it was given.
func (c *Cell) Show(e *Extent, v data.Value) {
	if e == nil || e.Figures == 0 || !isOrdered(v) {
		return
	}
	x, finite := finiteNumber(v)
	switch kind := e.Mark.Kind; {
	case kind == query.Bars && finite && !c.Bar:
		if least, greatest := min(e.Least, 0), max(e.Greatest, 0); least < greatest {
			c.Bar, c.From, c.To = true, share(0, least, greatest), share(x, least, greatest)
		}
	case kind == query.Scale && finite && c.Fill == None:
		c.Fill, c.Share = Two+Fill(e.Mark.N-2), share(x, e.Low(), e.High())
	case kind == query.Icons && finite && c.Arrow == 0:
		c.Arrow = e.arrow(x)
	case e.Mark.Highlights() && c.Fill == None && e.Highlighted(v):
		if c.Fill = Good; e.Mark.IsLow() {
			c.Fill = Bad
		}
	}
}

// arrowBounds returns the bounds that divide the range of the figures into three or five, as a spreadsheet does. It
// halves the figures before it subtracts them, so that the difference of large floats stays finite.
func (e *Extent) arrowBounds() (bounds []float64) {
	shares := []float64{0.33, 0.67}
	if e.Mark.N == 5 {
		shares = []float64{0.2, 0.4, 0.6, 0.8}
	}
	return each.Of(shares, func(s float64) float64 { return 2 * (e.Least/2 + (e.Greatest/2-e.Least/2)*s) })
}

// arrow returns the arrow of a figure.
func (e *Extent) arrow(x float64) Arrow {
	at, step := Down, Arrow(4/(e.Mark.N-1))
	for _, bound := range e.Arrows {
		if x >= bound {
			at += step
		}
	}
	return at
}

// Diverges reports whether a colour scale has its middle colour at zero, and a different colour on each side of zero.
func (e *Extent) Diverges() bool { return e.Mark.N == 3 && e.Least < 0 && e.Greatest > 0 }

// Low returns the figure that has the first colour of a colour scale. If the scale diverges, Low is -High, so that
// figures of equal magnitude have equally strong colours.
func (e *Extent) Low() float64 {
	if e.Diverges() {
		return -e.High()
	}
	return e.Least
}

// High returns the figure that has the last colour.
func (e *Extent) High() float64 {
	if e.Diverges() {
		return max(e.Greatest, -e.Least)
	}
	return e.Greatest
}

// Highlighted reports whether a highlight marks a number or a date.
func (e *Extent) Highlighted(v data.Value) bool {
	if e.Mark.Kind == query.Passing {
		return Passes(e.passing, v)
	}
	if e.Bound.IsNull() {
		return false
	}
	order := data.Compare(v, e.Bound)
	switch e.Mark.Kind {
	case query.Most:
		return order >= 0
	case query.Least:
		return order <= 0
	case query.Above:
		return order > 0
	}
	return order < 0
}

// share returns the position of x between low (0) and high (1), or 0.5 if they are equal. It halves them before it
// subtracts them, so that the difference of large floats stays finite.
func share(x, low, high float64) float64 {
	if low == high {
		return 0.5
	}
	return min(max((x/2-low/2)/(high/2-low/2), 0), 1)
}
