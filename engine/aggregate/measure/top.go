package measure

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

var top = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Top, Title: "Top", Help: "the 3 greatest values, the greatest first and NaN last",
		Menu: query.Picks, Place: 3,
		Words: func(m query.Measure, of string) string { return "Top " + m.Param + " of " + of },
		Takes: query.AnyColumns, Offered: query.Numbers | query.Dates, Number: query.TopNumber, Result: query.List,
		InUnit: true, Within: true,
	},
	bind: func(p *Plan, _ Source, m *measure) error {
		k, err := m.TopK()
		at := m.use(p, Kind{Op: OpTop, Column: m.x, K: k})
		m.at = func(v *Values, g int, n int64) data.Value {
			texts := each.Times(min(k, int(n)), func(place int) string { return v.topAt(at, m.x, g*k+place).String() })
			return data.TextValue(strings.Join(texts, between))
		}
		m.columns = func(ctx context.Context, v *Values, n int) ([]*data.Column, error) {
			return v.places(ctx, m, at, k, n)
		}
		return err
	},
}

// OpTop keeps the K greatest values of Column.
var OpTop = &Op{
	accumulator: func(p *Plan, k Kind) aggregate.Accumulator {
		c, in := k.Column, p.input(k.Column)
		switch {
		case c.Wide != nil || c.Type == data.Float:
			return &aggregate.TopK[uint64]{Rows: aggregate.Rows[uint64]{Width: k.K}, Input: in,
				At: func(v *aggregate.Vector, i int) uint64 {
					if v.Valid != nil && v.Valid[i] == 0 {
						return 0
					}
					if v.F64 != nil {
						// NaN is below every number and above null
						return uint64(aggregate.OrderedBits(v.F64[i]+0, true)) ^ 1<<63
					}
					return aggregate.Ordered64(v, i)
				}}
		case c.Dict != nil:
			order := ranks(c, true)
			return &aggregate.TopK[uint32]{Rows: aggregate.Rows[uint32]{Width: k.K}, Input: in,
				At: func(v *aggregate.Vector, i int) uint32 {
					return order[aggregate.CodeAt(v, i)]
				}}
		}
		return &aggregate.TopK[uint32]{Rows: aggregate.Rows[uint32]{Width: k.K}, Input: in}
	},
	groupBytes: func(_ *Plan, k Kind) int64 { return 8 * int64(k.K) },
}

// topAt returns the value of entry `place` of a top's state. The entry must have a value.
func (v *Values) topAt(kind int, c *data.Column, place int) data.Value {
	switch a := v.accs[kind].(type) {
	case *aggregate.TopK[uint64]:
		return fromOrdered64(c, a.S[place])
	case *aggregate.TopK[uint32]:
		if c.Dict != nil {
			return v.text(c, a.S[place]-1)
		}
		return c.IntValue(c.Base + int64(a.S[place]))
	}
	panic("BUG: not a top")
}

// places returns the columns of a top: the greatest values, the second greatest, and so on. Groups with fewer values
// have nulls.
func (v *Values) places(ctx context.Context, m *measure, kind, k, n int) ([]*data.Column, error) {
	columns, counts := make([]*data.Column, k), v.counts(m.count)
	codes, ok := v.accs[kind].(*aggregate.TopK[uint32])
	if ok && m.x.Dict == nil {
		return v.codePlaces(ctx, m, codes, n)
	}
	for place := range columns {
		c, err := collect(ctx, v.threads, fmt.Sprintf("%s #%d", m.Measure, place+1), m.x.Type, m.x.Scale, n,
			func(g int) data.Value {
				if place >= int(counts[g]) {
					return data.Value{}
				}
				return v.topAt(kind, m.x, g*k+place)
			})
		if err != nil {
			return nil, err
		}
		c.UTC, c.Unit = m.x.UTC, m.x.Unit
		columns[place] = c
	}
	return columns, nil
}

// codePlaces returns the columns of a top of a column of integers.
func (v *Values) codePlaces(ctx context.Context, m *measure, top *aggregate.TopK[uint32],
	n int) ([]*data.Column, error) {
	k := top.Width
	columns, values, null := make([]*data.Column, k), make([][]int64, k), make([][]bool, k)
	for place := range values {
		values[place], null[place] = make([]int64, n), make([]bool, n)
	}
	counts := v.counts(m.count)
	pieces := n/aggregate.CheckGroups + 1
	err := parallel.On(ctx, v.threads, pieces, func(_ context.Context, p int) error {
		for g := n * p / pieces; g < n*(p+1)/pieces; g++ {
			for place := range values {
				values[place][g], null[place][g] = m.x.Base+int64(top.S[g*k+place]), place >= int(counts[g])
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = parallel.On(ctx, v.threads, k, func(_ context.Context, place int) error {
		name := fmt.Sprintf("%s #%d", m.Measure, place+1)
		columns[place] = data.NewWide(name, m.x.Type, m.x.Scale, values[place], validOf(null[place]))
		columns[place].UTC, columns[place].Unit = m.x.UTC, m.x.Unit
		return nil
	})
	return columns, err
}
