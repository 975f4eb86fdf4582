package estimate

import (
	"fmt"
	"testing"
	"time"

	"cardinal/engine/key"
)

// twoKeys returns a key of two columns, with some 4,900 pairs.
func twoKeys(rows int) *key.Composite {
	return keyOf(rows, func(i int) int { return scatter(i, 70) }, func(i int) int { return scatter(i*13+5, 70) })
}

// halfNs runs the estimate of a pivot that takes half a nanosecond per row and has no crossovers.
func halfNs(k *key.Composite) {
	Request{Key: k, Rows: k.Rows, Stakes: &Stakes{Crossovers: between(0),
		Time: taking(time.Duration(k.Rows / 2))}}.Estimate()
}

// BenchmarkGroups measures the whole estimate of a pivot by two keys that takes half a nanosecond per row; no
// crossover makes it take a second step. Caches are as the last turn left them: BenchmarkCold empties them.
func BenchmarkGroups(b *testing.B) {
	for _, rows := range []int{10_000, 1_000_000, 10_000_000} {
		k := twoKeys(rows)
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				halfNs(k)
			}
		})
	}
}

func BenchmarkCold(b *testing.B) {
	flush := make([]uint64, 16<<20)
	for _, rows := range []int{10_000, 1_000_000, 10_000_000} {
		k := twoKeys(rows)
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				for i := range flush {
					flush[i]++
				}
				b.StartTimer()
				halfNs(k)
			}
		})
	}
}

// BenchmarkSample and BenchmarkPass give the constants of the two second steps, in ns a row.
func BenchmarkSample(b *testing.B) {
	k := twoKeys(10_000_000)
	for _, share := range []float64{0.001, 0.01, 0.05} {
		b.Run(fmt.Sprint(share), func(b *testing.B) {
			n := 0
			for b.Loop() {
				s := takeScratch()
				rows := s.draw(k.Rows, nil, share)
				s.count(k, rows)
				n += len(rows)
				s.release()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/row")
		})
	}
}

func BenchmarkPass(b *testing.B) {
	const rows = 10_000_000
	pairs := func(n, spread int) *key.Composite {
		return keyOf(rows, func(i int) int {
			return scatter(i, n) * spread
		}, func(i int) int { return scatter(i, n) % 7 })
	}
	for _, c := range []struct {
		name string
		key  *key.Composite
		most int
	}{
		{"70,000 slots", pairs(10_000, 1), 70_000}, {"7M slots", pairs(1_000_000, 1), 7_000_000},
		{"hashed, 10,000", pairs(10_000, 1<<14), 10_000}, {"hashed, 1M", pairs(1_000_000, 1<<5), 1_000_000},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := newPass(c.key, nil, c.most, rows)
			for b.Loop() {
				p.mark(b.Context(), make([]uint64, (p.bits+63)/64), 0, rows)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
			b.ReportMetric(float64(p.cost().Nanoseconds()*int64(p.threads()))/rows, "predicted-ns/row")
		})
	}
}

func BenchmarkLook(b *testing.B) {
	k := twoKeys(10_000_000)
	for b.Loop() {
		Clustering(k, nil)
	}
}
