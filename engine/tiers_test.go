package engine

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/choice/tier"
	"cardinal/engine/cpu"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// abacus returns one more tier: it groups as one core does, and promises to take next to no time.
func abacus() tier.Tier {
	words := profiler.Tier{Name: "abacus", Title: "Abacus", Noun: "the abacus", Subject: "the abacus",
		Hardware: "the abacus"}
	model := cost.Model{Stages: []string{"beads"}, Terms: func(*cost.Machine, *cost.Shape, string) (t cost.Terms) {
		return t
	}}
	return tier.Tier{
		Tier: words, Model: model,
		Offer: func(ctx context.Context, g *tier.GroupBy) *tier.Offer {
			o := cpu.OneCore().Offer(ctx, g)
			o.Tier = words
			o.Gates = func(int) []profiler.Gate {
				return []profiler.Gate{{Name: "beads", Pass: true, Detail: "there are enough of them"}}
			}
			o.Cost = func(int, string) (float64, string) { return 0.001, "" }
			o.Plan = func(_, groups int) dispatch.Plan {
				return dispatch.Plan{Groups: groups, Workers: 1, Predicted: cost.Prediction{"beads": 0.001}}
			}
			return o
		},
		Trials: func(int, int) []int { return []int{1} },
	}
}

// TestFurtherTier adds a tier by a line in the list: the dispatcher chooses it, the profile names it, a
// comparison and a calibration measure it, and its answer is the others'.
func TestFurtherTier(t *testing.T) {
	e := New(Options{NoGPU: true})
	e.tiers = append(e.tiers, abacus())
	table := madeTable(t, 20_000)
	q := query.Query{Rows: []query.Field{{Column: "few"}}, Values: []query.Measure{{Func: query.Sum, Column: "large"}}}
	a, err := e.Pivot(t.Context(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := a.Profile
	if r.Tier != "abacus" || r.Where() != "the abacus" || !strings.HasPrefix(r.Reason, "the abacus was expected to "+
		"be the fastest: 0.001 ms are expected there and ") || r.Predicted["abacus"] != 0.001 {
		t.Errorf("on %s, %q, predicted %v: %s", r.Tier, r.Where(), r.Predicted, r.Reason)
	}
	if !slices.ContainsFunc(r.Gates, func(g profiler.Gate) bool { return g.Name == "beads" }) {
		t.Errorf("gates %v", r.Gates)
	}
	c, err := e.Compare(t.Context(), table, a, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if last := c.Trials[len(c.Trials)-1]; last.Name != "abacus" || last.Runs == 0 || last.PredictedMS != 0.001 ||
		len(c.Differ) > 0 || c.Verdict == "" { // its words follow the times
		t.Errorf("%+v, %v: %s", last, c.Differ, c.Verdict)
	}
	forced, err := e.Pivot(t.Context(), table, q, RunOptions{Tier: "abacus"})
	if err != nil || forced.Profile.Reason != "the abacus was asked for" {
		t.Errorf("asked for: %v, %v", forced, err)
	}
	runs := e.measure(t.Context(), table, q)
	if !slices.ContainsFunc(runs, func(m cost.Measured) bool { return m.Model.Stages[0] == "beads" }) {
		t.Errorf("measured as %+v", runs)
	}
}

// TestTiersAreComplete checks that every description has what the panel, the commands and the exports need.
func TestTiersAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for i, d := range allTiers(nil) {
		if d.Name == "" || d.Title == "" || d.Noun == "" || d.Subject == "" || d.Hardware == "" || seen[d.Name] {
			t.Errorf("%+v lacks words, or is there twice", d.Tier)
		}
		seen[d.Name] = true
		if len(d.Model.Stages) == 0 || d.Model.Terms == nil || d.Offer == nil || d.Trials == nil {
			t.Errorf("%s: model %+v", d.Name, d.Model)
		}
		if i == 0 && !d.Host {
			t.Errorf("the first tier, %s, does not always run", d.Name)
		}
	}
}

// TestSetsAreNoOtherAccumulators expects a set of values to be counted once in the cost of a row.
func TestSetsAreNoOtherAccumulators(t *testing.T) {
	e := New(Options{NoGPU: true})
	q := query.Query{Rows: []query.Field{{Column: "few"}},
		Values: []query.Measure{{Func: query.Distinct, Column: "large"}, {Func: query.Sum, Column: "large"}}}
	for sums := range 2 {
		q.Values = q.Values[:1+sums]
		p, err := e.plan(t.Context(), madeTable(t, 20_000), q, RunOptions{Tier: Serial}, startStages(nil))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range p.offers {
			if s := o.Shape(o.Plan(10, 10)); s.Class == "" && (s.Distinct != 1 || s.Updates != 1) {
				t.Errorf("%s: beside %d sums %d sets and %v updates, want 1 and 1", o.Tier.Name, sums,
					s.Distinct, s.Updates)
			}
		}
	}
}

// TestBarredTierIsNamed asks for a pivot that all cores would answer faster, with all cores turned off: the reason says
// so.
func TestBarredTierIsNamed(t *testing.T) {
	values := make([]int64, 3_000_000)
	for i := range values {
		values[i] = int64(i % 1000)
	}
	table := data.NewTable("t", []*data.Column{data.NewInts("a", data.Int, 0, values, nil)})
	e := New(Options{NoGPU: true})
	defer e.Close()
	q := query.Query{Rows: []query.Field{{Column: "a"}}, Values: []query.Measure{{Func: query.Count}}}
	a, err := e.Pivot(t.Context(), table, q, RunOptions{Tier: Auto, Threads: 4, Barred: []Tier{Workers}})
	if err != nil {
		t.Fatal(err)
	}
	const why = "but all cores were turned off in the preferences"
	if p := a.Profile; p.Tier != "serial" || !strings.HasSuffix(p.HostReason, why) {
		t.Errorf("%s: %q", p.Tier, p.HostReason)
	}
}
