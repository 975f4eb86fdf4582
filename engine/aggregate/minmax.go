package aggregate

import (
	"math"
	"sync/atomic"
)

// MinMaxCodes keeps the least or greatest code of an input in the order of its values. The state is chosen so that
// null never wins and an empty group is told by its count: for a maximum it starts at 0 and null is 0, for a minimum
// it starts at 2^32-1, which no code is. Codes of texts go through Order, their place among the texts.
type MinMaxCodes struct {
	M     []uint32
	Max   bool
	Bias  uint32   // subtracted from a code: 1 turns the null code 0 of a minimum into 2^32-1
	Order []uint32 // of texts, by code, null included
	Input int
}

var (
	_ Atomic     = (*MinMaxCodes)(nil)
	_ RunReducer = (*MinMaxCodes)(nil)
)

func (a *MinMaxCodes) start() uint32 {
	if a.Max {
		return 0
	}
	return math.MaxUint32
}

func (a *MinMaxCodes) Grow(n int) {
	old := len(a.M)
	a.M = Grow(a.M, n)
	for i := old; i < len(a.M); i++ {
		a.M[i] = a.start()
	}
}

func (a *MinMaxCodes) Bytes() int64 { return 4 * int64(cap(a.M)) }

func (a *MinMaxCodes) Keep(groups []uint32) { a.M = keep(a.M, groups) }

func (a *MinMaxCodes) Part(lo, hi int) Columnar {
	part := *a
	part.M = a.M[lo:hi]
	return &part
}

func (a *MinMaxCodes) Clear(groups []uint32) {
	for _, g := range groups {
		a.M[g] = a.start()
	}
}

func (a *MinMaxCodes) Update(b *Batch) { ExtremesOf(a, b.Groups, 0, &b.In[a.Input]) }

// ExtremesOf updates groups. A lane above 0 is how far apart copies of them lie, which rows take in turn.
func ExtremesOf[G Code](a *MinMaxCodes, groups []G, lane uint32, v *Vector) {
	switch {
	case v.U8 != nil:
		extremes(a, groups, lane, v.U8)
	case v.U16 != nil:
		extremes(a, groups, lane, v.U16)
	default:
		extremes(a, groups, lane, v.U32)
	}
}

func extremes[G, C Code](a *MinMaxCodes, groups []G, lane uint32, codes []C) {
	switch {
	case a.Order != nil:
		for i, g := range groups {
			a.take(&a.M[uint32(g)+uint32(i&1)*lane], a.Order[codes[i]])
		}
	case a.Max:
		greatest(a.M, groups, lane, codes, a.Bias)
	default:
		least(a.M, groups, lane, codes, a.Bias)
	}
}

//go:noinline
func greatest[G, C Code](m []uint32, groups []G, lane uint32, codes []C, bias uint32) {
	codes = codes[:len(groups)]
	odd := m[lane:]
	for i := 0; i < len(groups)-1; i += 2 {
		m[groups[i]] = max(m[groups[i]], uint32(codes[i])-bias)
		odd[groups[i+1]] = max(odd[groups[i+1]], uint32(codes[i+1])-bias)
	}
	if last := len(groups) - 1; last&1 == 0 {
		m[groups[last]] = max(m[groups[last]], uint32(codes[last])-bias)
	}
}

//go:noinline
func least[G, C Code](m []uint32, groups []G, lane uint32, codes []C, bias uint32) {
	codes = codes[:len(groups)]
	odd := m[lane:]
	for i := 0; i < len(groups)-1; i += 2 {
		m[groups[i]] = min(m[groups[i]], uint32(codes[i])-bias)
		odd[groups[i+1]] = min(odd[groups[i+1]], uint32(codes[i+1])-bias)
	}
	if last := len(groups) - 1; last&1 == 0 {
		m[groups[last]] = min(m[groups[last]], uint32(codes[last])-bias)
	}
}

func (a *MinMaxCodes) take(into *uint32, v uint32) {
	if a.Max {
		*into = max(*into, v)
	} else {
		*into = min(*into, v)
	}
}

func (a *MinMaxCodes) at(v *Vector, i int) uint32 {
	code := CodeAt(v, i)
	if a.Order != nil {
		return a.Order[code]
	}
	return code - a.Bias
}

func (a *MinMaxCodes) UpdateAtomic(b *Batch) {
	v := &b.In[a.Input]
	for i, g := range b.Groups {
		for at, new := &a.M[g], a.at(v, i); ; {
			old := atomic.LoadUint32(at)
			if a.Max && new <= old || !a.Max && new >= old || atomic.CompareAndSwapUint32(at, old, new) {
				break
			}
		}
	}
}

func (a *MinMaxCodes) UpdateRuns(b *Batch) {
	v := &b.In[a.Input]
	for r, g := range b.Runs {
		best := a.M[g]
		for i := b.Starts[r]; i < b.Starts[r+1]; i++ {
			a.take(&best, a.at(v, int(i)))
		}
		a.M[g] = best
	}
}

func (a *MinMaxCodes) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.M, from.(*MinMaxCodes).M, groups, to, a.take)
}

// MinMax64 keeps the least or greatest of wide integers, or of floats mapped to integers of the same order.
type MinMax64 struct {
	M     []int64
	Max   bool
	Input int
}

var _ Atomic = (*MinMax64)(nil)

func (a *MinMax64) start() int64 {
	if a.Max {
		return math.MinInt64
	}
	return math.MaxInt64
}

func (a *MinMax64) Grow(n int) {
	old := len(a.M)
	a.M = Grow(a.M, n)
	for i := old; i < len(a.M); i++ {
		a.M[i] = a.start()
	}
}

func (a *MinMax64) Bytes() int64 { return 8 * int64(cap(a.M)) }

func (a *MinMax64) Keep(groups []uint32) { a.M = keep(a.M, groups) }

func (a *MinMax64) Part(lo, hi int) Columnar {
	part := *a
	part.M = a.M[lo:hi]
	return &part
}

func (a *MinMax64) Clear(groups []uint32) {
	for _, g := range groups {
		a.M[g] = a.start()
	}
}

// at returns row i of a vector, the start for null.
func (a *MinMax64) at(v *Vector, i int) int64 {
	switch {
	case v.Valid != nil && v.Valid[i] == 0:
		return a.start()
	case v.I64 != nil:
		return v.I64[i]
	}
	return OrderedBits(v.F64[i], a.Max)
}

func (a *MinMax64) Update(b *Batch) {
	v := &b.In[a.Input]
	for i, g := range b.Groups {
		a.take(&a.M[g], a.at(v, i))
	}
}

func (a *MinMax64) take(into *int64, v int64) {
	if a.Max {
		*into = max(*into, v)
	} else {
		*into = min(*into, v)
	}
}

func (a *MinMax64) UpdateAtomic(b *Batch) {
	v := &b.In[a.Input]
	for i, g := range b.Groups {
		for at, new := &a.M[g], a.at(v, i); ; {
			old := atomic.LoadInt64(at)
			if a.Max && new <= old || !a.Max && new >= old || atomic.CompareAndSwapInt64(at, old, new) {
				break
			}
		}
	}
}

func (a *MinMax64) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.M, from.(*MinMax64).M, groups, to, a.take)
}

// OrderedBits maps floats to integers of the same order, -0 below +0. NaN becomes the value that never wins while
// there is any number: MaxInt64-1 for a minimum, MinInt64+1 for a maximum.
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

// FromOrderedBits is the inverse.
func FromOrderedBits(m int64) float64 {
	if m == math.MinInt64+1 || m == math.MaxInt64-1 {
		return math.NaN()
	}
	return math.Float64frombits(uint64(m ^ int64(uint64(m>>63)>>1)))
}
