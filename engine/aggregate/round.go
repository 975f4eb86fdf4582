package aggregate

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"

	"cardinal/data/number/int128"
)

// Exact is an accumulator of sums that can be read without rounding.
type Exact interface {
	// Exact returns the sum of group g.
	Exact(g int) Moment
}

// Moment is an exact sum of values or of products: Num * 2^Exp.
type Moment struct {
	Num *big.Int
	Exp int
}

// NewMoment makes a moment whose Num is given by limbs in two's complement, the low one first.
func NewMoment(limbs []uint64, exp int) Moment {
	negative := limbs[len(limbs)-1]>>63 == 1
	bytes := make([]byte, 0, 8*len(limbs))
	for _, limb := range slices.Backward(limbs) {
		if negative {
			limb = ^limb
		}
		bytes = binary.BigEndian.AppendUint64(bytes, limb)
	}
	num := new(big.Int).SetBytes(bytes)
	if negative {
		num.Not(num)
	}
	return Moment{num, exp}
}

// Times returns the product of two moments.
func (m Moment) Times(o Moment) Moment { return Moment{new(big.Int).Mul(m.Num, o.Num), m.Exp + o.Exp} }

// Scaled returns n times the moment.
func (m Moment) Scaled(n int64) Moment { return Moment{new(big.Int).Mul(m.Num, big.NewInt(n)), m.Exp} }

// Plus returns the sum of two moments.
func (m Moment) Plus(o Moment) Moment {
	if m.Exp < o.Exp {
		m, o = o, m
	}
	num := new(big.Int).Lsh(m.Num, uint(m.Exp-o.Exp))
	return Moment{num.Add(num, o.Num), o.Exp}
}

// Fraction is a moment divided by a number, cut to its 64 leading bits: lead * 2^exp. The last bit of lead is set if
// digits were cut off. This is enough to round the exact quotient to 53 bits or fewer.
type Fraction struct {
	lead     uint64
	exp      int
	negative bool
}

// Over returns the moment divided by den, which must be positive.
func (m Moment) Over(den *big.Int) Fraction {
	shift := max(0, 66+den.BitLen()-m.Num.BitLen())
	num := new(big.Int).Lsh(m.Num, uint(shift))
	f := Fraction{exp: m.Exp - shift, negative: num.Sign() < 0}
	quotient, rest := num.QuoRem(num.Abs(num), den, new(big.Int))
	cut := rest.Sign() != 0
	if drop := quotient.BitLen() - 64; drop > 0 {
		cut = cut || int(quotient.TrailingZeroBits()) < drop
		quotient.Rsh(quotient, uint(drop))
		f.exp += drop
	}
	f.lead = quotient.Uint64()
	if cut {
		f.lead |= 1
	}
	return f
}

// Float rounds the fraction once, even to subnormal results, and reports whether the result is exact.
func (f Fraction) Float() (float64, bool) {
	v, exact := int128.FromUint(f.lead).Float(f.exp)
	if f.negative {
		v = -v
	}
	return v, exact
}

// Normal rounds the fraction to 53 bits, whatever its size: mant * 2^exp, with an even exp.
func (f Fraction) Normal() (mant float64, exp int, exact bool) {
	mant, exact = int128.FromUint(f.lead).Float(0)
	if exp = f.exp; exp&1 != 0 {
		mant, exp = 2*mant, exp-1
	}
	if f.negative {
		mant = -mant
	}
	return mant, exp, exact
}

// Root returns the square root of the fraction rounded to 53 bits, whatever its size, and whether the root is exact.
func (f Fraction) Root() (float64, bool) {
	mant, exp, exact := f.Normal()
	root := math.Sqrt(mant)
	return math.Ldexp(root, exp/2), exact && math.FMA(root, root, -mant) == 0
}

// Rational returns the moment as a fraction.
func (m Moment) Rational() *big.Rat {
	if m.Exp >= 0 {
		return new(big.Rat).SetInt(new(big.Int).Lsh(m.Num, uint(m.Exp)))
	}
	return new(big.Rat).SetFrac(m.Num, new(big.Int).Lsh(big.NewInt(1), uint(-m.Exp)))
}

// Deviation returns n*products - x*y.
func Deviation(n int64, products, x, y Moment) Moment {
	return products.Scaled(n).Plus(x.Times(y).Scaled(-1))
}

// Exact returns the sum of group g's codes.
func (a *SumCodes[S]) Exact(g int) Moment { return Moment{new(big.Int).SetUint64(a.At(g)), 0} }

// Exact returns the sum of group g.
func (a *Sum64) Exact(g int) Moment { return Moment{big.NewInt(a.S[g]), 0} }

// Exact returns the sum of group g.
func (a *Sum128) Exact(g int) Moment { return Moment{a.S[g].Big(), 0} }
