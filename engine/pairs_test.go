package engine

import (
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// pairFuncs are the aggregates that a GPU answers from the rows of each pair of group and value.
var pairFuncs = []query.Measure{{Func: query.Distinct}, {Func: query.Median}, {Func: query.Mode},
	{Func: query.Quantile, Param: "0.9"}, {Func: query.Labels}}

// TestPairsOnTheGPU compares distinct counts, medians, percentiles, modes and lists of random columns on the GPU with
// the reference: few and many values, texts, nulls, filters, totals of rows and columns, no key at all.
func TestPairsOnTheGPU(t *testing.T) {
	e := sharedGPU(t)
	ran := map[string]int{}
	for seed := range 120 {
		r := rand.New(rand.NewPCG(uint64(seed), 31))
		table, q := randomTable(r, 2000), query.Query{}
		for _, name := range []string{"a", "i", "b"}[:r.IntN(4)] {
			q.Rows = append(q.Rows, query.Field{Column: name})
		}
		if r.IntN(3) == 0 {
			q.Cols = []query.Field{{Column: "o"}}
		}
		for range 1 + r.IntN(3) {
			m := pick(r, pairFuncs...)
			if m.Column = pick(r, "i", "m"); m.Func != query.Median && m.Func != query.Quantile {
				m.Column = pick(r, "a", "b", "i", "m", "o")
			}
			q.Values = append(q.Values, m, query.Measure{Func: query.Count})
		}
		if r.IntN(2) == 0 {
			q.Filter = randomFilter(r, 1)
		}
		a, err := e.Pivot(t.Context(), table, q, RunOptions{Tier: GPU})
		if err == nil {
			err = compare(a, newReference(table, q))
		}
		if err != nil {
			t.Fatalf("seed %d, %s, %d rows: %v", seed, describe(q), table.Rows, err)
		}
		if len(a.Profile.Events) > 0 {
			t.Fatalf("seed %d, %s: %v", seed, describe(q), a.Profile.Events)
		}
		for _, m := range q.Values {
			ran[string(m.Func)+" on "+a.Profile.Tier]++
		}
	}
	for _, m := range pairFuncs {
		if ran[string(m.Func)+" on gpu"] < 10 {
			t.Errorf("few pivots of %s ran on the GPU: %v", m.Func, ran)
		}
	}
}

// TestPairsOfManyValues counts pairs that are too many for a slot each: the device lists those that occur.
func TestPairsOfManyValues(t *testing.T) {
	const rows = 60_000
	e := sharedGPU(t)
	r := rand.New(rand.NewPCG(5, 31))
	key, value, valid := make([]int64, rows), make([]int64, rows), data.NewBitmap(rows)
	for i := range rows {
		key[i], value[i] = r.Int64N(900), r.Int64N(100_000)*r.Int64N(2)
		if r.IntN(10) > 0 {
			valid.Set(i)
		}
	}
	table := data.NewTable("pairs", []*data.Column{data.NewInts("k", data.Int, 0, key, nil),
		data.NewInts("v", data.Int, 0, value, valid)})
	q := query.Query{Rows: []query.Field{{Column: "k"}}, Values: []query.Measure{{Func: query.Distinct, Column: "v"}}}
	for _, with := range []query.Measure{{Func: query.Count}, {Func: query.Median, Column: "v"}} {
		q.Values = append(q.Values[:1], with)
		a, err := e.Pivot(t.Context(), table, q, RunOptions{Tier: GPU})
		if err == nil {
			err = compare(a, newReference(table, q))
		}
		if err != nil {
			t.Fatalf("%s: %v", describe(q), err)
		}
		if a.Profile.Tier != "gpu" {
			t.Errorf("%s ran on %s: %v", describe(q), a.Profile.Tier, a.Profile.Gates)
		}
	}
}
