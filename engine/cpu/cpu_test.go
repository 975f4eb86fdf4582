package cpu

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// task counts rows by an integer column with `values` different values.
func task(t testing.TB, rows, values, threads int) Task {
	t.Helper()
	ints := make([]int64, rows)
	for i := range ints {
		ints[i] = int64(i%values) * 3_000_000_000 // too wide to be indexed
	}
	table := data.NewTable("t", []*data.Column{data.NewInts("k", data.Int, 0, ints, nil)})
	k, err := key.Encode(t.Context(), table, query.Field{Column: "k"})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := measure.NewPlan(measure.Source{Table: table}, []query.Measure{{Func: query.Count}})
	if err != nil {
		t.Fatal(err)
	}
	return Task{Key: key.Compose(rows, []*key.Column{k}), Selected: rows, Plan: plan, Threads: threads, Groups: values}
}

func TestPanicNamesTheStrategy(t *testing.T) {
	defer func(all []*Strategy) { Strategies = all }(Strategies)
	Strategies = append(Strategies, &Strategy{Name: "broken", bytes: (*job).tableBytes,
		run: func(j *job) (*pivot.Groups, error) {
			return nil, j.each(func(w int) error { return []error{}[w] })
		}})
	for _, threads := range []int{1, 2, 8} {
		job := task(t, 1000, 10, threads)
		job.Strategy, job.Morsel = "broken", 64
		_, err := Run(t.Context(), job)
		if err == nil || !strings.Contains(err.Error(), "the broken strategy failed") ||
			!strings.Contains(err.Error(), "cpu_test.go") {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}

func TestBudget(t *testing.T) {
	job := task(t, 800_000, 400_000, 2)
	job.Budget = func(int) int64 { return 1 << 20 }
	_, err := Run(t.Context(), job)
	if err == nil || !strings.Contains(err.Error(), "400,000 groups would need") ||
		!strings.Contains(err.Error(), "1 MB are free") {
		t.Error(err)
	}
	job.Strategy, job.Budget = "independent", func(int) int64 { return 20 << 20 }
	out, err := Run(t.Context(), job)
	if err != nil || out.Strategy != "partition" || len(out.Events) != 1 {
		t.Errorf("%v %+v", err, out)
	}
}

// TestEstimateTooLow makes tables overflow that were sized for too few groups.
func TestEstimateTooLow(t *testing.T) {
	rows, groups := 300_000, 90_000
	if testing.Short() { // under the race detector
		rows, groups = 100_000, 30_000
	}
	for _, name := range Names() {
		job := task(t, rows, groups, 3)
		job.Groups, job.Strategy = 2, name
		out, err := Run(t.Context(), job)
		if err != nil || out.Groups.N != groups {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBailOut chooses a table per worker for keys that prove to be unique.
func TestBailOut(t *testing.T) {
	job := task(t, 900_000, 900_000, 2)
	job.Groups, job.Key.Slots = 2, 1<<60 // as if no slots could be indexed
	out, err := Run(t.Context(), job)
	if err != nil || out.Groups.N != 900_000 || out.Strategy != "partition" || len(out.Events) != 1 {
		t.Errorf("%v %v", err, out)
	}
}

// TestSurprises expects far too few and far too many groups: another strategy takes over.
func TestSurprises(t *testing.T) {
	for _, c := range []struct {
		values, expected int
		strategy, event  string
	}{
		{200_000, 10, "partition", "more groups than the 10 expected: partition took over from independent"},
		{1000, 800_000, "independent", "fewer groups than the 800,000 expected: independent took over from partition"},
		{1000, 3000, "independent", ""}, // no other strategy is faster
	} {
		job := task(t, 900_000, c.values, 2)
		job.Groups = c.expected
		job.Key.Slots = 1 << 60 // as if no slots could be indexed
		out, err := Run(t.Context(), job)
		if err != nil || out.Groups.N != c.values || out.Strategy != c.strategy ||
			strings.Join(out.Events, "") != c.event {
			t.Errorf("%d of %d: %v %+v", c.expected, c.values, err, out)
		}
	}
}

// TestKeysOfAllWorkers adds up the keys of two workers, if rows are in runs.
func TestKeysOfAllWorkers(t *testing.T) {
	job := &job{Task: task(t, 1000, 10, 2)}
	job.Groups = 10_000
	for _, run := range []float64{1, LongRuns} {
		job.Clustering.RunLength = run
		a, b := job.watch(), job.watch()
		for i, c := range []struct {
			w    *watch
			keys int
			want bool
		}{{&a, 8000, false}, {&b, 4000, false}, {&b, 5000, true}, {&a, 9000, false}} {
			if got := job.outgrownTogether(c.keys, c.w); got != (c.want && run > 1) {
				t.Errorf("runs of %v rows, step %d: %v", run, i, got)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range Names() {
		job := task(t, 100_000, 500, 2)
		job.Strategy = name
		if _, err := Run(ctx, job); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
