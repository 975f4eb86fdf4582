package dispatch

import (
	"math"
	"slices"
	"time"

	"cardinal/profiler"
)

// choice is a tier and the strategy that it runs.
type choice struct {
	offer    *Offer
	strategy string
}

// step is the factor between numbers of groups that are tried. Two crossovers that are closer together may be missed.
const step = 2

// Crossovers are the numbers of groups, from low up to high, after which another tier or strategy is expected
// to be the fastest: what an estimate of that range has to tell apart. Offers that a gate forbids do not count.
// They are exact to 1 in 64. An expected time costs a microsecond or more, so that numbers of groups that the
// estimate rules out are not tried, and none where every offer is flat.
func Crossovers(offers []*Offer, low, high int) []int {
	if !slices.ContainsFunc(offers, func(o *Offer) bool { return o.Varies(low, high) }) {
		return nil
	}
	var out []int
	last := max(1, low)
	best, _ := fastest(offers, last)
	for last < high {
		g := min(high, step*last)
		if choice, _ := fastest(offers, g); choice != best {
			out = append(out, lastBefore(last, g, last/64, func(n int) bool {
				choice, _ := fastest(offers, n)
				return choice == best
			}))
			best = choice
		}
		last = g
	}
	return out
}

// Regret is what the choice that is best at half of a crossover's groups loses at twice as many, or the other
// way round, whichever is more.
func Regret(offers []*Offer, crossover int) time.Duration {
	few, many := max(1, crossover/2), 2*crossover
	low, ofFew := fastest(offers, few)
	high, ofMany := fastest(offers, many)
	ms := math.Max(expected(offers, low, many)-ofMany, expected(offers, high, few)-ofFew)
	return time.Duration(ms * float64(time.Millisecond))
}

// Fastest is the mean over the range of the groups of the least time that an offer is expected to take.
func Fastest(offers []*Offer, groups, low, high int) time.Duration {
	counts, sum := []int{groups}, 0.0
	if low < high {
		counts = likely(groups, low, high)
	}
	for _, n := range counts {
		_, least := fastest(offers, n)
		sum += least
	}
	return time.Duration(sum / float64(len(counts)) * float64(time.Millisecond))
}

// fastest is the choice with the least expected time at a number of groups, and its milliseconds.
func fastest(offers []*Offer, groups int) (best choice, least float64) {
	least = math.Inf(1)
	for _, o := range offers {
		if o.Least != nil && o.Least(groups) >= least {
			continue
		}
		ms, strategy := o.at(groups, "", least)
		if ms < least && o.allowed() {
			best, least = choice{o, strategy}, ms
		}
	}
	return best, least
}

// expected is the milliseconds of a choice, whether it is the one that would run or not.
func expected(offers []*Offer, c choice, groups int) float64 {
	best := math.Inf(1)
	for _, o := range offers {
		if o == c.offer {
			ms, _ := o.at(groups, c.strategy, best)
			return ms
		}
		if ms, _ := o.at(groups, "", best); ms < best && o.allowed() {
			best = ms
		}
	}
	return math.Inf(1)
}

// allowed reports whether no gate forbids the offer, of few groups. The gates are asked once, and only of an
// offer that would be the fastest: they write down what they find, which takes longer than a prediction.
func (o *Offer) allowed() bool {
	if !o.asked {
		o.asked = true
		o.shut = o.Gates != nil && slices.ContainsFunc(o.Gates(0), func(g profiler.Gate) bool { return !g.Pass })
	}
	return !o.shut
}

// Racing returns the offers that the choice is among: all of them where the choice is free, and that of the tier
// that was asked for by name. Where a gate forbids that tier, the offers of the host remain, as in Decide.
func Racing(offers []*Offer, forced string) (races []*Offer) {
	if forced == "" {
		return offers
	}
	for _, o := range offers {
		switch {
		case o.Tier.Name == forced && o.allowed():
			return []*Offer{o}
		case o.Tier.Host:
			races = append(races, o)
		}
	}
	return races
}

// Varies reports whether the offer's time may depend on the number of groups, from low to high.
func (o *Offer) Varies(low, high int) bool { return o.Flat == nil || !o.Flat(low, high) }

// LimitBetween reports whether the slot limit of an offer that no gate forbids is one of low to high. Limits of
// flat offers do not count: nothing changes there.
func LimitBetween(offers []*Offer, low, high int) bool {
	return slices.ContainsFunc(offers, func(o *Offer) bool {
		return low <= o.Limit && o.Limit <= high && o.Varies(low, high) && o.allowed()
	})
}

// at is the offer's expected time beside the best time of the offers before it.
func (o *Offer) at(groups int, strategy string, best float64) (float64, string) {
	ms, chosen := o.Cost(groups, strategy)
	if o.Hold != nil && !math.IsInf(ms, 1) {
		ms = o.Hold(groups, ms, best)
	}
	return ms, chosen
}
