package mark

import (
	"cardinal/data"
	"cardinal/engine/query"
)

// Cell is what a conditional format shows in one cell. The zero Cell shows nothing.
type Cell struct {
	Mark query.Mark
	// Bars: the beginning of the bar, at zero, and its end, as shares of the width of the cell; To < From for a
	// negative figure
	From, To float64
	Share    float64 // Scale: the position between the colours of the least figure (0) and of the greatest (1)
}

// Of returns what the format shows for a figure of the level. Nulls, texts and NaN show nothing. Dates and infinities
// have no bar and no colour of a scale.
func (e *Extent) Of(v data.Value) Cell {
	if e == nil || e.Figures == 0 || !isOrdered(v) {
		return Cell{}
	}
	c := Cell{Mark: e.Mark}
	x, ok := finiteNumber(v)
	switch {
	case !ok && !e.Mark.Highlights():
		return Cell{}
	case e.Mark.Kind == query.Bars:
		least, greatest := min(e.Least, 0), max(e.Greatest, 0)
		if least == greatest {
			return Cell{}
		}
		c.From, c.To = share(0, least, greatest), share(x, least, greatest)
	case e.Mark.Kind == query.Scale:
		c.Share = share(x, e.Low(), e.High())
	case !e.Highlighted(v):
		return Cell{}
	}
	return c
}

// Diverges reports whether a colour scale has its middle colour at zero, and other colours to both sides.
func (e *Extent) Diverges() bool { return e.Mark.N == 3 && e.Least < 0 && e.Greatest > 0 }

// Low returns the figure with the first colour of a colour scale. On both sides of zero, figures of equal magnitude
// have equally strong colours.
func (e *Extent) Low() float64 {
	if e.Diverges() {
		return -e.High()
	}
	return e.Least
}

// High returns the figure with the last colour.
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

// share returns the position of x between low (0) and high (1), or 0.5 if they are equal. Halves keep the difference
// of large floats finite.
func share(x, low, high float64) float64 {
	if low == high {
		return 0.5
	}
	return min(max((x/2-low/2)/(high/2-low/2), 0), 1)
}
