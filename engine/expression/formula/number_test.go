package formula

import (
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/data/number/int128"
)

// TestCutter compares the rounding of 64-bit integers with that of values of 128 bits.
func TestCutter(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	numbers := []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, 0, 1<<53 - 1, 1 << 53, 1<<53 + 1, -1 << 53}
	for unit := int64(1); unit <= 1e18; unit *= 10 {
		for _, n := range []int64{1, 2, 3, 5, 9, r.Int64N(1000)} {
			for _, d := range []int64{0, 1, -1, unit / 2, -unit / 2, unit/2 - 1} {
				numbers = append(numbers, n*unit+d, -n*unit+d)
			}
		}
		if unit == 1e18 {
			break
		}
	}
	for range 2000 {
		numbers = append(numbers, int64(r.Uint64())>>r.IntN(63))
	}
	for scale := range maxScale + 1 {
		for places := range scale + 1 {
			for _, way := range []rounding{nearest, down, up} {
				cut := cutter(scale, places, way)
				for _, n := range numbers {
					v := data.Value{Type: data.Decimal, Int: int128.From(n), Scale: scale}
					want := roundTo(v, places, way)
					if got, fits := cut(n); !fits || int128.From(got) != want.Int {
						t.Fatalf("%d at scale %d to %d places, way %d: %d, want %v", n, scale, places, way, got,
							want.Int)
					}
				}
			}
		}
	}
}
