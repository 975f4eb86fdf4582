package tiers

import (
	"strings"
	"testing"
)

func TestShapes(t *testing.T) {
	if n := len(shapes(1000, 10_000_000, 1, true)); n != 242 {
		t.Errorf("the grid has %d shapes with a GPU, want 242", n)
	}
	for keys := 1; keys <= 4; keys++ {
		s := Shape{Rows: 20_000, Groups: 500, Keys: keys, Aggregates: 1}
		table := s.table()
		seen := map[string]bool{}
		for row := range table.Rows {
			var key strings.Builder
			for _, c := range table.Columns[:keys] {
				key.WriteString(c.Value(row).String() + " ")
			}
			seen[key.String()] = true
		}
		if len(seen) != s.Groups {
			t.Errorf("%s: %d groups", s, len(seen))
		}
	}
}

func TestRight(t *testing.T) {
	for name, c := range map[string]struct {
		ms   map[string]float64
		want bool
	}{
		"the best":     {map[string]float64{"serial": 9, "workers": 5}, true},
		"near":         {map[string]float64{"serial": 4.6, "workers": 5}, true},
		"a little":     {map[string]float64{"serial": 0.1, "workers": 0.29}, true},
		"another tier": {map[string]float64{"serial": 9, "workers": 5, "gpu": 4.5}, false},
	} {
		cell := &Cell{Chosen: "workers", MS: c.ms}
		if cell.isRight() != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}

func TestReport(t *testing.T) {
	cells := []*Cell{
		{Shape: Shape{Rows: 1000, Groups: 10, Keys: 1, Aggregates: 1}, Chosen: "serial",
			MS: map[string]float64{"serial": 1, "workers": 2}},
		{Shape: Shape{Rows: 1000, Groups: 100, Keys: 2, Aggregates: 1}, Chosen: "serial",
			MS: map[string]float64{"serial": 3, "workers": 2}},
	}
	got := summary(cells)
	for _, want := range []string{"1 (50.0%)", "1.50x", "1000 rows, 100 groups, keys: 2, aggregates: 1, not " +
		"resident: serial took 3 ms"} {
		if !strings.Contains(got, want) {
			t.Errorf("the summary lacks %q:\n%s", want, got)
		}
	}
	if lines := csvLines(cells); len(lines) != 3 || len(lines[1]) != len(lines[0]) {
		t.Errorf("%v", lines)
	}
}
