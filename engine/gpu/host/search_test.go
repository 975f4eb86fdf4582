package host

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

// surface returns a grid of costs like those that were measured: steep in the width, a valley along the groups,
// noise.
func surface(valley float64, tilt float64) func(x, y int) (float64, error) {
	return func(x, y int) (float64, error) {
		d := math.Log2(float64(x+1)) - math.Log2(valley)
		noise := 0.004 * math.Sin(float64(x*31+y*17))
		return 1 + 0.1*d*d + tilt*float64(4-y)*float64(4-y)/4 + noise, nil
	}
}

// The end must lie within 2% of the best of all configurations, at under a seventh of their cost.
func TestSearchFindsTheMinimum(t *testing.T) {
	for _, valley := range []float64{1, 2, 4, 8, 20, 40, 64} {
		for _, tilt := range []float64{0, 0.02, 0.2, 1} {
			measure := surface(valley, tilt)
			least := math.Inf(1)
			for x := range tuneGroups {
				for y := range 5 {
					c, _ := measure(x, y)
					least = min(least, c)
				}
			}
			s := search{x: tuneGroups, y: 5, noise: 0.01, measure: measure}
			_, cost, tried, err := s.run(point{0, 4})
			if err != nil || cost > 1.02*least || tried > tuneGroups*5/7 {
				t.Errorf("valley %v, tilt %v: cost %.3f, the least is %.3f; %d tried; %v", valley, tilt, cost,
					least, tried, err)
			}
		}
	}
}

// landscapes returns surfaces without noise: bowls, valleys along and across the axes, and plateaus.
func landscapes() map[string]func(x, y int) float64 {
	all := map[string]func(x, y int) float64{}
	for _, cx := range []int{0, 1, 3, 7, 15, 23, 31, 47, 63} {
		far := func(x int) float64 { return math.Log2(float64(x+1)) - math.Log2(float64(cx+1)) }
		all[fmt.Sprint("valley at x ", cx)] = func(x, _ int) float64 { return 1 + 0.1*far(x)*far(x) }
		all[fmt.Sprint("product of the axes ", cx)] = func(x, y int) float64 {
			return 1 + 0.15*math.Abs(far(x)+float64(y)-2)
		}
		for cy := range 5 {
			off := func(y int) float64 { return float64(y - cy) }
			name := fmt.Sprintf(" at %d, %d", cx, cy)
			all["bowl"+name] = func(x, y int) float64 { d := float64(x-cx) / 64; return 1 + 4*d*d + 0.1*off(y)*off(y) }
			all["bowl of logarithms"+name] = func(x, y int) float64 {
				return 1 + 0.1*far(x)*far(x) + 0.05*off(y)*off(y)
			}
			all["falling valley"+name] = func(x, y int) float64 {
				d := far(x) + 0.8*off(y)
				return 1 + 0.2*d*d + 0.02*off(y)*off(y)
			}
			all["rising valley"+name] = func(x, y int) float64 {
				d := far(x) - 0.8*off(y)
				return 1 + 0.2*d*d + 0.02*off(y)*off(y)
			}
			all["plateau"+name] = func(x, y int) float64 { return 1 + max(0, 0.1*far(x)*far(x)+0.05*off(y)*off(y)-0.1) }
		}
	}
	return all
}

// From every start the end must lie within 1% of the best of all configurations, at a tenth of their number on average.
func TestSearchFromEveryStart(t *testing.T) {
	all, tried := 0, 0
	for name, surface := range landscapes() {
		least := math.Inf(1)
		for x := range tuneGroups {
			for y := range 5 {
				least = min(least, surface(x, y))
			}
		}
		for x := range tuneGroups {
			for y := range 5 {
				s := search{x: tuneGroups, y: 5, noise: 0.01, measure: func(x, y int) (float64, error) {
					return surface(x, y), nil
				}}
				_, cost, _, err := s.run(point{x, y})
				if err != nil || cost > 1.01*least {
					t.Errorf("%s from %d, %d: cost %.3f, the least is %.3f; %v", name, x, y, cost, least, err)
				}
				all, tried = all+1, tried+len(s.known)
			}
		}
	}
	if mean := float64(tried) / float64(all); mean > 0.1*tuneGroups*5 {
		t.Errorf("%.1f configurations were measured on average, more than a tenth", mean)
	}
}

func TestSearchStopsAtAnError(t *testing.T) {
	broken := errors.New("broken")
	n := 0
	s := search{x: 64, y: 5, noise: 0.01, measure: func(x, y int) (float64, error) {
		if n++; n > 3 {
			return 0, broken
		}
		return float64(x), nil
	}}
	if _, _, _, err := s.run(point{0, 4}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
