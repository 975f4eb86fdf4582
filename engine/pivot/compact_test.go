package pivot_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestCompact compares grids of compact rows with the axis itself, node by node: every label that is not folded away
// has one line, before the lines of the labels below it, with its figures, its own text and its depth.
func TestCompact(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 61))
		table := laterTable(r, 1+r.IntN(300))
		q := laterQuery(r)
		q.Layout.Compact = true
		if r.IntN(3) == 0 {
			q.Tops = []query.TopN{{N: 2, By: query.Measure{Func: query.Count}, Others: r.IntN(2) == 0}}
		}
		from := []int{1, math.MaxInt}[r.IntN(2)]
		restore := pivot.OrderLater(from, 1+r.IntN(300))
		a, err := e.Pivot(t.Context(), table, q, engine.RunOptions{Threads: 1 + r.IntN(3)})
		restore()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var folds pivot.Folds
		if r.IntN(3) == 0 && len(q.Rows) > 1 {
			folds.RowsOf = q.Rows[0]
		}
		g, rows := a.Tab.Grid(folds), &a.Tab.Rows
		if len(q.Rows) == 1 {
			if plain := g.Tabular(); plain.Rows != g.Rows || plain.LabelCols != g.LabelCols {
				t.Errorf("seed %d: compact rows of one field differ", seed)
			}
			continue
		}
		var want []int // the nodes in the order of their lines
		grand := q.Layout.Totals.HasCols()
		if grand && q.Layout.TotalsFirst {
			want = append(want, 0)
		}
		for n := 1; n < rows.Len(); n++ {
			if folds.RowsOf.Column == "" || rows.Depth(n) == 1 {
				want = append(want, n)
			}
		}
		if grand && !q.Layout.TotalsFirst {
			want = append(want, 0)
		}
		measures := 1
		if q.Layout.ValuesOnRows {
			measures = len(q.Values)
		}
		at := g.HeaderRows
		for _, n := range want {
			lines := measures
			if d := rows.Depth(n); d > 0 && d < len(rows.Fields) && folds.RowsOf.Column == "" &&
				!q.Layout.Subtotals(rows.Fields[d-1]) {
				lines = 1
			}
			for m := range lines {
				for g.Cell(at, 0).Role == pivot.Note {
					at++
				}
				checkCompact(t, g, at, n, m)
				at++
			}
		}
		for ; at < g.Rows; at++ {
			if g.Cell(at, 0).Role != pivot.Note {
				t.Fatalf("seed %d, %v: a line more: %+v", seed, q, g.Cell(at, 0))
			}
		}
		if plain := g.Tabular(); plain.LabelCols < len(q.Rows) {
			t.Errorf("seed %d: %d columns of labels", seed, plain.LabelCols)
		}
	}
}

// checkCompact checks the line of a node.
func checkCompact(t *testing.T, g *pivot.Grid, at, n, m int) {
	t.Helper()
	rows, c := &g.Tab().Rows, g.Cell(at, 0)
	depth, inner := rows.Depth(n), rows.Depth(n) < len(rows.Fields)
	if g.RowNode(at) != n || c.Node != n || c.Indent != max(0, depth-1) || c.Total != inner || c.Blank != (m > 0) ||
		n > 0 && !strings.HasPrefix(c.Text(), rows.Text(n)) || inner && n > 0 && m == 0 && c.Fold == pivot.NoFold {
		t.Fatalf("line %d of %s is %+v: %q", at, rows.Text(n), c, c.Text())
	}
	bare := inner && n > 0 && c.Fold != pivot.Closed && !g.Layout.Subtotals(rows.Fields[depth-1])
	for col := g.LabelCols; col < g.Cols; col++ {
		measure, figures := g.Measure(at, col)
		got := g.Cell(at, col)
		if !figures || bare {
			if got.Role != pivot.Note || got.Text() != "" {
				t.Fatalf("line %d has %+v where no figure is", at, got)
			}
			continue
		}
		want := g.Tab().Cell(n, g.ColNode(col), measure)
		if measure != m && g.Layout.ValuesOnRows || got.Role != pivot.Body ||
			got.Value.String() != want.String() {
			t.Fatalf("line %d has %+v, not %v", at, got, want)
		}
	}
}
