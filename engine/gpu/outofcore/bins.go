package outofcore

import (
	"cmp"
	"math"
	"slices"

	"cardinal/internal/each"
)

// binsFor returns the number m of partitions over which a hash must spread n groups so that, with probability 1-p, no
// partition gets more than k-1 groups. m is the least number with (k-1) ln m >= k ln(e n/k) - ln p. k must exceed 1.
//
// Source: EGA (Wang, Shen and Lei, 2025), Theorem 1: balls into bins. This bound is about e times too high; coalesce
// makes up for that.
func binsFor(n, k int, p float64) int {
	least := float64(k)*(1+math.Log(float64(n)/float64(k))) - math.Log(p)
	enough := func(m int) bool { return float64(k-1)*math.Log(float64(m)) >= least }
	m := max(1, int(math.Exp(least/float64(k-1))))
	for m > 1 && enough(m-1) { // the exponential may have been rounded up
		m--
	}
	for !enough(m) {
		m++
	}
	return m
}

// coalesce merges small partitions into bins of at most k rows. It merges the two smallest bins, and adds the next
// smallest bins as long as the sum is at most k. It repeats this until the two smallest bins together exceed k. It
// returns the numbers of the partitions in each bin. Empty partitions are dropped, and a partition larger than k gets a
// bin of its own.
//
// Source: EGA (Wang, Shen and Lei, 2025), Algorithm 1. The result has fewer than twice as many bins as the best
// solution (Theorem 2). Changed: a sorted list replaces the heap. A merged bin is among the largest, so that few other
// bins move when it is inserted.
func coalesce(sizes []int, k int) (merged [][]int) {
	type bin struct {
		size    int
		members []int
	}
	bySize := func(a, b bin) int { return cmp.Compare(a.size, b.size) }
	var bins []bin
	for i, n := range sizes {
		if n > 0 {
			bins = append(bins, bin{n, []int{i}})
		}
	}
	slices.SortFunc(bins, bySize)
	for len(bins) > 1 && bins[0].size+bins[1].size <= k {
		b := bins[0]
		for bins = bins[1:]; len(bins) > 0 && b.size+bins[0].size <= k; bins = bins[1:] {
			b.size += bins[0].size
			b.members = append(b.members, bins[0].members...)
		}
		at, _ := slices.BinarySearchFunc(bins, b, bySize)
		bins = slices.Insert(bins, at, b)
	}
	return each.Of(bins, func(b bin) []int { return b.members })
}
