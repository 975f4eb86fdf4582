package measure

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"cardinal/engine/aggregate"
)

// pairsOnDevice lists the operation for a state that keeps values: distinct counts, quantiles, modes and lists of a
// column with codes.
func pairsOnDevice(p *Plan, k Kind) (ops []DeviceOp, trouble string) {
	switch {
	case !isCoded(k.Column):
		return nil, fmt.Sprintf("the GPU compares values of 32 bits, and those of %s are wider", k.Column.Name)
	case slices.ContainsFunc(p.asked(k), func(s statistic) bool { return s.kind == productStatistic }):
		return nil, ""
	}
	return []DeviceOp{{Func: DevicePairs, Values: k.Column}}, ""
}

// Codes returns the number of codes of the column of a DevicePairs operation, including that of null.
func (o *DeviceOp) Codes() int { return codeCount(o.Values) }

// PairState returns an empty state of a kind that pairs of group and value fill.
func (p *Plan) PairState(kind int) aggregate.Accumulator {
	k := p.Kinds[kind]
	if k.Op == OpDistinct {
		return p.NewOf(kind)
	}
	return &aggregate.PairCounts{Width: codeCount(k.Column), Value: aggregate.NullableOf(k.Column, p.input(k.Column)),
		Nulls: k.Column.Valid != nil}
}

// LoadPairs returns a function that fills a state of PairState for groups lo to hi. pairs lists the codes of a group
// with their numbers of rows. Several goroutines may call the function, each for other groups.
func (p *Plan) LoadPairs(state aggregate.Accumulator, pairs func(g int) iter.Seq2[uint32, uint32]) func(lo, hi int) {
	switch a := state.(type) {
	case *aggregate.PairCounts:
		return func(lo, hi int) {
			var codes, counts []uint32
			starts := make([]uint32, 1, hi-lo+1)
			for g := lo; g < hi; g++ {
				for code, rows := range pairs(g) {
					codes, counts = append(codes, code), append(counts, rows)
				}
				starts = append(starts, uint32(len(codes)))
			}
			a.Put(lo, starts, codes, counts)
		}
	case *aggregate.DistinctBits:
		return func(lo, hi int) {
			for g := lo; g < hi; g++ {
				for code := range pairs(g) {
					a.Set(g, code)
				}
			}
		}
	case *aggregate.DistinctList:
		return func(lo, hi int) {
			var groups, codes []uint32
			for g := lo; g < hi; g++ {
				for code := range pairs(g) {
					groups, codes = append(groups, uint32(g)), append(codes, code)
				}
			}
			a.AddPairs(groups, codes)
		}
	}
	panic("BUG: a state that pairs do not fill")
}

// countPairs computes statistics from the pairs of a GPU.
func (a *statistics[V]) countPairs(from *aggregate.PairCounts, m *aggregate.Members) error {
	var rank []uint32 // nil: a code is in the order of the values
	if dict := a.column.Dict; dict != nil {
		rank = dict.Rank()
	}
	return a.eachTarget(m, func(_ context.Context, lo, hi int) error {
		u := union[V]{from: from, rank: rank}
		for t := lo; t < hi; t++ {
			if u.unite(m.Of(t)); u.n > 0 {
				a.computeCounted(m.First+t, &u.counted)
			}
		}
		return nil
	})
}

// union has the values of some groups of a GPU's answer, with their numbers of rows.
type union[V uint32 | uint64] struct {
	counted[V]
	from  *aggregate.PairCounts
	rank  []uint32 // by code
	pairs []uint64 // values, and their rows in the lower half
}

// unite collects the values of groups. A few pairs are sorted by value; many are added up in a count for each value.
func (u *union[V]) unite(groups []uint32) {
	pairs := 0
	for _, g := range groups {
		codes, _ := u.from.Of(int(g))
		pairs += len(codes)
	}
	u.n, u.values, u.pairs = 0, u.values[:0], u.pairs[:0]
	many := pairs > u.from.Width/manyPairs
	if u.counts = u.counts[:0]; many {
		u.counts = append(u.counts, make([]uint32, u.from.Width)...)
		u.values = nil
	}
	for _, g := range groups {
		codes, rows := u.from.Of(int(g))
		for i, code := range codes {
			if u.from.IsNull(code) {
				continue
			}
			if u.rank != nil {
				code = u.rank[code]
			}
			if u.n += int(rows[i]); many {
				u.counts[code] += rows[i]
			} else {
				u.pairs = append(u.pairs, uint64(code)<<32|uint64(rows[i]))
			}
		}
	}
	if many {
		return
	}
	if len(groups) > 1 || u.rank != nil {
		slices.Sort(u.pairs)
	}
	for i, pair := range u.pairs {
		if i > 0 && pair>>32 == u.pairs[i-1]>>32 {
			u.counts[len(u.counts)-1] += uint32(pair)
			continue
		}
		u.values, u.counts = append(u.values, V(pair>>32)), append(u.counts, uint32(pair))
	}
}

// manyPairs is the share of a column's codes from which a count for each code is faster than sorting.
const manyPairs = 16
