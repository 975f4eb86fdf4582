package outofcore

import "math"

// binsFor is into how many partitions a hash must spread n groups so that, but for a probability p, each has at most k-1 of
// them: the smallest m with (k-1) ln m >= k ln(e n/k) - ln p. k is above 1.
//
// Source: SEEDS C3 (EGA, Theorem 1: balls into bins). The bound is loose by a factor near e, which merging takes back.
func binsFor(n, k int, p float64) int {
	least := float64(k)*(1+math.Log(float64(n)/float64(k))) - math.Log(p)
	enough := func(m int) bool { return float64(k-1)*math.Log(float64(m)) >= least }
	m := max(1, int(math.Exp(least/float64(k-1))))
	for m > 1 && enough(m-1) { // where the exponential was rounded up
		m--
	}
	for !enough(m) {
		m++
	}
	return m
}
