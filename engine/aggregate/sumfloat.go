package aggregate

import (
	"math"
	"math/big"
	"math/bits"

	"cardinal/data"
	"cardinal/data/number/int128"
)

// SumFloat adds floats exactly. Values within the window of their column are added in 128-bit fixed point: their sum
// is S * 2^unit. Values outside the window are added in a superaccumulator of their group. The sum of both, rounded
// once, does not depend on the order of the rows. NaN and infinities set flags.
type SumFloat struct {
	floatSums[int128.Int]
	Window
	input int
}

// Flags is the set of values that are not finite in a sum of floats.
type Flags uint32

// The flags.
const (
	hasNaN Flags = 1 << iota
	hasPosInf
	hasNegInf
)

var _ Columnar = (*SumFloat)(nil)

// NewSumFloat makes sums of a float column, read from an input, with the column's window. At most `rows` values are
// added.
func NewSumFloat(c *data.Column, w Window, input, rows int) *SumFloat {
	rest := newSuperaccumulators(min(c.LowBit, w.unit()), c.HighBit, rows)
	return &SumFloat{floatSums[int128.Int]{Rest: rest, Spills: !w.Whole}, w, input}
}

// Slice returns groups lo to hi; the slice shares the state.
func (a *SumFloat) Slice(lo, hi int) Columnar { return &SumFloat{a.slice(lo, hi), a.Window, a.input} }

// Merge adds groups of another state of the same kind.
func (a *SumFloat) Merge(from Accumulator, groups, to []uint32) {
	a.mergeSums(&from.(*SumFloat).floatSums, groups, to, func(into *int128.Int, s int128.Int) { *into = into.Add(s) })
}

// Update adds a batch.
func (a *SumFloat) Update(b *Batch) {
	values := b.In[a.input].F64[:len(b.Groups)]
	if b.One {
		a.addAll(values)
		return
	}
	for i, g := range b.Groups {
		v := values[i]
		shift := exponent(v) - a.first
		if shift >= a.span {
			if v != 0 {
				a.addOutside(g, v)
			}
			continue
		}
		hi, lo, negative := toFixedPoint(v, shift)
		s := &a.S[g]
		var carry uint64
		s.Lo, carry = bits.Add64(s.Lo, lo, negative)
		s.Hi += int64(hi + carry)
	}
}

// addAll adds values to group 0. Significands of one exponent are added as 64-bit integers, and then shifted together.
func (a *SumFloat) addAll(values []float64) {
	var byShift [128]int64
	first, span := a.first, a.span
	for len(values) > 0 {
		const most = 1 << 9 // of 53 bits each
		part := values[:min(most, len(values))]
		values = values[len(part):]
		for _, v := range part {
			b := math.Float64bits(v)
			shift := uint(b>>52&0x7ff) - first
			if shift >= span {
				if v != 0 {
					a.addOutside(0, v)
				}
				continue
			}
			sign := int64(b) >> 63
			byShift[shift&127] += (int64(b&(1<<52-1)|1<<52) ^ sign) - sign
		}
		for shift, n := range byShift[:span&127] {
			if n != 0 {
				a.S[0] = a.S[0].Add(int128.From(n).Shl(uint(shift)))
				byShift[shift] = 0
			}
		}
	}
}

// toFixedPoint returns v in units of the window as 128 bits. shift is v's biased exponent minus the window's first
// exponent. For a negative v, the 128 bits are the one's complement, and negative is 1, which the caller adds.
func toFixedPoint(v float64, shift uint) (hi, lo, negative uint64) {
	b := math.Float64bits(v)
	mant := b&(1<<52-1) | 1<<52
	sign := uint64(int64(b) >> 63)
	return (mant<<(shift-64) | mant>>(64-shift)) ^ sign, mant<<shift ^ sign, b >> 63
}

// addOutside adds a value that is not 0 and lies outside the window.
func (a *SumFloat) addOutside(g uint32, v float64) {
	if exponent(v) == 0x7ff {
		a.Flags.S[g] |= flagOf(v)
		return
	}
	if s, ok := a.alignBelow(v); ok {
		a.S[g] = a.S[g].Add(s)
		return
	}
	mant, exp := significand(v)
	a.Rest.add(g, 0, mant, exp, v < 0)
}

// alignBelow returns a value below the window in units of the window, and whether it is a multiple of the unit. Such
// multiples are subnormal values and small differences of greater values.
func (a *SumFloat) alignBelow(v float64) (int128.Int, bool) {
	mant, exp := significand(v)
	drop := a.unit() - exp
	if drop > bits.TrailingZeros64(mant) || exponent(v) >= a.first+a.span {
		return int128.Int{}, false
	}
	s := int128.FromUint(mant)
	if drop > 0 {
		s = int128.FromUint(mant >> drop)
	}
	if v < 0 {
		s = s.Neg()
	}
	return s, true
}

// Exact returns the sum of the finite values of group g.
func (a *SumFloat) Exact(g int) Moment {
	m := Moment{a.S[g].Big(), a.unit()}
	if a.Rest.has(g) {
		return a.Rest.plus(g, m)
	}
	return m
}

// Special returns the sum that NaN and infinities give by IEEE 754. It returns false if the sum has no such values.
func (f Flags) Special() (float64, bool) {
	switch {
	case f&hasNaN != 0, f&hasPosInf != 0 && f&hasNegInf != 0:
		return math.NaN(), true
	case f&hasPosInf != 0:
		return math.Inf(1), true
	case f&hasNegInf != 0:
		return math.Inf(-1), true
	}
	return 0, false
}

// Value returns the sum of group g divided by n, rounded once.
func (a *SumFloat) Value(g int, n int64) data.Value {
	if f, ok := a.Flags.S[g].Special(); ok {
		return data.FloatValue(f)
	}
	if !a.Rest.has(g) {
		if n == 1 {
			f, exact := a.S[g].Float(a.unit())
			return data.Value{Type: data.Float, Float: f, Rounded: !exact}
		}
		const normal = 0x1p-1022
		quotient, exact := a.S[g].Ratio(uint64(n))
		if f := math.Ldexp(quotient, a.unit()); f == 0 && quotient == 0 || math.Abs(f) >= normal && !math.IsInf(f, 0) {
			return data.Value{Type: data.Float, Float: f, Rounded: !exact}
		}
	}
	f, exact := a.Exact(g).Over(big.NewInt(n)).Float()
	return data.Value{Type: data.Float, Float: f, Rounded: !exact}
}
