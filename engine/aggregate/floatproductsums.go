package aggregate

import (
	"math"
	"math/bits"

	"cardinal/data"
)

// FloatProductSums adds the products x*y of two inputs exactly. At least one input holds floats. A row counts if both
// inputs have a value. x may be y; a missing input is the number 1. Products within the window are added in 256-bit
// fixed point: their sum is S * 2^unit. Other products are added in a superaccumulator. A product that is not finite
// sets a flag.
type FloatProductSums struct {
	floatSums[[4]uint64] // two's complement, the low limb first

	x, Y   Operand
	unit   int  // the sum is S * 2^unit
	span   int  // the last bit of a product in the window is at most 2^(unit+span)
	Masked bool // a third column says which rows have both values
}

// Operand is one side of a product. Its values are multiples of 2^low and less than 2^high in magnitude. Values
// within the window of its column are multiples of 2^unit.
type Operand struct {
	Factor
	low, high, unit int
}

// NewOperand returns column c, read from an input, as a side of a product. A nil column is the number 1.
func NewOperand(c *data.Column, input int, w Window) Operand {
	if c == nil {
		return Operand{Factor: Factor{Input: -1}, high: 1}
	}
	o := Operand{Factor: FactorOf(c, input), high: 64}
	switch {
	case c.Type == data.Float:
		o.low, o.high, o.unit = c.LowBit, c.HighBit, w.unit()
	case c.Wide == nil:
		o.high = 32
	}
	return o
}

// NewFloatProductSums makes the sums of the products of x and y over at most `rows` rows.
func NewFloatProductSums(x, y Operand, rows int) *FloatProductSums {
	const mantissas = 53 + 64 // the most bits of a product
	a := &FloatProductSums{x: x, Y: y, unit: x.unit + y.unit}
	a.span = 255 - mantissas - bits.Len(uint(rows))
	a.Spills = x.low+y.low < a.unit || x.high+y.high > a.unit+a.span
	a.Rest = newSuperaccumulators(min(x.low+y.low, a.unit), x.high+y.high, rows)
	return a
}

var _ Columnar = (*FloatProductSums)(nil)

// Slice returns groups lo to hi; the slice shares the state.
func (a *FloatProductSums) Slice(lo, hi int) Columnar {
	slice := *a
	slice.floatSums = a.slice(lo, hi)
	return &slice
}

// Merge adds groups of another state of the same kind.
func (a *FloatProductSums) Merge(from Accumulator, groups, to []uint32) {
	a.mergeSums(&from.(*FloatProductSums).floatSums, groups, to, func(into *[4]uint64, s [4]uint64) { add256(into, s) })
}

// Update adds a batch.
func (a *FloatProductSums) Update(b *Batch) {
	if !a.Masked && a.Y.Input >= 0 && b.In[a.x.Input].F64 != nil && b.In[a.Y.Input].F64 != nil {
		a.updateFloats(b, b.In[a.x.Input].F64, b.In[a.Y.Input].F64)
		return
	}
	for i, g := range b.Groups {
		a.addRow(b, i, g)
	}
}

// addRow adds the product of row i to group g.
func (a *FloatProductSums) addRow(b *Batch, i int, g uint32) {
	p, flags := a.product(b, i)
	a.Flags.S[g] |= flags
	if limbs, ok := a.toWindow(p); ok {
		add256(&a.S[g], limbs)
	} else {
		a.Rest.add(g, p.hi, p.lo, p.exp, p.negative)
	}
}

// updateFloats adds products of two columns of floats. It leaves products outside the window, zeros, subnormal values
// and rows without a value to addRow.
func (a *FloatProductSums) updateFloats(b *Batch, xs, ys []float64) {
	groups := b.Groups
	xs, ys = xs[:len(groups)], ys[:len(groups)]
	base := uint(2*1075 + a.unit)
	for i, g := range groups {
		ex, ey := exponent(xs[i]), exponent(ys[i])
		shift := ex + ey - base
		if shift > uint(a.span) || ex-1 >= 0x7fe || ey-1 >= 0x7fe {
			a.addRow(b, i, g)
			continue
		}
		x, y := math.Float64bits(xs[i]), math.Float64bits(ys[i])
		hi, lo := bits.Mul64(x&(1<<52-1)|1<<52, y&(1<<52-1)|1<<52)
		negative := (x ^ y) >> 63
		sign, n := -negative, shift%64
		low, mid, high := lo<<n^sign, (hi<<n|lo>>(64-n))^sign, hi>>(64-n)^sign
		s := &a.S[g]
		var carry uint64
		switch shift / 64 {
		case 0:
			s[0], carry = bits.Add64(s[0], low, negative)
			s[1], carry = bits.Add64(s[1], mid, carry)
			s[2], carry = bits.Add64(s[2], high, carry)
			s[3] += sign + carry
		case 1:
			s[1], carry = bits.Add64(s[1], low, negative)
			s[2], carry = bits.Add64(s[2], mid, carry)
			s[3] += high + carry
		default:
			s[2], carry = bits.Add64(s[2], low, negative)
			s[3] += mid + carry
		}
	}
}

// exactProduct is the 128-bit number hi, lo times 2^exp.
type exactProduct struct {
	hi, lo   uint64
	exp      int
	negative bool
}

// product multiplies the values of row i. The product is 0 if a factor is null or not finite.
func (a *FloatProductSums) product(b *Batch, i int) (exactProduct, Flags) {
	if !a.x.Present(b, i) || !a.Y.Present(b, i) {
		return exactProduct{}, 0
	}
	x, ex, xNegative, flags := a.x.Significand(b, i)
	y, ey, yNegative, more := a.Y.Significand(b, i)
	hi, lo := bits.Mul64(x, y)
	return exactProduct{hi, lo, ex + ey, xNegative != yNegative}, flags | more
}

// toWindow returns a product in units of the window, and whether it is within the window. A product whose lowest bits
// are below the unit is within the window if these bits are all 0.
func (a *FloatProductSums) toWindow(p exactProduct) ([4]uint64, bool) {
	if p.hi|p.lo == 0 {
		return [4]uint64{}, true
	}
	shift := p.exp - a.unit
	if shift < 0 {
		zeros := bits.TrailingZeros64(p.lo)
		if p.lo == 0 {
			zeros = 64 + bits.TrailingZeros64(p.hi)
		}
		if drop := uint(-shift); -shift <= zeros {
			p.hi, p.lo, shift = p.hi>>drop, p.lo>>drop|p.hi<<(64-drop)|p.hi>>(drop-64), 0
		}
	}
	if shift < 0 || shift > a.span {
		return [4]uint64{}, false
	}
	n := uint(shift % 64)
	parts := [3]uint64{p.lo << n, p.hi<<n | p.lo>>(64-n), p.hi >> (64 - n)}
	var limbs [4]uint64
	copy(limbs[shift/64:], parts[:])
	if p.negative {
		carry := uint64(1)
		for i := range limbs {
			limbs[i], carry = bits.Add64(^limbs[i], 0, carry)
		}
	}
	return limbs, true
}

// Present reports whether the factor has a value in row i.
func (f *Factor) Present(b *Batch, i int) bool {
	return f.Null == nil || f.Null.has(&b.In[f.Null.Input], i)
}

// Significand splits the factor's value in row i: its magnitude is mant * 2^exp. If the column has codes, Significand
// splits the code. It returns 0 and a flag for a value that is not finite.
func (f *Factor) Significand(b *Batch, i int) (mant uint64, exp int, negative bool, flags Flags) {
	if f.Input < 0 {
		return 1, 0, false, 0
	}
	switch in := &b.In[f.Input]; {
	case in.F64 != nil:
		v := in.F64[i]
		if exponent(v) == 0x7ff {
			return 0, 0, false, flagOf(v)
		}
		mant, exp = significand(v)
		return mant, exp, v < 0, 0
	case in.I64 != nil:
		v := in.I64[i]
		if v < 0 {
			return -uint64(v), 0, true, 0
		}
		return uint64(v), 0, false, 0
	default:
		return uint64(CodeAt(in, i)), 0, false, 0
	}
}

// Exact returns the sum of the finite products of group g.
func (a *FloatProductSums) Exact(g int) Moment {
	m := NewMoment(a.S[g][:], a.unit)
	if a.Rest.has(g) {
		return a.Rest.plus(g, m)
	}
	return m
}
