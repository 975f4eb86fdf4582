package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestBehind compares the rows behind cells of random pivots, totals included, with the reference's.
func TestBehind(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	ctx := context.Background()
	cells := 0
	for seed := range 150 {
		r := rand.New(rand.NewPCG(uint64(seed), 77))
		table, q := randomTable(r, 400), randomQuery(r)
		ref := newReference(table, q)
		a, err := e.Pivot(ctx, table, q, RunOptions{})
		if err != nil {
			t.Fatalf("seed %d, %s: %v", seed, describe(q), err)
		}
		for range 40 {
			row, col := r.IntN(a.Tab.Rows.Len()), r.IntN(a.Tab.Cols.Len())
			name := cellName(a.Tab.Rows.Path(row), a.Tab.Cols.Path(col))
			want, most := ref.cells[name], pick(r, 0, 1, 5, 1000)
			got, n, err := e.RowsUnder(ctx, table, a.Tab, row, col, most)
			if err != nil || n != len(want) || got.Len() != min(n, most) {
				t.Fatalf("seed %d, %s, cell %s: %d of %d rows (%v), want %d", seed, describe(q), name, got.Len(),
					n, err, len(want))
			}
			for i, row := range got.Rows {
				if int(row) != want[i] {
					t.Fatalf("seed %d, %s, cell %s: rows %v, want %v", seed, describe(q), name, got.Rows, want)
				}
			}
			cells++
		}
	}
	if cells < 5000 {
		t.Errorf("%d cells", cells)
	}
}

// Rows beyond the last whole word of the bitmap, and beyond the first piece of work.
func TestBehindManyRows(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	ctx := context.Background()
	values := make([]int64, 1<<17+37)
	for i := range values {
		values[i] = int64(i % 3)
	}
	table := data.NewTable("thirds", []*data.Column{data.NewInts("n", data.Int, 0, values, nil)})
	a, err := e.Pivot(ctx, table, query.Query{Rows: []query.Field{{Column: "n"}}}, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	all, n, err := e.RowsUnder(ctx, table, a.Tab, 0, 0, len(values))
	if err != nil || n != len(values) || all.Len() != n || all.Rows[n-1] != uint32(n-1) {
		t.Errorf("%d of %d rows behind the total: %v", all.Len(), n, err)
	}
	some, n, err := e.RowsUnder(ctx, table, a.Tab, a.Tab.Rows.Leaves()[2], 0, len(values))
	if err != nil || n != (len(values)-2+2)/3 || !slices.IsSorted(some.Rows) || some.Rows[0] != 2 ||
		int(some.Rows[n-1]) >= len(values) || some.Len() != n {
		t.Errorf("%d of %d rows behind 2: %v", some.Len(), n, err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := e.RowsUnder(ended, table, a.Tab, 0, 0, 1); err == nil {
		t.Error("not cancelled")
	}
}
