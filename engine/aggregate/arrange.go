package aggregate

import (
	"context"
	"math/bits"
	"slices"

	"cardinal/data/number/radix"
	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// byGroup is the values of a list in order of groups. Group g has the values start[g] to start[g+1].
type byGroup[V uint32 | uint64] struct {
	start  []int
	values []V
}

// Of returns the values of group g.
func (b *byGroup[V]) Of(g int) []V { return b.values[b.start[g]:b.start[g+1]] }

// Arrange returns the values ordered by group. It is a counting sort that divides the chunks among threads.
func (a *ValueList[V]) Arrange(ctx context.Context, groups, threads int) (byGroup[V], error) {
	shares := a.shares(threads)
	counts := make([][]uint32, len(shares))
	err := parallel.On(ctx, threads, len(shares), func(ctx context.Context, i int) error {
		counts[i] = memory.Make[uint32](groups)
		for _, c := range shares[i] {
			countTargets(counts[i], c.groups, c.to)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
	if err != nil {
		return byGroup[V]{}, err
	}
	out := byGroup[V]{start: radix.Starts[int](counts, groups, threads)}
	out.values = memory.Uninitialized[V](out.start[groups])
	err = parallel.On(ctx, threads, len(shares), func(ctx context.Context, i int) error {
		for _, c := range shares[i] {
			place(out.values, counts[i], c.groups, c.values, c.to)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
	return out, err
}

// shares divides the chunks among threads.
func (a *ValueList[V]) shares(threads int) [][]pairs[V] {
	shares := make([][]pairs[V], min(max(threads, 1), max(len(a.chunks), 1)))
	for i := range shares {
		shares[i] = a.chunks[len(a.chunks)*i/len(shares) : len(a.chunks)*(i+1)/len(shares)]
	}
	return shares
}

// countTargets counts the rows by the new group.
func countTargets(n, groups, to []uint32) {
	if to == nil {
		CountGroups(n, groups, 0)
		return
	}
	for _, g := range groups {
		if t := to[g]; t != Skip {
			n[t]++
		}
	}
}

// place writes each value to the next free place of its new group.
func place[V uint32 | uint64](out []V, next, groups []uint32, values []V, to []uint32) {
	values = values[:len(groups)]
	if to == nil {
		for i, g := range groups {
			at := next[g]
			next[g] = at + 1
			out[at] = values[i]
		}
		return
	}
	for i, g := range groups {
		if t := to[g]; t != Skip {
			at := next[t]
			next[t] = at + 1
			out[at] = values[i]
		}
	}
}

// fewNeighbours is the largest number of values that Neighbours sorts instead of counting them.
const fewNeighbours = 8

// Neighbours returns the values that would be at k and k+1 if v were sorted. Both are the same if k is the last index.
//
// The values are counted by their highest bits, and only values with the same bits as the sought ones are examined
// further. These passes have no branch that depends on the data. Quickselect has one such branch for each value, which
// is hard to predict. Few values are counted by four bits, so that there are few counts to read. Values are copied to
// room, which is kept for the next call.
func Neighbours[V uint32 | uint64](v []V, k int, room *[]V) (low, high V) {
	var all [256]uint32
	for len(v) > fewNeighbours {
		least, most := minMax(v)
		if least == most {
			return least, least
		}
		width := 4
		if len(v) >= 512 {
			width = 8
		}
		counts := all[:1<<width]
		clear(counts)
		shift := max(bits.Len64(uint64(most-least))-width, 0) & 63
		for _, x := range v {
			counts[(x-least)>>shift]++
		}
		bucket, before := 0, 0
		for before+int(counts[bucket]) <= k {
			before += int(counts[bucket])
			bucket++
		}
		if end := before + int(counts[bucket]); k == end-1 && end < len(v) {
			return aroundEnd(v, least, shift, bucket)
		}
		if len(*room) <= len(v) {
			*room = make([]V, len(v)+1)
		}
		// every value is written, and the next value overwrites a value that does not count
		n, kept := 0, *room
		for _, x := range v {
			kept[n] = x
			one := 0
			if (x-least)>>shift == V(bucket) {
				one = 1
			}
			n += one
		}
		copy(v, kept[:n])
		v, k = v[:n], k-before
	}
	slices.Sort(v)
	return v[k], v[min(k+1, len(v)-1)]
}

// minMax returns the least and the greatest value. It compares values at even and at odd indices separately, because
// each comparison waits for the result of the one before.
func minMax[V uint32 | uint64](v []V) (least, most V) {
	low, high := v[0], v[0]
	least, most = v[len(v)-1], v[len(v)-1]
	for i := 0; i < len(v)-1; i += 2 {
		low, high = min(low, v[i]), max(high, v[i])
		least, most = min(least, v[i+1]), max(most, v[i+1])
	}
	return min(low, least), max(high, most)
}

// aroundEnd returns the greatest value of a bucket and the least value after it.
func aroundEnd[V uint32 | uint64](v []V, least V, shift int, bucket int) (low, high V) {
	last := least + (V(bucket)+1)<<shift - 1
	high = ^V(0)
	for _, x := range v { // without a branch on the data
		below, above := x, x
		if x > last {
			below = 0
		}
		if x <= last {
			above = ^V(0)
		}
		low, high = max(low, below), min(high, above)
	}
	return low, high
}
