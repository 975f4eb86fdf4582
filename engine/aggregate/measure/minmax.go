package measure

import (
	"context"

	"math"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

var minimum = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Min, Title: "Minimum", Help: "the least value; NaN only where there is nothing else",
		Takes: query.AnyColumns, Offered: query.Ordered, Result: query.OfColumn, InUnit: true, Within: true,
	},
	bind: func(p *Plan, _ Source, m *measure) error { return bindExtreme(p, m, OpMin) },
}

var maximum = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Max, Title: "Maximum", Help: "the greatest value; NaN only where there is nothing else",
		Takes: query.AnyColumns, Offered: query.Ordered, Result: query.OfColumn, InUnit: true, Within: true,
	},
	bind: func(p *Plan, _ Source, m *measure) error { return bindExtreme(p, m, OpMax) },
}

func bindExtreme(p *Plan, m *measure, op *Op) error {
	c, at := m.x, m.use(p, Kind{Op: op, Column: m.x})
	m.at = func(v *Values, g int, _ int64) data.Value {
		if a, ok := v.accs[at].(*aggregate.MinMax64); ok {
			if c.Type == data.Float {
				return data.FloatValue(aggregate.FromOrderedBits(a.S[g]))
			}
			return c.IntValue(a.S[g])
		}
		a := v.accs[at].(*aggregate.MinMaxCodes)
		code := a.S[g]
		if c.Dict != nil {
			if a.Max {
				code--
			}
			return v.text(c, code)
		}
		return c.IntValue(c.Base + int64(code) + int64(a.Bias))
	}
	m.column = func(ctx context.Context, v *Values, n int) (*data.Column, error) {
		a, ok := v.accs[at].(*aggregate.MinMaxCodes)
		if !ok || c.Dict != nil {
			return nil, nil
		}
		out := memory.Uninitialized[int64](n)
		err := v.eachRange(ctx, n, func(lo, hi int) {
			for g, code := range a.S[lo:hi] {
				out[lo+g] = c.Base + int64(code) + int64(a.Bias)
			}
		})
		if err != nil {
			return nil, err
		}
		valid, err := v.groupsWithValues(ctx, v.counts(m.count)[:n])
		column := data.NewWide(m.Measure.String(), c.Type, c.Scale, out, valid)
		column.UTC, column.Unit = c.UTC, c.Unit
		return column, err
	}
	return nil
}

// OpMin and OpMax keep the least and the greatest value of Column.
var (
	OpMin = extremeOp(DeviceMin)
	OpMax = extremeOp(DeviceMax)
)

func extremeOp(f DeviceFunc) *Op {
	return &Op{
		groupBytes:  extremeBytes,
		accumulator: func(p *Plan, k Kind) aggregate.Accumulator { return p.extreme(k.Column, f == DeviceMax) },
		device: func(_ *Plan, k Kind) ([]DeviceOp, string) {
			valid := nullable(k.Column)
			if isCoded(k.Column) || aggregate.OrderOf(k.Column, f == DeviceMax).Bits <= 32 {
				return []DeviceOp{{Func: f, Values: k.Column, Valid: valid}}, ""
			}
			return []DeviceOp{{Func: f, Values: k.Column, Shift: 32, Valid: valid},
				{Func: f, Values: k.Column, Valid: valid, Ties: true}}, ""
		},
	}
}

func extremeBytes(_ *Plan, k Kind) int64 {
	if k.Column.Wide != nil || k.Column.Type == data.Float {
		return 16
	}
	return 4
}

func (p *Plan) extreme(c *data.Column, isMax bool) aggregate.Accumulator {
	if c.Wide != nil || c.Type == data.Float {
		return aggregate.NewMinMax64(isMax, p.input(c))
	}
	a := aggregate.NewMinMaxCodes(isMax, p.input(c))
	switch {
	case c.Dict != nil:
		a.Order = ranks(c, isMax)
	case c.Valid != nil && !isMax:
		a.Bias = 1
	}
	return a
}

// ranks maps each code of a text column to an integer that compares like its text. For a minimum this is the rank, and
// 2^32-1 for null. For a maximum it is rank+1, and 0 for null.
func ranks(c *data.Column, isMax bool) []uint32 {
	rank := c.Dict.Rank()
	order := make([]uint32, len(rank)+1)
	for code, r := range rank {
		order[code] = r
		if isMax {
			order[code]++
		}
	}
	if !isMax {
		order[len(rank)] = math.MaxUint32
	}
	return order
}
