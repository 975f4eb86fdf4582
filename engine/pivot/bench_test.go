package pivot

import (
	"context"
	"math/rand/v2"
	"testing"

	"cardinal/data"
)

// BenchmarkSortFigures sorts a million integers by radix and by comparisons.
func BenchmarkSortFigures(b *testing.B) {
	figures, order := make([]data.Value, 1<<20), make([]uint32, 1<<20)
	for i := range figures {
		figures[i] = data.IntValue(rand.Int64N(1e9))
	}
	for name, sort := range map[string]func() error{
		"radix":    func() error { return sortFigures(context.Background(), order, figures, false, 1) },
		"compared": func() error { return compareFigures(context.Background(), order, figures, false) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for i := range order {
					order[i] = uint32(i)
				}
				if err := sort(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(order)), "ns/figure")
		})
	}
}

// BenchmarkSparseTotals lists the cells of a million groups under the grand total of the columns, by their numbers and by sorting.
func BenchmarkSparseTotals(b *testing.B) {
	const groups, nodes = 1 << 20, 1 << 17
	row, total, to := make([]uint32, groups), make([]uint32, groups), make([]uint32, groups)
	for g := range row {
		row[g] = rand.Uint32N(nodes)
	}
	for name, list := range map[string]func(*cells) error{
		"numbered": func(c *cells) error { c.number(to, row, nodes, c.cols); return nil },
		"sorted":   func(c *cells) error { return c.sort(context.Background(), to, row, total, 1) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := list(&cells{cols: 1000}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/groups, "ns/group")
		})
	}
}
