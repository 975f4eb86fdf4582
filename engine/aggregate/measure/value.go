package measure

import (
	"context"
	"strings"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/aggregate"
	"cardinal/engine/formula"
	"cardinal/engine/query"
)

// Values reads the measures out of finished accumulators. It is safe for use by many goroutines.
type Values struct {
	plan    *Plan
	accs    []aggregate.Accumulator
	figures map[int][]figures // by kind, then question
	byRank  map[*data.Column][]uint32
	threads int // that whole columns are read out on
}

// Totals makes the accumulators that cells are merged into. Those that hold all values or a set of them are replaced
// by their answers, so a group may be merged into once only.
func (p *Plan) Totals(ctx context.Context, threads int) []aggregate.Accumulator {
	accs := p.New()
	for i, a := range accs {
		switch bag := a.(type) {
		case *aggregate.DistinctBits:
			accs[i] = &distinctTotals{}
		case *aggregate.ValueList[uint32]:
			accs[i] = newAnswers(p, i, bag, ctx, threads)
		case *aggregate.ValueList[uint64]:
			accs[i] = newAnswers(p, i, bag, ctx, threads)
		}
	}
	return accs
}

func newAnswers[V uint32 | uint64](p *Plan, kind int, bag *aggregate.ValueList[V], ctx context.Context, threads int) *answers[V] {
	c := p.Kinds[kind].Column
	a := &answers[V]{questions: p.questions[kind], column: c, threads: threads, ctx: ctx}
	a.figures = make([]figures, len(a.questions))
	switch {
	case c.Type == data.Float:
		a.back = func(v V) data.Value { return data.FloatValue(aggregate.FromOrderedBits(int64(uint64(v) ^ 1<<63))) }
	case c.Wide != nil:
		a.back = func(v V) data.Value { return c.IntValue(int64(uint64(v) ^ 1<<63)) }
	case c.Dict != nil: // a rank, which stands in for the text until it is shown
		a.back = func(v V) data.Value { return data.IntValue(int64(v)) }
	default:
		a.back = func(v V) data.Value { return c.IntValue(c.Base + int64(v)) }
	}
	return a
}

// Values freezes the accumulators that Totals made, which must not change afterwards. It fails where the context of
// Totals ended on the way.
func (p *Plan) Values(accs []aggregate.Accumulator, threads int) (*Values, error) {
	v := &Values{plan: p, accs: accs, threads: threads, figures: map[int][]figures{}, byRank: map[*data.Column][]uint32{}}
	for i, a := range accs {
		switch a := a.(type) {
		case *answers[uint32]:
			if a.err != nil {
				return nil, a.err
			}
			v.figures[i] = a.figures
		case *answers[uint64]:
			if a.err != nil {
				return nil, a.err
			}
			v.figures[i] = a.figures
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
func (v *Values) Count(g int) uint32 { return v.accs[0].(*aggregate.Counts).N[g] }

func (v *Values) count(kind, g int) int64 { return int64(v.accs[kind].(*aggregate.Counts).N[g]) }

// At is measure m of group g, null where the group has no value to aggregate (SQL's rule; a count is 0 there).
func (v *Values) At(m, g int) data.Value { return v.at(v.plan.measures[m], g) }

func (v *Values) at(b *measure, g int) data.Value {
	if b.Func == query.Formula {
		return formula.Eval(b.formula, func(leaf *query.Arith) data.Value { return v.at(b.parts[leaf.Measure], g) })
	}
	count := v.count(b.count, g)
	switch b.Func {
	case query.Count:
		return data.IntValue(v.count(b.main, g))
	case query.Distinct:
		if set, ok := v.accs[b.main].(*distinctTotals); ok {
			return data.IntValue(int64(set.N[g]))
		}
		return data.Value{Type: data.Int, Int: v.figures[b.main][0].at(g).int}
	}
	if count == 0 {
		return data.Value{}
	}
	switch b.Func {
	case query.Sum:
		return v.sum(b, g, count)
	case query.Avg:
		return v.avg(b, g, count)
	case query.Ratio:
		return v.ratio(b, g, count)
	case query.Stddev, query.StddevPop, query.Var, query.VarPop:
		return v.variance(b, g, count)
	case query.Corr:
		return v.corr(b, g, count)
	case query.First, query.Last:
		return b.column.Value(v.accs[b.main].(*aggregate.FirstLast).At(g))
	case query.Top:
		return v.top(b, g, count)
	case query.Median, query.Quantile, query.Mode, query.Product:
		return v.answer(b, g)
	}
	return v.extreme(b, g)
}

func (v *Values) sum(b *measure, g int, count int64) data.Value {
	if f, ok := v.accs[b.main].(*aggregate.SumFloat); ok {
		return f.Value(g, 1)
	}
	return data.Value{Type: b.column.Type, Int: v.intSum(b.main, b.column, g, count), Scale: b.column.Scale}
}

// intSum is the sum of the values of an integer column, count of which are not null.
func (v *Values) intSum(kind int, c *data.Column, g int, count int64) int128.Int {
	switch s := v.accs[kind].(type) {
	case aggregate.CodeSums:
		return codeSum(c, s.At(g), count)
	case *aggregate.Sum64:
		return int128.From(s.S[g])
	}
	return v.accs[kind].(*aggregate.Sum128).S[g]
}

func codeSum(c *data.Column, sum uint64, count int64) int128.Int {
	return int128.FromUint(sum).Add(int128.Mul(c.Base, count))
}

// avg is the exact sum over the count, rounded once.
func (v *Values) avg(b *measure, g int, count int64) data.Value {
	if f, ok := v.accs[b.main].(*aggregate.SumFloat); ok {
		return f.Value(g, count)
	}
	q, exact := v.intSum(b.main, b.column, g, count).Quo(count, b.column.Scale)
	return data.Value{Type: data.Float, Float: q, Rounded: !exact}
}

func (v *Values) extreme(b *measure, g int) data.Value {
	c := b.column
	if a, ok := v.accs[b.main].(*aggregate.MinMax64); ok {
		if c.Type == data.Float {
			return data.FloatValue(aggregate.FromOrderedBits(a.M[g]))
		}
		return c.IntValue(a.M[g])
	}
	a := v.accs[b.main].(*aggregate.MinMaxCodes)
	code := a.M[g]
	if c.Dict != nil {
		if a.Max {
			code--
		}
		return data.TextValue(c.Dict.Values[v.byRank[c][code]])
	}
	return c.IntValue(c.Base + int64(code) + int64(a.Bias))
}

// top lists the greatest values, the greatest first.
func (v *Values) top(b *measure, g int, count int64) data.Value {
	var texts []string
	for i := range min(b.k, int(count)) {
		texts = append(texts, v.topAt(b, g, i).String())
	}
	return data.TextValue(strings.Join(texts, ", "))
}

// topAt is the value at a place of a top, from 0; the group must have as many.
func (v *Values) topAt(b *measure, g, place int) data.Value {
	c, at := b.column, g*b.k+place
	switch a := v.accs[b.main].(type) {
	case *aggregate.TopK[uint64]:
		n := int64(a.M[at] ^ 1<<63)
		if c.Type == data.Float {
			return data.FloatValue(aggregate.FromOrderedBits(n))
		}
		return c.IntValue(n)
	case *aggregate.TopK[uint32]:
		if c.Dict != nil {
			return data.TextValue(c.Dict.Values[v.byRank[c][a.M[at]-1]])
		}
		return c.IntValue(c.Base + int64(a.M[at]))
	}
	panic("BUG: not a top")
}

func (v *Values) answer(b *measure, g int) data.Value {
	f, c := v.figures[b.main][b.question].at(g), b.column
	switch {
	case !f.isInt:
		return data.Value{Type: data.Float, Float: f.float, Rounded: f.rounded}
	case c.Dict != nil:
		return data.TextValue(c.Dict.Values[v.byRank[c][f.int.Lo]])
	}
	out := c.IntValue(0)
	out.Int = f.int
	return out
}
