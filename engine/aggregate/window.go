package aggregate

import (
	"math"
	"math/bits"

	"cardinal/data"
)

// Window is a range of `span` biased exponents, starting at first. Values of a float column whose exponents lie in
// the window are added in 128-bit fixed point, in units of 2^(first-1075). The sum of all such values of the column
// fits 127 bits.
type Window struct {
	first, span uint
	Whole       bool    // the window contains every finite value of the column but 0
	bits        int     // of a Whole window: every finite value is less than 2^bits units
	Outside     float64 // the share of sampled values that are outside
}

// sampled is the number of values of a column that are examined for its window.
const sampled = 4096

// WindowOf returns the window that contains all values of a column. If no window does, it returns the one with the most
// values of a sample. At most `rows` values are added.
func WindowOf(c *data.Column, rows int) Window {
	w := Window{first: uint(c.LowBit + 1075), span: uint(75 - bits.Len(uint(rows)))}
	if c.HighBit == c.LowBit { // only zeros
		return Window{first: 1, span: w.span, Whole: true}
	}
	if w.Whole = uint(c.HighBit+1022) < w.first+w.span; w.Whole {
		w.span, w.bits = min(w.span, 0x7ff-w.first), c.HighBit-c.LowBit
		return w
	}
	var values [2048]int // by biased exponent
	finite := 0
	for row := 0; row < c.Rows; row += max(1, c.Rows/sampled) {
		if v := c.Floats[row]; v != 0 && exponent(v) != 0x7ff {
			values[exponent(v)]++
			finite++
		}
	}
	inside, most := 0, -1
	for last := uint(1); last < 0x7ff; last++ { // subnormal values also have the exponent 0: it is in no window
		inside += values[last]
		if last < w.span {
			continue
		}
		first := last - w.span + 1
		if inside > most {
			w.first, most = first, inside
		}
		inside -= values[first]
	}
	w.Outside = 1 - float64(most)/float64(max(finite, 1))
	return w
}

// unit returns the exponent of the last bit of a sum.
func (w Window) unit() int { return int(w.first) - 1075 }

// exponent returns the biased exponent of v: 0 for zero and subnormal values, 0x7ff for NaN and infinities.
func exponent(v float64) uint { return uint(math.Float64bits(v) >> 52 & 0x7ff) }

// significand splits a finite v: |v| is mant * 2^exp.
func significand(v float64) (mant uint64, exp int) {
	b := math.Float64bits(v)
	mant = b & (1<<52 - 1)
	e := int(b >> 52 & 0x7ff)
	if e == 0 {
		return mant, -1074
	}
	return mant | 1<<52, e - 1075
}

// flagOf returns the flag of a value that is not finite.
func flagOf(v float64) Flags {
	switch {
	case v != v:
		return hasNaN
	case v > 0:
		return hasPosInf
	}
	return hasNegInf
}
