package aggregate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestGallop(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 22))
	for range 2000 {
		values := make([]uint32, r.IntN(40))
		for i := range values {
			values[i] = r.Uint32N(30)
		}
		slices.Sort(values)
		bound := r.Uint32N(32)
		if want, _ := slices.BinarySearch(values, bound); gallop(values, bound) != want {
			t.Fatalf("%d below %d in %v, want %d", gallop(values, bound), bound, values, want)
		}
	}
}
