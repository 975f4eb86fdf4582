package engine

import (
	"context"
	"errors"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// madeTable returns the table that machines are measured with.
func madeTable(t *testing.T, rows int) *data.Table {
	t.Helper()
	table, err := calibrationTable(t.Context(), rows, calibrationQueries(rows))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestCompare(t *testing.T) {
	e := New(Options{NoGPU: true})
	table := madeTable(t, 20_000)
	q := query.Query{Rows: []query.Field{{Column: "few"}}, Cols: []query.Field{{Column: "some"}},
		Values: []query.Measure{{Func: query.Sum, Column: "large"}}}
	a, err := e.Pivot(context.Background(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var stages []string
	c, err := e.Compare(context.Background(), table, a, RunOptions{Progress: func(p Progress) {
		stages = append(stages, p.Stage)
	}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Chosen != a.Profile.Tier || len(c.Differ) != 0 || c.Verdict == "" || len(stages) == 0 {
		t.Errorf("%+v, progress %v", c, stages)
	}
	for i, tier := range []string{"serial", "workers", "gpu"} {
		got := c.Trials[i]
		if got.Name != tier || got.PredictedMS != a.Profile.Predicted[tier] {
			t.Errorf("%+v", got)
		}
		if ran := got.Runs > 0 && got.MS > 0 && got.Trouble == ""; ran != (tier != "gpu") {
			t.Errorf("%+v", got)
		}
	}
	if got := c.Trials[2].Trouble; got != "no GPU is to be used" {
		t.Errorf("the GPU is left out because %q", got)
	}
}

// TestCompareFindsDifferences compares an answer with the answer to another question.
func TestCompareFindsDifferences(t *testing.T) {
	e := New(Options{NoGPU: true})
	table := madeTable(t, 500)
	answer := func(column string) *Answer {
		a, err := e.Pivot(context.Background(), table, query.Query{Rows: []query.Field{{Column: "few"}},
			Values: []query.Measure{{Func: query.Sum, Column: column}}}, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := answer("large")
	a.Tab.Query.Values = []query.Measure{{Func: query.Sum, Column: "small"}}
	c, err := e.Compare(context.Background(), table, a, RunOptions{})
	if err != nil || !slices.Equal(c.Differ, []string{"serial", "workers"}) {
		t.Errorf("%v, %v", c, err)
	}
}

func TestCompareIsCancelled(t *testing.T) {
	e := New(Options{NoGPU: true})
	table := madeTable(t, 500)
	a, err := e.Pivot(context.Background(), table, query.Query{Rows: []query.Field{{Column: "few"}}}, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = e.Compare(ctx, table, a, RunOptions{Progress: func(Progress) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestTrial separates the run that sent the columns from the later runs.
func TestTrial(t *testing.T) {
	took := func(ms float64, sent int64) *profiler.Record {
		return &profiler.Record{TierMS: ms, BytesUploaded: sent}
	}
	for _, c := range []struct {
		runs []*profiler.Record
		want profiler.Trial
	}{
		{nil, profiler.Trial{}},
		{[]*profiler.Record{took(3, 0), took(2, 0), took(4, 0)}, profiler.Trial{MS: 3, Runs: 3}},
		{[]*profiler.Record{took(30, 8), took(4, 0), took(3, 0)}, profiler.Trial{MS: 30, AgainMS: 3, Runs: 3}},
		{[]*profiler.Record{took(30, 8)}, profiler.Trial{MS: 30, Runs: 1}},
	} {
		if got := (&tierRuns{done: c.runs}).trial(profiler.Tier{}, 0); got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}
