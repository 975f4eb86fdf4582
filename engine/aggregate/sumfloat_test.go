package aggregate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
)

// TestSumOfOneGroup adds floats whose groups are copies of group 0, and the same floats to that group row by row. Both
// sums are equal bit for bit, also with values outside the window, zeros, subnormal values, NaN and infinities.
func TestSumOfOneGroup(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	odd := []float64{0, math.Copysign(0, -1), 5e-324, -5e-324, 1e300, -1e300, math.NaN(), math.Inf(1), math.Inf(-1)}
	for round := range 300 {
		values := make([]float64, 1+r.IntN(2_000))
		spread := r.IntN(90)
		for i := range values {
			values[i] = math.Ldexp(r.Float64()-0.5, r.IntN(1+spread)-20)
			if round%3 == 0 && r.IntN(100) == 0 {
				values[i] = odd[r.IntN(len(odd)-3*(round%2))]
			}
		}
		c := data.NewFloatColumn("x", values, nil)
		w := WindowOf(c, len(values))
		one, each := NewSumFloat(c, w, 0, len(values)), NewSumFloat(c, w, 0, len(values))
		one.Grow(4)
		each.Grow(4)
		for from := 0; from < len(values); from += 700 {
			part := values[from:min(from+700, len(values))]
			b := &Batch{Groups: make([]uint32, len(part)), In: []Vector{{F64: part}}}
			each.Update(b)
			b.One = true
			one.Update(b)
		}
		got, want := one.Value(0, 1), each.Value(0, 1)
		if fmt.Sprint(got) != fmt.Sprint(want) || math.Float64bits(got.Float) != math.Float64bits(want.Float) {
			t.Fatalf("round %d: the sum of %d floats is %v, not %v", round, len(values), got, want)
		}
	}
}
