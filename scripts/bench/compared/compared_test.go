package compared_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/bench/compared"
	"cardinal/bench/ours"
	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/cpu"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

const measures = "count(), sum(v), count(v), avg(f), min(v), max(f), var(v), corr(v, f), distinct(t), median(v), first(t)," +
	" sum(wide), mode(t)"

// TestAnswers compares every answer, bit for bit, with that of the strategy that the engine chooses.
func TestAnswers(t *testing.T) {
	e := ours.Open(3)
	defer e.Close()
	for seed := range 12 {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		table := randomTable(r, 1+r.IntN(20_000))
		keys := []string{"k", "t", "k, t", "wide", "wide, f, t", ""}[seed%6]
		q, err := ours.Query(keys, measures, []string{"", "v > 20", "k < 3", "v > 1000"}[seed%4])
		if err != nil {
			t.Fatal(err)
		}
		want := answer(t, e, table, q, "")
		for _, s := range compared.Strategies {
			if got := answer(t, e, table, q, s.Name); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %d rows by %q: %s answers with %d groups, not %d, or with other figures", seed,
					table.Rows, keys, s.Name, len(got), len(want))
			}
		}
	}
}

// answer returns the lines of an answer in ascending order.
func answer(t *testing.T, e *ours.Engine, table *data.Table, q query.Query, strategy string) []string {
	t.Helper()
	a, err := e.Group(t.Context(), table, q, strategy)
	if err != nil {
		t.Fatalf("%s: %v", strategy, err)
	}
	if strategy != "" && a.Record.Strategy != strategy {
		t.Fatalf("%s ran, not %s", a.Record.Strategy, strategy)
	}
	lines := make([]string, a.Table.Rows)
	for row := range lines {
		for _, c := range a.Table.Columns {
			lines[row] += fmt.Sprintf("%+v|", c.Value(row))
		}
	}
	slices.Sort(lines)
	return lines
}

// randomTable makes a table with a few and with many different keys, in runs or in any order.
func randomTable(r *rand.Rand, rows int) *data.Table {
	k, wide, v := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	floats, texts := make([]float64, rows), make([]int64, rows)
	valid := data.NewBitmap(rows)
	domain := int64(1 + r.IntN(rows))
	for i := range rows {
		k[i], wide[i] = r.Int64N(8), r.Int64N(domain)*3_000_000_000_000
		if i > 0 && domain%2 == 0 && r.IntN(9) > 0 {
			wide[i] = wide[i-1]
		}
		v[i], floats[i], texts[i] = r.Int64N(1000), r.NormFloat64()*1e9, r.Int64N(50)
		if r.IntN(10) > 0 {
			valid.Set(i)
		}
	}
	return data.NewTable("random", []*data.Column{data.NewInts("k", data.Int, 0, k, nil),
		data.NewInts("wide", data.Int, 0, wide, nil), data.NewInts("v", data.Int, 0, v, valid),
		data.NewFloats("f", floats, valid), ours.Texts("t", texts)})
}

// task counts 90,000 rows by 30,000 keys, of which two are expected.
func task(t *testing.T) cpu.Task {
	t.Helper()
	ints := make([]int64, 90_000)
	for i := range ints {
		ints[i] = int64(i%30_000) * 3_000_000_000
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
	return cpu.Task{Key: key.Compose(len(ints), []*key.Column{k}), Selected: len(ints), Plan: plan, Threads: 3,
		Groups: 2}
}

// TestEstimateTooLow makes tables overflow that were made for too few groups.
func TestEstimateTooLow(t *testing.T) {
	for _, s := range compared.Strategies {
		job := task(t)
		job.Strategy = s.Name
		if out, err := cpu.Run(t.Context(), job); err != nil || out.Groups.N != 30_000 {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

// TestCancelled runs every strategy with a context that has ended.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, s := range compared.Strategies {
		job := task(t)
		job.Strategy = s.Name
		if _, err := cpu.Run(ctx, job); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}
