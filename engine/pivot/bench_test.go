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

// BenchmarkPairSet numbers a million pairs, as a bitmap and as a sorted list.
func BenchmarkPairSet(b *testing.B) {
	const pairs, firsts = 1 << 20, 1 << 17
	first, second := make([]uint32, pairs), make([]uint32, pairs)
	for i := range first {
		first[i], second[i] = rand.Uint32N(firsts), rand.Uint32N(64)
	}
	for name, width := range map[string]int{"bitmap": 64, "sorted": 1 << 20} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := newPairSet(context.Background(), firsts, width, first, second, 1); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/pairs, "ns/pair")
		})
	}
}
