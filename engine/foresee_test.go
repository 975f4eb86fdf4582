package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// TestStepsArePredicted expects a prediction of every step. The prediction of the whole is their sum, and the steps
// take no longer than the whole. The first pivot over a column is predicted as a first pivot.
func TestStepsArePredicted(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	table := madeTable(t, 300_000)
	filter, err := query.ParseFilter("few > 0")
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []query.Query{
		{Rows: []query.Field{{Column: "few"}}},
		{Rows: []query.Field{{Column: "large"}, {Column: "few"}}, Filter: filter},
		{Rows: []query.Field{{Column: "large"}}, Values: []query.Measure{{Func: query.Median, Column: "few"}}},
	} {
		r, err := e.Estimate(t.Context(), table, q, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		n := len(r.Stages)
		later := r.Stages[n-1].Name == "order" // the table has 300,000 large keys
		if later != r.Stages[n-1].Later || later != (q.Rows[0].Column == "large") || later != (r.LaterMS() > 0) {
			t.Errorf("%v: the order is expected as %+v", q.Rows, r.Stages[n-1])
		}
		if later {
			n--
		}
		if last := r.Stages[n-1]; last.Name != "assemble" || last.MS != 0 || last.PredictedMS <= 0 ||
			r.PredictedMS() < r.Predicted[r.Tier] {
			t.Errorf("%v: expected are %+v, %v ms of the tier", q.Rows, r.Stages, r.Predicted[r.Tier])
		}
		for _, tier := range []Tier{Auto, Serial, Workers} {
			a, err := e.Pivot(t.Context(), table, q, RunOptions{Tier: tier})
			if err != nil {
				t.Fatal(err)
			}
			predicted, took := 0.0, 0.0
			for _, s := range a.Profile.Steps(nil) {
				if !s.Part && s.PredictedMS <= 0 {
					t.Errorf("%v on %s: nothing was predicted of the step %q", q.Rows, tier, s.Name)
				}
				predicted += s.PredictedMS
			}
			for _, s := range a.Profile.Stages {
				took += s.MS
			}
			if total := a.Profile.TotalMS; took > total+0.05 || predicted != a.Profile.PredictedMS() {
				t.Errorf("%v on %s: the steps take %v of %v ms, and %v of %v ms were predicted", q.Rows, tier, took,
					total, predicted, a.Profile.PredictedMS())
			}
		}
	}
}

// TestColdStep tells the first pivot that reads the values of a field from later ones.
func TestColdStep(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	values := make([]float64, 200_000)
	for i := range values {
		values[i] = float64(i%1000) / 8
	}
	table := data.NewTable("t", []*data.Column{data.NewFloats("x", values, nil)})
	bins, err := query.ParseFields("bin(x, 10)")
	if err != nil {
		t.Fatal(err)
	}
	keys := func() profiler.Stage {
		a, err := e.Pivot(t.Context(), table, query.Query{Rows: bins}, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return a.Profile.Stages[slices.IndexFunc(a.Profile.Stages, func(s profiler.Stage) bool {
			return s.Name == "keys"
		})]
	}
	if first, later := keys(), keys(); !first.Cold || later.Cold || first.PlainMS < 10*later.PlainMS {
		t.Errorf("first %+v, later %+v", first, later)
	}
}

// TestForcedTierSamples expects a tier that was asked for to sample as many rows as the free choice does before it
// chooses its strategy. The first sample sees few of many keys.
func TestForcedTierSamples(t *testing.T) {
	const rows = 1_000_000
	r := rand.New(rand.NewPCG(3, 4))
	columns := make([]*data.Column, 2)
	for i, name := range []string{"user", "minute"} {
		values := make([]int64, rows)
		for row := range values { // bursts of few users, and many users beside them
			if values[row] = int64(row/2000) << 22; r.IntN(3) == 0 {
				values[row] = int64(r.IntN(1<<20)) << 11
			}
			values[row] += int64(i)
		}
		columns[i] = data.NewInts(name, data.Int, 0, values, nil)
	}
	table := data.NewTable("t", columns)
	q := query.Query{Rows: []query.Field{{Column: "user"}, {Column: "minute"}}}
	e := New(Options{NoGPU: true})
	defer e.Close()
	plan := func(tier Tier) *planned {
		p, err := e.plan(t.Context(), table, q, RunOptions{Tier: tier, Threads: 2}, startStages(nil))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	free := plan(Auto)
	for _, tier := range []Tier{Serial, Workers} {
		forced := plan(tier)
		if forced.expected.SampleRows <= free.expected.SampleRows/2 {
			t.Errorf("%s samples %d rows, and the free choice %d", tier, forced.expected.SampleRows,
				free.expected.SampleRows)
		}
		if free.decision.Choice().Tier.Name == string(tier) &&
			forced.decision.Choice().Plan.Strategy != free.decision.Choice().Plan.Strategy {
			t.Errorf("%s runs %s, and the free choice %s", tier, forced.decision.Choice().Plan.Strategy,
				free.decision.Choice().Plan.Strategy)
		}
	}
	if free.expected.SampleRows <= 400 {
		t.Errorf("the free choice samples %d rows: nothing hangs on them here", free.expected.SampleRows)
	}
}
