package floats

import (
	"math"
	"math/rand/v2"
)

// column is a way to fill a column of floats.
type column struct {
	name string
	fill func(r *rand.Rand, values []float64)
}

var columns = []column{
	{"0 to 100", each(func(r *rand.Rand) float64 { return 100 * r.Float64() })},
	{"normal", each((*rand.Rand).NormFloat64)},
	{"log-normal, sigma 10", each(func(r *rand.Rand) float64 { return math.Exp(10 * r.NormFloat64()) })},
	{"0 to 100, one value -3.4e38", func(r *rand.Rand, values []float64) {
		each(func(r *rand.Rand) float64 { return 100 * r.Float64() })(r, values)
		values[len(values)/2] = -math.MaxFloat32
	}},
	{"0 to 100, 1% of them 9.97e36", each(func(r *rand.Rand) float64 {
		if r.IntN(100) == 0 {
			return 9.969209968386869e36
		}
		return 100 * r.Float64()
	})},
	{"exponents from -1000 to 1000", each(func(r *rand.Rand) float64 {
		return math.Ldexp(r.Float64()-0.5, r.IntN(2001)-1000)
	})},
}

func each(value func(r *rand.Rand) float64) func(*rand.Rand, []float64) {
	return func(r *rand.Rand, values []float64) {
		for i := range values {
			values[i] = value(r)
		}
	}
}
