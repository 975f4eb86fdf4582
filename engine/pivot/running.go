package pivot

import (
	"context"
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/data/number/int128"
)

// runningSum is the exact sum of figures.
type runningSum struct {
	whole   int128.Int // the sum of integers, or of decimals of one scale
	sum     *big.Float // the sum of the finite floats
	wild    float64    // the sum of infinities and NaN
	rounded bool       // a figure was rounded
	of      data.Value // the last figure, null before the first one
}

// sumBits is a precision at which the sum of any floats is not rounded.
const sumBits = 1074 + 1024 + 64

// floatBits is the precision of a float.
const floatBits = 53

// add adds a figure. Null changes nothing.
func (s *runningSum) add(v data.Value) {
	if v.IsNull() {
		return
	}
	s.of, s.rounded = v, s.rounded || v.Rounded
	switch {
	case v.Type != data.Float:
		s.whole = s.whole.Add(v.Int)
	case math.IsNaN(v.Float) || math.IsInf(v.Float, 0):
		s.wild += v.Float
	default:
		if s.sum == nil {
			s.sum = new(big.Float).SetPrec(sumBits)
		}
		s.sum.Add(s.sum, big.NewFloat(v.Float))
	}
}

// value returns the sum, rounded once. It returns null before the first figure.
func (s *runningSum) value() data.Value {
	switch {
	case s.of.IsNull():
		return data.Value{}
	case s.of.Type != data.Float:
		return data.Value{Type: s.of.Type, Scale: s.of.Scale, Int: s.whole, Rounded: s.rounded}
	case s.wild != 0:
		return data.FloatValue(s.wild)
	}
	f, accuracy := s.sum.Float64()
	return data.Value{Type: data.Float, Float: f, Rounded: s.rounded || accuracy != big.Exact}
}

// share returns the sum as a share of a total, rounded once. It returns null if the total is zero or not finite.
func (s *runningSum) share(total data.Value) data.Value {
	v := s.value()
	if v.Type != data.Float || s.wild != 0 {
		return share(v, total)
	}
	if total.Type != data.Float || total.Float == 0 || math.IsNaN(total.Float) || math.IsInf(total.Float, 0) {
		return data.Value{}
	}
	q := new(big.Float).SetPrec(floatBits).Quo(s.sum, big.NewFloat(total.Float))
	f, accuracy := q.Float64()
	return data.Value{Type: data.Float, Float: f, Rounded: s.rounded || total.Rounded || q.Acc() != big.Exact ||
		accuracy != big.Exact}
}

// runningTotals replaces each figure by the sum of the figures up to it. A null adds nothing. Nulls before the first
// figure stay null.
func runningTotals(_ context.Context, figures []data.Value, _ data.Value) {
	var sum runningSum
	for i, v := range figures {
		sum.add(v)
		figures[i] = sum.value()
	}
}

// runningShares replaces each figure by the sum of the figures up to it, as a share of the total.
func runningShares(_ context.Context, figures []data.Value, total data.Value) {
	var sum runningSum
	for i, v := range figures {
		sum.add(v)
		figures[i] = sum.share(total)
	}
}

// integerTotals works like runningTotals, for integers. The sum of all rows must fit 64 bits.
func integerTotals(_ context.Context, figures []int64, like, _ data.Value) func(n int64) data.Value {
	sum := int64(0)
	for i, n := range figures {
		sum += n
		figures[i] = sum
	}
	return func(n int64) data.Value {
		v := like
		v.Int = int128.From(n)
		return v
	}
}

// integerShares works like runningShares, for integers. It divides when a share is read.
func integerShares(ctx context.Context, figures []int64, like, total data.Value) func(n int64) data.Value {
	sum := integerTotals(ctx, figures, like, total)
	return func(n int64) data.Value { return share(sum(n), total) }
}
