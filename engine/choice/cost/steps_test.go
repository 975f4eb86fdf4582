package cost_test

import (
	"math"
	"testing"

	. "cardinal/engine/choice/cost"
)

// TestStepsOfKeptValues works the steps of measures that keep values by hand, with 30 ns a node.
func TestStepsOfKeptValues(t *testing.T) {
	plain := Steps{Machine: DefaultMachine, Workers: 2, Rows: 1_000_000, Groups: 1000, Levels: 2, StateBytes: 20}
	for _, c := range []struct {
		kept             Kept
		arrange, figures float64 // milliseconds on two workers
	}{
		{Kept{}, 0, 0},
		{Kept{Values: 1}, 7.5/2 + 0.0105 + 0.4, 6./2 + 0.24*0.55},
		{Kept{Distinct: 1, Wide: 1}, (15.+42)/2 + 0.021 + 0.8, 12./2 + 0.18*0.55},
		{Kept{Ranges: 1}, 0, 7.5 / 2},
		{Kept{Words: 100}, 0, 0.3 * 0.55},
	} {
		s := plain
		s.Kept = c.kept
		for step, more := range map[string]float64{"arrange": c.arrange, Assemble: c.figures} {
			if got := s.MS(step) - plain.MS(step); math.Abs(got-more) > 1e-9 {
				t.Errorf("%+v, %s: %v ms more, want %v", c.kept, step, got, more)
			}
		}
	}
	if got, want := plain.MS(Assemble), 0.005+2000*30e-6; math.Abs(got-want) > 1e-9 {
		t.Errorf("assembling plain sums takes %v ms, want %v", got, want)
	}
}
