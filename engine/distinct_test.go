package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestDistinctOfManyValues counts distinct floats and integers of tables with many rows by one key, by two and in all,
// and holds the counts against sets. Keys are hot, values are repeated and null, and zeros and NaNs have several bit
// patterns.
func TestDistinctOfManyValues(t *testing.T) {
	const rows = 150_000
	e := New(Options{NoGPU: true})
	defer e.Close()
	for seed := range uint64(2) {
		r := rand.New(rand.NewPCG(seed, 61))
		keys, others, valid := make([]int64, rows), make([]int64, rows), data.NewBitmap(rows)
		floats, wide, narrow := make([]float64, rows), make([]int64, rows), make([]int64, rows)
		zipf := rand.NewZipf(r, 1.05+float64(seed)/10, 1, 1<<20)
		for i := range keys {
			if keys[i], others[i] = int64(zipf.Uint64())%(10+2000*int64(seed)), r.Int64N(7); r.IntN(9) > 0 {
				valid.Set(i)
			}
			floats[i] = []float64{r.NormFloat64(), float64(r.IntN(50)), 0, math.Copysign(0, -1),
				math.Float64frombits(0x7ff8000000000000 | r.Uint64N(3))}[min(r.IntN(12), 4)]
			wide[i], narrow[i] = int64(zipf.Uint64())*0x123456789ab, r.Int64N(3_000_000)*4
		}
		table := data.NewTable("many", []*data.Column{data.NewInts("k", data.Int, 0, keys, nil),
			data.NewInts("o", data.Int, 0, others, nil), data.NewFloatColumn("f", floats, valid),
			data.NewInts("w", data.Int, 0, wide, valid), data.NewInts("n", data.Int, 0, narrow, nil)})
		q := query.Query{Rows: []query.Field{{Column: "k"}}, Cols: []query.Field{{Column: "o"}}}
		for _, c := range []string{"f", "w", "n"} {
			q.Values = append(q.Values, query.Measure{Func: query.Distinct, Column: c})
		}
		want := map[string]map[any]bool{}
		for i := range keys {
			v := floats[i] + 0
			if v != v {
				v = math.MaxFloat64
			}
			for m, v := range []any{v, wide[i], narrow[i]} {
				for _, cell := range []string{fmt.Sprint(keys[i], "/", others[i]), fmt.Sprint(keys[i], "/"),
					fmt.Sprint("/", others[i]), "/"} {
					cell = fmt.Sprint(m, ":", cell)
					if want[cell] == nil {
						want[cell] = map[any]bool{}
					}
					if m == 2 || valid.Get(i) {
						want[cell][v] = true
					}
				}
			}
		}
		for _, threads := range []int{1, 3} {
			a, err := e.Pivot(context.Background(), table, q, RunOptions{Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			for row, col := range a.Tab.Cells() {
				for m := range q.Values {
					label := func(path []data.Value) string {
						if len(path) == 0 {
							return ""
						}
						return path[0].String()
					}
					cell := fmt.Sprint(m, ":", label(a.Tab.Rows.Path(row)), "/", label(a.Tab.Cols.Path(col)))
					if got := a.Tab.Cell(row, col, m).String(); got != fmt.Sprint(len(want[cell])) {
						t.Fatalf("seed %d, %d threads: %s has %s, not %d", seed, threads, cell, got, len(want[cell]))
					}
				}
			}
		}
	}
}

// TestDistinctOfFewRows counts distinct values of a wide range by two keys whose places are many more than the rows
// that pass: bits for each place would take a terabyte.
func TestDistinctOfFewRows(t *testing.T) {
	column := func(name string, factor, divisor int64) *data.Column {
		values := make([]int64, 300)
		for i := range values {
			values[i] = int64(i) * factor % divisor
		}
		return data.NewInts(name, data.Int, 0, values, nil)
	}
	table := data.NewTable("t", []*data.Column{column("a", 1, 250), column("b", 7, 250),
		column("x", 977777, 60000003)})
	e := New(Options{NoGPU: true})
	defer e.Close()
	for filter, groups := range map[string]int{"a < 0": 0, "a > 240 and b < 3": 0, "a < 5 and b < 40": 5,
		"a >= 0": 250} {
		where, err := query.ParseFilter(filter)
		if err != nil {
			t.Fatal(err)
		}
		q := query.Query{Rows: []query.Field{{Column: "a"}, {Column: "b"}}, Filter: where,
			Values: []query.Measure{{Func: query.Distinct, Column: "x"}}}
		a, err := e.Pivot(t.Context(), table, q, RunOptions{})
		if err != nil {
			t.Errorf("%s: %v", filter, err)
		} else if a.Profile.GroupsActual != groups {
			t.Errorf("%s: %d groups", filter, a.Profile.GroupsActual)
		}
	}
}
