package aggregate

import (
	"context"
	"math/bits"
	"slices"

	"cardinal/data/parallel"
)

// byGroup is the values of a bag, those of group g at start[g] to start[g+1].
type byGroup[V uint32 | uint64] struct {
	start  []int
	values []V
}

func (b *byGroup[V]) of(g int) []V { return b.values[b.start[g]:b.start[g+1]] }

// arrange lays the values out by group to[g], dropping those of Skip: a counting sort over the chunks, which every
// share of the work counts and fills apart.
func (a *Bag[V]) arrange(ctx context.Context, to []uint32, groups, threads int) (byGroup[V], error) {
	shares := min(max(threads, 1), max(len(a.chunks), 1))
	share := func(i int) []pairs[V] {
		return a.chunks[len(a.chunks)*i/shares : len(a.chunks)*(i+1)/shares]
	}
	target := func(c *pairs[V], g uint32) uint32 {
		if c.to != nil {
			if g = c.to[g]; g == Skip {
				return Skip
			}
		}
		if to != nil {
			return to[g]
		}
		return g
	}
	counts := make([][]uint32, shares)
	err := parallel.On(ctx, threads, shares, func(ctx context.Context, i int) error {
		counts[i] = make([]uint32, groups)
		for _, c := range share(i) {
			for _, g := range c.groups {
				if t := target(&c, g); t != Skip {
					counts[i][t]++
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
	if err != nil {
		return byGroup[V]{}, err
	}
	out := byGroup[V]{start: make([]int, groups+1)}
	total := uint32(0)
	for g := range groups {
		if g%checkGroups == 0 && ctx.Err() != nil {
			return out, ctx.Err()
		}
		out.start[g] = int(total)
		for _, count := range counts {
			count[g], total = total, total+count[g]
		}
	}
	out.start[groups] = int(total)
	out.values = make([]V, total)
	err = parallel.On(ctx, threads, shares, func(ctx context.Context, i int) error {
		next := counts[i]
		for _, c := range share(i) {
			values := c.values[:len(c.groups)]
			for j, g := range c.groups {
				if t := target(&c, g); t != Skip {
					out.values[next[t]] = values[j]
					next[t]++
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
	return out, err
}

// neighbours are the values at places k and k+1 in ascending order; the second is the first again where there is none.
//
// The values are counted by their highest bits, and only those that share them with the values sought are looked at
// closer: passes without a branch on the data, where quickselect has one a value that is hard to predict. Values are
// copied to room, which is kept for the next call.
func neighbours[V uint32 | uint64](v []V, k int, room *[]V) (low, high V) {
	for len(v) > 64 {
		least, most := v[0], v[0]
		for _, x := range v {
			least, most = min(least, x), max(most, x)
		}
		if least == most {
			return least, least
		}
		shift := max(bits.Len64(uint64(most-least))-8, 0) & 63
		var counts [256]uint32
		for _, x := range v {
			counts[uint8((x-least)>>shift)]++
		}
		bucket, before := 0, 0
		for before+int(counts[bucket]) <= k {
			before += int(counts[bucket])
			bucket++
		}
		if end := before + int(counts[bucket]); k == end-1 && end < len(v) {
			return border(v, least, shift, bucket)
		}
		if len(*room) <= len(v) {
			*room = make([]V, len(v)+1)
		}
		// each value is written, and the next one over it unless it counts
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

// border is the greatest value of a bucket and the least of those after it.
func border[V uint32 | uint64](v []V, least V, shift int, bucket int) (low, high V) {
	high = ^V(0)
	for _, x := range v {
		if (x-least)>>shift <= V(bucket) {
			low = max(low, x)
		} else {
			high = min(high, x)
		}
	}
	return low, high
}
