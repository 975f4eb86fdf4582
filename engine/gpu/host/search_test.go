package host

import (
	"errors"
	"math"
	"testing"
)

// surface is a grid of costs like those that were measured: steep in the width, a valley along the groups, noise.
func surface(valley float64, tilt float64) func(x, y int) (float64, error) {
	return func(x, y int) (float64, error) {
		d := math.Log2(float64(x+1)) - math.Log2(valley)
		noise := 0.004 * math.Sin(float64(x*31+y*17))
		return 1 + 0.1*d*d + tilt*float64(4-y)*float64(4-y)/4 + noise, nil
	}
}

// The end must lie within 2% of the best of all configurations, at under a tenth of their cost.
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
			_, cost, tried, err := s.run(4)
			if err != nil || cost > 1.02*least || tried > tuneGroups*5/10 {
				t.Errorf("valley %v, tilt %v: cost %.3f, the least is %.3f; %d tried; %v", valley, tilt, cost, least, tried, err)
			}
		}
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
	if _, _, _, err := s.run(4); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
