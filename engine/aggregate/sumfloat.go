package aggregate

import (
	"math"
	"math/bits"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/int128"
)

// SumFloat adds floats in 128-bit fixed point under one exponent for the column: the sum is S * 2^Exp. Each value is
// rounded to a multiple of 2^Exp, to nearest, ties to even; that loses nothing until a value is 2^40 times smaller
// than the largest, and is the same in every order. NaN and infinities are flagged beside it.
type SumFloat struct {
	S     []int128.Int
	Flags []Flags
	Exp   int
	input int
}

// Flags is what a float sum met beside finite numbers.
type Flags uint32

// The flags. Lost says that a value had digits below 2^Exp.
const (
	HasNaN Flags = 1 << iota
	HasPosInf
	HasNegInf
	Lost
)

var _ Atomic = (*SumFloat)(nil)

// fixedExp is the exponent under which any sum of the column's values fits 127 bits.
func fixedExp(c *data.Column) int {
	largest := max(math.Abs(c.MinFloat), math.Abs(c.MaxFloat))
	if math.IsInf(largest, 0) { // an infinite value, or no value at all
		largest = 0
		for i, v := range c.Floats {
			if !math.IsInf(v, 0) && v == v && c.Valid.Get(i) {
				largest = max(largest, math.Abs(v))
			}
		}
	}
	_, exp := math.Frexp(largest) // |v| < 2^exp
	return exp + bits.Len(uint(c.Rows)) - 126
}

func (a *SumFloat) Grow(n int) {
	a.S = grow(a.S, n)
	a.Flags = grow(a.Flags, n)
}

func (a *SumFloat) Bytes() int64 { return 16*int64(cap(a.S)) + 4*int64(cap(a.Flags)) }

func (a *SumFloat) Keep(groups []uint32) { a.S, a.Flags = keep(a.S, groups), keep(a.Flags, groups) }

func (a *SumFloat) Part(lo, hi int) Columnar {
	part := *a
	part.S, part.Flags = a.S[lo:hi], a.Flags[lo:hi]
	return &part
}

func (a *SumFloat) Clear(groups []uint32) {
	zero(a.S, groups)
	zero(a.Flags, groups)
}

func (a *SumFloat) Update(b *Batch) {
	values := b.In[a.input].F64
	for i, g := range b.Groups {
		v := values[i]
		if v == 0 {
			continue
		}
		fixed, flags := toFixed(v, a.Exp)
		a.S[g] = a.S[g].Add(fixed)
		a.Flags[g] |= flags
	}
}

func (a *SumFloat) UpdateAtomic(b *Batch) {
	values := b.In[a.input].F64
	for i, g := range b.Groups {
		v := values[i]
		if v == 0 {
			continue
		}
		fixed, flags := toFixed(v, a.Exp)
		addAtomic(&a.S[g], fixed)
		if flags != 0 {
			atomic.OrUint32((*uint32)(&a.Flags[g]), uint32(flags))
		}
	}
}

// toFixed returns v as a multiple of 2^exp.
func toFixed(v float64, exp int) (int128.Int, Flags) {
	b := math.Float64bits(v)
	mant, e := b&(1<<52-1), int(b>>52&0x7ff)
	switch {
	case e == 0x7ff && mant != 0:
		return int128.Int{}, HasNaN
	case e == 0x7ff && b>>63 == 0:
		return int128.Int{}, HasPosInf
	case e == 0x7ff:
		return int128.Int{}, HasNegInf
	case e == 0:
		e = 1
	default:
		mant |= 1 << 52
	}
	var flags Flags
	fixed := int128.FromUint(mant)
	switch shift := e - 1075 - exp; {
	case shift >= 0:
		fixed = fixed.Shl(uint(shift))
	case shift < -53: // below half of the last place
		fixed, flags = int128.Int{}, Lost
	default:
		n := uint(-shift)
		kept, rest, half := mant>>n, mant&(1<<n-1), uint64(1)<<(n-1)
		if rest > half || rest == half && kept&1 == 1 {
			kept++
		}
		if rest != 0 {
			flags = Lost
		}
		fixed = int128.FromUint(kept)
	}
	if b>>63 == 1 {
		fixed = fixed.Neg()
	}
	return fixed, flags
}

func (a *SumFloat) Merge(from Accumulator, groups, to []uint32) {
	f := from.(*SumFloat)
	mergeInto(a.S, f.S, groups, to, func(into *int128.Int, s int128.Int) { *into = into.Add(s) })
	mergeInto(a.Flags, f.Flags, groups, to, func(into *Flags, f Flags) { *into |= f })
}
