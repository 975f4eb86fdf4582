package aggregate

import (
	"context"
	"iter"
	"math/bits"
	"sort"
	"sync/atomic"

	"cardinal/data/parallel"
)

// PairCounts has the number of rows of each pair of group and code, as a GPU counts them. A pair has a slot: the first
// slot of its group plus the code. No batch and no other state is added.
type PairCounts struct {
	Width int // codes of the column, including that of null
	Value Nullable
	Nulls bool // some values are null

	First []uint64 // by group, the slot of code 0
	Slots []uint32 // of the pairs that occur, ascending; nil: Rows has every slot
	Rows  []uint64 // the numbers of rows, in the order of Slots

	starts []int // by group, the place of its first pair in Slots
}

var _ Accumulator = (*PairCounts)(nil)

// Locate finds the pairs of each group; each runs a function over ranges of the groups.
func (a *PairCounts) Locate(each Ranges) {
	if a.Slots == nil {
		return
	}
	a.starts = make([]int, len(a.First))
	each(len(a.First), func(lo, hi int) {
		for g := lo; g < hi; g++ {
			a.starts[g] = sort.Search(len(a.Slots), func(i int) bool { return uint64(a.Slots[i]) >= a.First[g] })
		}
	})
}

// Len returns the greatest number of codes that group g may have.
func (a *PairCounts) Len(g int) int {
	if a.Slots == nil {
		return a.Width
	}
	rest := a.Slots[a.starts[g]:]
	end := a.First[g] + uint64(a.Width)
	most := min(len(rest), a.Width)
	if most == 0 || uint64(rest[most-1]) < end {
		return most
	}
	return sort.Search(most, func(i int) bool { return uint64(rest[i]) >= end })
}

// Of lists the codes of group g that are not null, ascending, with their numbers of rows.
func (a *PairCounts) Of(g int) iter.Seq2[uint32, uint32] {
	null := uint64(1 << 32)
	if a.Nulls {
		null = uint64(a.Value.code)
	}
	first, n := a.First[g], a.Len(g)
	if a.Slots == nil {
		return func(yield func(code, rows uint32) bool) {
			for code, rows := range a.Rows[first:][:n] {
				if rows > 0 && uint64(code) != null && !yield(uint32(code), uint32(rows)) {
					return
				}
			}
		}
	}
	start := a.starts[g]
	return func(yield func(code, rows uint32) bool) {
		rows := a.Rows[start:][:n]
		for i, slot := range a.Slots[start:][:n] {
			if code := uint64(slot) - first; code != null && !yield(uint32(code), uint32(rows[i])) {
				return
			}
		}
	}
}

// manyPairs is a number of pairs that all threads mark together.
const manyPairs = 1 << 20

// Count adds the number of distinct codes of each target to n, where group g belongs to target to[g]; nil: each group
// is its own target. The threads share the targets, and the groups of a target with many pairs.
func (a *PairCounts) Count(ctx context.Context, n, to []uint32, groups, threads int) error {
	m := MembersOf(to, min(groups, len(a.First)))
	var large []int
	for t := range m.Targets() {
		if of := m.Of(t); len(of) > 1 && a.total(of) >= manyPairs {
			large = append(large, t)
		}
	}
	pieces := min(64*threads, m.Targets())
	err := parallel.On(ctx, threads, pieces, func(ctx context.Context, i int) error {
		var seen []uint64
		for t := m.Targets() * i / pieces; t < m.Targets()*(i+1)/pieces && ctx.Err() == nil; t++ {
			switch of := m.Of(t); {
			case len(of) == 0:
			case len(of) == 1:
				for range a.Of(int(of[0])) {
					n[m.First+t]++
				}
			case a.total(of) < manyPairs:
				seen = append(seen[:0], make([]uint64, a.Width/64+1)...)
				n[m.First+t] += a.mark(seen, of)
			}
		}
		return ctx.Err()
	})
	for _, t := range large {
		of, seen := m.Of(t), make([]uint64, a.Width/64+1)
		if err == nil {
			err = parallel.Ranges(ctx, threads, len(of), 1+len(of)/(8*threads), func(lo, hi int) {
				atomic.AddUint32(&n[m.First+t], a.mark(seen, of[lo:hi]))
			})
		}
	}
	return err
}

// total returns the greatest number of pairs that some groups may have.
func (a *PairCounts) total(groups []uint32) (pairs int) {
	for _, g := range groups {
		pairs += a.Len(int(g))
	}
	return pairs
}

// mark sets the bits of the codes of some groups, and returns how many were not set. Several goroutines may mark at the
// same time.
func (a *PairCounts) mark(seen []uint64, groups []uint32) (n uint32) {
	for _, g := range groups {
		for code := range a.Of(int(g)) {
			word, bit := &seen[code>>6], uint64(1)<<(code&63)
			if atomic.LoadUint64(word)&bit == 0 {
				n += uint32(bits.OnesCount64(bit &^ atomic.OrUint64(word, bit)))
			}
		}
	}
	return n
}

// Grow does nothing: the pairs are there.
func (a *PairCounts) Grow(int) {}

// Bytes returns the memory of the state.
func (a *PairCounts) Bytes() int64 {
	return 8*int64(len(a.First)+len(a.Rows)+len(a.starts)) + 4*int64(len(a.Slots))
}

// Update is never called.
func (a *PairCounts) Update(*Batch) { panic("BUG: pairs of a GPU take no rows") }

// Merge is never called.
func (a *PairCounts) Merge(Accumulator, []uint32, []uint32) { panic("BUG: pairs of a GPU are merged") }
