package sheet

import (
	"math"

	"cardinal/data/shape/totals"
	"cardinal/internal/ellipsis"
)

// lastTotals reports whether the last row holds totals of the rows above: a word says so that no other row has,
// and at least half of its numbers are the sums of their columns. label is the word, "" where there is none.
func (g *Grid) lastTotals(rows int) (label string, sums bool) {
	if rows < 3 {
		return "", false
	}
	numbers, equal := 0, 0
	for _, c := range g.columns {
		if c == nil {
			continue
		}
		v, ok := c.last(rows - 1)
		switch {
		case !ok:
		case label == "":
			if v.Kind != Text || !totals.Is(g.Texts.Values[int(v.Number)]) || c.repeats(v) {
				return "", false
			}
			label = ellipsis.Cut(g.Texts.Values[int(v.Number)], 40)
		case v.Kind == Number:
			numbers++
			if c.sums(rows-1, v.Number) {
				equal++
			}
		}
	}
	return label, equal > 0 && 2*equal >= numbers
}

// last is the cell of the last row.
func (c *cells) last(row int) (Cell, bool) {
	if len(c.runs) == 0 {
		return Cell{}, false
	}
	r := &c.runs[len(c.runs)-1]
	at := len(r.kinds) - 1
	if at < 0 || r.first+at != row || r.kinds[at] == Empty {
		return Cell{}, false
	}
	return Cell{Kind: r.kinds[at], Number: r.numbers[at]}, true
}

// repeats reports whether more than one cell has the value.
func (c *cells) repeats(v Cell) bool {
	n := 0
	for _, other := range c.all() {
		if other.Kind == v.Kind && other.Number == v.Number {
			n++
		}
	}
	return n > 1
}

// sums reports whether the numbers above a row add up to n, which is not 0.
func (c *cells) sums(row int, n float64) bool {
	sum := 0.0
	for i, v := range c.all() {
		if i < row && v.Kind == Number {
			sum += v.Number
		}
	}
	return n != 0 && math.Abs(sum-n) <= 1e-9*math.Abs(n)
}
