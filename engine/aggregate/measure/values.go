package measure

import (
	"context"
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/aggregate"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
)

// Values reads the measures from finished accumulators. Several goroutines may use it at the same time.
type Values struct {
	plan    *Plan
	accs    []aggregate.Accumulator
	results map[int][]results // by kind, then by statistic
	byRank  map[*data.Column][]uint32
	threads int // threads that read whole columns
}

// Totals makes accumulators that cells are merged into. For values and sets of values, they keep only the results, so
// that a group may be merged into only once.
func (p *Plan) Totals(ctx context.Context, threads int) []aggregate.Accumulator {
	accs := p.New()
	for i, a := range accs {
		switch a.(type) {
		case *aggregate.DistinctBits:
			accs[i] = &distinctTotals{threads: threads, ctx: ctx}
		case *aggregate.ValueList[uint32], *aggregate.WeightedValues[uint32], *aggregate.ValueCounts,
			*aggregate.DistinctList:
			accs[i] = newStatistics[uint32](ctx, p, i, threads)
		case *aggregate.ValueList[uint64], *aggregate.WeightedValues[uint64], *aggregate.DistinctWide:
			accs[i] = newStatistics[uint64](ctx, p, i, threads)
		case *aggregate.RangeCounts:
			if accs[i] = newStatistics[uint32](ctx, p, i, threads); !isCoded(p.Kinds[i].Column) {
				accs[i] = newStatistics[uint64](ctx, p, i, threads)
			}
		}
	}
	return accs
}

// TotalsOf works like Totals, for one measure. It makes only the count of rows and the accumulators of the measure. The
// others are nil.
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

// Values freezes the accumulators that Totals made; they must not change afterwards. It fails if the context of
// Totals has ended.
func (p *Plan) Values(accs []aggregate.Accumulator, threads int) (*Values, error) {
	v := &Values{plan: p, accs: accs, threads: threads, results: map[int][]results{},
		byRank: map[*data.Column][]uint32{}}
	for i, a := range accs {
		switch a := a.(type) {
		case *distinctTotals:
			if a.err != nil {
				return nil, a.err
			}
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

// Count returns the number of rows of group g.
func (v *Values) Count(g int) uint32 { return v.accs[0].(*aggregate.Counts).S[g] }

func (v *Values) counts(kind int) []uint32 { return v.accs[kind].(*aggregate.Counts).S }

func (v *Values) count(kind, g int) int64 { return int64(v.counts(kind)[g]) }

// At returns measure m of group g. It is null if the group has no value to aggregate, as in SQL; a count is 0.
func (v *Values) At(m, g int) data.Value { return v.at(v.plan.measures[m], g) }

func (v *Values) at(m *measure, g int) data.Value {
	if m.formula != nil {
		return formula.As(formula.Eval(m.formula, func(leaf *query.Arith) data.Value {
			return v.at(m.parts[leaf.Measure], g)
		}), m.figure)
	}
	n := v.count(m.count, g)
	if n == 0 && m.Result != query.Rows {
		return data.Value{}
	}
	return m.at(v, g, n)
}

// Integers returns a function that reads measure m of a group as an integer in units of its scale, and whether it is
// null. It returns nil if the figures are neither counts nor sums within 64 bits. Such figures are read by At.
func (v *Values) Integers(m int) func(g int) (n int64, null bool) {
	b := v.plan.measures[m]
	if b.formula != nil || b.integers == nil {
		return nil
	}
	return b.integers(v)
}

// text returns the text at a rank among the texts of a column.
func (v *Values) text(c *data.Column, rank uint32) data.Value {
	return textOf(c, v.byRank[c][rank])
}

// textOf returns the text of a code. If the file declares an order of the texts, the value also has its position in it.
func textOf(c *data.Column, code uint32) data.Value {
	t := data.TextValue(c.Dict.Values[code])
	if c.Dict.Order != nil {
		t.Int = int128.From(int64(c.Dict.Places()[code]))
	}
	return t
}

// DeclaredOrder returns the order that the file declares for the texts of measure m, or nil.
func (v *Values) DeclaredOrder(m int) []string {
	of := v.plan.measures[m]
	if of.formula != nil || of.x == nil || of.x.Dict == nil || of.Result != query.OfColumn {
		return nil
	}
	return of.x.Dict.Order
}

// Exact returns a sum or a count of group g as a fraction that the caller may change. A sum of no value is 0. ok is
// false for any other measure, and if NaN or an infinity decides the sum.
func (v *Values) Exact(m, g int) (r *big.Rat, ok bool) {
	of := v.plan.measures[m]
	n := int64(0)
	if of.formula == nil {
		n = v.count(of.count, g)
	}
	switch {
	case of.Aggregate == &count:
		return new(big.Rat).SetInt64(n), true
	case of.Aggregate != &sum:
		return nil, false
	case n == 0:
		return new(big.Rat), true
	}
	r, special := v.exactSum(of.kinds[1], of.x, g, n)
	return r, special == 0
}
