package engine

import (
	"runtime"
	"testing"

	"cardinal/profiler"
)

// TestShortRunsGiveWork separates the fixed cost of a pass from the cost of giving work to cores: the short runs of a
// calibration are on one core, and on all cores with work for each.
func TestShortRunsGiveWork(t *testing.T) {
	e := New(Options{})
	defer e.Close()
	e.calibration, e.history = shipped, &profiler.History{}
	measured, err := e.measureShort(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ran := map[int]int{}
	for _, m := range measured {
		ran[m.Shape.Threads]++
		if m.Shape.Threads > 1 && m.Shape.Threads*shortRows > m.Shape.Rows {
			t.Errorf("%d workers shared %d rows", m.Shape.Threads, m.Shape.Rows)
		}
	}
	if most := runtime.GOMAXPROCS(0); most > 1 && (len(ran) != 2 || ran[1] == 0 || ran[1] != ran[most]) {
		t.Errorf("runs by their workers: %v", ran)
	}
}
