package cells

import (
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/pivot"
)

// floatSum is an exact sum of floats: partial sums that do not overlap, as Shewchuk's "Adaptive Precision Floating-Point Arithmetic"
// (1997) and Python's math.fsum keep them. Numbers that could overflow a partial sum go to a number of exactBits.
type floatSum struct {
	parts   []float64
	large   *big.Float // nil: 0
	special float64    // the sum of infinities and NaN
}

// exactBits is the precision of a number that holds any sum of floats: from 2^-1074 to 2^1024, and some carries.
const exactBits = 2200

// largest is the largest float that is added to the partial sums.
const largest = 0x1p960

func (s *floatSum) add(x float64) {
	switch a := math.Abs(x); {
	case !(a <= math.MaxFloat64):
		s.special += x
		return
	case a > largest:
		s.exact().Add(s.exact(), new(big.Float).SetFloat64(x))
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
		s.exact()
	}
}

// exact is the number that holds what the partial sums do not. It takes them in.
func (s *floatSum) exact() *big.Float {
	if s.large == nil {
		s.large = new(big.Float).SetPrec(exactBits)
	}
	for _, p := range s.parts {
		s.large.Add(s.large, new(big.Float).SetFloat64(p))
	}
	s.parts = s.parts[:0]
	return s.large
}

func (s *floatSum) merge(o *floatSum) {
	s.special += o.special
	if o.large != nil {
		s.exact().Add(s.exact(), o.large)
	}
	for _, p := range o.parts {
		s.add(p)
	}
}

// float is the sum, rounded once.
func (s *floatSum) float() float64 {
	if s.special != 0 {
		return s.special
	}
	f, _ := s.exact().Float64()
	return f
}

// rounded reports whether the sum is no float.
func (s *floatSum) rounded() bool {
	f, accuracy := s.exact().Float64()
	return accuracy != big.Exact && !math.IsInf(f, 0)
}

// wholeText writes n, in units of 10^-scale.
func wholeText(format pivot.Format, n *big.Int, scale int) string {
	const most = 126 // bits that a figure may have
	if n.BitLen() > most {
		f, _ := new(big.Rat).SetFrac(n, scaled(big.NewInt(1), scale)).Float64()
		return format.Text(data.FloatValue(f))
	}
	size := new(big.Int).Abs(n)
	low := new(big.Int).And(size, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	v := int128.FromUint(size.Rsh(size, 64).Uint64()).Shl(64).Add(int128.FromUint(low))
	if n.Sign() < 0 {
		v = v.Neg()
	}
	kind := data.Int
	if scale > 0 {
		kind = data.Decimal
	}
	return format.Text(data.Value{Type: kind, Int: v, Scale: scale})
}
