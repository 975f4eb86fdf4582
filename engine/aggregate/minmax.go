package aggregate

import (
	"math"
	"math/bits"

	"cardinal/data"
)

// extremes keeps the least or the greatest number of each group.
type extremes[T uint32 | int64] struct {
	State[T]
	Max bool
}

// newExtremes makes groups whose start value loses to every number.
func newExtremes[T uint32 | int64](isMax bool, least, greatest T) extremes[T] {
	if isMax {
		greatest = least
	}
	return extremes[T]{State[T]{empty: greatest}, isMax}
}

// slice returns groups lo to hi as groups 0, 1, 2, ...
func (a *extremes[T]) slice(lo, hi int) extremes[T] { return extremes[T]{a.State.slice(lo, hi), a.Max} }

func (a *extremes[T]) take(into *T, v T) {
	if a.Max {
		*into = max(*into, v)
	} else {
		*into = min(*into, v)
	}
}

// merge implements Accumulator.Merge.
func (a *extremes[T]) merge(from []T, groups, to []uint32) {
	switch s := a.S; {
	case groups != nil || to == nil:
		mergeInto(s, from, groups, to, func(into *T, v T) { a.take(into, v) })
	case a.Max:
		for g, t := range to[:min(len(from), len(to))] {
			if t != Skip {
				s[t] = max(s[t], from[g])
			}
		}
	default:
		for g, t := range to[:min(len(from), len(to))] {
			if t != Skip {
				s[t] = min(s[t], from[g])
			}
		}
	}
}

// MinMaxCodes keeps the least or greatest code of an input in the order of its values. A group without a value keeps
// the start value. Null never wins. A maximum starts at 0, the code of null. A minimum starts at 2^32-1, which is no
// code. For texts, Order maps each code to its position among the sorted texts, which is kept in place of the code.
type MinMaxCodes struct {
	extremes[uint32]
	Bias  uint32   // subtracted from a code: 1 turns 0, the null code, into 2^32-1 for a minimum
	Order []uint32 // of texts: the position of each code, null included
	Input int
}

// NewMinMaxCodes keeps the extremes of the codes of an input.
func NewMinMaxCodes(isMax bool, input int) *MinMaxCodes {
	return &MinMaxCodes{extremes: newExtremes[uint32](isMax, 0, math.MaxUint32), Input: input}
}

var (
	_ Columnar   = (*MinMaxCodes)(nil)
	_ RunReducer = (*MinMaxCodes)(nil)
)

// Slice returns groups lo to hi; the slice shares the state.
func (a *MinMaxCodes) Slice(lo, hi int) Columnar {
	return &MinMaxCodes{a.slice(lo, hi), a.Bias, a.Order, a.Input}
}

// Update adds a batch.
func (a *MinMaxCodes) Update(b *Batch) { ExtremesOf(a, b.Groups, 0, &b.In[a.Input]) }

// ExtremesOf updates groups. If stride is above 0, groups have replicas, which are stride entries apart, and rows
// update them in turn.
func ExtremesOf[G Code](a *MinMaxCodes, groups []G, stride uint32, v *Vector) {
	switch {
	case v.U8 != nil:
		extremesOf(a, groups, stride, v.U8)
	case v.U16 != nil:
		extremesOf(a, groups, stride, v.U16)
	default:
		extremesOf(a, groups, stride, v.U32)
	}
}

func extremesOf[G, C Code](a *MinMaxCodes, groups []G, stride uint32, codes []C) {
	switch {
	case a.Order != nil:
		for i, g := range groups {
			a.take(&a.S[uint32(g)+uint32(i&1)*stride], a.Order[codes[i]])
		}
	case a.Max:
		greatest(a.S, groups, stride, codes, a.Bias)
	default:
		least(a.S, groups, stride, codes, a.Bias)
	}
}

//go:noinline
func greatest[G, C Code](m []uint32, groups []G, stride uint32, codes []C, bias uint32) {
	codes = codes[:len(groups)]
	odd := m[stride:]
	for i := 0; i < len(groups)-1; i += 2 {
		m[groups[i]] = max(m[groups[i]], uint32(codes[i])-bias)
		odd[groups[i+1]] = max(odd[groups[i+1]], uint32(codes[i+1])-bias)
	}
	if last := len(groups) - 1; last&1 == 0 {
		m[groups[last]] = max(m[groups[last]], uint32(codes[last])-bias)
	}
}

//go:noinline
func least[G, C Code](m []uint32, groups []G, stride uint32, codes []C, bias uint32) {
	codes = codes[:len(groups)]
	odd := m[stride:]
	for i := 0; i < len(groups)-1; i += 2 {
		m[groups[i]] = min(m[groups[i]], uint32(codes[i])-bias)
		odd[groups[i+1]] = min(odd[groups[i+1]], uint32(codes[i+1])-bias)
	}
	if last := len(groups) - 1; last&1 == 0 {
		m[groups[last]] = min(m[groups[last]], uint32(codes[last])-bias)
	}
}

func (a *MinMaxCodes) at(v *Vector, i int) uint32 {
	code := CodeAt(v, i)
	if a.Order != nil {
		return a.Order[code]
	}
	return code - a.Bias
}

// UpdateRuns adds a batch run by run.
func (a *MinMaxCodes) UpdateRuns(b *Batch) {
	v := &b.In[a.Input]
	for r, g := range b.Runs {
		best := a.S[g]
		for i := b.Starts[r]; i < b.Starts[r+1]; i++ {
			a.take(&best, a.at(v, int(i)))
		}
		a.S[g] = best
	}
}

// Merge adds groups of another state of the same kind.
func (a *MinMaxCodes) Merge(from Accumulator, groups, to []uint32) {
	a.merge(from.(*MinMaxCodes).S, groups, to)
}

// MinMax64 keeps the least or greatest of wide integers, or of floats mapped to integers of the same order.
type MinMax64 struct {
	extremes[int64]
	Input int
}

// NewMinMax64 keeps the extremes of an input of wide integers or floats.
func NewMinMax64(isMax bool, input int) *MinMax64 {
	return &MinMax64{newExtremes[int64](isMax, math.MinInt64, math.MaxInt64), input}
}

var _ Columnar = (*MinMax64)(nil)

// Slice returns groups lo to hi; the slice shares the state.
func (a *MinMax64) Slice(lo, hi int) Columnar { return &MinMax64{a.slice(lo, hi), a.Input} }

// at returns row i of a vector as an ordered integer; null is the value of an empty group.
func (a *MinMax64) at(v *Vector, i int) int64 {
	switch {
	case v.Valid != nil && v.Valid[i] == 0:
		return a.empty
	case v.I64 != nil:
		return v.I64[i]
	}
	return OrderedBits(v.F64[i], a.Max)
}

// Update adds a batch.
func (a *MinMax64) Update(b *Batch) {
	v := &b.In[a.Input]
	for i, g := range b.Groups {
		a.take(&a.S[g], a.at(v, i))
	}
}

// Merge adds groups of another state of the same kind.
func (a *MinMax64) Merge(from Accumulator, groups, to []uint32) {
	a.merge(from.(*MinMax64).S, groups, to)
}

// OrderedBits maps floats to integers of the same order, -0 below +0. NaN becomes a value that loses to every number:
// MaxInt64-1 for a minimum, MinInt64+1 for a maximum.
func OrderedBits(v float64, isMax bool) int64 {
	if v != v {
		if isMax {
			return math.MinInt64 + 1
		}
		return math.MaxInt64 - 1
	}
	b := int64(math.Float64bits(v))
	return b ^ int64(uint64(b>>63)>>1)
}

// FromOrderedBits inverts OrderedBits.
func FromOrderedBits(m int64) float64 {
	if m == math.MinInt64+1 || m == math.MaxInt64-1 {
		return math.NaN()
	}
	return math.Float64frombits(uint64(m ^ int64(uint64(m>>63)>>1)))
}

// Order maps wide integers or floats of a column to integers without sign of the same order: the distances of their
// entries in MinMax64 from the least entry.
type Order struct {
	Bits  int // of the greatest integer
	least int64
	isMax bool
}

// OrderOf returns the mapping for a minimum or a maximum of a column. Both have the same mapping if the column is
// finite.
func OrderOf(c *data.Column, isMax bool) Order {
	low, high := c.Min, c.Max
	switch {
	case c.Type != data.Float:
	case !c.Finite:
		return Order{64, math.MinInt64, isMax}
	default:
		low, high = OrderedBits(c.MinFloat, false), OrderedBits(c.MaxFloat, false)
		if c.MinFloat == 0 {
			low = OrderedBits(math.Copysign(0, -1), false) // the range does not distinguish -0 from 0
		}
		if c.MaxFloat == 0 {
			high = OrderedBits(0, false)
		}
	}
	return Order{Bits: bits.Len64(uint64(high) - uint64(low)), least: low}
}

// Integers writes the integers of the rows of the column, starting with row first.
func (o Order) Integers(to []uint64, c *data.Column, first int) {
	if c.Wide != nil {
		for i, v := range c.Wide[first : first+len(to)] {
			to[i] = uint64(v) - uint64(o.least)
		}
		return
	}
	for i, v := range c.Floats[first : first+len(to)] {
		to[i] = uint64(OrderedBits(v, o.isMax)) - uint64(o.least)
	}
}

// Entry returns the entry in MinMax64 of an integer.
func (o Order) Entry(n uint64) int64 { return o.least + int64(n) }
