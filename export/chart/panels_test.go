package chart

import (
	"math"
	"testing"
)

// TestPanels draws each series in a panel of its own: every figure has its mark, equal figures have equal heights or
// lengths in all panels, and panels do not overlap.
func TestPanels(t *testing.T) {
	g := gridOf(t, orders(2000), "trunc(day, quarter)", "status", "sum(units)")
	across := gridOf(t, orders(2000), "status", "trunc(day, quarter)", "sum(units)")
	for _, c := range []struct {
		style string
		flat  bool
	}{{"line panels", false}, {"bar panels", false}, {"area panels", false}, {"bar panels average", true},
		{"line log trend panels median", false}} {
		style, err := ParseStyle(c.style)
		if err != nil || style.String() != c.style {
			t.Fatal(style, err)
		}
		of := g
		if c.flat {
			of = across
		}
		s, err := Draw(t.Context(), of, style, 900, 600, Look{})
		if err != nil {
			t.Fatal(c.style, err)
		}
		figures := figuresOf(of, 0)
		if len(s.Marks) != len(figures) {
			t.Errorf("%s has %d marks for %d figures", c.style, len(s.Marks), len(figures))
		}
		size := func(m Mark) float64 {
			switch {
			case c.flat:
				return m.X1 - m.X0
			case style.Kind == bars:
				return m.Y1 - m.Y0
			}
			return 0
		}
		scale := 0.0
		for _, m := range s.Marks {
			if v := figureOf(s, m); v > 0 && size(m) > 0 {
				if now := size(m) / v; scale == 0 {
					scale = now
				} else if math.Abs(now/scale-1) > 1e-9 {
					t.Fatalf("%s: %v is %v long at %v, where others have %v for 1", c.style, v, size(m), m, scale)
				}
			}
		}
	}
	narrow, err := Draw(t.Context(), g, Style{Kind: lines, Panels: true}, 320, 240, Look{})
	if err != nil || len(narrow.Notes) > 0 {
		t.Errorf("three panels in 320 by 240: %v, %v", err, narrow)
	}
	many := gridOf(t, orders(2000), "trunc(day, quarter)", "item", "sum(units)")
	if s := drawn(t, many, "line", 900, 600); len(s.Notes) == 0 {
		t.Error("500 lines are drawn")
	}
	s, err := Draw(t.Context(), many, Style{Kind: lines, Panels: true}, 900, 600, Look{})
	if err != nil || len(s.Notes) != 1 || s.Notes[0] != "The greatest 30 of 490 series." {
		t.Errorf("%v, %v", s.Notes, err)
	}
	if p, err := NewPlan(t.Context(), g, Style{Kind: lines, Panels: true}); err != nil || len(p.Series) > 0 {
		t.Errorf("other programs draw panels: %v, %v", p, err)
	}
	if _, err := Draw(t.Context(), g, Style{Kind: heatMap, Panels: true}, 900, 600, Look{}); err == nil {
		t.Error("a heat map has panels")
	}
}
