package aggregate

import (
	"math"
	"math/bits"

	"cardinal/data"
	"cardinal/data/number/int128"
)

// ProductSums adds the products x*y of two inputs over the rows in which both have a value. x may be y, and an absent
// input is the number 1. It multiplies codes, not values: variance and correlation do not change if a column is
// shifted. The sums have 64 bits if the largest codes allow it, else 128, or 256 for wide integers. No sum of up to
// 2^32 rows overflows. FloatProductSums adds the products of floats.
type ProductSums struct {
	S64  State[uint64]    // only the state of the width Wide is used
	S128 State[[2]uint64] // low, high
	S256 State[[4]uint64] // two's complement, the low limb first

	X, Y Factor
	Bits uint // number of bits of a code of x
	Wide int  // 64, 128 or 256
	Test bool // a row may lack a value although both codes are above 0
}

// Factor is one side of a product.
type Factor struct {
	Input int // -1: the number 1
	Null  *Nullable
}

// FactorOf returns column c, read from an input, as a side of a product.
func FactorOf(c *data.Column, input int) Factor {
	f := Factor{Input: input}
	if c.Valid != nil {
		n := NullableOf(c, input)
		f.Null = &n
	}
	return f
}

// Width returns the number of bits that sums over the rows of products of the columns' codes need: 32, 64, 128 or
// 256.
func Width(rows int, columns ...*data.Column) int {
	largest := uint64(rows)
	for _, c := range columns {
		if c.Wide != nil {
			return 256
		}
		hi, lo := bits.Mul64(largest, uint64(c.Max)-uint64(c.Base))
		if hi != 0 {
			return 128
		}
		largest = lo
	}
	if largest <= math.MaxUint32 {
		return 32
	}
	return 64
}

var _ Columnar = (*ProductSums)(nil)

// state returns the state of the width.
func (a *ProductSums) state() interface {
	Grow(n int)
	Make(n int, each Ranges)
	Bytes() int64
	Clear(groups []uint32)
	Keep(groups []uint32, each Ranges)
} {
	switch a.Wide {
	case 64:
		return &a.S64
	case 128:
		return &a.S128
	}
	return &a.S256
}

// Grow makes room for n groups.
func (a *ProductSums) Grow(n int) { a.state().Grow(n) }

// Make makes room for n groups; there must be none before.
func (a *ProductSums) Make(n int, each Ranges) { a.state().Make(n, each) }

// Bytes returns the memory of the state.
func (a *ProductSums) Bytes() int64 { return a.state().Bytes() }

// Clear empties groups.
func (a *ProductSums) Clear(groups []uint32) { a.state().Clear(groups) }

// Keep drops all groups but the listed ones, which ascend.
func (a *ProductSums) Keep(groups []uint32, each Ranges) { a.state().Keep(groups, each) }

// Slice returns groups lo to hi; the slice shares the state.
func (a *ProductSums) Slice(lo, hi int) Columnar {
	slice := *a
	switch a.Wide {
	case 64:
		slice.S64 = a.S64.slice(lo, hi)
	case 128:
		slice.S128 = a.S128.slice(lo, hi)
	default:
		slice.S256 = a.S256.slice(lo, hi)
	}
	return &slice
}

// Update adds a batch.
func (a *ProductSums) Update(b *Batch) {
	switch {
	case a.Wide == 256:
		for i, g := range b.Groups {
			if a.has(b, i) {
				add256(&a.S256.S[g], mul256(a.X.wide(b, i), a.Y.wide(b, i)))
			}
		}
	case a.Y.Input < 0 && !a.Test:
		AddInput(a.S64.S, b.Groups, 0, &b.In[a.X.Input])
	case a.Test && a.updateMasked(b):
	case a.Test:
		for i, g := range b.Groups {
			if a.has(b, i) {
				a.add(g, a.X.code(b, i)*a.Y.code(b, i))
			}
		}
	default:
		switch x := &b.In[a.X.Input]; {
		case x.U8 != nil:
			addProductsOf(a, b, x.U8)
		case x.U16 != nil:
			addProductsOf(a, b, x.U16)
		default:
			addProductsOf(a, b, x.U32)
		}
	}
}

// updateMasked adds x*y of narrow columns in the rows in which the column of Y.Null has a value. It returns false if
// a column has no codes.
func (a *ProductSums) updateMasked(b *Batch) bool {
	x, ok := b.maskedCodes(&b.In[a.X.Input], &b.In[a.Y.Null.Input])
	if !ok {
		return false
	}
	if a.Y.Input < 0 {
		addCodes(a.S64.S, b.Groups, 0, x)
	} else {
		addProductsOf(a, b, x)
	}
	return true
}

func addProductsOf[X uint8 | uint16 | uint32](a *ProductSums, b *Batch, x []X) {
	switch y := &b.In[a.Y.Input]; {
	case y.U8 != nil:
		addProducts(a, b.Groups, x, y.U8)
	case y.U16 != nil:
		addProducts(a, b.Groups, x, y.U16)
	default:
		addProducts(a, b.Groups, x, y.U32)
	}
}

// addProducts adds the products of codes. It does not test for null, whose code is 0.
func addProducts[X, Y uint8 | uint16 | uint32](a *ProductSums, groups []uint32, x []X, y []Y) {
	x, y = x[:len(groups)], y[:len(groups)]
	if a.Wide == 64 {
		s := a.S64.S
		for i := 1; i < len(groups); i += 2 {
			s[groups[i-1]] += uint64(x[i-1]) * uint64(y[i-1])
			s[groups[i]] += uint64(x[i]) * uint64(y[i])
		}
		if last := len(groups) - 1; last&1 == 0 {
			s[groups[last]] += uint64(x[last]) * uint64(y[last])
		}
		return
	}
	for i, g := range groups {
		add128(&a.S128.S[g], uint64(x[i])*uint64(y[i]))
	}
}

func (a *ProductSums) add(g uint32, p uint64) {
	if a.Wide == 64 {
		a.S64.S[g] += p
	} else {
		add128(&a.S128.S[g], p)
	}
}

func add128(s *[2]uint64, p uint64) {
	lo, carry := bits.Add64(s[0], p, 0)
	s[0] = lo
	s[1] += carry
}

// has reports whether both factors have a value in row i.
func (a *ProductSums) has(b *Batch, i int) bool {
	return (a.X.Null == nil || a.X.Null.has(&b.In[a.X.Null.Input], i)) &&
		(a.Y.Null == nil || a.Y.Null.has(&b.In[a.Y.Null.Input], i))
}

func (f Factor) code(b *Batch, i int) uint64 {
	if f.Input < 0 {
		return 1
	}
	return uint64(CodeAt(&b.In[f.Input], i))
}

// wide returns the factor in row i as an integer of 128 bits.
func (f Factor) wide(b *Batch, i int) int128.Int {
	if f.Input >= 0 && b.In[f.Input].I64 != nil {
		return int128.From(b.In[f.Input].I64[i])
	}
	return int128.FromUint(f.code(b, i))
}

// Merge adds groups of another state of the same kind.
func (a *ProductSums) Merge(from Accumulator, groups, to []uint32) {
	f := from.(*ProductSums)
	switch a.Wide {
	case 64:
		addInto(a.S64.S, f.S64.S, groups, to)
	case 128:
		mergeInto(a.S128.S, f.S128.S, groups, to, func(into *[2]uint64, s [2]uint64) {
			lo, carry := bits.Add64(into[0], s[0], 0)
			*into = [2]uint64{lo, into[1] + s[1] + carry}
		})
	default:
		mergeInto(a.S256.S, f.S256.S, groups, to, func(into *[4]uint64, s [4]uint64) { add256(into, s) })
	}
}

// Put stores sums that were computed elsewhere, for the groups that begin with `from`. low and high have the low and
// the high 64 bits of the sums. high is empty if all high bits are 0.
func (a *ProductSums) Put(from int, low, high []uint64) {
	for i, lo := range low {
		switch {
		case a.Wide == 64:
			a.S64.S[from+i] = lo
		case len(high) == 0:
			a.S128.S[from+i] = [2]uint64{lo}
		default:
			a.S128.S[from+i] = [2]uint64{lo, high[i]}
		}
	}
}

func add256(into *[4]uint64, v [4]uint64) {
	var carry uint64
	for i := range into {
		into[i], carry = bits.Add64(into[i], v[i], carry)
	}
}

// mul256 returns the product of two signed integers of 128 bits.
func mul256(x, y int128.Int) [4]uint64 {
	negative := (x.Hi < 0) != (y.Hi < 0)
	xh, xl := x.Abs()
	yh, yl := y.Abs()
	var p [4]uint64
	p[1], p[0] = bits.Mul64(xl, yl)
	p[3], p[2] = bits.Mul64(xh, yh)
	for _, cross := range [2][2]uint64{{xh, yl}, {xl, yh}} {
		if cross[0] == 0 || cross[1] == 0 {
			continue
		}
		hi, lo := bits.Mul64(cross[0], cross[1])
		var carry uint64
		p[1], carry = bits.Add64(p[1], lo, 0)
		p[2], carry = bits.Add64(p[2], hi, carry)
		p[3] += carry
	}
	if negative {
		carry := uint64(1)
		for i := range p {
			p[i], carry = bits.Add64(^p[i], 0, carry)
		}
	}
	return p
}

// Takes implements PackedSums. A sum of products with 1 is a sum of x.
func (a *ProductSums) Takes() (int, uint, bool) {
	return a.X.Input, a.Bits, a.Y.Input < 0 && a.Plain()
}

// AddWords adds the `bits` bits of each group's word that begin with bit `shift`.
func (a *ProductSums) AddWords(words []uint64, shift, bits uint) {
	addWords(a.S64.S, words, shift, bits)
}

// AddPairs works like AddWords, with one of two words per group.
func (a *ProductSums) AddPairs(pairs [][2]uint64, word int, shift, bits uint) {
	addPairs(a.S64.S, pairs, word, shift, bits)
}

// Plain reports whether sums fit 64 bits and no row has to be tested for null.
func (a *ProductSums) Plain() bool { return a.Wide == 64 && !a.Test }

// At128 returns the sum of group g's products in two words. Sums must have 64 or 128 bits.
func (a *ProductSums) At128(g int) (hi, lo uint64) {
	if a.Wide == 64 {
		return 0, a.S64.S[g]
	}
	return a.S128.S[g][1], a.S128.S[g][0]
}

// Exact returns the sum of group g's products.
func (a *ProductSums) Exact(g int) Moment {
	switch a.Wide {
	case 64:
		return NewMoment([]uint64{a.S64.S[g], 0}, 0)
	case 128:
		return NewMoment([]uint64{a.S128.S[g][0], a.S128.S[g][1], 0}, 0)
	}
	return NewMoment(a.S256.S[g][:], 0)
}
