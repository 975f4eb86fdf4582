package measure

import (
	"math/bits"

	"cardinal/engine/aggregate"
)

// distinctTotals is the number of distinct values by group: what totals merge bits into. Each group gets its number
// from one call of Merge.
type distinctTotals struct{ N []uint32 }

func (a *distinctTotals) Grow(n int)              { a.N = aggregate.Grow(a.N, n) }
func (a *distinctTotals) Bytes() int64            { return 4 * int64(cap(a.N)) }
func (a *distinctTotals) Update(*aggregate.Batch) { panic("BUG: totals take no rows") }

func (a *distinctTotals) Merge(from aggregate.Accumulator, _, to []uint32) {
	set := from.(*aggregate.DistinctBits)
	if to != nil {
		joined := &aggregate.DistinctBits{Words: set.Words}
		joined.Grow(len(a.N))
		joined.Merge(set, nil, to)
		set = joined
	}
	for g := range min(len(a.N), len(set.B)/set.Words) {
		for _, w := range set.B[g*set.Words:][:set.Words] {
			a.N[g] += uint32(bits.OnesCount64(w))
		}
	}
}
