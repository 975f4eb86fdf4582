package dispatch

import (
	"math"
	"time"
)

// plan is a tier and, on the processor, the strategy that it runs.
type plan struct{ tier, strategy string }

// Borders are the numbers of groups, up to most, after which another tier or strategy is expected to be the fastest:
// what an estimate has to tell apart. The counts are tried at steps of a fifth and then halved down to the exact one, so
// that two borders closer together than that may pass unseen.
func (m Machine) Borders(s Shape, class string, most int) []int {
	var out []int
	last, best := 1, m.best(s, class, 1)
	for g := 2; last < most; g = min(most, g+max(1, g/5)) {
		if plan := m.best(s, class, g); plan != best {
			lo, hi := last, g
			for hi-lo > 1 {
				if mid := lo + (hi-lo)/2; m.best(s, class, mid) == best {
					lo = mid
				} else {
					hi = mid
				}
			}
			out = append(out, lo)
			best = plan
		}
		last = g
	}
	return out
}

// Stake is what the plan that is best at half of a border's groups would lose at twice as many, or the other way
// round, whichever is more.
func (m Machine) Stake(s Shape, class string, border int) time.Duration {
	few, many := max(1, border/2), 2*border
	low, high := m.best(s, class, few), m.best(s, class, many)
	loss := func(groups int, p, best plan) float64 {
		return m.cost(s.at(groups), p, class) - m.cost(s.at(groups), best, class)
	}
	ms := math.Max(loss(many, low, high), loss(few, high, low))
	return time.Duration(ms * float64(time.Millisecond))
}

// at is the shape with another number of groups; a dense domain grows with it.
func (s Shape) at(groups int) Shape {
	s.Groups = groups
	if s.Slots > 0 {
		s.Slots = max(s.Slots, groups)
	}
	return s
}

// best is the fastest plan at a number of groups.
func (m *Machine) best(s Shape, class string, groups int) plan {
	s = s.at(groups)
	best, least := plan{Serial, s.strategy(1)}, m.total(&s, Serial, class)
	if crew, ms := m.workers(&s); ms < least {
		best, least = plan{Workers, s.strategy(crew)}, ms
	}
	if m.total(&s, GPU, class) < least {
		best = plan{tier: GPU}
	}
	return best
}

// cost is the milliseconds of a plan, whether it is the one that would run or not.
func (m *Machine) cost(s Shape, p plan, class string) float64 {
	if p.tier != GPU {
		s.Strategy = func(int, int) string { return p.strategy }
	}
	return m.total(&s, p.tier, class)
}
