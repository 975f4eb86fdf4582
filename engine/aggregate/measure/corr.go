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

var corr = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Corr, Title: "Correlation with", Help: "Pearson's correlation, over the rows where both columns " +
			"have a value", Menu: query.Pairs,
		Words: func(m query.Measure, of string) string { return "Correlation of " + of + " and " + m.Other },
		Takes: query.Numbers, Offered: query.Numbers, Pair: true, Result: query.Float,
	},
	paired: true, divides: true,
	bind: func(p *Plan, _ Source, m *measure) error {
		x, y := m.x, m.y
		of := correlation{
			x:  m.use(p, Kind{Op: OpProducts, Column: x, Also: y}),
			y:  m.use(p, Kind{Op: OpProducts, Column: y, Also: x}),
			xx: m.use(p, Kind{Op: OpProducts, Column: x, Other: x, Also: y}),
			yy: m.use(p, Kind{Op: OpProducts, Column: y, Other: y, Also: x}),
			xy: m.use(p, Kind{Op: OpProducts, Column: x, Other: y}),
		}
		m.at = of.at
		return nil
	},
}

// correlation reads Pearson's correlation from exact moments of the rows in which both columns have a value. Each of
// the three deviations is rounded once, then their product, root and quotient. The correlation is null if a column
// does not vary.
type correlation struct{ x, y, xx, yy, xy int }

func (c correlation) at(v *Values, g int, n int64) data.Value {
	if _, ok := (v.flags(c.x, g) | v.flags(c.y, g)).Special(); ok {
		return data.FloatValue(math.NaN())
	}
	if r, ok := c.compute64(v, g, n); ok {
		return r
	}
	x, y, one := v.moment(c.x, g), v.moment(c.y, g), big.NewInt(1)
	xx, exx, _ := aggregate.Deviation(n, v.moment(c.xx, g), x, x).Over(one).Normal()
	yy, eyy, _ := aggregate.Deviation(n, v.moment(c.yy, g), y, y).Over(one).Normal()
	xy, exy, _ := aggregate.Deviation(n, v.moment(c.xy, g), x, y).Over(one).Normal()
	if xx == 0 || yy == 0 {
		return data.Value{}
	}
	return coefficient(math.Ldexp(xy/math.Sqrt(xx*yy), exy-(exx+eyy)/2))
}

// compute64 returns the correlation from moments of 64 bits, or false if a moment is wider.
func (c correlation) compute64(v *Values, g int, n int64) (data.Value, bool) {
	var sums [5]uint64
	for i, kind := range [...]int{c.x, c.y, c.xx, c.yy, c.xy} {
		p, ok := v.accs[kind].(*aggregate.ProductSums)
		if !ok || p.Wide != 64 {
			return data.Value{}, false
		}
		sums[i] = p.S64.S[g]
	}
	x, y := sums[0], sums[1]
	diff := func(products, p, q uint64) float64 {
		ah, al := bits.Mul64(products, uint64(n))
		bh, bl := bits.Mul64(p, q)
		lo, borrow := bits.Sub64(al, bl, 0)
		f, _ := int128.Int{Hi: int64(ah - bh - borrow), Lo: lo}.Float(0)
		return f
	}
	xx, yy, xy := diff(sums[2], x, x), diff(sums[3], y, y), diff(sums[4], x, y)
	if xx == 0 || yy == 0 {
		return data.Value{}, true
	}
	return coefficient(xy / math.Sqrt(xx*yy)), true
}

func coefficient(r float64) data.Value {
	return data.Value{Type: data.Float, Float: min(max(r, -1), 1), Rounded: true}
}
