package pivot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
)

// TestEqualFigures counts the labels that a top leaves out although they have the figure of a label that it keeps.
// The figures are integers and floats. They are compared by sorting, and under each label.
func TestEqualFigures(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		rows := 1 + r.IntN(400)
		outer, inner, n, x := make([]int32, rows), make([]int32, rows), make([]int32, rows), make([]float64, rows)
		for i := range rows {
			outer[i], inner[i], n[i] = r.Int32N(3), r.Int32N(12), r.Int32N(4)
			x[i] = float64(n[i]) / 2
		}
		table := data.NewTable("t", []*data.Column{data.NewInts("outer", data.Int, 0, outer, nil),
			data.NewInts("inner", data.Int, 0, inner, nil),
			data.NewInts("n", data.Int, 0, n, nil), data.NewFloatColumn("x", x, nil)})
		for _, m := range []query.Measure{{Func: query.Count}, {Func: query.Sum, Column: "n"},
			{Func: query.Sum, Column: "x"}, {Func: query.Mode, Column: "n"}} {
			top := query.TopN{N: 1 + r.IntN(4), Field: r.IntN(2), By: m, Bottom: r.IntN(2) == 0, Others: r.IntN(2) == 0}
			q := query.Query{Rows: []query.Field{{Column: "outer"}, {Column: "inner"}}, Values: []query.Measure{m},
				Tops: []query.TopN{top}}
			a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			q.Tops = nil
			whole, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			under := map[int][]data.Value{}
			for node := range whole.Tab.Rows.Len() {
				if whole.Tab.Rows.Depth(node) == top.Field+1 {
					parent := whole.Tab.Rows.Parent(node)
					under[parent] = append(under[parent], whole.Tab.Cell(node, 0, 0))
				}
			}
			for _, figures := range under {
				slices.SortFunc(figures, data.Compare)
				if !top.Bottom {
					slices.Reverse(figures)
				}
				for _, f := range figures[min(top.N, len(figures)):] {
					if data.Compare(f, figures[top.N-1]) == 0 {
						want++
					}
				}
			}
			said := fmt.Sprintf("%d more label", want)
			if got := strings.Join(a.Tab.Remarks, "; "); (want == 0) != (got == "") || want > 0 &&
				!strings.HasPrefix(got, said) {
				t.Errorf("seed %d, %+v: %q, want %q", seed, top, got, said)
			}
		}
	}
}
