package host

import (
	"cmp"
	"maps"
	"slices"
)

// search finds the cheapest of x by y configurations without measuring all of them.
//
// Source: SEEDS B2 (Rosenfeld, Breß, Zeuch, Rabl and Markl, DaMoN 2019). The search follows the steepest gradient. On a plateau,
// where the neighbours lie within the noise, it follows each of them. It drops branches that are slower than the best so far,
// and stops where no branch is left. The surface is nearly convex. Changed: the search starts at the best of some points along
// x, each four times as far as the one before. It begins with steps of half that distance and halves them where no
// neighbour is faster, so that a long axis costs its logarithm. The best points are measured again at the end, since the least
// of several measurements is partly luck.
type search struct {
	x, y    int                             // lengths of the axes
	noise   float64                         // relative difference of costs that counts as none
	measure func(x, y int) (float64, error) // the cost of a configuration

	known map[point]float64
	best  point
}

type point struct{ x, y int }

// finalists is how many points are measured again at the end, and finals how often.
const finalists, finals = 3, 2

// run searches from a y, and returns the best point, its cost, and the number of measurements.
func (s *search) run(y int) (best point, cost float64, tried int, err error) {
	s.known, s.best = map[point]float64{}, point{0, y}
	for x := 1; x <= s.x; x *= 4 {
		if _, err = s.at(point{x - 1, y}); err != nil {
			return s.best, 0, len(s.known), err
		}
	}
	for stride := max(1, (s.best.x+1)/2); ; stride /= 2 {
		if err = s.descend(stride); err != nil {
			return s.best, 0, len(s.known), err
		}
		if stride == 1 {
			return s.final()
		}
	}
}

// final measures the best points again, in turn.
func (s *search) final() (best point, cost float64, tried int, err error) {
	last := slices.SortedFunc(maps.Keys(s.known), func(a, b point) int { return cmp.Compare(s.known[a], s.known[b]) })
	last = last[:min(finalists, len(last))]
	again := make([]float64, len(last))
	for i := range finals * len(last) {
		p := i % len(last)
		c, err := s.measure(last[p].x, last[p].y)
		if err != nil {
			return s.best, 0, len(s.known), err
		}
		if again[p] == 0 || c < again[p] {
			again[p] = c
		}
	}
	least := slices.Index(again, slices.Min(again))
	return last[least], again[least], len(s.known) + finals*len(last), nil
}

// descend follows the gradient from the best point with steps of a stride along x and of 1 along y.
func (s *search) descend(stride int) error {
	open, seen := []point{s.best}, map[point]bool{s.best: true}
	for len(open) > 0 {
		at := open[0]
		open = open[1:]
		here := s.known[at]
		if here > s.known[s.best]*(1+s.noise) {
			continue // the branch has fallen behind
		}
		steepest, least := at, here
		var plateau []point
		for _, p := range s.neighbours(at, stride) {
			c, err := s.at(p)
			if err != nil {
				return err
			}
			if c < least {
				steepest, least = p, c
			}
			if c < here*(1+s.noise) && c > here*(1-s.noise) {
				plateau = append(plateau, p)
			}
		}
		next := []point{steepest}
		if least > here*(1-s.noise) {
			next = plateau
		}
		for _, p := range next {
			if !seen[p] && len(seen) < maxBranches {
				seen[p] = true
				open = append(open, p)
			}
		}
	}
	return nil
}

// maxBranches bounds the cost of a wide plateau at one stride: its points are equally good.
const maxBranches = 2

func (s *search) neighbours(p point, stride int) (list []point) {
	for _, d := range []point{{-stride, 0}, {stride, 0}, {0, -1}, {0, 1}} {
		q := point{min(max(p.x+d.x, 0), s.x-1), min(max(p.y+d.y, 0), s.y-1)}
		if q != p {
			list = append(list, q)
		}
	}
	return list
}

// at measures a configuration once.
func (s *search) at(p point) (float64, error) {
	if c, ok := s.known[p]; ok {
		return c, nil
	}
	c, err := s.measure(p.x, p.y)
	if err != nil {
		return 0, err
	}
	s.known[p] = c
	if c < s.known[s.best] || p == s.best {
		s.best = p
	}
	return c, nil
}
