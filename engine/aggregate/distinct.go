package aggregate

import (
	"cardinal/data"
	"cardinal/engine/key"
)

// Distinct counts distinct values by extending the group key with the value's code and keeping the set of pairs.
type Distinct struct {
	codes data.Codes
	valid data.Bitmap
	pairs *key.Table // group<<32 | code
	n     int
}

var _ Accumulator = (*Distinct)(nil)

func (a *Distinct) Grow(n int)   { a.n = n }
func (a *Distinct) Bytes() int64 { return a.pairs.Bytes() }

func (a *Distinct) Update(b *Batch) {
	for i, g := range b.Groups {
		if row := b.row(i); a.valid.Get(row) {
			a.pairs.ID(uint64(g)<<32 | uint64(a.codes.At(row)))
		}
	}
}

func (a *Distinct) Merge(from Accumulator, to []uint32) {
	for _, pair := range from.(*Distinct).pairs.Keys() {
		if t := to[pair>>32]; t != Skip {
			a.pairs.ID(uint64(t)<<32 | pair&0xffffffff)
		}
	}
}

// Counts returns the number of distinct values of each group.
func (a *Distinct) Counts() []int64 {
	counts := make([]int64, a.n)
	for _, pair := range a.pairs.Keys() {
		counts[pair>>32]++
	}
	return counts
}
