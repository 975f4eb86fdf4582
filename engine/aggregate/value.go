package aggregate

import (
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/query"
)

// Values reads the measures out of finished accumulators. It is safe for use by many goroutines.
type Values struct {
	plan     *Plan
	accs     []Accumulator
	distinct map[int][]int64 // counts by kind
	byRank   map[*data.Column][]uint32
}

// Values freezes accumulators, which must not change afterwards.
func (p *Plan) Values(accs []Accumulator) *Values {
	v := &Values{plan: p, accs: accs, distinct: map[int][]int64{}, byRank: map[*data.Column][]uint32{}}
	for i, a := range accs {
		if d, ok := a.(*Distinct); ok {
			v.distinct[i] = d.Counts()
		}
		if k := p.Kinds[i]; k.Column != nil && k.Column.Type == data.Text && (k.Op == OpMin || k.Op == OpMax) {
			rank := k.Column.Dict.Rank()
			codes := make([]uint32, len(rank))
			for code, place := range rank {
				codes[place] = uint32(code)
			}
			v.byRank[k.Column] = codes
		}
	}
	return v
}

// At is measure m of group g, null where the group has no value to aggregate (SQL's rule; a count is 0 there).
func (v *Values) At(m, g int) data.Value {
	bound := v.plan.measures[m]
	count := v.accs[bound.count].(*Counts).N[g]
	switch bound.Func {
	case query.Count:
		return data.IntValue(v.accs[bound.main].(*Counts).N[g])
	case query.Distinct:
		return data.IntValue(v.distinct[bound.main][g])
	}
	if count == 0 {
		return data.Value{}
	}
	switch bound.Func {
	case query.Sum:
		return v.sum(bound, g)
	case query.Avg:
		return v.avg(bound, g, count)
	}
	return v.extreme(bound, g)
}

func (v *Values) sum(m measure, g int) data.Value {
	if f, ok := v.accs[m.main].(*SumFloat); ok {
		return f.value(g, 1)
	}
	return data.Value{Type: m.column.Type, Int: v.intSum(m.main, g), Scale: m.column.Scale}
}

func (v *Values) intSum(kind, g int) int128.Int {
	if s, ok := v.accs[kind].(*Sum64); ok {
		return int128.From(s.S[g])
	}
	return v.accs[kind].(*Sum128).S[g]
}

// avg is the exact sum over the count, rounded once.
func (v *Values) avg(m measure, g int, count int64) data.Value {
	if f, ok := v.accs[m.main].(*SumFloat); ok {
		return f.value(g, count)
	}
	q, exact := v.intSum(m.main, g).Quo(count, m.column.Scale)
	return data.Value{Type: data.Float, Float: q, Rounded: !exact}
}

// value is the sum of group g over n, rounded once. NaN and infinities decide as IEEE would.
func (a *SumFloat) value(g int, n int64) data.Value {
	flags := a.Flags[g]
	switch {
	case flags&HasNaN != 0, flags&HasPosInf != 0 && flags&HasNegInf != 0:
		return data.FloatValue(math.NaN())
	case flags&HasPosInf != 0:
		return data.FloatValue(math.Inf(1))
	case flags&HasNegInf != 0:
		return data.FloatValue(math.Inf(-1))
	}
	var f float64
	var exact bool
	if n == 1 {
		f, exact = a.S[g].Float(a.Exp)
	} else {
		num, den := a.S[g].Big(), big.NewInt(n)
		if a.Exp >= 0 {
			num.Lsh(num, uint(a.Exp))
		} else {
			den.Lsh(den, uint(-a.Exp))
		}
		f, exact = new(big.Rat).SetFrac(num, den).Float64()
	}
	return data.Value{Type: data.Float, Float: f, Rounded: !exact || flags&Lost != 0}
}

func (v *Values) extreme(m measure, g int) data.Value {
	state, c := v.accs[m.main].(*Extreme).M[g], m.column
	switch c.Type {
	case data.Float:
		return data.FloatValue(fromOrderedBits(state))
	case data.Text:
		return data.TextValue(c.Dict.Values[v.byRank[c][state]])
	case data.Bool:
		return data.BoolValue(state == 1)
	}
	return c.IntValue(state)
}
