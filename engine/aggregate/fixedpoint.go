package aggregate

import (
	"math"
	"math/bits"

	"cardinal/data"
	"cardinal/data/number/int128"
)

// FixedPoint maps the floats of a column to integers: their distances from the least value, in units of the lowest bit
// of the column. An integer of at most MaxFixedBits is a few words of 32 bits. Hardware without floats of 64 bits adds
// up each word by itself, and SumFloat.Put makes the exact sum of them.
//
//	values 1.5, -2.25, 4 with a lowest bit of 2^-2    integers 15, 0, 25 of 5 bits    one word
type FixedPoint struct {
	Bits  int        // of the greatest integer; above MaxFixedBits, an upper bound
	least int128.Int // of the column, in units
	unit  int        // the exponent of the lowest bit
	high  int        // every value is less than 2^high in magnitude
}

// MaxFixedBits is the largest number of bits of an integer of a FixedPoint.
const MaxFixedBits = 128

// FixedPointOf returns the mapping for a column of finite floats.
func FixedPointOf(c *data.Column) FixedPoint {
	f := FixedPoint{unit: c.LowBit, high: c.HighBit}
	if n := c.HighBit - c.LowBit + 1; n > MaxFixedBits {
		f.Bits = n
		return f
	}
	f.least = f.inUnits(c.MinFloat)
	span := f.inUnits(c.MaxFloat).Sub(f.least) // without a sign, since it may need 128 bits
	f.Bits = bits.Len64(span.Lo)
	if span.Hi != 0 {
		f.Bits = 64 + bits.Len64(uint64(span.Hi))
	}
	return f
}

// Words returns the number of 32-bit words of an integer.
func (f FixedPoint) Words() int { return max(1, (f.Bits+31)/32) }

// Integers writes the lower and the upper 64 bits of the integers of values. It may leave
// high as it is if no integer has more than 64 bits.
func (f FixedPoint) Integers(low, high []uint64, values []float64) {
	low = low[:len(values)]
	if scale := math.Ldexp(1, -f.unit); f.high-f.unit < 64 && !math.IsInf(scale, 0) {
		for i, v := range values { // v in units is a whole number that an int64 holds
			low[i] = uint64(int64(v*scale)) - f.least.Lo
		}
		return
	}
	high = high[:len(values)]
	least := f.least.Neg()
	for i, v := range values {
		b := math.Float64bits(v)
		exp := b >> 52 & 0x7ff
		normal := min(exp, 1)
		mant := b&(1<<52-1) | normal<<52
		shift := exp - normal + 1 - uint64(f.unit+1075)
		sign := uint64(int64(b) >> 63)
		lo, carry := bits.Add64(mant<<shift^sign, least.Lo, b>>63)
		low[i] = lo
		high[i], _ = bits.Add64((mant<<(shift-64)|mant>>(64-shift))^sign, uint64(least.Hi), carry)
	}
}

func (f FixedPoint) inUnits(v float64) int128.Int {
	mant, exp := significand(v)
	n := int128.FromUint(mant).Shl(uint(exp - f.unit)) // a zero stays 0, whatever its exponent
	if v < 0 {
		return n.Neg()
	}
	return n
}

// Put adds values to the groups lo to hi. words has the sums of each word of the values' integers, and counts the
// numbers of values, both by group.
func (a *SumFloat) Put(f FixedPoint, lo, hi int, counts []uint32, words [][]uint64) {
	high, low := f.least.Abs()
	least := [4]uint64{low & (1<<32 - 1), low >> 32, high & (1<<32 - 1), high >> 32}
	for g := lo; g < hi; g++ {
		for i, sums := range words {
			a.addInteger(g, sums[g], f.unit+32*i, false)
		}
		for i, word := range least {
			a.addInteger(g, word*uint64(counts[g]), f.unit+32*i, f.least.Sign() < 0)
		}
	}
}

// addInteger adds or subtracts n * 2^exp, a multiple of the column's lowest bit.
func (a *SumFloat) addInteger(g int, n uint64, exp int, negative bool) {
	switch {
	case n == 0:
	case !a.Whole:
		a.Rest.add(uint32(g), 0, n, exp, negative)
	case negative:
		a.S[g] = a.S[g].Sub(int128.FromUint(n).Shl(uint(exp - a.unit())))
	default:
		a.S[g] = a.S[g].Add(int128.FromUint(n).Shl(uint(exp - a.unit())))
	}
}
