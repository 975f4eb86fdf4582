package measure

import (
	"math"
	"math/big"
	"math/bits"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

var (
	stddev = deviation(query.Stddev, "Standard deviation", "the deviation of a sample: null for fewer than two "+
		"values", true, true)
	stddevPop = deviation(query.StddevPop, "Population standard deviation", "the deviation of the population",
		true, false)
	variance = deviation(query.Var, "Variance", "the variance of a sample: null for fewer than two values",
		false, true)
	variancePop = deviation(query.VarPop, "Population variance", "the variance of the population", false, false)
)

// deviation describes a variance, or its root, of a sample or of the population.
func deviation(f query.Func, title, help string, root, sample bool) Aggregate {
	return Aggregate{
		Aggregate: query.Aggregate{
			Func: f, Title: title, Help: help, Menu: query.Spread,
			Takes: query.Numbers, Offered: query.Numbers, Result: query.Float, InUnit: root,
		},
		divides: true,
		bind: func(p *Plan, _ Source, m *measure) error {
			of := spread{
				column: m.x, root: root, sample: sample,
				x: m.use(p, Kind{Op: OpSum, Column: m.x}), xx: m.use(p, Kind{Op: OpProducts, Column: m.x, Other: m.x}),
			}
			m.at = of.at
			return nil
		},
	}
}

// spread reads a variance: (n*sum(x^2) - sum(x)^2) / (n*(n-1)). For a population, the divisor is n*n. The variance is
// rounded once. The standard deviation is its root, rounded once more.
type spread struct {
	column       *data.Column
	root, sample bool
	x, xx        int // indices of the sums of x and of x*x
}

func (s spread) at(v *Values, g int, n int64) data.Value {
	m := n
	if s.sample {
		m = n - 1
	}
	if m == 0 {
		return data.Value{}
	}
	if _, ok := v.flags(s.x, g).Special(); ok {
		return data.FloatValue(math.NaN())
	}
	f, exact, ok := s.compute128(v, g, n, m)
	switch {
	case !ok && s.root:
		f, exact = s.wide(v, g, n, m).Root()
	case !ok:
		f, exact = s.wide(v, g, n, m).Float()
	case s.root:
		root := math.Sqrt(f)
		exact = exact && math.FMA(root, root, -f) == 0
		f = root
	}
	return data.Value{Type: data.Float, Float: f, Rounded: !exact}
}

// compute128 returns the variance if it can be computed in 128 bits; ok is false otherwise.
func (s spread) compute128(v *Values, g int, n, m int64) (f float64, exact, ok bool) {
	sums, codes := v.accs[s.x].(aggregate.CodeSums)
	squares, whole := v.accs[s.xx].(*aggregate.ProductSums)
	if !codes || !whole || squares.Wide > 128 {
		return 0, false, false
	}
	total := sums.At(g)
	hi, lo := squares.At128(g)
	over, nm := bits.Mul64(uint64(n), uint64(m))
	unit := 2 * s.column.Scale
	if unit >= len(tens) || over != 0 || hi>>30 != 0 || total>>62 != 0 {
		return 0, false, false
	}
	over, den := bits.Mul64(nm, tens[unit])
	top, mid := bits.Mul64(hi, uint64(n))
	if over != 0 || top != 0 || mid>>62 != 0 {
		return 0, false, false
	}
	carry, low := bits.Mul64(lo, uint64(n))
	sum := int128.Int{Hi: int64(mid + carry), Lo: low}
	f, exact = sum.Sub(int128.Mul(int64(total), int64(total))).Ratio(den)
	return f, exact, true
}

// wide returns the variance in the column's unit, squared, as an exact fraction.
func (s spread) wide(v *Values, g int, n, m int64) aggregate.Fraction {
	x := v.moment(s.x, g)
	den := new(big.Int).Mul(big.NewInt(n), big.NewInt(m))
	den.Mul(den, new(big.Int).Exp(big.NewInt(100), big.NewInt(int64(s.column.Scale)), nil))
	return aggregate.Deviation(n, v.moment(s.xx, g), x, x).Over(den)
}

var tens = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19}
