package aggregate

import (
	"context"
	"iter"
	"math/bits"
	"slices"
	"sort"

	"cardinal/data/parallel"
)

// PairCounts has the number of rows of each pair of group and code, as a GPU counts them. A pair has a slot: the first
// slot of its group plus the code. A GPU has already added all rows, so that Update and Merge panic.
type PairCounts struct {
	Width int // codes of the column, including the code of null
	Value Nullable
	Nulls bool // some values are null

	First  []uint64 // the slot of code 0 of each group
	Listed bool     // Slots lists the pairs that occur; if false, Rows has an entry for every slot
	Slots  []uint32 // ascending
	Rows   []uint64 // the numbers of rows, in the order of Slots

	starts []int // the index in Slots of each group's first pair
}

var _ Accumulator = (*PairCounts)(nil)

// Locate finds the pairs of each group; each runs a function over ranges of the groups.
func (a *PairCounts) Locate(each Ranges) {
	if !a.Listed {
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
	if !a.Listed {
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
	if !a.Listed {
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

// manyPairs is the least number of pairs for which all threads together add up the codes of a union of groups.
const manyPairs = 1 << 20

// IsLarge reports whether all threads should add up the codes of a union of groups, by Sum.
func (a *PairCounts) IsLarge(groups []uint32) bool {
	return len(groups) > 1 && a.Pairs(groups) >= manyPairs
}

// Pairs returns the greatest number of pairs that some groups may have.
func (a *PairCounts) Pairs(groups []uint32) (n int) {
	for _, g := range groups {
		n += a.Len(int(g))
	}
	return n
}

// Sum returns the number of rows by code of a union of groups. The threads share the groups.
func (a *PairCounts) Sum(ctx context.Context, groups []uint32, threads int) ([]uint32, error) {
	shares := max(1, min(threads, len(groups)))
	sums := make([][]uint32, shares)
	err := parallel.On(ctx, threads, shares, func(_ context.Context, i int) error {
		sums[i] = make([]uint32, a.Width)
		for _, g := range groups[len(groups)*i/shares : len(groups)*(i+1)/shares] {
			for code, rows := range a.Of(int(g)) {
				sums[i][code] += rows
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, further := range sums[1:] {
		addCounts(sums[0], further)
	}
	return sums[0], nil
}

// Count adds the number of distinct codes of each target to n, where group g belongs to target to[g]. If `to` is nil,
// each group is its own target.
func (a *PairCounts) Count(ctx context.Context, n, to []uint32, groups, threads int) error {
	m := MembersOf(to, min(groups, len(a.First)))
	threads = max(1, threads)
	pieces := min(64*threads, m.Targets())
	err := parallel.On(ctx, threads, pieces, func(ctx context.Context, i int) error {
		var seen []uint64
		for t := m.Targets() * i / pieces; t < m.Targets()*(i+1)/pieces && ctx.Err() == nil; t++ {
			if of := m.Of(t); len(of) > 0 && !a.IsLarge(of) {
				n[m.First+t] += a.distinct(&seen, of)
			}
		}
		return ctx.Err()
	})
	for t := 0; t < m.Targets() && err == nil; t++ {
		if of := m.Of(t); a.IsLarge(of) {
			shares := min(threads, len(of))
			seen := make([][]uint64, shares)
			err = parallel.On(ctx, threads, shares, func(_ context.Context, i int) error {
				seen[i] = make([]uint64, a.Width/64+1)
				a.mark(seen[i], of[len(of)*i/shares:len(of)*(i+1)/shares])
				return nil
			})
			if err == nil {
				n[m.First+t] += countBits(seen)
			}
		}
	}
	return err
}

// distinct returns the number of distinct codes of a union of groups. It sets a bit for each code in room, or sorts the
// codes if they are few. A single group has each code only once.
func (a *PairCounts) distinct(room *[]uint64, groups []uint32) (n uint32) {
	if len(groups) == 1 {
		return a.distinctOf(int(groups[0]))
	}
	if a.Pairs(groups) > a.Width/sortedShare {
		*room = append((*room)[:0], make([]uint64, a.Width/64+1)...)
		a.mark(*room, groups)
		return countBits([][]uint64{*room})
	}
	var codes []uint32
	for _, g := range groups {
		for code := range a.Of(int(g)) {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return uint32(len(slices.Compact(codes)))
}

// distinctOf returns the number of distinct codes of group g. If pairs are listed, this is their number, less 1 if the
// group has a pair with null.
func (a *PairCounts) distinctOf(g int) (n uint32) {
	if !a.Listed {
		for range a.Of(g) {
			n++
		}
		return n
	}
	slots := a.Slots[a.starts[g]:][:a.Len(g)]
	n = uint32(len(slots))
	if a.Nulls {
		null := a.First[g] + uint64(a.Value.code)
		if i := sort.Search(len(slots), func(i int) bool { return uint64(slots[i]) >= null }); i < len(slots) &&
			uint64(slots[i]) == null {
			n--
		}
	}
	return n
}

// sortedShare decides how distinct codes are counted. If they are at most 1/sortedShare of the column's codes, sorting
// them is faster than a bit for each code of the column.
const sortedShare = 1 << 9

// mark sets the bits of the codes of some groups that are not null.
func (a *PairCounts) mark(seen []uint64, groups []uint32) {
	for _, g := range groups {
		first, n := a.First[g], a.Len(int(g))
		if !a.Listed {
			for code, rows := range a.Rows[first:][:n] {
				seen[code>>6] |= min(rows, 1) << (code & 63)
			}
			continue
		}
		for _, slot := range a.Slots[a.starts[g]:][:n] {
			code := uint64(slot) - first
			seen[code>>6] |= 1 << (code & 63)
		}
	}
	if a.Nulls {
		seen[a.Value.code>>6] &^= 1 << (a.Value.code & 63)
	}
}

// countBits returns the number of bits that are set in at least one of several sets.
func countBits(sets [][]uint64) (n uint32) {
	for i, word := range sets[0] {
		for _, further := range sets[1:] {
			word |= further[i]
		}
		n += uint32(bits.OnesCount64(word))
	}
	return n
}

// Grow does nothing: the pairs already cover all groups.
func (a *PairCounts) Grow(int) {}

// Bytes returns the memory of the state.
func (a *PairCounts) Bytes() int64 {
	return 8*int64(len(a.First)+len(a.Rows)+len(a.starts)) + 4*int64(len(a.Slots))
}

// Update panics: a GPU has added all rows.
func (a *PairCounts) Update(*Batch) { panic("BUG: pairs of a GPU take no rows") }

// Merge panics: a GPU has merged all groups.
func (a *PairCounts) Merge(Accumulator, []uint32, []uint32) { panic("BUG: pairs of a GPU are merged") }
