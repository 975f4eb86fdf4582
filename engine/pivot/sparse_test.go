package pivot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestSparse compares every cell of a sparse crosstab with sums by the labels of the cell. Its row fields need more
// than 64 bits together.
func TestSparse(t *testing.T) {
	const rows, wide = 800, 3000
	rng := rand.New(rand.NewPCG(1, 2))
	var columns []*data.Column
	var q query.Query
	const fields = 11 // the last on the columns
	for f := range fields {
		values := make([]int64, rows)
		for i := range values {
			values[i] = rng.Int64N([]int64{3, wide}[min(f, 1)])
			if f < 8 && i%4 > 0 { // four rows differ in the second word alone
				values[i] = values[i-1]
			}
		}
		name := fmt.Sprint("f", f)
		columns = append(columns, data.NewInts(name, data.Int, 0, values, nil))
		if f < fields-1 {
			q.Rows = append(q.Rows, query.Field{Column: name})
		} else {
			q.Cols = append(q.Cols, query.Field{Column: name})
		}
	}
	v := make([]int64, rows)
	for i := range v {
		v[i] = rng.Int64N(1000) - 500
	}
	q.Values = []query.Measure{{Func: query.Sum, Column: "v"}}
	tab := data.NewTable("t", append(columns, data.NewInts("v", data.Int, 0, v, nil)))
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	a, err := e.Pivot(context.Background(), tab, q, engine.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]int64{}
	for i := range rows {
		for depth := range fields {
			path := make([]data.Value, depth)
			for f := range path {
				path[f] = columns[f].Value(i)
			}
			sums[pivot.PathKey(path)+"|"] += v[i]
			sums[pivot.PathKey(path)+"|"+pivot.PathKey([]data.Value{columns[fields-1].Value(i)})] += v[i]
		}
	}
	met := 0
	var cols []string
	for c := range a.Tab.Cols.Len() {
		cols = append(cols, "|"+pivot.PathKey(a.Tab.Cols.Path(c)))
	}
	for r := range a.Tab.Rows.Len() {
		row := pivot.PathKey(a.Tab.Rows.Path(r))
		if r > 1 && a.Tab.Rows.Depth(r) == a.Tab.Rows.Depth(r-1) && data.Compare(a.Tab.Rows.Label(r-1),
			a.Tab.Rows.Label(r)) >= 0 {
			t.Fatalf("node %d is out of order", r)
		}
		for c, col := range cols {
			want, ok := sums[row+col]
			if ok {
				met++
			}
			if ok == a.Tab.Empty(r, c) {
				t.Fatalf("cell %d, %d: empty is %v", r, c, !ok)
			}
			if got, _ := a.Tab.Cell(r, c, 0).Int.Int64(); ok && got != want {
				t.Fatalf("cell %d, %d: %d, want %d", r, c, got, want)
			}
		}
	}
	if met != len(sums) {
		t.Errorf("%d cells of %d", met, len(sums))
	}
}
