package dispatch

import (
	"math"
	"time"
)

// choice is a tier and the strategy that it runs.
type choice struct {
	offer    *Offer
	strategy string
}

// step is the factor between numbers of groups that are tried. Two crossovers that are closer together may be missed.
const step = 2

// Crossovers are the numbers of groups, from low up to high, after which another tier or strategy is expected to be the fastest: what
// an estimate of that range has to tell apart. They are exact to 1 in 64. An expected time costs a microsecond or more, so that numbers of groups
// that the estimate rules out are not tried.
func Crossovers(offers []*Offer, low, high int) []int {
	var out []int
	last, best := max(1, low), fastest(offers, max(1, low))
	for last < high {
		g := min(high, step*last)
		if choice := fastest(offers, g); choice != best {
			out = append(out, lastBefore(last, g, last/64, func(n int) bool { return fastest(offers, n) == best }))
			best = choice
		}
		last = g
	}
	return out
}

// Regret is what the choice that is best at half of a crossover's groups loses at twice as many, or the other way round,
// whichever is more.
func Regret(offers []*Offer, crossover int) time.Duration {
	few, many := max(1, crossover/2), 2*crossover
	low, high := fastest(offers, few), fastest(offers, many)
	loss := func(groups int, c, best choice) float64 {
		return expected(offers, c, groups) - expected(offers, best, groups)
	}
	ms := math.Max(loss(many, low, high), loss(few, high, low))
	return time.Duration(ms * float64(time.Millisecond))
}

// Fastest is the mean over the range of the groups of the least time that an offer is expected to take.
func Fastest(offers []*Offer, groups, low, high int) time.Duration {
	counts, sum := []int{groups}, 0.0
	if low < high {
		counts = likely(groups, low, high)
	}
	for _, n := range counts {
		least := math.Inf(1)
		for _, o := range offers {
			ms, _ := o.at(n, "", least)
			least = min(least, ms)
		}
		sum += least
	}
	return time.Duration(sum / float64(len(counts)) * float64(time.Millisecond))
}

// fastest is the choice with the least expected time at a number of groups.
func fastest(offers []*Offer, groups int) choice {
	var best choice
	least := math.Inf(1)
	for _, o := range offers {
		ms, strategy := o.at(groups, "", least)
		if ms < least {
			best, least = choice{o, strategy}, ms
		}
	}
	return best
}

// expected is the milliseconds of a choice, whether it is the one that would run or not.
func expected(offers []*Offer, c choice, groups int) float64 {
	best := math.Inf(1)
	for _, o := range offers {
		if o == c.offer {
			ms, _ := o.at(groups, c.strategy, best)
			return ms
		}
		ms, _ := o.at(groups, "", best)
		best = min(best, ms)
	}
	return math.Inf(1)
}

// at is the offer's expected time beside the best time of the offers before it.
func (o *Offer) at(groups int, strategy string, best float64) (float64, string) {
	ms, chosen := o.Cost(groups, strategy)
	if o.Hold != nil && !math.IsInf(ms, 1) {
		ms = o.Hold(groups, ms, best)
	}
	return ms, chosen
}
