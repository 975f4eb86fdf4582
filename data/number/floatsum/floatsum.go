package floatsum

import (
	"math"
	"math/big"
)

// Sum is an exact sum of floats: partial sums that do not overlap, as in Shewchuk's "Adaptive Precision
// Floating-Point Arithmetic" (1997) and in Python's math.fsum. Numbers that could overflow a partial sum are added to
// large. The zero value is 0.
type Sum struct {
	parts   []float64
	large   *big.Float // nil: 0
	special float64    // the sum of infinities and NaN
}

// precision is the number of bits that hold any sum of floats: from 2^-1074 to 2^1024, and some carries.
const precision = 2200

// largest is the largest float that is added to the partial sums.
const largest = 0x1p960

// Add adds a float. Infinities and NaN decide the sum as in IEEE 754.
func (s *Sum) Add(x float64) {
	switch a := math.Abs(x); {
	case !(a <= math.MaxFloat64):
		s.special += x
		return
	case a > largest:
		s.collect().Add(s.large, new(big.Float).SetFloat64(x))
		return
	}
	kept := 0
	for _, y := range s.parts {
		if math.Abs(x) < math.Abs(y) {
			x, y = y, x
		}
		high := x + y
		if low := y - (high - x); low != 0 {
			s.parts[kept] = low
			kept++
		}
		x = high
	}
	s.parts = append(s.parts[:kept], x)
	if math.Abs(x) > largest {
		s.collect()
	}
}

// collect adds the partial sums to large.
func (s *Sum) collect() *big.Float {
	if s.large == nil {
		s.large = new(big.Float).SetPrec(precision)
	}
	for _, p := range s.parts {
		s.large.Add(s.large, new(big.Float).SetFloat64(p))
	}
	s.parts = s.parts[:0]
	return s.large
}

// Merge adds another sum.
func (s *Sum) Merge(o *Sum) {
	s.special += o.special
	if o.large != nil {
		s.collect().Add(s.large, o.large)
	}
	for _, p := range o.parts {
		s.Add(p)
	}
}

// Float returns the sum as the nearest float. exact reports whether the sum equals that float.
func (s *Sum) Float() (f float64, exact bool) {
	if s.special != 0 {
		return s.special, true
	}
	f, accuracy := s.collect().Float64()
	return f, accuracy == big.Exact
}
