package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/gpu/worker"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestMain lets the test binary serve as the GPU's process.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "gpu-worker" {
		if worker.Serve(os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// compare checks every cell of an answer, totals included, against the reference.
func compare(a *Answer, ref *reference) error {
	tab := a.Tab
	checked := 0
	cols := pathNames(&tab.Cols)
	for i, row := range pathNames(&tab.Rows) {
		for j, col := range cols {
			name := row + "|" + col
			_, ok := ref.cells[name]
			if ok == tab.Empty(i, j) && !(i == 0 && j == 0) {
				return fmt.Errorf("cell %s: empty is %v", name, !ok)
			}
			if ok {
				checked++
			}
			for m, measure := range tab.Measures {
				if !ok && !(i == 0 && j == 0) {
					continue
				}
				if got, want := text(tab.Cell(i, j, m)), ref.figureOf(name, measure.Measure); got != want {
					return fmt.Errorf("cell %s, %s: %s, want %s", name, measure.Measure, got, want)
				}
			}
		}
	}
	if checked != len(ref.cells) {
		return fmt.Errorf("%d cells, want %d", checked, len(ref.cells))
	}
	return checkOrder(&tab.Rows, checkOrder(&tab.Cols, nil))
}

// pathNames returns the path names of the nodes of an axis.
func pathNames(a *pivot.Axis) []string {
	out := make([]string, a.Len())
	for n := range out {
		out[n] = pathName(a.Path(n))
	}
	return out
}

// checkOrder returns an error unless labels ascend, null last, under every parent.
func checkOrder(a *pivot.Axis, err error) error {
	last := map[int]int{}
	for n := 1; n < a.Len(); n++ {
		p := a.Parent(n)
		if before, ok := last[p]; ok && compareLabels(a.Fields[a.Depth(n)-1], a.Label(before), a.Label(n)) >= 0 {
			return fmt.Errorf("label %v after %v", a.Label(n), a.Label(before))
		}
		last[p] = n
	}
	return err
}

// compareLabels compares labels of a field by their meaning: names by their place in the year or the week, bins by
// their lower edge, and groups by their place in the text. Labels without a group come last.
func compareLabels(f query.Field, a, b data.Value) int {
	group := func(v data.Value) int {
		for i, g := range strings.Split(f.Groups, "; ") {
			if strings.HasPrefix(g, v.String()+" = ") && !v.IsNull() {
				return i
			}
		}
		return math.MaxInt
	}
	if f.Groups != "" {
		return cmp.Or(cmp.Compare(group(a), group(b)), compareLabels(f.Base(), a, b))
	}
	place := func(v data.Value) float64 {
		switch {
		case f.Part == query.MonthName:
			return float64(slices.Index(calendar.MonthNames[:], v.Text))
		case f.Part == query.WeekdayName:
			return float64((slices.Index(calendar.WeekdayNames[:], v.Text) + 8 - max(f.N, 1)) % 7)
		case strings.HasPrefix(v.Text, "below "):
			return math.Inf(-1)
		}
		low, _, _ := strings.Cut(v.Text, " ")
		at, _ := strconv.ParseFloat(strings.ReplaceAll(low, ",", ""), 64)
		return at
	}
	switch f.Part {
	case query.MonthName, query.WeekdayName, query.Bin, query.Bins, query.Edges:
		if !a.IsNull() && !b.IsNull() {
			return cmp.Or(cmp.Compare(strings.Count(a.Text, "NaN"), strings.Count(b.Text, "NaN")),
				cmp.Compare(place(a), place(b)))
		}
	}
	return data.Compare(a, b)
}

func describe(q query.Query) string {
	s := fmt.Sprintf("rows %v cols %v values %v", q.Rows, q.Cols, q.Values)
	if q.Filter != nil {
		s += " filter " + q.Filter.String()
	}
	return s
}

func TestRandomTables(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	cases := 400
	if testing.Short() {
		cases = 60
	}
	for seed := range cases {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		table, q := randomTable(r, 400), randomQuery(r)
		ref := newReference(table, q)
		for _, how := range []RunOptions{{Tier: Serial}, {Tier: Workers, Threads: 3}, {}} {
			a, err := e.Pivot(context.Background(), table, q, how)
			if err == nil {
				err = compare(a, ref)
			}
			if err != nil {
				t.Fatalf("seed %d, %s, %d rows, %+v: %v", seed, describe(q), table.Rows, how, err)
			}
		}
	}
}

// TestManyRows crosses the borders of morsels and batches, which small tables never reach.
func TestManyRows(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	for seed := range 4 {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		table := randomTable(r, 150_000)
		for table.Rows < 100_000 {
			table = randomTable(r, 150_000)
		}
		q := query.Query{
			Rows: []query.Field{{Column: "a"}},
			Values: []query.Measure{{Func: query.Count}, {Func: query.Sum, Column: "h"}, {Func: query.Avg, Column: "f"},
				{Func: query.Distinct, Column: "b"}, {Func: query.Min, Column: "t"}},
			Filter: randomFilter(r, 1),
		}
		ref := newReference(table, q)
		for _, how := range []RunOptions{{Tier: Serial}, {Tier: Workers, Threads: 2}, {Tier: Workers, Threads: 5}} {
			a, err := e.Pivot(context.Background(), table, q, how)
			if err == nil {
				err = compare(a, ref)
			}
			if err != nil {
				t.Fatalf("seed %d, %s, %+v: %v", seed, describe(q), how, err)
			}
		}
	}
}

// TestKeysOfManyValues groups many rows by columns of many values, which are numbered in partitions.
func TestKeysOfManyValues(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	for seed, rows := range [][]string{{"h"}, {"t"}, {"f"}, {"w", "t"}, {"o"}} {
		r := rand.New(rand.NewPCG(uint64(seed), 23))
		table := randomTable(r, 90_000)
		for table.Rows < 70_000 {
			table = randomTable(r, 90_000)
		}
		q := query.Query{Values: []query.Measure{{Func: query.Count}, {Func: query.Distinct, Column: "t"}}}
		for _, name := range rows {
			q.Rows = append(q.Rows, query.Field{Column: name})
		}
		ref := newReference(table, q)
		for _, how := range []RunOptions{{Tier: Serial}, {Tier: Workers, Threads: 3}} {
			a, err := e.Pivot(context.Background(), table, q, how)
			if err == nil {
				err = compare(a, ref)
			}
			if err != nil {
				t.Fatalf("seed %d, %s, %+v: %v", seed, describe(q), how, err)
			}
		}
	}
}

// shared returns an engine for tests that need no engine of their own: a GPU's process tests itself for seconds when it
// starts.
var shared = sync.OnceValue(func() *Engine { return New(Options{}) })

// sharedGPU returns the shared engine, probed.
func sharedGPU(t *testing.T) *Engine {
	t.Helper()
	return probeGPU(t, shared())
}

// ownGPU returns a new engine for one test, probed.
func ownGPU(t *testing.T) *Engine {
	t.Helper()
	e := New(Options{})
	t.Cleanup(e.Close)
	return probeGPU(t, e)
}

// probeGPU returns e after probing its GPU. Without a GPU the test is skipped or, if a GPU is required, fails.
func probeGPU(t *testing.T, e *Engine) *Engine {
	t.Helper()
	if _, err := e.Probe(context.Background()); err != nil {
		if os.Getenv("CARDINAL_REQUIRE_GPU") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return e
}

func TestGPUEqualsReference(t *testing.T) {
	e := sharedGPU(t)
	ran, stages := 0, map[string]int{}
	for seed := range 160 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		table, q := randomTable(r, 3000), randomQuery(r)
		q.Values = slices.DeleteFunc(q.Values, func(m query.Measure) bool {
			return m.Expr != "" || !slices.Contains([]query.Func{query.Count, query.Sum, query.Avg, query.Min,
				query.Max, query.First, query.Last, query.Stddev, query.Var, query.Corr, query.Ratio, query.Distinct,
				query.Median, query.Quantile, query.Mode, query.Labels}, m.Func)
		})
		if seed%4 == 0 { // more slots than can be told apart one by one
			q.Rows, q.Cols = []query.Field{{Column: "h"}, {Column: "t"}, {Column: "f"}, {Column: "i"}}, nil
		}
		a, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: GPU})
		if err == nil && a.Profile.Tier == "gpu" {
			err = compare(a, newReference(table, q))
		}
		if err != nil {
			t.Fatalf("seed %d, %s, %d rows: %v", seed, describe(q), table.Rows, err)
		}
		if a.Profile.Tier == "gpu" {
			ran++
			for _, stage := range a.Profile.Stages {
				stages[stage.Name]++
			}
		} else if len(a.Profile.Events) > 0 {
			t.Fatalf("seed %d: %v", seed, a.Profile.Events)
		}
	}
	if ran < 20 || stages["remap"] == 0 || stages["hash"] == 0 {
		t.Errorf("only %d of the pivots ran on the GPU, in stages %v", ran, stages)
	}
}

func TestCancel(t *testing.T) {
	e := New(Options{NoGPU: true})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	table := randomTable(rand.New(rand.NewPCG(1, 1)), 1000)
	if _, err := e.Pivot(ctx, table, query.Query{}, RunOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled pivot returned %v", err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	e := New(Options{NoGPU: true})
	table := randomTable(rand.New(rand.NewPCG(1, 1)), 10)
	for _, c := range []struct {
		q    query.Query
		want string
	}{
		{query.Query{Rows: []query.Field{{Column: "nope"}}},
			`no column "nope"; the columns are a, b, i, m, h, d, t, o, f, w, g, s`},
		{query.Query{Values: []query.Measure{{Func: query.Sum, Column: "a"}}},
			`sum(a) needs numbers, and "a" is text; number(a) in a calculated field takes the number out of "k1"; the number columns are i, m, h, f, w, g; count, distinct, min, max, first, last, mode, top and list take any column`},
		{query.Query{Rows: []query.Field{{Column: "a", Part: query.Year}}},
			`year(a) needs a date or timestamp column, and "a" is text`},
	} {
		if _, err := e.Pivot(context.Background(), table, c.q, RunOptions{}); err == nil || err.Error() != c.want {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}

// TestWideKeys groups by more columns than a 64-bit slot holds, and by sixteen.
func TestWideKeys(t *testing.T) {
	e := New(Options{NoGPU: true})
	for seed := range 6 {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		table := randomTable(r, 400)
		for table.Rows < 300 {
			table = randomTable(r, 400)
		}
		q := query.Query{Values: []query.Measure{{Func: query.Count}, {Func: query.Sum, Column: "h"},
			{Func: query.Distinct, Column: "a"}}}
		for len(q.Rows) < 16 {
			q.Rows = append(q.Rows, query.Field{Column: pick(r, "a", "b", "i", "m", "h", "d", "t", "f")})
		}
		ref := newReference(table, q)
		for _, how := range []RunOptions{{Tier: Serial}, {Tier: Workers, Threads: 3}} {
			a, err := e.Pivot(context.Background(), table, q, how)
			if err == nil {
				err = compare(a, ref)
			}
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, describe(q), err)
			}
		}
	}
}

// TestTenMillionGroups groups rows that each have their own label, and checks every figure on one core and on all.
func TestTenMillionGroups(t *testing.T) {
	const rows = 10_000_000
	e := New(Options{NoGPU: true})
	defer e.Close()
	ids, values := make([]int64, rows), make([]int64, rows)
	for i := range ids {
		id := int64(i) * 7 % rows
		ids[i], values[i] = id, id*3%rows
	}
	table := data.NewTable("table", []*data.Column{data.NewInts("id", data.Int, 0, ids, nil),
		data.NewInts("n", data.Int, 0, values, nil)})
	q := query.Query{Rows: []query.Field{{Column: "id"}}, Values: []query.Measure{{Func: query.Sum, Column: "n"}}}
	for _, tier := range []Tier{Serial, Workers} {
		a, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: tier, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(a.Tab.Rows.Leaves()); n != rows {
			t.Fatalf("%s: %d labels", tier, n)
		}
		for i, leaf := range a.Tab.Rows.Leaves() {
			label, _ := a.Tab.Rows.Label(leaf).Int.Int64()
			sum, _ := a.Tab.Cell(leaf, 0, 0).Int.Int64()
			if label != int64(i) || sum != label*3%rows {
				t.Fatalf("%s: label %d is %d and has %d", tier, i, label, sum)
			}
		}
		if total, _ := a.Tab.Cell(0, 0, 0).Int.Int64(); total != rows/2*(rows-1) {
			t.Errorf("%s: the total is %d", tier, total)
		}
	}
}

// TestCancelInTheMiddle ends the context during each stage; the answer is the context's error or right.
func TestCancelInTheMiddle(t *testing.T) {
	e := New(Options{NoGPU: true})
	r := rand.New(rand.NewPCG(9, 9))
	table := randomTable(r, 200_000)
	for table.Rows < 200_000 {
		table = randomTable(r, 200_000)
	}
	q := query.Query{
		Rows:   []query.Field{{Column: "t"}, {Column: "a"}},
		Values: []query.Measure{{Func: query.Sum, Column: "h"}, {Func: query.Distinct, Column: "f"}},
		Filter: &query.Expr{Op: query.Gt, Field: query.Field{Column: "m"}, Values: []query.Literal{{Text: "-5"}}},
	}
	cancelled := 0
	for after := time.Millisecond / 2; after < 400*time.Millisecond; after = after * 4 / 3 {
		ctx, cancel := context.WithCancel(context.Background())
		timer := time.AfterFunc(after, cancel)
		_, err := e.Pivot(ctx, table, q, RunOptions{Threads: 3, all: true})
		timer.Stop()
		cancel()
		switch {
		case errors.Is(err, context.Canceled):
			cancelled++
		case err != nil:
			t.Fatal(err)
		}
	}
	if cancelled == 0 {
		t.Error("no pivot was cancelled")
	}
}
