package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// TestListsOnDisk answers pivots over random tables whose lists of values are written to the disk after few rows. It
// compares every cell, total and top with the reference, bit for bit.
func TestListsOnDisk(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	e := New(Options{NoGPU: true})
	defer e.Close()
	cases, written, ranged := 300, 0, 0
	if testing.Short() {
		cases = 60
	}
	for seed := range cases {
		r := rand.New(rand.NewPCG(uint64(seed), 22))
		table, q := randomTable(r, 400), randomQuery(r)
		for _, f := range []query.Func{query.Median, query.Mode, query.Distinct, query.Quantile} {
			m := query.Measure{Func: f, Column: pick(r, "i", "m", "h", "f")}
			if f == query.Quantile {
				m.Param = pick(r, "0.1", "0.75")
			}
			if f == query.Mode {
				m.Column = pick(r, "a", "b", "h", "f")
			}
			q.Values = append(q.Values, m)
		}
		a, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: Workers, Threads: 1 + seed%4, morsel: 64,
			listRows: 1 + r.IntN(80), all: true})
		if err == nil {
			err = compare(a, newReference(table, q))
		}
		if err != nil {
			t.Fatalf("seed %d, %s, %d rows: %v", seed, describe(q), table.Rows, err)
		}
		if strings.Contains(strings.Join(a.Profile.Events, "\n"), "values laid out on disk") {
			written++
		}
		if strings.Contains(strings.Join(a.Profile.Events, "\n"), "values counted by ranges") {
			ranged++
		}
	}
	if ranged < cases/8 {
		t.Errorf("values were counted by ranges in %d of %d pivots", ranged, cases)
	}
	if written < cases/8 {
		t.Errorf("values were written to the disk in %d of %d pivots", written, cases)
	}
}

// TestMedianByRanges answers medians within a limit that holds no list of their values and no counts of each
// value: the rows are read twice, and the answer has the same bits as without a limit. The second reading can
// be cancelled.
func TestMedianByRanges(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const rows = 3_000_000
	r := rand.New(rand.NewPCG(1, 26))
	values, group, other := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	for i := range values {
		values[i], group[i], other[i] = r.Int64N(1<<30)*r.Int64N(2), int64(i%3000), int64(r.IntN(3))
	}
	table := data.NewTable("table", []*data.Column{data.NewInts("v", data.Int, 0, values, nil),
		data.NewInts("g", data.Int, 0, group, nil), data.NewInts("o", data.Int, 0, other, nil)})
	q := query.Query{Rows: []query.Field{{Column: "g"}}, Cols: []query.Field{{Column: "o"}},
		Values: []query.Measure{{Func: query.Median, Column: "v"}, {Func: query.Quantile, Column: "v", Param: "0.9"}}}
	e, small := New(Options{NoGPU: true}), New(Options{NoGPU: true, Budget: 24 << 20})
	defer e.Close()
	defer small.Close()
	whole, err := e.Pivot(t.Context(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tier := range []Tier{Auto, Serial, Workers} {
		a, err := small.Pivot(t.Context(), table, q, RunOptions{Tier: tier})
		if err != nil {
			t.Fatal(err)
		}
		if same, err := a.Tab.Same(t.Context(), whole.Tab); err != nil || !same {
			t.Errorf("%s: the answers differ: %v", tier, err)
		}
		if events := strings.Join(a.Profile.Events, "\n"); !strings.Contains(events, "values counted by ranges") {
			t.Errorf("%s: the profile says %q", tier, events)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = small.Pivot(ctx, table, q, RunOptions{Progress: func(p Progress) {
		if p.Stage == "assemble" && p.Done > 0 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled pivot ends with %v", err)
	}
}

// medians returns a table of random numbers and a query for their median, in one group or in many.
func medians(rows int) (*data.Table, query.Query) {
	r := rand.New(rand.NewPCG(1, 23))
	values, group := make([]int64, rows), make([]int64, rows)
	for i := range values {
		values[i], group[i] = r.Int64N(1<<40), int64(i%300)
	}
	table := data.NewTable("table", []*data.Column{data.NewInts("v", data.Int, 0, values, nil),
		data.NewInts("g", data.Int, 0, group, nil)})
	return table, query.Query{Rows: []query.Field{{Column: "g"}},
		Values: []query.Measure{{Func: query.Median, Column: "v"}, {Func: query.Distinct, Column: "v"}}}
}

// TestMedianBeyondMemory answers a median whose lists do not fit the limit. The bits are the same as without a limit,
// the profile says what was on the disk, and nothing is left there. If the disk is full, the pivot ends with a
// sentence. A cancelled pivot ends, too.
func TestMedianBeyondMemory(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	e := New(Options{NoGPU: true, Budget: 0})
	defer e.Close()
	table, q := medians(3_000_000)
	whole, err := e.Pivot(t.Context(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Profile.Events) > 0 {
		t.Errorf("without a limit: %v", whole.Profile.Events)
	}
	small := New(Options{NoGPU: true, Budget: 24 << 20})
	defer small.Close()
	var mu sync.Mutex
	merged := 0.0 // share that the progress told of
	a, err := small.Pivot(t.Context(), table, q, RunOptions{Progress: func(p Progress) {
		mu.Lock()
		defer mu.Unlock()
		if p.Stage == "assemble" {
			merged = max(merged, p.Done)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if merged <= 0 {
		t.Error("no progress was told of merging the values")
	}
	if same, err := a.Tab.Same(t.Context(), whole.Tab); err != nil || !same {
		t.Errorf("the answers differ: %v", err)
	}
	if events := strings.Join(a.Profile.Events, "\n"); !strings.Contains(events, "values laid out on disk: ") {
		t.Errorf("the profile says %q", events)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "cardinal", "spill", "*")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = small.Pivot(ctx, table, q, RunOptions{Progress: func(p Progress) {
		if p.Stage == "assemble" {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled pivot ends with %v", err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", file)
	if _, err = small.Pivot(t.Context(), table, q, RunOptions{}); err == nil ||
		!strings.Contains(err.Error(), "the list of values of the pivot does not fit the memory, and no temporary "+
			"file can be made") {
		t.Errorf("without a disk: %v", err)
	}
	tiny := New(Options{NoGPU: true, Budget: 1 << 20})
	defer tiny.Close()
	if _, err = tiny.Pivot(t.Context(), table, q, RunOptions{}); err == nil ||
		!strings.Contains(err.Error(), memory.Advice()) {
		t.Errorf("with a memory that holds no list: %v", err)
	}
}
