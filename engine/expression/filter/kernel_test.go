package filter

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestByteRangeBits compares eight bytes at a time with one value at a time. It tries every first value and any
// width, on blocks of any length.
func TestByteRangeBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	values := make([]uint8, 64*5+17)
	for first := range 256 {
		for range 64 {
			span := uint8(rng.IntN(256 - first))
			for i := range values {
				values[i] = uint8(rng.Uint32())
				if rng.IntN(4) == 0 {
					values[i] = uint8(first) + span + uint8(rng.IntN(3)) - 1
				}
			}
			got, want := make([]uint64, 6), make([]uint64, 6)
			byteRangeBits(values, uint8(first), span, got)
			for i, v := range values {
				if int(v) >= first && int(v) <= first+int(span) {
					want[i>>6] |= 1 << (i & 63)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d to %d: %x, not %x", first, first+int(span), got, want)
			}
		}
	}
}

func TestRangeAndLookupBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 63, 64, 65, 200} {
		values, pass := make([]uint16, n), make([]uint8, 1<<16)
		for i := range values {
			values[i] = uint16(rng.IntN(1000))
		}
		for v := 100; v <= 700; v++ {
			pass[v] = 1
		}
		words := (n + 63) / 64
		ranged, looked, want := make([]uint64, words), make([]uint64, words), make([]uint64, words)
		rangeBits(values, 100, uint16(600), ranged)
		lookupBits(values, pass, looked)
		for i, v := range values {
			if v >= 100 && v <= 700 {
				want[i>>6] |= 1 << (i & 63)
			}
		}
		if !slices.Equal(ranged, want) || !slices.Equal(looked, want) {
			t.Errorf("%d values: %x and %x, not %x", n, ranged, looked, want)
		}
	}
}
