package pivot

import (
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
)

// TestIntegerRanks compares the ranks of integers, close together and far apart, with the ranks of values.
func TestIntegerRanks(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 4))
	for _, span := range []uint64{1, 2, 50, 4 * 300, 4*300 + 1, 1 << 40, 1 << 60, math.MaxUint64} {
		for _, least := range []int64{0, -25, math.MinInt64, math.MaxInt64} {
			for _, desc := range []bool{false, true} {
				figures, values := make([]int64, r.IntN([]int{300, 5000}[r.IntN(2)])), []data.Value(nil)
				for i := range figures {
					figures[i] = least
					if most := math.MaxInt64 - uint64(least); span < most || least == math.MinInt64 {
						figures[i] = int64(uint64(least) + r.Uint64N(span))
					}
					values = append(values, data.IntValue(figures[i]))
				}
				integerRanks(t.Context(), figures, desc)
				ranks(t.Context(), values, desc)
				for i, v := range values {
					if want, _ := v.Int.Int64(); figures[i] != want {
						t.Fatalf("span %d from %d, descending %v: rank %d, want %d", span, least, desc,
							figures[i], want)
					}
				}
			}
		}
	}
}
