package engine

import (
	"testing"

	"cardinal/engine/choice/cost"
	"cardinal/profiler"
)

// TestSplitTimes compiles programs for longer than predicted: that must not count for later runs, and neither must
// sending columns.
func TestSplitTimes(t *testing.T) {
	model := &cost.Model{Once: []string{"load", "upload", "compile", "remap", "hash"},
		Sends: []string{"load", "upload"}}
	r := &profiler.Record{TierMS: 198, Stages: []profiler.Stage{
		{Name: "estimate", MS: 9}, {Name: "load", MS: 5}, {Name: "upload", MS: 70}, {Name: "remap", MS: 20},
		{Name: "compile", MS: 99}, {Name: "kernel", MS: 3}, {Name: "round trip", MS: 1},
	}}
	steady, sending := splitTimes(model, cost.Prediction{"upload": 50, "hash": 10, "compile": 20, "kernel": 2,
		"round trip": 1}, r)
	if want := (profiler.Timed{PredictedMS: 3, MS: 4}); steady != want {
		t.Errorf("later runs: %+v, want %+v", steady, want)
	}
	if want := (profiler.Timed{PredictedMS: 50, MS: 75}); sending != want {
		t.Errorf("sending: %+v, want %+v", sending, want)
	}
	if steady, sending := splitTimes(model, nil, r); steady.PredictedMS != 0 || sending.PredictedMS != 0 {
		t.Errorf("hardware that is not known was foreseen: %v, %v", steady, sending)
	}
}
