package aggregate

import (
	"context"
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
	target := func(g uint32) uint32 {
		if to != nil {
			return to[g]
		}
		return g
	}
	counts := make([][]uint32, shares)
	err := parallel.Do(ctx, shares, func(ctx context.Context, i int) error {
		counts[i] = make([]uint32, groups)
		for _, c := range share(i) {
			for _, g := range c.groups {
				if t := target(g); t != Skip {
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
		out.start[g] = int(total)
		for _, count := range counts {
			count[g], total = total, total+count[g]
		}
	}
	out.start[groups] = int(total)
	out.values = make([]V, total)
	err = parallel.Do(ctx, shares, func(ctx context.Context, i int) error {
		next := counts[i]
		for _, c := range share(i) {
			values := c.values[:len(c.groups)]
			for j, g := range c.groups {
				if t := target(g); t != Skip {
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

// nth puts the value that would stand at k in ascending order there, nothing greater before it and nothing less after
// it: Hoare's selection with the median of three as pivot. Should the pivots keep falling badly, it sorts.
func nth[V uint32 | uint64](v []V, k int) V {
	lo, hi := 0, len(v)-1
	for rounds := 0; hi-lo > 16; rounds++ {
		if rounds > 64 {
			break
		}
		mid := int(uint(lo+hi) >> 1)
		a, b, c := v[lo], v[mid], v[hi]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return v[k]
		}
	}
	slices.Sort(v[lo : hi+1])
	return v[k]
}
