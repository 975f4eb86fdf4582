package floatsum

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestSum compares sums of floats of all sizes with sums of fractions.
func TestSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		var a, b Sum
		want := new(big.Rat)
		for range rng.IntN(60) {
			x := math.Ldexp(rng.Float64()-0.5, rng.IntN(2040)-1020)
			want.Add(want, new(big.Rat).SetFloat64(x))
			if rng.IntN(2) == 0 {
				a.Add(x)
			} else {
				b.Add(x)
			}
		}
		a.Merge(&b)
		f, is := want.Float64()
		if got, exact := a.Float(); got != f || exact != is {
			t.Fatalf("%v, want %v", got, f)
		}
	}
	var s Sum
	s.Add(1)
	s.Add(math.Inf(1))
	if f, _ := s.Float(); !math.IsInf(f, 1) {
		t.Error("an infinity is lost")
	}
	s.Add(math.Inf(-1))
	if f, _ := s.Float(); !math.IsNaN(f) {
		t.Error("infinities of both signs have a sum")
	}
}
