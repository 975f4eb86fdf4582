package aggregate

import "math/bits"

// distinctTotals is the number of distinct values by group: what totals merge bits into. Each group gets its number
// from one call of Merge.
type distinctTotals struct{ N []uint32 }

func (a *distinctTotals) Grow(n int)    { a.N = grow(a.N, n) }
func (a *distinctTotals) Bytes() int64  { return 4 * int64(cap(a.N)) }
func (a *distinctTotals) Update(*Batch) { panic("BUG: totals take no rows") }

func (a *distinctTotals) Merge(from Accumulator, _, to []uint32) {
	set := from.(*DistinctBits)
	if to != nil {
		joined := &DistinctBits{words: set.words}
		joined.Grow(len(a.N))
		joined.Merge(set, nil, to)
		set = joined
	}
	for g := range min(len(a.N), len(set.B)/set.words) {
		for _, w := range set.B[g*set.words:][:set.words] {
			a.N[g] += uint32(bits.OnesCount64(w))
		}
	}
}
