package measure

import (
	"cardinal/data"
	"cardinal/engine/query"
)

var ratio = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Ratio, Title: "Ratio to", Help: "the sum of x over the sum of y", Menu: query.Pairs,
		Words: func(m query.Measure, of string) string { return "Ratio of " + of + " to " + m.Other },
		Takes: query.Numbers, Offered: query.Numbers, Pair: true, Result: query.Float,
	},
	bind: func(p *Plan, _ Source, m *measure) error {
		of := quotient{
			column: m.x, other: m.y, otherCount: p.CountOf(m.y),
			x: m.use(p, Kind{Op: OpSum, Column: m.x}), y: m.use(p, Kind{Op: OpSum, Column: m.y}),
		}
		m.kinds = append(m.kinds, of.otherCount)
		m.at = of.at
		return nil
	},
}

// quotient reads the sum of one column divided by the sum of another, rounded once. It is null if a column has no
// value or the divisor is 0.
type quotient struct {
	column, other    *data.Column
	otherCount, x, y int
}

func (q quotient) at(v *Values, g int, n int64) data.Value {
	others := v.count(q.otherCount, g)
	if others == 0 {
		return data.Value{}
	}
	x, xs := v.exactSum(q.x, q.column, g, n)
	y, ys := v.exactSum(q.y, q.other, g, others)
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
