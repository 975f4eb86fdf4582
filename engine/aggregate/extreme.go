package aggregate

import (
	"math"

	"cardinal/data"
)

// Extreme keeps the least or greatest of integers: a column's own, floats mapped to integers of the same order, or
// the ranks of texts. A group without a value keeps the sentinel; Counts beside it tell.
type Extreme struct {
	M     []int64
	Max   bool
	at    func(row int) int64
	ints  []int64 // the plain case, without a call a row
	valid data.Bitmap
}

var _ Accumulator = (*Extreme)(nil)

// Sentinel is the state of a group without a value.
func (a *Extreme) Sentinel() int64 {
	if a.Max {
		return math.MinInt64
	}
	return math.MaxInt64
}

func (a *Extreme) Grow(n int) {
	old := len(a.M)
	a.M = grow(a.M, n)
	for i := old; i < n; i++ {
		a.M[i] = a.Sentinel()
	}
}

func (a *Extreme) Bytes() int64 { return 8 * int64(cap(a.M)) }

func (a *Extreme) Update(b *Batch) {
	switch {
	case a.ints != nil && a.valid == nil && b.Rows == nil && a.Max:
		for i, v := range a.ints[b.Lo:][:len(b.Groups)] {
			g := b.Groups[i]
			a.M[g] = max(a.M[g], v)
		}
	case a.ints != nil && a.valid == nil && b.Rows == nil:
		for i, v := range a.ints[b.Lo:][:len(b.Groups)] {
			g := b.Groups[i]
			a.M[g] = min(a.M[g], v)
		}
	default:
		for i, g := range b.Groups {
			row := b.row(i)
			if a.valid.Get(row) {
				a.take(g, a.value(row))
			}
		}
	}
}

func (a *Extreme) value(row int) int64 {
	if a.ints != nil {
		return a.ints[row]
	}
	return a.at(row)
}

func (a *Extreme) take(g uint32, v int64) {
	if a.Max {
		a.M[g] = max(a.M[g], v)
	} else {
		a.M[g] = min(a.M[g], v)
	}
}

func (a *Extreme) Merge(from Accumulator, to []uint32) {
	for g, v := range from.(*Extreme).M {
		if to[g] != Skip {
			a.take(to[g], v)
		}
	}
}

// orderedBits maps floats to integers of the same order, -0 below +0. NaN becomes the value that never wins while
// there is any number: MaxInt64-1 for a minimum, MinInt64+1 for a maximum.
func orderedBits(v float64, isMax bool) int64 {
	if v != v {
		if isMax {
			return math.MinInt64 + 1
		}
		return math.MaxInt64 - 1
	}
	b := int64(math.Float64bits(v))
	return b ^ int64(uint64(b>>63)>>1)
}

// fromOrderedBits is the inverse.
func fromOrderedBits(m int64) float64 {
	if m == math.MinInt64+1 || m == math.MaxInt64-1 {
		return math.NaN()
	}
	return math.Float64frombits(uint64(m ^ int64(uint64(m>>63)>>1)))
}
