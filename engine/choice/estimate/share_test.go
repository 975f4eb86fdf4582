package estimate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
)

// BenchmarkShareOfPivot measures the estimate within a pivot by two keys, 4,900 groups and one sum, without a GPU:
// the median of its milliseconds and its share of the whole.
func BenchmarkShareOfPivot(b *testing.B) {
	for _, rows := range []int{500_000, 10_000_000} {
		values := make([][]int64, 3)
		for i, n := range []uint64{70, 70, 1000} {
			values[i] = make([]int64, rows)
			for row := range values[i] {
				h := uint64(row*3+i) * 0x9e3779b97f4a7c15
				values[i][row] = int64((h ^ h>>29) >> 8 % n)
			}
		}
		var columns []*data.Column
		for i, name := range []string{"a", "b", "v"} {
			columns = append(columns, data.NewInts(name, data.Int, 0, values[i], nil))
		}
		fields, _ := query.ParseFields("a,b")
		sum, _ := query.ParseMeasures("sum(v)")
		e := engine.New(engine.Options{NoGPU: true})
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			var took, share []float64
			for b.Loop() {
				t := data.NewTable("t", columns) // whose groups no one remembers
				a, err := e.Pivot(context.Background(), t, query.Query{Rows: fields, Values: sum}, engine.RunOptions{})
				if err != nil {
					b.Fatal(err)
				}
				took = append(took, a.Profile.Estimate.MS)
				share = append(share, 100*a.Profile.Estimate.MS/a.Profile.TotalMS)
			}
			slices.Sort(took)
			slices.Sort(share)
			b.ReportMetric(took[len(took)/2], "estimate-ms")
			b.ReportMetric(share[len(share)/2], "percent-of-pivot")
		})
		e.Close()
	}
}
