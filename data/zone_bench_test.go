package data

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkInZone(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	random, sorted := make([]int64, 10_000_000), make([]int64, 10_000_000)
	for i := range random {
		random[i], sorted[i] = r.Int64N(1_800_000_000)*1000, int64(i)*180_000
	}
	for name, values := range map[string][]int64{"random": random, "sorted": sorted} {
		c := NewInts("at", Timestamp, 3, values, nil)
		c.UTC = true
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.InZone(b.Context(), "Europe/Berlin"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
