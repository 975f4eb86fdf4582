package dispatch

import (
	"fmt"
	"math"
	"slices"

	"cardinal/profiler"
)

// wide is a ratio of the greatest to the least possible number of groups. If the ratio is greater, the whole range
// decides about a device, and not only the expected number.
const wide = 2

// doubtful is the name of the gate of doubt.
const doubtful = "range"

// Possible reports whether the candidate may run if doubt about the number of groups is ignored.
func (c *Candidate) Possible() bool {
	return !slices.ContainsFunc(c.Shut, func(g profiler.Gate) bool { return g.Name != doubtful })
}

// doubt adds a gate to the candidate that is the fastest for the expected number of groups, if it is not the host. Its
// mean time over the range of the number of groups must not exceed the host's mean time.
func doubt(q *Question, candidates []Candidate) {
	device := -1
	for i := range candidates {
		if c := &candidates[i]; !c.Tier.Host && c.better && c.isOpen() {
			device = i
		}
	}
	if device < 0 {
		return
	}
	mean := make([]float64, len(candidates))
	counts := likelyCounts(q.Groups, q.Low, q.High)
	for _, n := range counts {
		for i, c := range weigh(q, n) {
			mean[i] += c.MS / float64(len(counts))
		}
	}
	host := 0
	for i := range candidates {
		if c := &candidates[i]; c.Tier.Host && c.isOpen() && mean[i] < mean[host] {
			host = i
		}
	}
	c := &candidates[device]
	g := profiler.Gate{Name: doubtful, Pass: mean[device] <= mean[host]}
	times := fmt.Sprintf("on average %s are expected on %s and %s on %s", Millis(mean[device]), c.Tier.Noun,
		Millis(mean[host]), candidates[host].Tier.Noun)
	g.Detail = fmt.Sprintf("for %s to %s groups, %s", profiler.Count(q.Low), profiler.Count(q.High), times)
	if !g.Pass {
		g.Detail = fmt.Sprintf("there may be %s to %s groups, for which %s", profiler.Count(q.Low),
			profiler.Count(q.High), times)
		c.Shut = append(c.Shut, g)
	}
	c.Gates = append(c.Gates, g)
}

// likelyCounts returns numbers of groups of equal probability. The true number is assumed to lie on either side of
// the expected one with probability 1/2. Its density falls linearly in its logarithm to 0 at the ends of the range.
func likelyCounts(expected, low, high int) []int {
	const each = 4 // per side
	out := make([]int, 0, 2*each)
	from := math.Log(float64(max(1, expected)))
	for _, end := range []int{low, high} {
		to := math.Log(float64(max(1, end)))
		for i := range each {
			share := 1 - math.Sqrt(1-(float64(i)+0.5)/each)
			out = append(out, max(1, int(math.Round(math.Exp(from+(to-from)*share)))))
		}
	}
	return out
}
