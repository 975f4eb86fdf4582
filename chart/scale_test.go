package chart

import (
	"math"
	"testing"

	"cardinal/data"
	"cardinal/engine/numfmt"
	"cardinal/engine/pivot"
)

// TestTicks draws axes of figures of all sizes. Ticks are round, lie around the figures, and no two of them read the same.
func TestTicks(t *testing.T) {
	for _, c := range [][2]float64{{0, 1}, {0, 0}, {-3, 17}, {5, 5}, {-5, -5}, {0, 1e12}, {-2e6, 9e6}, {1e300, 3e300}, {0, 3e-7}, {1e15, 1e15 + 3}, {0.1, 0.12}, {-1e-200, 1e-200}} {
		for _, whole := range []bool{false, true} {
			if whole && (c[0] != math.Trunc(c[0]) || c[1] != math.Trunc(c[1])) {
				continue
			}
			l, err := newLinear(c[0], c[1], 5, pivot.Format{Places: 2}, whole)
			if err != nil {
				t.Errorf("%v: %v", c, err)
				continue
			}
			ticks := l.ticks()
			if l.lo > c[0] || l.hi < c[1] || len(ticks) < 2 || len(ticks) > 12 {
				t.Errorf("%v: %d ticks from %v to %v", c, len(ticks), l.lo, l.hi)
			}
			seen := map[string]bool{}
			for _, v := range ticks {
				if s := l.text(v); seen[s] {
					t.Errorf("%v: two ticks read %s", c, s)
				} else {
					seen[s] = true
				}
				if whole && c[1]-c[0] >= 1 && v != math.Trunc(v) {
					t.Errorf("%v: a tick at %v", c, v)
				}
			}
		}
	}
	for _, c := range [][2]float64{{-1e308, 1e308}, {0, 1.7e308}, {0, 5e-310}} {
		if _, err := newLinear(c[0], c[1], 5, pivot.Format{}, false); err == nil {
			t.Errorf("%v: no error", c)
		}
	}
}

func TestTickTexts(t *testing.T) {
	chosen, err := numfmt.Parse(`0.0 "kg"`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		hi     float64
		format pivot.Format
		want   string // of the greatest tick
	}{
		{40, pivot.Format{Places: 2}, "40"},
		{250_000, pivot.Format{}, "300,000"},
		{8e6, pivot.Format{}, "8M"},
		{8e6, pivot.Format{NumberFormat: data.NumberFormat{Currency: "$"}}, "$8M"},
		{7e6, pivot.Format{NumberFormat: data.NumberFormat{Currency: "€", After: true, Spaced: true}}, "8,000,000 €"},
		{0.5, pivot.Format{NumberFormat: data.NumberFormat{Percent: true}}, "60%"},
		{0.05, pivot.Format{NumberFormat: data.NumberFormat{Percent: true}}, "6%"},
		{3e9, pivot.Format{}, "3B"},
		{12, pivot.Format{Chosen: chosen}, "15.0 kg"},
	} {
		l, err := newLinear(0, c.hi, 4, c.format, false)
		if err != nil {
			t.Fatal(err)
		}
		ticks := l.ticks()
		if got := l.text(ticks[len(ticks)-1]); got != c.want {
			t.Errorf("up to %v: %s, not %s", c.hi, got, c.want)
		}
	}
}
