package host

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// search finds the cheapest configuration in a grid of x by y without measuring all configurations.
//
// Source: Rosenfeld, Breß, Zeuch, Rabl and Markl (DaMoN 2019). The search follows the steepest gradient. On a plateau,
// where the costs of neighbours differ by less than the noise, it branches. It drops branches that are slower than the
// best point so far, and stops if no branch is left. This works because the costs are a nearly convex function of x and
// y.
//
// Changed: the search begins at the best of some points along x, each four times as far as the previous point. A step
// along x multiplies x by a factor: 2 at first, and the square root of the factor once no neighbour is faster. So the
// measurements grow with the logarithm of the axis. All eight neighbours are measured, since a valley may cross both
// axes diagonally. The best points are measured again at the end, since the least of several measurements is partly
// luck.
type search struct {
	x, y    int                             // lengths of the axes
	noise   float64                         // relative difference up to which costs count as equal
	measure func(x, y int) (float64, error) // the cost of a configuration

	known map[point]float64
	best  point
}

type point struct{ x, y int }

// finalists is the number of points that are measured again at the end. finals is how often each is measured again.
const finalists, finals = 3, 2

// firstStep and lastStep are the first and the last factor of a step along x. Within a factor of lastStep, the cost of
// a large grid changes little.
const firstStep, lastStep = 2.0, 1.1

// run searches from a point, and returns the best point, its cost, and the number of measurements.
func (s *search) run(from point) (best point, cost float64, tried int, err error) {
	s.known, s.best = map[point]float64{}, from
	begin := []point{from}
	for x := 1; x <= s.x; x *= 4 {
		begin = append(begin, point{x - 1, from.y})
	}
	for _, p := range begin {
		if _, err = s.cost(p); err != nil {
			return s.best, 0, len(s.known), err
		}
	}
	for step := firstStep; ; step = math.Sqrt(step) {
		if err = s.descend(step); err != nil {
			return s.best, 0, len(s.known), err
		}
		if step <= lastStep {
			return s.measureBest()
		}
	}
}

// measureBest measures the best points again, in turn, and returns the best of these measurements.
func (s *search) measureBest() (best point, cost float64, tried int, err error) {
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

// descend follows the gradient from the best point. Its steps multiply x by a factor and change y by 1. On a plateau it
// follows one branch, but only while the factor is firstStep.
func (s *search) descend(step float64) error {
	open, seen, branched := []point{s.best}, map[point]bool{s.best: true}, step < firstStep
	for len(open) > 0 {
		at := open[0]
		open = open[1:]
		here := s.known[at]
		if here > s.known[s.best]*(1+s.noise) {
			continue // the branch is slower than the best point
		}
		next, least := at, here
		var level []point
		for _, p := range s.neighbours(at, step) {
			c, err := s.cost(p)
			if err != nil {
				return err
			}
			if c < least {
				next, least = p, c
			}
			if c < here*(1+s.noise) && !seen[p] {
				level = append(level, p)
			}
		}
		if next == at && !branched && len(level) > 0 {
			next, branched = level[0], true
		}
		if !seen[next] {
			seen[next] = true
			open = append(open, next)
		}
	}
	return nil
}

func (s *search) neighbours(p point, step float64) (list []point) {
	far := min(s.x-1, max(p.x+1, int(math.Round(float64(p.x+1)*step))-1))
	near := max(0, min(p.x-1, int(math.Round(float64(p.x+1)/step))-1))
	for _, x := range []int{near, p.x, far} {
		for y := max(0, p.y-1); y <= min(s.y-1, p.y+1); y++ {
			if q := (point{x, y}); q != p && !slices.Contains(list, q) {
				list = append(list, q)
			}
		}
	}
	return list
}

// cost measures a configuration once.
func (s *search) cost(p point) (float64, error) {
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
