package estimate

import (
	"math"
	"testing"

	"cardinal/data"
	"cardinal/profiler"
)

func TestClustering(t *testing.T) {
	const rows = 200_000
	for name, c := range map[string]struct {
		at                      func(i int) int
		run, heaviest, locality float64
		within                  float64
	}{
		"unique":         {func(i int) int { return i }, 1, 1.0 / 2048, 0, 0.001},
		"sorted":         {func(i int) int { return i / 50_000 }, 120, 0.3, 0.99, 0.25},
		"runs of four":   {func(i int) int { return i / 4 }, 4, 4.0 / 2048, 0.75, 0.05},
		"alternating":    {func(i int) int { return i % 2 }, 1, 0.5, 126.0 / 128, 0.01},
		"one hot in two": {func(i int) int { return scatter(i, 1000) / 500 * (i + 1) }, 1.33, 0.5, 0.5, 0.1},
	} {
		p := Clustering(keyOf(rows, c.at, one), nil)
		off := func(got, want float64) bool { return math.Abs(got-want) > c.within*math.Max(1, want) }
		if p.Rows != 2048 || off(p.RunLength, c.run) || off(p.HeavyHitter, c.heaviest) || off(p.Locality, c.locality) {
			t.Errorf("%s: %+v, want runs of %.2f, heaviest %.4f, locality %.3f", name, p, c.run, c.heaviest, c.locality)
		}
	}
}

func TestSpread(t *testing.T) {
	const rows = 200_000
	if p := Clustering(keyOf(rows, func(i int) int { return i / 3 }, one), nil); p.DomainShare > 0.001 {
		t.Errorf("rows in order: %+v", p)
	}
	if p := Clustering(keyOf(rows, func(i int) int { return scatter(i, 10_000) }, one), nil); p.DomainShare < 0.9 {
		t.Errorf("rows in no order: %+v", p)
	}
}

func TestClusteringAtLittle(t *testing.T) {
	k := keyOf(1000, func(i int) int { return i / 10 }, one)
	if p := Clustering(k, nil); p.Rows != 128 || p.RunLength < 9 {
		t.Errorf("a thousand rows: %+v", p)
	}
	if p := Clustering(keyOf(0, one), nil); p != (profiler.Clustering{}) {
		t.Errorf("no rows: %+v", p)
	}
	if p := Clustering(k, data.NewBitmap(1000)); p != (profiler.Clustering{}) {
		t.Errorf("no row passes: %+v", p)
	}
	every := data.NewBitmap(1000)
	for i := 0; i < 1000; i += 5 {
		every.Set(i)
	}
	if p := Clustering(k, every); p.Rows != 128 || p.RunLength != 2 {
		t.Errorf("every fifth row: %+v", p)
	}
}

// TestHeaviestKey looks for the most frequent key of rows whose order alone makes a key frequent in some of the
// windows, and of others.
func TestHeaviestKey(t *testing.T) {
	const rows = 1_000_000
	for name, c := range map[string]struct {
		at          func(i int) int
		least, most float64
	}{
		"in runs of 500":                   {func(i int) int { return i / 500 }, 0, 0},
		"in runs of 10":                    {func(i int) int { return i / 10 }, 0, 0},
		"half of the rows, in runs of 500": {func(i int) int { return i / 500 % 2 * (i / 500) }, 0.25, 0.75},
		"a tenth of the rows":              {func(i int) int { return min(1, scatter(i, 10)) * (i + 1) }, 0.07, 0.13},
		"all":                              {func(int) int { return 7 }, 1, 1},
	} {
		if p := Clustering(keyOf(rows, c.at, one), nil); p.Heaviest < c.least || p.Heaviest > c.most ||
			p.Heaviest > p.HeavyHitter {
			t.Errorf("%s: %+v, want %g to %g", name, p, c.least, c.most)
		}
	}
}
