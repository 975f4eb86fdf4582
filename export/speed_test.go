package export

import (
	"fmt"
	"io"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// BenchmarkWorkbook writes sheets of as many figures, in few columns and in many. The time of a figure is reported.
func BenchmarkWorkbook(b *testing.B) {
	for _, shape := range [][2]int{{40_000, 10}, {500, 773}, {280, 1429}, {150, 2645}} {
		rows, cols := shape[0], shape[1]
		b.Run(fmt.Sprintf("%dx%d", rows, cols), func(b *testing.B) {
			down, across := make([]int64, max(rows, cols)), make([]int64, max(rows, cols))
			for i := range down {
				down[i], across[i] = int64(i%rows), int64(i%cols)
			}
			t := data.NewTable("wide", []*data.Column{data.NewInts("down", data.Int, 0, down, nil),
				data.NewInts("across", data.Int, 0, across, nil)})
			g := tabOf(b, t, query.Query{Rows: []query.Field{field("down")}, Cols: []query.Field{field("across")},
				Values: []query.Measure{{Func: query.Count}}}).Grid(pivot.Folds{})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := workbook(b.Context(), io.Discard, Pivot{Grid: g}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Rows*g.Cols), "ns/cell")
		})
	}
}
