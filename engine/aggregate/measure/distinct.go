package measure

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

var distinct = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Distinct, Title: "Distinct count", Help: "the number of distinct values",
		Takes: query.AnyColumns, Offered: query.AnyColumns, Result: query.Rows,
	},
	bind: func(p *Plan, s Source, m *measure) error {
		c := m.x
		if p.weighted || !hasMany(c) {
			var err error
			if c, err = p.encode(m.x, s); err != nil {
				return err
			}
		}
		at := m.use(p, Kind{Op: OpDistinct, Column: c})
		p.statistics[at] = []statistic{{kind: distinctStatistic}}
		m.at = func(v *Values, g int, n int64) data.Value {
			if n == 0 { // a state without rows has no results
				return data.IntValue(0)
			}
			if set, ok := v.accs[at].(*distinctTotals); ok {
				return data.IntValue(int64(set.N[g]))
			}
			return data.Value{Type: data.Int, Int: v.results[at][0].entry(g).int}
		}
		return nil
	},
}

// manyValues is the greatest number of values, by an estimate, for which wide integers or floats are encoded for
// distinct counts.
var manyValues = 1 << 12

// hasMany reports whether a column of wide integers or floats has more values than manyValues, by an estimate from a
// sample. Chao's estimate (1984) computes how many values were not seen from the numbers of values seen once and twice.
func hasMany(c *data.Column) bool {
	if isCoded(c) || c.Compute != nil {
		return false
	}
	sample := sampleOf(c)
	slices.Sort(sample)
	seen, once, twice := 0, 0, 0
	for lo, hi := 0, 0; lo < len(sample); lo = hi {
		for hi < len(sample) && sample[hi] == sample[lo] {
			hi++
		}
		seen++
		switch hi - lo {
		case 1:
			once++
		case 2:
			twice++
		}
	}
	return seen+once*once/(2*max(twice, 1)) > manyValues
}

// encode returns c if it has codes, or else a copy of c in which each value has a code.
func (p *Plan) encode(c *data.Column, s Source) (*data.Column, error) {
	if c.Wide == nil && c.Type != data.Float {
		return c, nil
	}
	if p.codes[c] == nil {
		k, err := s.Encode(c)
		if err != nil {
			return nil, err
		}
		p.codes[c] = &data.Column{Name: c.Name, Type: data.Int, Codes: k.Codes, Rows: c.Rows, Valid: c.Valid,
			Max: int64(k.Card) - 1}
	}
	return p.codes[c], nil
}

// distinctOf returns the number of distinct values among sorted ones.
func distinctOf[V uint32 | uint64](sorted []V) int64 {
	n := int64(1)
	for i, v := range sorted[1:] {
		if v != sorted[i] {
			n++
		}
	}
	return n
}

// OpDistinct keeps the set of the values of Column, as one bit per code. If the bits of the expected groups would take
// more than aggregate.MaxDistinctBytes, it keeps the values themselves.
var OpDistinct = &Op{
	collects: true,
	accumulator: func(p *Plan, k Kind) aggregate.Accumulator {
		if words, ok := p.distinctWords(k.Column); ok {
			return &aggregate.DistinctBits{Rows: aggregate.Rows[uint64]{Width: words},
				Value: aggregate.NullableOf(k.Column, p.input(k.Column)), Nulls: k.Column.Valid != nil}
		}
		if p.weighted {
			return p.valueList(k.Column)
		}
		if !isCoded(k.Column) {
			return &aggregate.DistinctWide{ValueList: aggregate.ValueList[uint64]{Input: p.input(k.Column),
				Null: p.null(k.Column), At: aggregate.Ordered64, Disk: p.disk}, Hash: key.Hash,
				Numberer: func() func([]uint64, []uint32, int) {
					var table key.DictEncoder
					return func(values []uint64, ids []uint32, skip int) { table.Encode(values, ids, skip) }
				}}
		}
		return &aggregate.DistinctList{ValueList: aggregate.ValueList[uint32]{Input: p.input(k.Column),
			Null: p.null(k.Column), Disk: p.disk}}
	},
	groupBytes: func(p *Plan, k Kind) int64 {
		if words, ok := p.distinctWords(k.Column); ok {
			return 8 * int64(words)
		}
		return 0
	},
	rowBytes: func(p *Plan, k Kind) int64 {
		if _, ok := p.distinctWords(k.Column); ok {
			return 0
		}
		if !isCoded(k.Column) {
			return wideBytes
		}
		return listedBytes
	},
	device: pairsOnDevice,
}

// wideBytes is the approximate memory of a distinct count per value of 64 bits: in the list, and in a partition.
const wideBytes = 24

// distinctWords returns the number of words of bits per group. ok is false if all expected groups, or all slots, would
// take too many words.
func (p *Plan) distinctWords(c *data.Column) (words int, ok bool) {
	if !isCoded(c) {
		return 0, false
	}
	words = codeCount(c)/64 + 1
	return words, words*8*max(p.groups, p.slots, 1) <= aggregate.MaxDistinctBytes
}

// distinctSets is an accumulator that counts the distinct codes of unions of groups.
type distinctSets interface {
	Count(ctx context.Context, n, to []uint32, groups, threads int) error
}

// distinctTotals has the number of distinct values of each group. Sets of values are merged into it: one call of Merge
// sets the number of a group.
type distinctTotals struct {
	N       []uint32
	threads int
	ctx     context.Context
	err     error
}

// Grow makes room for n groups.
func (a *distinctTotals) Grow(n int) { a.N = aggregate.Grow(a.N, n) }

// Bytes returns the memory of the state.
func (a *distinctTotals) Bytes() int64 { return 4 * int64(cap(a.N)) }

// Update adds a batch.
func (a *distinctTotals) Update(*aggregate.Batch) { panic("BUG: totals take no rows") }

// Merge adds groups of another state of the same kind.
func (a *distinctTotals) Merge(from aggregate.Accumulator, _, to []uint32) {
	groups := len(a.N)
	if to != nil {
		groups = len(to)
	}
	if a.err == nil {
		a.err = from.(distinctSets).Count(a.ctx, a.N, to, groups, a.threads)
	}
}
