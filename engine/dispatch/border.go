package dispatch

import (
	"math"
	"time"
)

// Borders are the numbers of groups, up to most, after which another tier is expected to be the fastest: what an
// estimate has to tell apart. The counts are tried at steps of a fifth and then halved down to the exact one, so that
// two borders closer together than that may pass unseen.
func (m Machine) Borders(s Shape, class string, most int) []int {
	var out []int
	last, best := 1, m.best(s, class, 1)
	for g := 2; last < most; g = min(most, g+max(1, g/5)) {
		if tier := m.best(s, class, g); tier != best {
			lo, hi := last, g
			for hi-lo > 1 {
				if mid := lo + (hi-lo)/2; m.best(s, class, mid) == best {
					lo = mid
				} else {
					hi = mid
				}
			}
			out = append(out, lo)
			best = tier
		}
		last = g
	}
	return out
}

// Stake is what the tier that is best at half of a border's groups would lose at twice as many, or the other way
// round, whichever is more.
func (m Machine) Stake(s Shape, class string, border int) time.Duration {
	few, many := max(1, border/2), 2*border
	low, high := m.best(s, class, few), m.best(s, class, many)
	loss := func(groups int, tier, best string) float64 {
		at := s.at(groups)
		return m.total(&at, tier, class) - m.total(&at, best, class)
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

// best is the fastest tier at a number of groups.
func (m *Machine) best(s Shape, class string, groups int) string {
	s = s.at(groups)
	best, least := Serial, m.total(&s, Serial, class)
	for _, tier := range []string{Workers, GPU} {
		if ms := m.total(&s, tier, class); ms < least {
			best, least = tier, ms
		}
	}
	return best
}
