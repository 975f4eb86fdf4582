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

// step is the factor between numbers of groups that are tried. Crossovers that are closer together may be missed.
const step = 2

// Crossovers returns the numbers of groups after which another tier or strategy is expected to be the fastest, in the
// range low to high of an estimate. Offers that a gate forbids do not count. The numbers are exact to 1 in 64.
//
// To predict a time takes a microsecond or more. So only numbers of groups from low to high are tried, and none if
// every offer is flat.
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

// Regret returns the time that a wrong choice at a crossover loses. It runs the best choice for half of the crossover's
// groups at twice as many groups, and the other way round, and returns the greater loss.
func Regret(offers []*Offer, crossover int) time.Duration {
	few, many := max(1, crossover/2), 2*crossover
	low, ofFew := fastest(offers, few)
	high, ofMany := fastest(offers, many)
	ms := math.Max(expectedTime(offers, low, many)-ofMany, expectedTime(offers, high, few)-ofFew)
	return time.Duration(ms * float64(time.Millisecond))
}

// Fastest returns the mean, over the range of the groups, of the least expected time of an offer.
func Fastest(offers []*Offer, groups, low, high int) time.Duration {
	counts, sum := []int{groups}, 0.0
	if low < high {
		counts = likelyCounts(groups, low, high)
	}
	for _, n := range counts {
		_, least := fastest(offers, n)
		sum += least
	}
	return time.Duration(sum / float64(len(counts)) * float64(time.Millisecond))
}

// fastest returns the choice with the least expected time at a number of groups, and its milliseconds.
func fastest(offers []*Offer, groups int) (best choice, least float64) {
	least = math.Inf(1)
	for _, o := range offers {
		if o.Least != nil && o.Least(groups) >= least {
			continue
		}
		ms, strategy := o.costAt(groups, "", least)
		if ms < least && o.isAllowed() {
			best, least = choice{o, strategy}, ms
		}
	}
	return best, least
}

// expectedTime returns the milliseconds of a choice, even if it is not the fastest.
func expectedTime(offers []*Offer, c choice, groups int) float64 {
	best := math.Inf(1)
	for _, o := range offers {
		if o == c.offer {
			ms, _ := o.costAt(groups, c.strategy, best)
			return ms
		}
		if ms, _ := o.costAt(groups, "", best); ms < best && o.isAllowed() {
			best = ms
		}
	}
	return math.Inf(1)
}

// isAllowed reports whether no gate forbids the offer for few groups. It asks the gates only once, and callers ask only
// about an offer that would be the fastest: gates write sentences about what they find, which takes longer than a
// prediction.
func (o *Offer) isAllowed() bool {
	if !o.asked {
		o.asked = true
		o.shut = o.Gates != nil && slices.ContainsFunc(o.Gates(0), func(g profiler.Gate) bool { return !g.Pass })
	}
	return !o.shut
}

// Racing returns the offers to choose from: all of them if the choice is free, else the offer of the tier that was
// asked for by name. If a gate forbids that tier, Racing returns the offers of the host, from which Decide would
// choose.
func Racing(offers []*Offer, forced string) (races []*Offer) {
	if forced == "" {
		return offers
	}
	for _, o := range offers {
		switch {
		case o.Tier.Name == forced && o.isAllowed():
			return []*Offer{o}
		case o.Tier.Host:
			races = append(races, o)
		}
	}
	return races
}

// Varies reports whether the offer's time may depend on the number of groups, from low to high.
func (o *Offer) Varies(low, high int) bool { return o.Flat == nil || !o.Flat(low, high) }

// LimitBetween reports whether the slot limit of an allowed offer lies between low and high. Limits of flat offers do
// not count, since nothing changes there.
func LimitBetween(offers []*Offer, low, high int) bool {
	return slices.ContainsFunc(offers, func(o *Offer) bool {
		return low <= o.Limit && o.Limit <= high && o.Varies(low, high) && o.isAllowed()
	})
}

// costAt returns the offer's expected time and strategy. best is the best time of the offers before it.
func (o *Offer) costAt(groups int, strategy string, best float64) (float64, string) {
	ms, chosen := o.Cost(groups, strategy)
	if o.Hold != nil && !math.IsInf(ms, 1) {
		ms = o.Hold(groups, ms, best)
	}
	return ms, chosen
}
