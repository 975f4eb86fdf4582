package estimate

import (
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/engine/key"
)

func TestClasses(t *testing.T) {
	// counts 1 | 2 | 3, 4 | 5..7 | 8..11 | 12..17 and so on share a class
	f := sampled(1000, 1, 1, 2, 3, 4, 9, 10, 300)
	n := float64(f.Rows)
	want := []class{{1 / n, 2}, {2 / n, 1}, {3.5 / n, 2}, {9.5 / n, 2}, {300 / n, 1}}
	got := f.classes(nil)
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if !near(got[i].share*n, want[i].share*n) || got[i].number != want[i].number {
			t.Errorf("class %d: %v, want %v", i, got[i], want[i])
		}
	}
}

// Combining keeps the number of combinations and, over all of them, the rows.
func TestCross(t *testing.T) {
	a, b := []class{{0.1, 4}, {0.6, 1}}, []class{{0.05, 10}, {0.25, 2}}
	got := new(scratch).cross(nil, new(scratch).cross(nil, []class{{1, 1}}, a), b)
	number, rows := 0.0, 0.0
	for _, c := range got {
		number += c.number
		rows += c.number * c.share
	}
	if number != 60 || !near(rows, 1) {
		t.Errorf("%v: %.0f combinations of %.3f of the rows, want 60 of all", got, number, rows)
	}
}

func TestIndependent(t *testing.T) {
	const rows = 400_000
	r := rand.New(rand.NewPCG(8, 9))
	place, day, third := coded(rows, zipf(1, 250)(r)), coded(rows, uniform(300)(r)), coded(rows, zipf(0.5, 12)(r))
	follows := coded(rows, func(i int) int { return int(place.Codes.At(i)) % 40 })
	leans := coded(rows, func(i int) int {
		if r.IntN(4) == 0 {
			return int(place.Codes.At(i)) % 300
		}
		return r.IntN(300)
	})
	for name, c := range map[string]struct {
		cols []*key.Column
		fits bool
	}{
		"two":                   {[]*key.Column{place, day}, true},
		"three":                 {[]*key.Column{place, day, third}, true},
		"one follows the other": {[]*key.Column{place, follows}, false},
		"one leans on another":  {[]*key.Column{place, leans}, false},
	} {
		k := key.Compose(rows, c.cols)
		truth := float64(Count(k, nil))
		s := new(scratch)
		sample := s.draw(rows, nil, 0.02)
		keys, counts := s.count(k, sample)
		f := NewFrequencies(len(sample), rows, counts)
		groups, fits := s.independent(k, keys, counts, f)
		if fits != c.fits || fits && math.Abs(groups/truth-1) > 0.05 {
			t.Errorf("%s: %.0f groups of %.0f, taken for independent: %v", name, groups, truth, fits)
		}
	}
}
