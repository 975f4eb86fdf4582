package measure

import (
	"math"
	"math/big"
	"math/bits"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

// ratio is the sum of the column over that of the other, null where either has no value or the divisor is 0.
func (v *Values) ratio(b *measure, g int, count int64) data.Value {
	others := v.count(b.otherCount, g)
	if others == 0 {
		return data.Value{}
	}
	x, xs := v.exactSum(b.x, b.column, g, count)
	y, ys := v.exactSum(b.y, b.other, g, others)
	switch {
	case xs != 0 || ys != 0: // NaN or infinite
		if x.Sign() != 0 && xs == 0 {
			xs, _ = x.Float64()
		}
		if ys == 0 {
			ys, _ = y.Float64()
		}
		if ys == 0 {
			return data.Value{}
		}
		return data.FloatValue(xs / ys)
	case y.Sign() == 0:
		return data.Value{}
	}
	f, exact := x.Quo(x, y).Float64()
	return data.Value{Type: data.Float, Float: f, Rounded: !exact}
}

func (v *Values) flags(kind, g int) aggregate.Flags {
	switch a := v.accs[kind].(type) {
	case *aggregate.SumFloat:
		return a.Flags[g]
	case *aggregate.FloatProductSums:
		return a.Flags[g]
	}
	return 0
}

// exactSum is a sum as a fraction, or what NaN and infinities make of it.
func (v *Values) exactSum(kind int, c *data.Column, g int, count int64) (*big.Rat, float64) {
	if s, ok := v.flags(kind, g).Special(); ok {
		return new(big.Rat), s
	}
	if f, ok := v.accs[kind].(*aggregate.SumFloat); ok {
		return f.Exact(g).Rational(), 0
	}
	den := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.Scale)), nil)
	return new(big.Rat).SetFrac(v.intSum(kind, c, g, count).Big(), den), 0
}

// variance is (n*sum(x^2) - sum(x)^2) / (n*(n-1)), or n*n for a population, exact up to one rounding; the standard
// deviation is its root, rounded once more.
func (v *Values) variance(b *measure, g int, n int64) data.Value {
	sample := b.Func == query.Stddev || b.Func == query.Var
	if sample && n < 2 {
		return data.Value{}
	}
	if _, ok := v.flags(b.x, g).Special(); ok {
		return data.FloatValue(math.NaN())
	}
	m := n
	if sample {
		m = n - 1
	}
	f, exact, ok := v.smallVariance(b, g, n, m)
	if !ok {
		wide := v.wideVariance(b, g, n, m)
		if b.Func == query.Stddev || b.Func == query.StddevPop {
			f, exact = wide.Root()
			return data.Value{Type: data.Float, Float: f, Rounded: !exact}
		}
		f, exact = wide.Float()
	} else if b.Func == query.Stddev || b.Func == query.StddevPop {
		root := math.Sqrt(f)
		exact = exact && math.FMA(root, root, -f) == 0
		f = root
	}
	return data.Value{Type: data.Float, Float: f, Rounded: !exact}
}

// smallVariance is the variance where it can be computed in 128 bits.
func (v *Values) smallVariance(b *measure, g int, n, m int64) (f float64, exact, ok bool) {
	s, codes := v.accs[b.x].(aggregate.CodeSums)
	squares, whole := v.accs[b.xx].(*aggregate.ProductSums)
	if !codes || !whole || squares.Wide > 128 {
		return 0, false, false
	}
	total := s.At(g)
	hi, lo := squares.At128(g)
	over, nm := bits.Mul64(uint64(n), uint64(m))
	unit := 2 * b.column.Scale
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

// wideVariance is the variance in the column's unit.
func (v *Values) wideVariance(b *measure, g int, n, m int64) aggregate.Fraction {
	x := v.moment(b.x, g)
	den := new(big.Int).Mul(big.NewInt(n), big.NewInt(m))
	den.Mul(den, new(big.Int).Exp(big.NewInt(100), big.NewInt(int64(b.column.Scale)), nil))
	return aggregate.Deviation(n, v.moment(b.xx, g), x, x).Over(den)
}

var tens = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// moment is an accumulator's sum of values, of codes or of products for group g.
func (v *Values) moment(kind, g int) aggregate.Moment { return v.accs[kind].(aggregate.Exact).Exact(g) }

// corr is Pearson's correlation from exact moments: each of the three deviations is rounded once, then their product,
// root and quotient. Null where a column does not vary.
func (v *Values) corr(b *measure, g int, n int64) data.Value {
	if _, ok := (v.flags(b.x, g) | v.flags(b.y, g)).Special(); ok {
		return data.FloatValue(math.NaN())
	}
	if r, ok := v.smallCorr(b, g, n); ok {
		return r
	}
	x, y, one := v.moment(b.x, g), v.moment(b.y, g), big.NewInt(1)
	xx, exx, _ := aggregate.Deviation(n, v.moment(b.xx, g), x, x).Over(one).Normal()
	yy, eyy, _ := aggregate.Deviation(n, v.moment(b.yy, g), y, y).Over(one).Normal()
	xy, exy, _ := aggregate.Deviation(n, v.moment(b.xy, g), x, y).Over(one).Normal()
	if xx == 0 || yy == 0 {
		return data.Value{}
	}
	return correlation(math.Ldexp(xy/math.Sqrt(xx*yy), exy-(exx+eyy)/2))
}

// smallCorr is the correlation where all moments have 64 bits.
func (v *Values) smallCorr(b *measure, g int, n int64) (data.Value, bool) {
	var sums [5][]uint64
	for i, kind := range [...]int{b.x, b.y, b.xx, b.yy, b.xy} {
		p, ok := v.accs[kind].(*aggregate.ProductSums)
		if !ok || p.Wide != 64 {
			return data.Value{}, false
		}
		sums[i] = p.S64
	}
	x, y := sums[0][g], sums[1][g]
	diff := func(products []uint64, p, q uint64) float64 {
		ah, al := bits.Mul64(products[g], uint64(n))
		bh, bl := bits.Mul64(p, q)
		lo, borrow := bits.Sub64(al, bl, 0)
		f, _ := int128.Int{Hi: int64(ah - bh - borrow), Lo: lo}.Float(0)
		return f
	}
	xx, yy, xy := diff(sums[2], x, x), diff(sums[3], y, y), diff(sums[4], x, y)
	if xx == 0 || yy == 0 {
		return data.Value{}, true
	}
	return correlation(xy / math.Sqrt(xx*yy)), true
}

func correlation(r float64) data.Value {
	return data.Value{Type: data.Float, Float: min(max(r, -1), 1), Rounded: true}
}
