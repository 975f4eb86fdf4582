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

// addAll adds values to group 0.
func (a *SumFloat) addAll(values []float64) {
	for len(values) > 0 {
		some := values[:min(roundedRows, len(values))]
		values = values[len(some):]
		if a.addRounded(some) {
			continue
		}
		for _, v := range some {
			if shift := exponent(v) - a.first; shift < a.span {
				hi, lo, negative := toFixedPoint(v, shift)
				a.S[0] = a.S[0].Add(int128.Int{Hi: int64(hi), Lo: lo}).Add(int128.FromUint(negative))
			} else if v != 0 {
				a.addOutside(0, v)
			}
		}
	}
}

// addRounded adds up to roundedRows values to group 0 if the window has at most roundedBits bits. It splits each value
// into a multiple of a power of two, and a rest of at most half of it. Both parts are added as floats, without an error
// of rounding, because all partial sums have at most 53 bits. It reports whether it added the values: NaN and
// infinities make the sums NaN.
//
// Source: Rump, Ogita and Oishi, "Accurate floating-point summation", SIAM Journal on Scientific Computing 31(1), 2008.
func (a *SumFloat) addRounded(values []float64) bool {
	unit := a.unit()
	coarse := unit + max(0, a.bits+bits.Len(roundedRows-1)-53) // the exponent of the power of two
	if !a.Whole || a.bits > roundedBits || coarse > maxCoarse {
		return false
	}
	round := math.Ldexp(1.5, coarse+52) // the last bit of a sum of round and a value is 2^coarse
	var high, high1, low, low1 float64
	for ; len(values) >= 2; values = values[2:] {
		some := values[:2:2]
		h, h1 := some[0]+round-round, some[1]+round-round
		high, high1, low, low1 = high+h, high1+h1, low+(some[0]-h), low1+(some[1]-h1)
	}
	for _, v := range values {
		h := v + round - round
		high, low = high+h, low+(v-h)
	}
	high, low = high+high1, low+low1
	if low != low {
		return false
	}
	a.S[0] = a.S[0].Add(int128.From(int64(math.Ldexp(high, -coarse))).Shl(uint(coarse - unit))).
		Add(int128.From(int64(math.Ldexp(low, -unit))))
	return true
}

// The limits of addRounded. The sum of roundedRows values of roundedBits bits is exact: of the 53 bits of a float, 512
// rows leave 44 for the multiples, and 45 for the rests. Beyond maxCoarse, the sum of round and a value would be
// infinite.
const roundedRows, roundedBits, maxCoarse = 512, 89, 960

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
