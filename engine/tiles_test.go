package engine

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/gpu"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// boundedEngine returns an engine whose GPU has so little memory.
func boundedEngine(t *testing.T, bytes int64) *Engine {
	t.Helper()
	sharedGPU(t) // there must be one
	e := New(Options{})
	t.Cleanup(e.Close)
	e.gpu.Bound(bytes)
	if _, err := e.Probe(context.Background()); err != nil {
		t.Fatal(err)
	}
	return e
}

// memoryGate returns the detail of the memory gate of an answer.
func memoryGate(t *testing.T, a *Answer) string {
	t.Helper()
	for _, g := range a.Profile.Gates {
		if g.Name == "memory" {
			return g.Detail
		}
	}
	t.Fatal("there is no memory gate")
	return ""
}

// The memory gate says what happens to rows and groups that do not fit.
func TestMemoryGate(t *testing.T) {
	const rows = 60_000
	r := rand.New(rand.NewPCG(1, 5))
	few, many, wide := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	for i := range rows {
		few[i], many[i], wide[i] = r.Int64N(50), r.Int64N(20_000), r.Int64()>>1
	}
	table := data.NewTable("t", []*data.Column{
		data.NewInts("few", data.Int, 0, few, nil), data.NewInts("many", data.Int, 0, many, nil),
		data.NewInts("wide", data.Int, 0, wide, nil),
	})
	e := boundedEngine(t, 120_000)
	const split = `split by the hash of their keys in \d+ tiles, and grouped in \d+ partitions at most: \d+ partitions in \d+ loads, and \d+ of the partitions on the cores$`
	for _, test := range []struct {
		fields, want string
		merged       bool
	}{
		{"few",
			`^it needs [\d.]+ kB of 120 kB, so the rows are streamed in \d+ tiles, at \d+% of the link's bandwidth, uploading \d+% of the time$`, false},
		{"few many", `^it needs [\d.]+ [kM]B of 120 kB, so the rows are ` + split, true},
		{"wide", `^it needs [\d.]+ [kM]B of 120 kB, so the rows are ` + split, true},
	} {
		q := query.Query{Values: []query.Measure{{Func: query.Sum, Column: "many"}}}
		for f := range strings.FieldsSeq(test.fields) {
			q.Rows = append(q.Rows, query.Field{Column: f})
		}
		a := answersAs(t, e, table, q, GPU)
		p := a.Profile
		if got := memoryGate(t, a); p.Tier != "gpu" || !regexp.MustCompile(test.want).MatchString(got) ||
			len(p.Events) > 0 {
			t.Errorf("%s: on %s, %q, %v", test.fields, p.Tier, got, p.Events)
		}
		if p.Tiles < 2 || (p.Partitions > 0) != test.merged {
			t.Errorf("%s: %d tiles, %d partitions", test.fields, p.Tiles, p.Partitions)
		}
		for _, stage := range []string{"upload", "kernel", "read back"} {
			if !slices.ContainsFunc(p.Stages, func(s profiler.Stage) bool { return s.Name == stage }) {
				t.Errorf("%s: no stage %q in %v", test.fields, stage, p.Stages)
			}
		}
		a = answersAs(t, e, table, q, Auto)
		slow := a.Profile.Class == string(gpu.Software) // and never chosen
		if got := memoryGate(t, a); a.Profile.Tier == "gpu" && slow ||
			!strings.Contains(got, "of 120 kB, so the rows are ") {
			t.Errorf("%s, left free: on %s, %q", test.fields, a.Profile.Tier, got)
		}
	}
	e.budget = 100_000 // of the app's own memory
	q := query.Query{Rows: []query.Field{{Column: "few"}}, Cols: []query.Field{{Column: "many"}},
		Values: []query.Measure{{Func: query.Count}}}
	a := answersAs(t, e, table, q, GPU)
	if got := memoryGate(t, a); a.Profile.Tier == "gpu" ||
		!regexp.MustCompile(
			`^\d+ tiles of rows would need [\d.]+ kB of memory, and 100 kB are free$`,
		).MatchString(got) {
		t.Errorf("groups of tiles that the app has no room for: on %s, %q", a.Profile.Tier, got)
	}
}

// Random pivots under little memory of the GPU have the reference's figures to the bit, however they are sent.
func TestLittleDeviceMemoryEqualsReference(t *testing.T) {
	e := boundedEngine(t, 30_000)
	seen := map[string]int{}
	for seed := range 80 {
		r := rand.New(rand.NewPCG(uint64(seed), 6))
		table, q := randomTable(r, 3000), randomQuery(r)
		q.Values = slices.DeleteFunc(q.Values, func(m query.Measure) bool {
			return m.Expr != "" || !slices.Contains([]query.Func{query.Count, query.Sum, query.Avg, query.Min,
				query.Max, query.First, query.Last, query.Stddev, query.Var, query.Corr, query.Ratio}, m.Func)
		})
		if seed%4 == 0 {
			q.Rows, q.Cols = []query.Field{{Column: "h"}, {Column: "t"}, {Column: "f"}, {Column: "i"}}, nil
		}
		if seed%8 == 0 { // many filters let few rows pass
			q.Filter = nil
		}
		a, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: GPU})
		if err == nil && a.Profile.Tier == "gpu" {
			err = compare(a, newReference(table, q))
		}
		if err != nil {
			t.Fatalf("seed %d, %s, %d rows: %v", seed, describe(q), table.Rows, err)
		}
		if len(a.Profile.Events) > 0 {
			t.Errorf("seed %d: %v", seed, a.Profile.Events)
		}
		switch p := a.Profile; {
		case p.Tier != "gpu":
		case p.Partitions > 1:
			seen["partitions"]++
		case p.Tiles > 1:
			seen["tiles"]++
		case p.Tiles == 1:
			seen["one tile"]++
		default:
			seen["at once"]++
		}
	}
	t.Log(seen)
	if seen["partitions"] < 5 || seen["tiles"] == 0 || seen["one tile"] == 0 || seen["at once"] == 0 {
		t.Errorf("too few of a kind: %v", seen)
	}
}
