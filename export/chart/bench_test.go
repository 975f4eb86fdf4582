package chart

import (
	"context"
	"fmt"
	"testing"
	"time"

	"cardinal/data"
)

// BenchmarkRedraw lays out and paints charts of 10,000 marks and of the like: go test -bench Redraw ./chart.
func BenchmarkRedraw(b *testing.B) {
	const n = 10_000
	names, codes, x, y := make([]string, n), make([]uint32, n), make([]int64, n), make([]float64, n)
	hundreds, ones := make([]int64, n), make([]int64, n)
	for i := range n {
		names[i], codes[i] = fmt.Sprintf("label %05d", i), uint32(i)
		x[i], y[i] = int64(i*7919%10007), float64(i*104729%9973)/7
		hundreds[i], ones[i] = int64(i/100), int64(i%100)
	}
	table := data.NewTable("bench", []*data.Column{
		data.NewText("name", codes, names, nil), data.NewInts("x", data.Int, 0, x, nil), data.NewFloats("y", y, nil),
		data.NewInts("hundreds", data.Int, 0, hundreds, nil), data.NewInts("ones", data.Int, 0, ones, nil),
		data.NewInts("day", data.Date, 0, x, nil),
	})
	for _, c := range []struct{ kind, rows, cols, values string }{
		{"scatter", "name", "", "sum(x), sum(y)"}, {"heatmap", "hundreds", "ones", "sum(y)"},
		{"line", "day", "", "sum(y)"}, {"treemap", "name", "", "sum(x)"},
		{"bar", "name", "", "sum(x)"},
	} {
		g := gridOf(b, table, c.rows, c.cols, c.values)
		b.Run(c.kind, func(b *testing.B) {
			marks, least := 0, time.Hour
			for b.Loop() {
				from := time.Now()
				s, err := Draw(context.Background(), g, Style{Kind: Named(c.kind)}, 1000, 700, Look{Scale: 1})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.Image(context.Background()); err != nil {
					b.Fatal(err)
				}
				marks, least = len(s.Marks), min(least, time.Since(from))
			}
			b.ReportMetric(float64(least.Microseconds())/1000, "least-ms")
			b.ReportMetric(float64(marks), "marks")
		})
	}
}
