package measure

import (
	"math"
	"math/big"
	"math/bits"

	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

var median = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Median, Title: "Median", Help: "the middle value; between two of them their mean",
		Menu:  query.Quantiles,
		Takes: query.Numbers, Offered: query.Numbers, Result: query.Float, InUnit: true, Within: true,
	},
	bind: bindQuantile,
}

var quantile = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Quantile, Title: "Percentile", Help: "the value below which 0.9 of the values lie, between two " +
			"in proportion", Menu: query.Quantiles,
		Words: func(m query.Measure, of string) string { return query.Ordinal(m.Param) + " percentile of " + of },
		Takes: query.Numbers, Offered: query.Numbers, Number: query.QuantileNumber, Result: query.Float, InUnit: true,
		Within: true,
	},
	bind: bindQuantile,
}

func bindQuantile(p *Plan, _ Source, m *measure) error {
	num, den, err := m.Share()
	if err == nil {
		bindStatistic(p, m, statistic{kind: quantileStatistic, num: num, den: den})
	}
	return err
}

// rank returns where the quantile of n values lies: rest/den of the way from the value at rank `at` to the next one.
// For example, the median of 4 values lies 1/2 of the way from rank 1 to rank 2, counted from 0. This is type 7 of
// Hyndman and Fan, as in Excel's PERCENTILE.INC and SQL's percentile_cont.
func (s statistic) rank(n int) (at int, rest uint64) {
	hi, lo := bits.Mul64(uint64(n-1), s.num)
	whole, rest := bits.Div64(hi, lo, s.den)
	return int(whole), rest
}

// interpolate returns the number rest/den of the way from low to high. The exact number is rounded once.
func (a *statistics[V]) interpolate(low, high V, rest, den uint64) result {
	if a.number == nil {
		return floatQuantile(a.back(low).Float, a.back(high).Float, rest, den)
	}
	between := int128.Mul(a.number(low), int64(den-rest)).Add(int128.Mul(a.number(high), int64(rest)))
	f, exact := between.Quo(int64(den), a.column.Scale)
	return result{float: f, rounded: !exact}
}

func floatQuantile(x, y float64, rest, den uint64) result {
	switch {
	case rest == 0 || x == y:
		return result{float: x}
	case math.IsInf(x, 0) || math.IsInf(y, 0) || x != x || y != y:
		return result{float: x + y}
	}
	if r, ok := nearQuantile(x, y, rest, den); ok {
		return r
	}
	return rationalQuantile(x, y, rest, den)
}

func rationalQuantile(x, y float64, rest, den uint64) result {
	w := new(big.Rat).SetFrac(new(big.Int).SetUint64(rest), new(big.Int).SetUint64(den))
	r, lowest := new(big.Rat).SetFloat64(y), new(big.Rat).SetFloat64(x)
	r.Sub(r, lowest).Mul(r, w).Add(r, lowest)
	f, exact := r.Float64()
	return result{float: f, rounded: !exact}
}

// nearQuantile computes floatQuantile with integers of 128 bits; ok is false if the exponents of x and y are far apart.
// Rational numbers would take some 50 times as long, and the median of every group with an even number of values is
// interpolated.
func nearQuantile(x, y float64, rest, den uint64) (r result, ok bool) {
	const least, greatest, close = 200, 1800, 9 // biased exponents, far from subnormal numbers and infinity
	m, e := mantissa(x)
	n, f := mantissa(y)
	low := min(e, f)
	if low < least || max(e, f) > greatest || max(e, f)-low > close || den > math.MaxInt64 {
		return result{}, false
	}
	sum := int128.Mul(m<<(e-low), int64(den-rest)).Add(int128.Mul(n<<(f-low), int64(rest)))
	q, exact := sum.Ratio(den)
	return result{float: math.Ldexp(q, low-1075), rounded: !exact}, true
}

// mantissa returns a normal number as m * 2^(e-1075).
func mantissa(x float64) (m int64, e int) {
	b := math.Float64bits(x)
	if m = int64(b&(1<<52-1) | 1<<52); x < 0 {
		m = -m
	}
	return m, int(b >> 52 & 0x7ff)
}
