package measure

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/choice/cost"
)

// OpValues keeps all values of Column. Totals turns them into the statistics that measures ask for.
var OpValues = &Op{
	collects: true,
	accumulator: func(p *Plan, k Kind) aggregate.Accumulator {
		if width, ok := p.countWidth(k.Column, p.asked(k)); ok {
			return &aggregate.ValueCounts{Rows: aggregate.Rows[uint32]{Width: width},
				Value: aggregate.NullableOf(k.Column, p.input(k.Column)), Nulls: k.Column.Valid != nil}
		}
		if split := p.ranges[k.Column]; split != nil {
			return &aggregate.RangeCounts{Rows: aggregate.Rows[uint32]{Width: split.Count}, Splitter: split,
				Value: aggregate.NullableOf(k.Column, p.input(k.Column)), Nulls: k.Column.Valid != nil}
		}
		return p.valueList(k.Column)
	},
	groupBytes: func(p *Plan, k Kind) int64 {
		if width, ok := p.countWidth(k.Column, p.asked(k)); ok {
			return 4 * int64(width)
		}
		if split := p.ranges[k.Column]; split != nil {
			return 4 * int64(split.Count)
		}
		return 0
	},
	rowBytes: func(p *Plan, k Kind) int64 {
		if _, ok := p.countWidth(k.Column, p.asked(k)); ok {
			return 0
		}
		if p.ranges[k.Column] != nil {
			return 0
		}
		if asksList(p.asked(k)) {
			return listedBytes + listBytes
		}
		return listedBytes
	},
	device: pairsOnDevice,
}

// listedBytes is the approximate memory of a list per value.
const listedBytes = 16

// asked returns the statistics that measures need of a kind.
func (p *Plan) asked(k Kind) []statistic { return p.statistics[slices.Index(p.Kinds, k)] }

// valueList is an accumulator that keeps values.
type valueList interface {
	aggregate.Accumulator
	Prepare(ctx context.Context, groups, size, threads int) error
}

// onlyQuantiles reports whether all statistics are quantiles.
func onlyQuantiles(of []statistic) bool {
	return !slices.ContainsFunc(of, func(s statistic) bool { return s.kind != quantileStatistic })
}

// Lists returns the number of states that keep values.
func (p *Plan) Lists() (n int) {
	for _, a := range p.New() {
		if _, ok := a.(valueList); ok {
			n++
		}
	}
	return n
}

// Moved returns how many words of 32 bits are moved for each row if lists are sorted, or merged from sorted runs. A row
// has one word for its group, and one or two for its value.
func (p *Plan) Moved() (columns float64) {
	for _, a := range p.New() {
		switch a.(type) {
		case *aggregate.ValueList[uint32], *aggregate.DistinctList:
			columns += 2
		case *aggregate.ValueList[uint64], *aggregate.DistinctWide:
			columns += 3
		}
	}
	return columns
}

// Listed returns the results of Lists and of Moved if `groups` groups were expected.
func (p *Plan) Listed(groups int) (lists, columns float64) {
	of := *p
	of.groups = groups
	return float64(of.Lists()), of.Moved()
}

// Kept counts the states by how they keep values.
func (p *Plan) Kept() (k cost.Kept) {
	for _, a := range p.New() {
		switch a := a.(type) {
		case *aggregate.DistinctList:
			k.Distinct++
		case *aggregate.DistinctWide:
			k.Wide++
		case *aggregate.RangeCounts:
			k.Ranges++
		case *aggregate.DistinctBits:
			k.Words += float64(a.Width)
		case valueList:
			k.Values++
		}
	}
	return k
}

// Release frees the disk space of lists of values. Afterwards the lists must not be read, and Again must not be called.
func (p *Plan) Release() error {
	p.again = nil
	if p.disk == nil {
		return nil
	}
	d := p.disk
	p.disk = nil
	return d.Arena.Space.Release()
}

// Arrange arranges the values that the accumulators of `groups` groups keep, so that all totals can read them.
func (p *Plan) Arrange(ctx context.Context, accs []aggregate.Accumulator, groups, threads int) error {
	for _, a := range accs {
		if list, ok := a.(valueList); ok {
			if err := list.Prepare(ctx, groups, bucketSize, threads); err != nil {
				return err
			}
		}
	}
	return nil
}

// valueList makes a list of the values of a column. If the rows of the table are weighted, so are the values.
func (p *Plan) valueList(c *data.Column) aggregate.Accumulator {
	switch {
	case c.Wide != nil || c.Type == data.Float:
		return newList(p, c, aggregate.Ordered64)
	case c.Dict != nil:
		rank := c.Dict.Rank()
		return newList(p, c, func(v *aggregate.Vector, i int) uint32 { return rank[aggregate.CodeAt(v, i)] })
	}
	return newList[uint32](p, c, nil)
}

func newList[V uint32 | uint64](p *Plan, c *data.Column, at func(v *aggregate.Vector, i int) V) aggregate.Accumulator {
	if p.weighted {
		return &aggregate.WeightedValues[V]{Input: p.input(c), Null: p.null(c), At: at}
	}
	return &aggregate.ValueList[V]{Input: p.input(c), Null: p.null(c), At: at, Disk: p.disk}
}

// fromOrdered64 inverts aggregate.Ordered64 for a value of column c.
func fromOrdered64(c *data.Column, v uint64) data.Value {
	n := int64(v ^ 1<<63)
	if c.Type == data.Float {
		return data.FloatValue(aggregate.FromOrderedBits(n))
	}
	return c.IntValue(n)
}

// statistic returns the index of a statistic among those of a kind. A missing one is added. Statistics of one column
// share the values.
func (p *Plan) statistic(kind int, s statistic) int {
	place := slices.Index(p.statistics[kind], s)
	if place < 0 {
		place = len(p.statistics[kind])
		p.statistics[kind] = append(p.statistics[kind], s)
	}
	return place
}

// bindStatistic binds a measure to a statistic of the values of its column.
func bindStatistic(p *Plan, m *measure, s statistic) {
	at := m.use(p, Kind{Op: OpValues, Column: m.x})
	place := p.statistic(at, s)
	m.at = func(v *Values, g int, _ int64) data.Value {
		r, c := v.results[at][place].entry(g), m.x
		switch {
		case !r.isInt:
			return data.Value{Type: data.Float, Float: r.float, Rounded: r.rounded}
		case c.Dict != nil:
			return v.text(c, uint32(r.int.Lo))
		}
		out := c.IntValue(0)
		out.Int = r.int
		return out
	}
}
