package estimate_test

import (
	"testing"
	"time"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/choice/tier"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu/offload"
	"cardinal/engine/key"
)

// TestDecisionsCostLittle measures the cost of a wrong estimate. It compares, at the true number of groups, the tier
// that the shipped cost model picks for the estimate with the tier that it would pick for the true number. The
// columns are resident on a discrete GPU, which makes the tiers most alike. Crossovers and stakes come from the
// model, as in a pivot.
func TestDecisionsCostLittle(t *testing.T) {
	m := cost.DefaultMachine
	worst, cases, turned := 1.0, 0, 0
	estimate.EachDataset(t, func(name string, k *key.Composite) {
		truth := estimate.Count(k, nil)
		for _, c := range []struct {
			threads int
			dense   bool // slots index the accumulators; else keys are hashed, on the GPU too
		}{{2, true}, {16, true}, {2, false}, {16, false}} {
			s := cost.Shape{Rows: k.Rows, Keys: len(k.Cols), Accs: 2, Threads: c.threads, Limit: 2048, Groups: 1}
			if c.dense && k.Slots <= 1<<22 {
				s.Slots, s.Domain = int(k.Slots), int(k.Slots)
			}
			offers := race(&m, s)
			stakes := estimate.Stakes{
				Time: func(groups, low, high int) time.Duration { return dispatch.Fastest(offers, groups, low, high) },
				Crossovers: func(low, high int) (out []estimate.Crossover) {
					for _, n := range dispatch.Crossovers(offers, low, high) {
						out = append(out, estimate.Crossover{Groups: n, Regret: max(time.Nanosecond,
							dispatch.Regret(offers, n))})
					}
					return out
				},
			}
			e := estimate.Request{Key: k, Rows: k.Rows, Stakes: &stakes}.Estimate()
			chosen := fastest(offers, e.Groups)
			cases++
			if best := fastest(offers, truth); best != chosen {
				turned++
				took, _ := chosen.Cost(truth, "")
				least, _ := best.Cost(truth, "")
				worst = max(worst, took/least)
				t.Logf("%s on %d cores: %s for %d groups, %s would be best for %d: %.2f times as long", name, c.threads,
					chosen.Tier.Name, e.Groups, best.Tier.Name, truth, took/least)
			}
		}
	})
	t.Logf("%d of %d decisions would be others with the truth known; the worst costs %.2f times as long",
		turned, cases, worst)
	if worst > 1.3 {
		t.Errorf("a wrong decision costs %.2f times as long, more than 1.3", worst)
	}
}

// race returns the offers of one core, all cores and a discrete card with the columns resident, by cost alone.
func race(m *cost.Machine, s cost.Shape) []*dispatch.Offer {
	var offers []*dispatch.Offer
	for _, d := range []tier.Tier{cpu.OneCore(), cpu.AllCores(), offload.Tier(nil)} {
		s := s
		switch d.Name {
		case cpu.Serial:
			s.Threads = 1
		case offload.GPU:
			s.Class = "discrete"
			offers = append(offers, &dispatch.Offer{Tier: d.Tier, Cost: func(groups int, _ string) (float64, string) {
				s.Groups = groups
				return d.Model.Total(m, &s), ""
			}})
			continue
		}
		offers = append(offers, cpu.OfferFor(d.Tier, m, s, s.Threads, 0))
	}
	return offers
}

func fastest(offers []*dispatch.Offer, groups int) *dispatch.Offer {
	best := offers[0]
	for _, o := range offers {
		ms, _ := o.Cost(groups, "")
		if least, _ := best.Cost(groups, ""); ms < least {
			best = o
		}
	}
	return best
}
