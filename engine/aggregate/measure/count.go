package measure

import (
	"context"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

var count = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Count, Title: "Count", Help: "the rows; count(x): the values of x that are not null",
		Takes: query.AnyColumns, Offered: query.AnyColumns, NoColumn: true, Result: query.Rows, Adds: true,
	},
	divides: true,
	bind: func(_ *Plan, _ Source, m *measure) error {
		m.at = func(_ *Values, _ int, n int64) data.Value { return data.IntValue(n) }
		m.integers = func(v *Values) func(g int) (int64, bool) {
			counts := v.counts(m.count)
			return func(g int) (int64, bool) { return int64(counts[g]), false }
		}
		m.column = func(_ context.Context, v *Values, n int) (*data.Column, error) {
			return data.NewCodes(m.Measure.String(), data.Int, 0, data.Codes{U32: v.counts(m.count)[:n]}), nil
		}
		return nil
	},
}

// OpCount counts all rows, or the rows in which Column and Other have values.
var OpCount = &Op{
	accumulator: func(p *Plan, k Kind) aggregate.Accumulator {
		a := &aggregate.Counts{}
		for _, c := range []*data.Column{k.Column, k.Other} {
			if c != nil {
				a.Inputs = append(a.Inputs, aggregate.NullableOf(c, p.input(c)))
			}
		}
		return a
	},
	groupBytes: func(*Plan, Kind) int64 { return 4 },
	device: func(_ *Plan, k Kind) ([]DeviceOp, string) {
		if k.Other != nil {
			return nil, ""
		}
		return []DeviceOp{{Func: DeviceCount, Valid: nullable(k.Column)}}, ""
	},
}
