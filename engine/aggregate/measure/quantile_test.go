package measure

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestFloatQuantile interpolates between random floats of near and far exponents, and holds the results against
// rational numbers.
func TestFloatQuantile(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 3))
	for range 100_000 {
		spread := 1 + r.IntN(1<<r.IntN(12))
		value := func() float64 {
			x := math.Ldexp(r.Float64()-0.5, min(max(r.IntN(2*spread)-spread, -1080), 1023))
			if r.IntN(4) == 0 {
				x = math.Round(x)
			}
			return x
		}
		x, y, den := value(), value(), 1+r.Uint64N(1<<r.IntN(63))
		rest := r.Uint64N(den)
		near, ok := nearQuantile(x, y, rest, den)
		if !ok || rest == 0 || x == y {
			continue
		}
		if far := rationalQuantile(x, y, rest, den); far != near {
			t.Fatalf("%v and %v, %d of %d: %v, not %v", x, y, rest, den, near, far)
		}
	}
}
