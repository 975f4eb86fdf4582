package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestSubtotalsByAnotherFunction compares the subtotals of random pivots with the reference: every function, over every
// aggregate. All other cells must be those of the measures.
func TestSubtotalsByAnotherFunction(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	seed := uint64(0)
	for _, own := range query.Funcs {
		for _, by := range query.SubtotalFuncs {
			for range 3 {
				seed++
				r := rand.New(rand.NewPCG(seed, 77))
				table, q := randomTable(r, 300), randomQuery(r)
				m := query.Measure{Func: own, Column: pick(r, "i", "m", "h", "f")}
				if a := own.Describe(); a.Pair {
					m.Other = "i"
				} else if a.Number != nil {
					m.Param = a.Number.Offered[0]
				}
				q.Values = append(q.Values, m)
				q.Rows = append([]query.Field{{Column: "b"}}, append(q.Rows, query.Field{Column: "o"})...)
				q.Layout.SubtotalsBy = []query.Subtotal{{Field: q.Rows[0], By: by}}
				for _, f := range slices.Concat(q.Rows[1:], q.Cols) {
					if r.IntN(3) > 0 {
						q.Layout.SubtotalsBy = append(q.Layout.SubtotalsBy, query.Subtotal{Field: f,
							By: pick(r, query.SubtotalFuncs...)})
					}
				}
				for i := range q.Values[1:] {
					q.Values[i].NoTotals = r.IntN(4) == 0
				}
				a, err := e.Pivot(context.Background(), table, q, RunOptions{Threads: 2})
				if err == nil {
					err = compareSubtotals(a.Tab, newReference(table, q))
				}
				if err != nil {
					t.Fatalf("seed %d, %s, subtotals %v: %v", seed, describe(q), q.Layout.SubtotalsBy, err)
				}
			}
		}
	}
}

// compareSubtotals checks every cell, totals included.
func compareSubtotals(tab *pivot.Crosstab, ref *reference) error {
	function := func(a *pivot.Axis, n int) query.Func {
		if depth := a.Depth(n); depth > 0 && depth < len(a.Fields) {
			return tab.Query.Layout.SubtotalBy(a.Fields[depth-1])
		}
		return ""
	}
	cols := pathNames(&tab.Cols)
	for i, row := range pathNames(&tab.Rows) {
		for j, col := range cols {
			if tab.Empty(i, j) {
				continue
			}
			by := function(&tab.Rows, i)
			if by == "" {
				by = function(&tab.Cols, j)
			}
			total := tab.Rows.Depth(i) < len(tab.Rows.Fields) || tab.Cols.Depth(j) < len(tab.Cols.Fields)
			for m, measure := range tab.Measures {
				of, ok := measure.Measure, true
				if by != "" {
					of, ok = measure.Subtotal(by)
				}
				want := "null"
				if ok && !slices.Contains(tab.Query.Impossible, of) && !(total && measure.NoTotals) {
					want = ref.figureOf(row+"|"+col, of.Figure())
				}
				if got := text(tab.Cell(i, j, m)); got != want {
					return fmt.Errorf("cell %s|%s, %s by %q: %s, want %s", row, col, measure.Measure, by, got, want)
				}
			}
		}
	}
	return nil
}

// TestExplainSubtotals explains a subtotal with a function: the explained figure is the one that is shown. A blank
// total has no explanation.
func TestExplainSubtotals(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	r := rand.New(rand.NewPCG(1, 78))
	table := randomTable(r, 300)
	q := query.Query{Rows: []query.Field{{Column: "b"}, {Column: "o"}},
		Values: []query.Measure{{Func: query.Sum, Column: "i"}, {Func: query.Max, Column: "i", NoTotals: true}}}
	q.Layout.SubtotalsBy = []query.Subtotal{{Field: q.Rows[0], By: query.Avg}}
	a, err := e.Pivot(t.Context(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for row := range a.Tab.Rows.Len() {
		for m := range q.Values {
			shown := a.Tab.Cell(row, 0, m)
			x, err := e.Explain(t.Context(), table, a.Tab, explain.Question{Row: row, Measure: m}, func(float64) {})
			if (err != nil) != (m == 1 && a.Tab.Rows.Depth(row) < 2) {
				t.Errorf("row %d, measure %d: %v", row, m, err)
			}
			if err == nil && fmt.Sprint(x.Figures[explain.Own]) != fmt.Sprint(shown) {
				t.Errorf("row %d, measure %d: %v is explained, %v is shown", row, m, x.Figures[explain.Own], shown)
			}
			if want := a.Tab.Rows.Depth(row) == 1 && m == 0; err == nil && want != (x.Measure.Func == query.Avg) {
				t.Errorf("row %d: %v is explained", row, x.Measure.Measure)
			}
		}
	}
}
