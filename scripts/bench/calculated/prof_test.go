package calculated

import (
	"context"
	"runtime"
	"testing"

	"cardinal/bench/g1"
	"cardinal/bench/ours"
)

func BenchmarkX(b *testing.B) {
	runtime.GOMAXPROCS(1)
	d, err := g1.New(g1.Spec{Rows: 4000000, K: 100})
	if err != nil {
		b.Fatal(err)
	}
	table, e := ours.Table(d), ours.Open(1)
	defer e.Close()
	for _, q := range questions[:6] {
		asked, _ := q.query()
		b.Run(q.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Pivot(context.Background(), ours.Anew(table), asked); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4e6, "ns/row")
		})
	}
	asked, _ := questions[9].query()
	b.Run("filter", func(b *testing.B) {
		for b.Loop() {
			if _, err := e.Pivot(context.Background(), ours.Anew(table), asked); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4e6, "ns/row")
	})
}
