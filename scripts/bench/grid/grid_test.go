package grid

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/bench/timing"
)

// invented returns a grid with made-up times. The best strategy of a shape is the one whose number is the shape's index
// modulo the number of strategies.
func invented() []*cell {
	var cells []*cell
	for i, s := range shapes([]int{1, 4}, Distributions, Groups) {
		c := &cell{Shape: s, found: s.Groups, chosen: ours.Strategies[0]}
		for j := range ours.Strategies {
			d := time.Duration(10+(i+j)%len(ours.Strategies)) * time.Millisecond
			c.forced = append(c.forced, timing.Times{Rounds: []time.Duration{d}})
		}
		c.own = c.forced[0]
		cells = append(cells, c)
	}
	return cells
}

func TestReport(t *testing.T) {
	cells := invented()
	part, right := share(cells)
	n := len(ours.Strategies)
	want := len(cells)/n*2 + min(len(cells)%n, 2) // 10 or 11 ms against 10: the first two of the strategies
	if right != want || part != float64(want)/120 {
		t.Errorf("%d cells are right, a share of %f", right, part)
	}
	if name, took := cells[1].best(); name != ours.Strategies[n-1] || took != 10*time.Millisecond {
		t.Errorf("the best of the second cell is %s with %s", name, took)
	}
	page := filepath.Join(t.TempDir(), "benchmarks.md")
	if err := write(report.Page(page), cells, 1e6, 2); err != nil {
		t.Fatal(err)
	}
	csv, _ := os.ReadFile(filepath.Join(filepath.Dir(page), "grid.csv"))
	if lines := bytes.Count(csv, []byte("\n")); lines != len(cells)+1 {
		t.Errorf("the CSV has %d lines", lines)
	}
	for _, name := range []string{"grid.png", "grid-strategies.png"} {
		png, _ := os.ReadFile(filepath.Join(filepath.Dir(page), name))
		if !bytes.HasPrefix(png, []byte("\x89PNG")) {
			t.Errorf("%s is no PNG", name)
		}
		if keep := os.Getenv("CARDINAL_BENCH_PLOTS"); keep != "" {
			if err := os.WriteFile(filepath.Join(keep, name), png, 0o644); err != nil {
				t.Error(err)
			}
		}
	}
	text, _ := os.ReadFile(page)
	if !strings.Contains(string(text), fmt.Sprintf("in %d of 120 cells: %.1f%%", want, 100*part)) {
		t.Errorf("the page does not say how many are right:\n%s", text)
	}
}

// TestShapes checks that the rows have the distribution of their shape.
func TestShapes(t *testing.T) {
	const rows = 50_000
	for _, s := range shapes([]int{1, 2, 4}, Distributions, []int{4, 4096}) {
		table := s.table(rows)
		seen := map[[4]int64]int{}
		changes, heaviest := 0, 0
		var last [4]int64
		for i := range rows {
			var k [4]int64
			for j := range s.Keys {
				k[j], _ = table.Columns[j].Value(i).Int.Int64()
			}
			if k != last {
				changes++
			}
			last = k
			seen[k]++
			heaviest = max(heaviest, seen[k])
		}
		if len(seen) > s.Groups || len(seen) < s.Groups*6/10 {
			t.Errorf("%s: %d groups", s, len(seen))
		}
		switch hot := float64(heaviest) / rows; {
		case s.Distribution == Hot && hot < 0.45,
			s.Distribution == Sorted && changes > len(seen),
			s.Distribution == Clustered && s.Groups > 1024 && hot > 0.001,
			s.Distribution == Zipf && s.Groups > 1024 && (hot < 0.05 || hot > 0.4):
			t.Errorf("%s: the heaviest group has %.4f of the rows, %d changes", s, hot, changes)
		}
	}
}

func TestFaults(t *testing.T) {
	cells := invented()[:3]
	for i, c := range cells {
		c.forced[0].Err = fmt.Errorf("at most %d slots (/some/folder/file.go:%d +0x1f9)", i, 7+i)
	}
	got := faults(cells)
	if want := ours.Strategies[0] + ": at most N slots (file.go:N +N)"; len(got) != 1 || got[want] != 3 {
		t.Errorf("the faults are %v", got)
	}
	if err := disagreement(cells); err != nil {
		t.Error(err)
	}
	cells[1].forced[2].Err = fmt.Errorf("%w: 1, not 2", errAnswer)
	if err := disagreement(cells); !errors.Is(err, errAnswer) {
		t.Errorf("another answer was let pass: %v", err)
	}
}
