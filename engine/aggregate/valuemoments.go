package aggregate

import (
	"math"
	"math/big"
	"math/bits"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/query"
)

// value is the sum of group g over n, rounded once.
func (a *SumFloat) value(g int, n int64) data.Value {
	if f, ok := a.Flags[g].special(); ok {
		return data.FloatValue(f)
	}
	var f float64
	var exact bool
	if n == 1 {
		f, exact = a.S[g].Float(a.Exp)
	} else {
		f, exact = scaled(a.S[g].Big(), big.NewInt(n), a.Exp)
	}
	return data.Value{Type: data.Float, Float: f, Rounded: !exact || a.Flags[g]&Lost != 0}
}

// scaled is num/den * 2^exp, rounded once, and whether exact.
func scaled(num, den *big.Int, exp int) (float64, bool) {
	if exp >= 0 {
		num.Lsh(num, uint(exp))
	} else {
		den.Lsh(den, uint(-exp))
	}
	return new(big.Rat).SetFrac(num, den).Float64()
}

// ratio is the sum of the column over that of the other, null where either has no value or the divisor is 0.
func (v *Values) ratio(b *measure, g int, count int64) data.Value {
	others := v.count(b.otherCount, g)
	if others == 0 {
		return data.Value{}
	}
	x, xs := v.exactSum(b.x, b.column, g, count)
	y, ys := v.exactSum(b.y, b.other, g, others)
	lost := (v.flags(b.x, g)|v.flags(b.y, g))&Lost != 0
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
	return data.Value{Type: data.Float, Float: f, Rounded: !exact || lost}
}

func (v *Values) flags(kind, g int) Flags {
	switch a := v.accs[kind].(type) {
	case *SumFloat:
		return a.Flags[g]
	case *Products:
		if a.Flags != nil {
			return a.Flags[g]
		}
	}
	return 0
}

// exactSum is a sum as a fraction, or what NaN and infinities make of it.
func (v *Values) exactSum(kind int, c *data.Column, g int, count int64) (*big.Rat, float64) {
	if s, ok := v.flags(kind, g).special(); ok {
		return new(big.Rat), s
	}
	if f, ok := v.accs[kind].(*SumFloat); ok {
		num, den := f.S[g].Big(), big.NewInt(1)
		if f.Exp >= 0 {
			num.Lsh(num, uint(f.Exp))
		} else {
			den.Lsh(den, uint(-f.Exp))
		}
		return new(big.Rat).SetFrac(num, den), 0
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
	if _, ok := v.flags(b.x, g).special(); ok {
		return data.FloatValue(math.NaN())
	}
	m := n
	if sample {
		m = n - 1
	}
	f, exact := v.spread(b, g, n, m)
	if b.Func == query.Stddev || b.Func == query.StddevPop {
		root := math.Sqrt(f)
		exact = exact && math.FMA(root, root, -f) == 0
		f = root
	}
	return data.Value{Type: data.Float, Float: f, Rounded: !exact || v.flags(b.x, g)&Lost != 0}
}

// spread is (n*sum(x^2) - sum(x)^2) / (n*m) in the column's unit.
func (v *Values) spread(b *measure, g int, n, m int64) (float64, bool) {
	squares := v.accs[b.xx].(*Products)
	if s, ok := v.accs[b.x].(*SumCodes); ok && squares.wide <= 128 {
		hi, lo := squares.at128(g)
		over, nm := bits.Mul64(uint64(n), uint64(m))
		unit := 2 * b.column.Scale
		if unit < len(tens) && over == 0 && hi>>30 == 0 && s.S[g]>>62 == 0 {
			over, den := bits.Mul64(nm, tens[unit])
			if top, mid := bits.Mul64(hi, uint64(n)); over == 0 && top == 0 && mid>>62 == 0 {
				carry, low := bits.Mul64(lo, uint64(n))
				whole := int128.Int{Hi: int64(mid + carry), Lo: low}
				return whole.Sub(int128.Mul(int64(s.S[g]), int64(s.S[g]))).Ratio(den)
			}
		}
	}
	sum, exp := new(big.Int), 0
	switch s := v.accs[b.x].(type) {
	case *SumCodes:
		sum.SetUint64(s.S[g])
	case *Sum64:
		sum.SetInt64(s.S[g])
	case *Sum128:
		sum = s.S[g].Big()
	case *SumFloat:
		sum, exp = s.S[g].Big(), s.Exp
	}
	num := deviation(big.NewInt(n), squares.big(g), sum, sum)
	den := new(big.Int).Mul(big.NewInt(n), big.NewInt(m))
	den.Mul(den, new(big.Int).Exp(big.NewInt(100), big.NewInt(int64(b.column.Scale)), nil))
	return scaled(num, den, 2*exp)
}

var tens = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// deviation is n*products - x*y.
func deviation(n, products, x, y *big.Int) *big.Int {
	out := new(big.Int).Mul(n, products)
	return out.Sub(out, new(big.Int).Mul(x, y))
}

func (a *Products) at128(g int) (hi, lo uint64) {
	if a.wide == 64 {
		return 0, a.S64[g]
	}
	return a.S128[g][1], a.S128[g][0]
}

func (a *Products) big(g int) *big.Int {
	limbs := [4]uint64{}
	switch a.wide {
	case 64:
		limbs[0] = a.S64[g]
	case 128:
		limbs[0], limbs[1] = a.S128[g][0], a.S128[g][1]
	default:
		limbs = a.S256[g]
	}
	out := new(big.Int)
	for i := 3; i >= 0; i-- {
		out.Lsh(out, 64).Or(out, new(big.Int).SetUint64(limbs[i]))
	}
	if limbs[3]>>63 == 1 {
		out.Sub(out, new(big.Int).Lsh(big.NewInt(1), 256))
	}
	return out
}

// corr is Pearson's correlation from exact moments: each of the three deviations is rounded once, then their product,
// root and quotient. Null where a column does not vary.
func (v *Values) corr(b *measure, g int, n int64) data.Value {
	part := func(kind int) *Products { return v.accs[kind].(*Products) }
	if _, ok := (v.flags(b.x, g) | v.flags(b.y, g)).special(); ok {
		return data.FloatValue(math.NaN())
	}
	var xy, xx, yy float64
	if part(b.xx).wide == 64 && part(b.yy).wide == 64 && part(b.xy).wide == 64 {
		x, y := part(b.x).S64[g], part(b.y).S64[g]
		diff := func(kind int, p, q uint64) float64 {
			ah, al := bits.Mul64(part(kind).S64[g], uint64(n))
			bh, bl := bits.Mul64(p, q)
			lo, borrow := bits.Sub64(al, bl, 0)
			f, _ := int128.Int{Hi: int64(ah - bh - borrow), Lo: lo}.Float(0)
			return f
		}
		xy, xx, yy = diff(b.xy, x, y), diff(b.xx, x, x), diff(b.yy, y, y)
	} else {
		big64 := big.NewInt(n)
		x, y := part(b.x).big(g), part(b.y).big(g)
		round := func(i *big.Int) float64 { f, _ := new(big.Float).SetInt(i).Float64(); return f }
		xy = round(deviation(big64, part(b.xy).big(g), x, y))
		xx = round(deviation(big64, part(b.xx).big(g), x, x))
		yy = round(deviation(big64, part(b.yy).big(g), y, y))
	}
	if xx == 0 || yy == 0 {
		return data.Value{}
	}
	r := xy / math.Sqrt(xx) / math.Sqrt(yy)
	if root := math.Sqrt(xx * yy); !math.IsInf(root, 0) && root > 0 {
		r = xy / root
	}
	return data.Value{Type: data.Float, Float: min(max(r, -1), 1), Rounded: true}
}
