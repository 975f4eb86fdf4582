package engine

import (
	"context"
	"slices"
	"testing"

	"cardinal/engine/choice/cost"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// TestThrottledNamesEachStage begins stages at once: each is reported, and what follows within a stage is not.
func TestThrottledNamesEachStage(t *testing.T) {
	var told []string
	s := startStages(func(p Progress) { told = append(told, p.Stage) })
	for _, name := range []string{"check", "estimate", "server"} {
		s.begin(name)
		s.report(Progress{Stage: name, Done: 0.5})
	}
	if want := []string{"check", "estimate", "server"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

// TestArrangeIsAStep expects values to be arranged in a step of their own before the axes are laid out. Pivots without
// values have no such step.
func TestArrangeIsAStep(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	table := madeTable(t, 5000)
	for f, want := range map[query.Func]bool{query.Median: true, query.Mode: true, query.Sum: false, query.Avg: false} {
		q := query.Query{Rows: []query.Field{{Column: "few"}}, Values: []query.Measure{{Func: query.Count},
			{Func: f, Column: "large"}}}
		a, err := e.Pivot(context.Background(), table, q, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(a.Profile.Stages, func(s profiler.Stage) bool { return s.Name == "arrange" })
		last := len(a.Profile.Stages) - 1
		if has := at >= 0; has != want || has && at != last-1 {
			t.Errorf("%s: arrange is step %d of %d", q.Values[1], at+1, last+1)
		}
	}
}

// TestRunsAreForeseen expects the prediction to include the time of sorting values onto the disk and of merging them.
// If the values fit the memory, it includes the time of arranging them.
func TestRunsAreForeseen(t *testing.T) {
	table := madeTable(t, 5000)
	q := query.Query{Rows: []query.Field{{Column: "few"}},
		Values: []query.Measure{{Func: query.Median, Column: "large"}}}
	predicted := func(o RunOptions) (tier, arrange, assemble float64) {
		e := New(Options{NoGPU: true}) // what a pivot took corrects what is predicted of the next one
		defer e.Close()
		a, err := e.Pivot(t.Context(), table, q, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range a.Profile.Stages {
			switch s.Name {
			case "arrange":
				arrange = s.PredictedMS
			case "assemble":
				assemble = s.PredictedMS
			}
		}
		return a.Profile.Predicted[a.Profile.Tier], arrange, assemble
	}
	tier, arrange, assemble := predicted(RunOptions{Tier: Serial})
	onDisk, arrangeOnDisk, merge := predicted(RunOptions{Tier: Serial, listRows: 300})
	if arrange <= 0 || arrangeOnDisk != 0 || onDisk <= tier || merge <= assemble {
		t.Errorf("in memory %g, %g and %g ms, on the disk %g, %g and %g", tier, arrange, assemble, onDisk,
			arrangeOnDisk, merge)
	}
}

// TestPredictStages splits a step into several. The prediction of the whole stands at the last of them. Steps that come
// twice are one.
func TestPredictStages(t *testing.T) {
	s := startStages(nil)
	s.replace([]profiler.Stage{{Name: "upload", MS: 1}, {Name: "compile", MS: 2}, {Name: "compose", MS: 3},
		{Name: "compile", MS: 4}, {Name: "learn", MS: 5}, {Name: "kernel", MS: 6}, {Name: "other", MS: 7}})
	model := &cost.Model{Stages: []string{"upload", "compile", "hash", "kernel", "merge"},
		Parts: map[string][]string{"upload": {"load"}, "hash": {"compose", "learn"}}}
	predictStages(s.done, model, cost.Prediction{"upload": 10, "compile": 20, "hash": 30, "kernel": 40, "merge": 50})
	want := []profiler.Stage{
		{Name: "upload", MS: 1, PredictedMS: 10}, {Name: "compile", MS: 6, PredictedMS: 20},
		{Name: "compose", MS: 3, Of: "hash"}, {Name: "learn", MS: 5, PredictedMS: 30, Of: "hash"},
		{Name: "kernel", MS: 6, PredictedMS: 40}, {Name: "other", MS: 7},
	}
	if !slices.Equal(s.done, want) {
		t.Errorf("%+v\nwant %+v", s.done, want)
	}
}

// TestSplitStepsAreOfTheAggregate runs by partitions and expects the prediction of all steps together.
func TestSplitStepsAreOfTheAggregate(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	q := query.Query{Rows: []query.Field{{Column: "large"}, {Column: "some"}}}
	a, err := e.Pivot(t.Context(), madeTable(t, 100_000), q, RunOptions{Tier: Workers, Strategy: "partition"})
	if err != nil {
		t.Fatal(err)
	}
	p, predicted := a.Profile, 0.0
	for _, s := range p.Stages {
		if s.Of == "aggregate" {
			predicted += s.PredictedMS
		}
	}
	if took := p.Together("aggregate"); predicted <= 0 || predicted > p.Predicted[p.Tier] || took <= 0 ||
		took > p.TierMS+0.01 {
		t.Errorf("all steps took %v ms, %v were predicted: %v", took, predicted, p.Stages)
	}
}
