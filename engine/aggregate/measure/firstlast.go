package measure

import (
	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

var first = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.First, Title: "First", Help: "the first value in the order of the rows",
		Menu: query.Picks, Place: 1,
		Takes: query.AnyColumns, Offered: query.AnyColumns, Result: query.OfColumn, InUnit: true, Within: true,
	},
	bind: func(p *Plan, _ Source, m *measure) error { return bindFirstLast(p, m, OpFirst) },
}

var last = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Last, Title: "Last", Help: "the last value in the order of the rows", Menu: query.Picks, Place: 2,
		Takes: query.AnyColumns, Offered: query.AnyColumns, Result: query.OfColumn, InUnit: true, Within: true,
	},
	bind: func(p *Plan, _ Source, m *measure) error { return bindFirstLast(p, m, OpLast) },
}

func bindFirstLast(p *Plan, m *measure, op *Op) error {
	at := m.use(p, Kind{Op: op, Column: m.x})
	m.at = func(v *Values, g int, _ int64) data.Value {
		row := v.accs[at].(*aggregate.FirstLast).At(g)
		if m.x.Dict != nil {
			return textOf(m.x, m.x.Codes.At(row))
		}
		return m.x.Value(row)
	}
	return nil
}

// OpFirst and OpLast keep the number of the first and the last row in which Column has a value.
var (
	OpFirst = firstLastOp(DeviceFirst)
	OpLast  = firstLastOp(DeviceLast)
)

func firstLastOp(f DeviceFunc) *Op {
	return &Op{
		readsRows: true,
		accumulator: func(p *Plan, k Kind) aggregate.Accumulator {
			return aggregate.NewFirstLast(f == DeviceLast, p.input(nil), p.null(k.Column))
		},
		groupBytes: func(*Plan, Kind) int64 { return 4 },
		device: func(_ *Plan, k Kind) ([]DeviceOp, string) {
			return []DeviceOp{{Func: f, Valid: nullable(k.Column)}}, ""
		},
	}
}
