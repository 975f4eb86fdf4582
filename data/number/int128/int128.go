package int128

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Int is a two's complement integer of 128 bits. The zero value is 0.
type Int struct {
	Hi int64
	Lo uint64
}

// From returns v as an Int.
func From(v int64) Int { return Int{v >> 63, uint64(v)} }

// FromUint returns v as an Int.
func FromUint(v uint64) Int { return Int{0, v} }

// Add returns a+b. It wraps around beyond 128 bits, which callers must rule out.
func (a Int) Add(b Int) Int {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	return Int{a.Hi + b.Hi + int64(carry), lo}
}

// Neg returns -a.
func (a Int) Neg() Int {
	lo, borrow := bits.Sub64(0, a.Lo, 0)
	return Int{-a.Hi - int64(borrow), lo}
}

// Sub returns a-b.
func (a Int) Sub(b Int) Int { return a.Add(b.Neg()) }

// Mul returns the full product of two 64-bit integers.
func Mul(a, b int64) Int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	h := int64(hi)
	if a < 0 {
		h -= b
	}
	if b < 0 {
		h -= a
	}
	return Int{h, lo}
}

// MulFits returns a*b and whether it fits.
func (a Int) MulFits(b int64) (Int, bool) {
	hi, lo := a.Abs()
	m := uint64(b)
	if b < 0 {
		m = -m
	}
	over, mid := bits.Mul64(hi, m)
	carry, low := bits.Mul64(lo, m)
	mid, c := bits.Add64(mid, carry, 0)
	negative := (a.Hi < 0) != (b < 0)
	if over != 0 || c != 0 || mid > 1<<63 || mid == 1<<63 && !(negative && low == 0) {
		return Int{}, false
	}
	p := Int{int64(mid), low}
	if negative {
		p = p.Neg()
	}
	return p, true
}

// Shl returns a<<n for n in 0..127.
func (a Int) Shl(n uint) Int {
	if n >= 64 {
		return Int{int64(a.Lo << (n - 64)), 0}
	}
	if n == 0 {
		return a
	}
	return Int{a.Hi<<n | int64(a.Lo>>(64-n)), a.Lo << n}
}

// Sign returns -1, 0 or 1.
func (a Int) Sign() int {
	switch {
	case a.Hi < 0:
		return -1
	case a.Hi == 0 && a.Lo == 0:
		return 0
	}
	return 1
}

// Cmp returns -1, 0 or 1 if a is less than, equal to or greater than b.
func (a Int) Cmp(b Int) int {
	switch {
	case a.Hi < b.Hi:
		return -1
	case a.Hi > b.Hi:
		return 1
	case a.Lo < b.Lo:
		return -1
	case a.Lo > b.Lo:
		return 1
	}
	return 0
}

// Int64 returns a and whether it fits 64 bits.
func (a Int) Int64() (int64, bool) {
	v := int64(a.Lo)
	return v, v>>63 == a.Hi
}

// Abs returns |a| as an unsigned number of 128 bits.
func (a Int) Abs() (hi, lo uint64) {
	if a.Hi < 0 {
		a = a.Neg()
	}
	return uint64(a.Hi), a.Lo
}

// Big returns a as a big.Int.
func (a Int) Big() *big.Int {
	hi, lo := a.Abs()
	v := new(big.Int).SetUint64(hi)
	v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(lo))
	if a.Hi < 0 {
		v.Neg(v)
	}
	return v
}

// FromBig returns v as an Int and whether it fits. -2^127 counts as not fitting.
func FromBig(v *big.Int) (Int, bool) {
	if v.BitLen() > 127 {
		return Int{}, false
	}
	abs := new(big.Int).Abs(v)
	out := Int{Lo: new(big.Int).And(abs, new(big.Int).SetUint64(math.MaxUint64)).Uint64()}
	out.Hi = abs.Rsh(abs, 64).Int64()
	if v.Sign() < 0 {
		out = out.Neg()
	}
	return out, true
}

// Float returns a*2^exp as the nearest float64, ties to even, and whether that is exact. It rounds once, also
// to subnormal numbers.
func (a Int) Float(exp int) (v float64, exact bool) {
	hi, lo := a.Abs()
	if hi == 0 && lo == 0 {
		return 0, true
	}
	n := 64 - bits.LeadingZeros64(lo)
	if hi != 0 {
		n = 128 - bits.LeadingZeros64(hi)
	}
	// Keep 53 bits, or fewer if the result is subnormal, because its last bit is worth at least 2^-1074.
	drop := max(n-53, -1074-exp, 0)
	if drop > n {
		return math.Copysign(0, float64(a.Sign())), false
	}
	kept, half, rest := shiftRight(hi, lo, uint(drop))
	if half && (rest || kept&1 == 1) {
		kept++
	}
	v = math.Ldexp(float64(kept), exp+drop)
	if a.Hi < 0 {
		v = -v
	}
	return v, !half && !rest && !math.IsInf(v, 0)
}

// shiftRight returns (hi,lo)>>n, which must fit 64 bits. half is the highest dropped bit, and rest reports whether
// any lower dropped bit was set.
func shiftRight(hi, lo uint64, n uint) (kept uint64, half, rest bool) {
	if n == 0 {
		return lo, false, false
	}
	bit := func(i uint) uint64 {
		if i >= 64 {
			return hi >> (i - 64)
		}
		return lo >> i
	}
	half = bit(n-1)&1 == 1
	switch m := n - 1; {
	case m > 64:
		rest = lo != 0 || hi&(1<<(m-64)-1) != 0
	case m == 64:
		rest = lo != 0
	default:
		rest = lo&(1<<m-1) != 0
	}
	switch {
	case n >= 128:
	case n >= 64:
		kept = hi >> (n - 64)
	default:
		kept = lo>>n | hi<<(64-n)
	}
	return kept, half, rest
}

// Quo returns a/(d*10^scale) as the nearest float64, rounded once, and whether that is exact. d must be
// positive, and scale not negative.
func (a Int) Quo(d int64, scale int) (float64, bool) {
	const limit = 1 << 53
	if v, ok := a.Int64(); ok && v > -limit && v < limit && scale < 16 {
		den := float64(d) * pow10[scale]
		if d < limit && den < limit { // both operands are exact, so only the division rounds
			q := float64(v) / den
			return q, math.FMA(q, den, -float64(v)) == 0
		}
	}
	if hi, den := bits.Mul64(uint64(d), tens[min(scale, len(tens)-1)]); hi == 0 && scale < len(tens) {
		return a.Ratio(den)
	}
	den := new(big.Int).Mul(big.NewInt(d), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil))
	return new(big.Rat).SetFrac(a.Big(), den).Float64()
}

// Ratio returns a/den as the nearest float64, ties to even, and whether that is exact. den must not be 0. Ratio shifts
// den to the left until its top bit is set. The division then gives at least 62 bits of the quotient. A remainder sets
// the last of these bits (a sticky bit), so that the single rounding to 53 bits is right.
func (a Int) Ratio(den uint64) (float64, bool) {
	hi, lo := a.Abs()
	if hi == 0 && lo == 0 {
		return 0, true
	}
	s := bits.LeadingZeros64(den)
	t := bits.LeadingZeros64(hi)
	if hi == 0 {
		t = 64 + bits.LeadingZeros64(lo)
	}
	t--        // the top bit stays 0, so that hi is less than the shifted den
	if t < 0 { // only -2^127
		return new(big.Rat).SetFrac(a.Big(), new(big.Int).SetUint64(den)).Float64()
	}
	if t >= 64 {
		hi, lo = lo<<(t-64), 0
	} else if t > 0 {
		hi, lo = hi<<t|lo>>(64-t), lo<<t
	}
	q, rest := bits.Div64(hi, lo, den<<s)
	if rest != 0 {
		q |= 1
	}
	v := math.Ldexp(float64(q), s-t)
	if a.Hi < 0 {
		v = -v
	}
	return v, rest == 0 && uint64(float64(q)) == q
}

// RatioTo returns a/b as the nearest float64, ties to even, and whether that is exact. b must not be 0. Both numbers
// are shifted to the left until their top bits are set. The division of the upper words (Knuth's algorithm D, one
// digit) gives at least 63 bits of the quotient. A remainder sets the last bit, as in Ratio.
func (a Int) RatioTo(b Int) (float64, bool) {
	hi, lo := a.Abs()
	denHi, denLo := b.Abs()
	if hi == 0 && lo == 0 {
		return 0, true
	}
	hi, lo, s := normalize(hi, lo)
	denHi, denLo, t := normalize(denHi, denLo)
	high, middle, low := hi>>1, hi<<63|lo>>1, lo<<63 // a, shifted, times 2^63
	q, rest := bits.Div64(high, middle, denHi)
	subHi, subLo := bits.Mul64(q, denLo)
	for subHi > rest || subHi == rest && subLo > low { // q is too large, by 2 at most
		q--
		var borrow, carry uint64
		subLo, borrow = bits.Sub64(subLo, denLo, 0)
		subHi -= borrow
		if rest, carry = bits.Add64(rest, denHi, 0); carry > 0 {
			break
		}
	}
	if subHi != rest || subLo != low {
		q |= 1
	}
	v := math.Ldexp(float64(q), t-s-63)
	if a.Hi < 0 != (b.Hi < 0) {
		v = -v
	}
	return v, subHi == rest && subLo == low && bits.Len64(q)-bits.TrailingZeros64(q) <= 53
}

// normalize shifts a number to the left until its top bit is set, and returns the number of places. The number must
// not be 0.
func normalize(hi, lo uint64) (uint64, uint64, int) {
	if hi == 0 {
		s := bits.LeadingZeros64(lo)
		return lo << s, 0, 64 + s
	}
	s := bits.LeadingZeros64(hi)
	return hi<<s | lo>>(64-s), lo << s, s
}

var tens = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// String writes a in decimal.
func (a Int) String() string { return a.Decimal(0) }

// Decimal writes a*10^-scale in decimal, always with scale places.
func (a Int) Decimal(scale int) string {
	var room [64]byte
	return string(a.AppendDecimal(room[:0], scale))
}

// AppendDecimal appends what Decimal writes.
func (a Int) AppendDecimal(b []byte, scale int) []byte {
	if v, ok := a.Int64(); ok && scale == 0 {
		return strconv.AppendInt(b, v, 10)
	}
	var buf [64]byte
	i := len(buf)
	hi, lo := a.Abs()
	for digits := 0; hi != 0 || lo != 0 || digits <= scale; digits++ {
		if digits == scale && scale > 0 {
			i--
			buf[i] = '.'
		}
		var r uint64
		if hi == 0 {
			lo, r = lo/10, lo%10
		} else {
			hi, r = hi/10, hi%10
			lo, r = bits.Div64(r, lo, 10)
		}
		i--
		buf[i] = byte('0' + r)
	}
	if a.Hi < 0 {
		i--
		buf[i] = '-'
	}
	return append(b, buf[i:]...)
}
