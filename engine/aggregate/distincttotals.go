package aggregate

import (
	"math/bits"

	"cardinal/engine/key"
)

// distinctTotals is the number of distinct values by group: what totals merge sets of pairs into. Each group gets its
// number from one call of Merge.
type distinctTotals struct{ N []uint32 }

func (a *distinctTotals) Grow(n int)    { a.N = grow(a.N, n) }
func (a *distinctTotals) Bytes() int64  { return 4 * int64(cap(a.N)) }
func (a *distinctTotals) Update(*Batch) { panic("BUG: totals take no rows") }

func (a *distinctTotals) Merge(from Accumulator, _, to []uint32) {
	if bits, ok := from.(*DistinctBits); ok {
		a.mergeBits(bits, to)
		return
	}
	set := from.(*DistinctPairs).pairs
	if to == nil {
		for _, pair := range set.Keys() {
			a.N[pair>>32]++
		}
		return
	}
	seen := key.NewTable(set.Len())
	for _, pair := range set.Keys() {
		if t := to[pair>>32]; t != Skip {
			n := seen.Len()
			if seen.ID(uint64(t)<<32 | pair&0xffffffff); seen.Len() > n {
				a.N[t]++
			}
		}
	}
}

func (a *distinctTotals) mergeBits(from *DistinctBits, to []uint32) {
	if to != nil {
		joined := &DistinctBits{words: from.words}
		joined.Grow(len(a.N))
		joined.Merge(from, nil, to)
		from = joined
	}
	for g := range min(len(a.N), len(from.B)/from.words) {
		for _, w := range from.B[g*from.words:][:from.words] {
			a.N[g] += uint32(bits.OnesCount64(w))
		}
	}
}
