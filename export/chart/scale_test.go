package chart

import (
	"math"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/figure/numfmt"
	"cardinal/engine/pivot"
)

// TestTicks draws axes of figures of all sizes. Ticks are round, lie around the figures, and no two of them
// read the same.
func TestTicks(t *testing.T) {
	for _, c := range [][2]float64{{0, 1}, {0, 0}, {-3, 17}, {5, 5}, {-5, -5}, {0, 1e12}, {-2e6, 9e6}, {1e300, 3e300},
		{0, 3e-7}, {1e15, 1e15 + 3}, {0.1, 0.12}, {-1e-200, 1e-200}} {
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
		{1.5, pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, "40:00:00"},
		{100.0 / 86400, pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, "0:02:00"},
		{5e6, pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, "150000000:00:00"},
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

// TestNumberAxis checks the ticks below lines over numbers: every label if all labels fit, and round numbers
// otherwise.
func TestNumberAxis(t *testing.T) {
	for _, c := range []struct {
		step, rows int
		want       []string
	}{
		{1, 4, []string{"1997", "1998", "1999", "2000"}},
		{7, 1000, []string{"2000", "3000", "4000", "5000", "6000", "7000", "8000"}},
	} {
		years := make([]int64, c.rows)
		for i := range years {
			years[i] = 1997 + int64(i*c.step)
		}
		g := gridOf(t, data.NewTable("t", []*data.Column{data.NewInts("year", data.Int, 0, years, nil)}), "year",
			"", "count()")
		s, got := drawn(t, g, "line", 800, 400), []string(nil)
		for _, o := range s.shapes {
			if one, is := o.(text); is && one.anchor == middle {
				got = append(got, one.s)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d labels: %q, want %q", c.rows, got, c.want)
		}
	}
}

// TestGapsOfAreas draws parts with days on which there is no figure at all, and days on which one part has none.
func TestGapsOfAreas(t *testing.T) {
	valid := data.NewBitmap(12)
	// the days 0 and 1 have both parts, day 2 none, the days 3 to 5 the second one
	for _, i := range []int{0, 1, 2, 3, 7, 9, 11} {
		valid.Set(i)
	}
	days, part, n := make([]int64, 12), make([]uint32, 12), make([]int64, 12)
	for i := range n {
		days[i], part[i], n[i] = 19000+int64(i/2), uint32(i%2), int64(i+1)
	}
	g := gridOf(t, data.NewTable("t", []*data.Column{data.NewInts("day", data.Date, 0, days, nil),
		data.NewText("part", part, []string{"a", "b"}, nil),
		data.NewInts("n", data.Int, 0, n, valid)}), "day", "part", "sum(n)")
	areas, lengths := 0, []int(nil)
	for _, o := range drawn(t, g, "area", 800, 400).shapes {
		switch o := o.(type) {
		case polygon:
			areas++
		case polyline:
			lengths = append(lengths, len(o.at))
		}
	}
	if want := []int{2, 2, 3}; areas != 4 || !slices.Equal(lengths, want) {
		t.Errorf("%d areas with lines of %v points, want 4 and %v", areas, lengths, want)
	}
}
