package dispatch

import (
	"slices"

	"cardinal/internal/each"
	"cardinal/profiler"
)

// Curve returns the predicted times of all tiers for numbers of groups up to `most`, and the tiers that would run. The
// tiers are planned for q.Groups, which is one of these numbers. Past runs correct the times, as in the decision.
func Curve(q Question, most int) *profiler.Curve {
	most = max(1, most)
	counts := steps(most)
	if i, found := slices.BinarySearch(counts, q.Groups); !found && q.Groups >= 1 && q.Groups <= most {
		counts = slices.Insert(counts, i, q.Groups)
	}
	at := func(groups int) Decision {
		q := q
		q.Low, q.High = groups, groups
		return decide(q, groups)
	}
	c := &profiler.Curve{Groups: counts, Crossovers: []profiler.Crossover{}} // JSON then has an empty list
	decisions := each.Of(counts, at)
	for o := range q.Offers {
		line := profiler.TierCurve{Tier: q.Offers[o].Tier.Name}
		for _, d := range decisions {
			line.MS = append(line.MS, profiler.Number(d.Candidates[o].MS))
		}
		if slices.Max(line.MS) > 0 {
			c.Tiers = append(c.Tiers, line)
		}
	}
	runs := func(d Decision) string { return d.Choice().Tier.Name }
	for i := 1; i < len(counts); i++ {
		if before, after := runs(decisions[i-1]), runs(decisions[i]); before != after {
			last := lastBefore(counts[i-1], counts[i], 0, func(n int) bool { return runs(at(n)) == before })
			c.Crossovers = append(c.Crossovers, profiler.Crossover{Groups: last, Before: before, After: after})
		}
	}
	return c
}

// steps returns numbers of groups from 1 to `most`, four per factor of ten.
func steps(most int) []int {
	var out []int
	for decade := 1; decade <= most; decade *= 10 {
		for _, tenths := range []int{10, 18, 32, 56} {
			if n := decade * tenths / 10; n <= most && (len(out) == 0 || n > out[len(out)-1]) {
				out = append(out, n)
			}
		}
	}
	if out[len(out)-1] < most {
		out = append(out, most)
	}
	return out
}

// lastBefore returns the greatest number between lo and hi for which `holds` is true. holds(lo) must be true and
// holds(hi) false, and `holds` must change only once between them. The result may be too small by at most off.
func lastBefore(lo, hi, off int, holds func(int) bool) int {
	for hi-lo > 1+off {
		if mid := lo + (hi-lo)/2; holds(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
