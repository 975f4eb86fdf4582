package measure

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/aggregate"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
)

// Values reads the measures out of finished accumulators. It is safe for use by many goroutines.
type Values struct {
	plan    *Plan
	accs    []aggregate.Accumulator
	results map[int][]results // by kind, then statistic
	byRank  map[*data.Column][]uint32
	threads int // that whole columns are read out on
}

// Totals makes the accumulators that cells are merged into. Those that hold all values or a set of them are replaced
// by their results, so a group may be merged into once only.
func (p *Plan) Totals(ctx context.Context, threads int) []aggregate.Accumulator {
	accs := p.New()
	for i, a := range accs {
		switch a.(type) {
		case *aggregate.DistinctBits:
			accs[i] = &distinctTotals{}
		case *aggregate.ValueList[uint32], *aggregate.WeightedValues[uint32], *aggregate.ValueCounts, *aggregate.RangeCounts:
			s := newStatistics[uint32](ctx, p.statistics[i], p.Kinds[i].Column, threads)
			s.plan = p
			accs[i] = s
		case *aggregate.ValueList[uint64], *aggregate.WeightedValues[uint64]:
			accs[i] = newStatistics[uint64](ctx, p.statistics[i], p.Kinds[i].Column, threads)
		}
	}
	return accs
}

// TotalsOf is Totals for one measure. Except for counts, the accumulators that the measure is not read from are nil.
func (p *Plan) TotalsOf(ctx context.Context, m, threads int) []aggregate.Accumulator {
	accs, needed := p.Totals(ctx, threads), slices.Clone(p.measures[m].kinds)
	for _, part := range p.measures[m].parts {
		needed = append(needed, part.kinds...)
	}
	for i := range accs {
		if p.Kinds[i].Op != OpCount && !slices.Contains(needed, i) {
			accs[i] = nil
		}
	}
	return accs
}

// Values freezes the accumulators that Totals made, which must not change afterwards. It fails where the context of
// Totals ended on the way.
func (p *Plan) Values(accs []aggregate.Accumulator, threads int) (*Values, error) {
	v := &Values{plan: p, accs: accs, threads: threads, results: map[int][]results{}, byRank: map[*data.Column][]uint32{}}
	for i, a := range accs {
		switch a := a.(type) {
		case *statistics[uint32]:
			if err := a.finish(); err != nil {
				return nil, err
			}
			v.results[i] = a.results
			a.list, a.buckets = nil, nil
		case *statistics[uint64]:
			if err := a.finish(); err != nil {
				return nil, err
			}
			v.results[i] = a.results
			a.list, a.buckets = nil, nil
		}
		if c := p.Kinds[i].Column; c != nil && c.Dict != nil && v.byRank[c] == nil && p.Kinds[i].Op != OpCount {
			rank := c.Dict.Rank()
			codes := make([]uint32, len(rank))
			for code, place := range rank {
				codes[place] = uint32(code)
			}
			v.byRank[c] = codes
		}
	}
	return v, nil
}

// Count is the number of rows of group g.
func (v *Values) Count(g int) uint32 { return v.accs[0].(*aggregate.Counts).S[g] }

func (v *Values) counts(kind int) []uint32 { return v.accs[kind].(*aggregate.Counts).S }

func (v *Values) count(kind, g int) int64 { return int64(v.counts(kind)[g]) }

// At is measure m of group g, null where the group has no value to aggregate (SQL's rule; a count is 0 there).
func (v *Values) At(m, g int) data.Value { return v.at(v.plan.measures[m], g) }

func (v *Values) at(m *measure, g int) data.Value {
	if m.formula != nil {
		return formula.As(formula.Eval(m.formula, func(leaf *query.Arith) data.Value { return v.at(m.parts[leaf.Measure], g) }), m.figure)
	}
	n := v.count(m.count, g)
	if n == 0 && m.Result != query.Rows {
		return data.Value{}
	}
	return m.at(v, g, n)
}

// Integers reads measure m of a group as an integer in units of its scale, and whether it is null. It is nil
// where the figures are read by At only: they are no sums of integers within 64 bits and no counts.
func (v *Values) Integers(m int) func(g int) (n int64, null bool) {
	b := v.plan.measures[m]
	if b.formula != nil || b.integers == nil {
		return nil
	}
	return b.integers(v)
}

// text is the text of a column that has a rank among its texts.
func (v *Values) text(c *data.Column, rank uint32) data.Value {
	return textOf(c, v.byRank[c][rank])
}

// textOf is the text of a code, with its place where the file declares an order.
func textOf(c *data.Column, code uint32) data.Value {
	t := data.TextValue(c.Dict.Values[code])
	if c.Dict.Order != nil {
		t.Int = int128.From(int64(c.Dict.Places()[code]))
	}
	return t
}

// Declared is the order that the file declares for the texts that are figures of measure m, nil where there is none.
func (v *Values) Declared(m int) []string {
	of := v.plan.measures[m]
	if of.formula != nil || of.x == nil || of.x.Dict == nil || of.Result != query.OfColumn {
		return nil
	}
	return of.x.Dict.Order
}
