package estimate

import (
	"math"
	"testing"

	"cardinal/data"
	"cardinal/engine/key"
)

func TestLinearCounting(t *testing.T) {
	// half of the bits marked: m ln 2; none: none
	if got := LinearCounting(1<<16, 1<<15); !near(got, math.Ln2*65536) {
		t.Errorf("half of 65536 bits: %.2f", got)
	}
	if got := LinearCounting(1024, 0); got != 0 {
		t.Errorf("no bit: %v", got)
	}
	if !math.IsInf(LinearCounting(64, 64), 1) {
		t.Error("every bit marked tells only that there are many keys")
	}
}

func TestPass(t *testing.T) {
	const rows = 300_000
	wide := make([]*key.Column, 9)
	for i := range wide {
		wide[i] = coded(rows, func(r int) int { return scatter(r, 3000) * 300 })
	}
	odd := data.NewBitmap(rows)
	for i := 1; i < rows; i += 2 {
		odd.Set(i)
	}
	for name, c := range map[string]struct {
		key      *key.Composite
		selected data.Bitmap
		expected int
		truth    int
		exact    bool
	}{
		"slots": {keyOf(rows, func(i int) int { return scatter(i, 5000) }, one), nil,
			5000, 5000, true},
		"slots of half": {keyOf(rows, func(i int) int { return i % 1000 }, one), odd, 1000, 500, true},
		"hashed": {keyOf(rows, func(i int) int { return scatter(i, 40_000) << 11 },
			func(i int) int { return scatter(i, 40_000) % 3 }), nil, 80_000, 39_970, false},
		"hashed, more than expected": {keyOf(rows, func(i int) int { return i << 10 }, one), nil, 1000, rows, false},
		"wide":                       {key.Compose(rows, wide), nil, 10_000, 3000, false},
	} {
		p := newPass(c.key, c.selected, c.expected, rows)
		e := p.estimate(new(scratch))
		if e.Low > c.truth || e.High < c.truth || (e.Low == e.High) != c.exact ||
			math.Abs(float64(e.Groups-c.truth)) > 0.01*float64(c.truth) {
			t.Errorf("%s: %+v, want %d", name, e, c.truth)
		}
	}
}

// TestNoMemory wants no memory taken by an estimate of a small table after the first one: just after a
// collection of garbage, a piece of 64 bytes takes as long as a tenth of the estimate.
func TestNoMemory(t *testing.T) {
	const rows = 1000
	for name, c := range map[string]struct {
		values int
		method string
	}{"every combination has a flag": {10, Bitmap}, "a sample": {1000, Sample}} {
		k := key.Compose(rows, []*key.Column{
			{Codes: coded(rows, func(r int) int { return r % 10 }).Codes, Card: c.values},
			{Codes: coded(rows, func(r int) int { return r / 10 % 9 }).Codes, Card: c.values},
		})
		var e Estimate
		if n := testing.AllocsPerRun(20, func() {
			e = Request{Key: k, Rows: rows, Stakes: NoStakes}.Estimate()
		}); n > 0 || e.Method != c.method {
			t.Errorf("%s: memory is taken %v times by %s", name, n, e.Method)
		}
	}
}
