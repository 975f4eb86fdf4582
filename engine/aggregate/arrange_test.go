package aggregate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestNeighbours(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	var room []uint32
	for range 3000 {
		values := make([]uint32, 1+r.IntN(3000)>>r.IntN(10))
		width := r.IntN(32)
		for i := range values {
			values[i] = r.Uint32()>>width + uint32(r.IntN(2))<<r.IntN(31)
		}
		want := slices.Sorted(slices.Values(values))
		k := r.IntN(len(values))
		low, high := Neighbours(values, k, &room)
		if low != want[k] || high != want[min(k+1, len(want)-1)] {
			t.Fatalf("%d values, place %d: %d and %d, want %d and %d", len(want), k, low, high, want[k],
				want[min(k+1, len(want)-1)])
		}
	}
}
