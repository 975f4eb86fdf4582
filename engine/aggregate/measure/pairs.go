package measure

import (
	"context"
	"fmt"
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

// Codes returns the number of codes of the column of a DevicePairs operation, including the code of null.
func (o *DeviceOp) Codes() int { return codeCount(o.Values) }

// Pairs returns an empty state of a kind, for the pairs of group and value that a GPU counts.
func (p *Plan) Pairs(kind int) *aggregate.PairCounts {
	c := p.Kinds[kind].Column
	return &aggregate.PairCounts{Width: codeCount(c), Value: aggregate.NullableOf(c, p.input(c)), Nulls: c.Valid != nil}
}

// countPairs computes statistics from the pairs of a GPU.
func (a *statistics[V]) countPairs(from *aggregate.PairCounts, m *aggregate.Members) error {
	var rank []uint32 // nil: a code is in the order of the values
	if dict := a.column.Dict; dict != nil {
		rank = dict.Rank()
	}
	err := a.eachTarget(m, func(_ context.Context, lo, hi int) error {
		u := union[V]{from: from, rank: rank}
		for t := lo; t < hi; t++ {
			if of := m.Of(t); !from.IsLarge(of) {
				u.unite(of)
				a.computeUnion(m.First+t, &u.counted)
			}
		}
		return nil
	})
	for t := 0; t < m.Targets() && err == nil; t++ {
		if of := m.Of(t); from.IsLarge(of) {
			var sums []uint32
			if sums, err = from.Sum(a.ctx, of, a.threads); err == nil {
				a.computeUnion(m.First+t, newCounted[V](sums, rank))
			}
		}
	}
	return err
}

// computeUnion sets the results of a group, unless it has no value.
func (a *statistics[V]) computeUnion(g int, c *counted[V]) {
	if c.n > 0 {
		a.computeCounted(g, c)
	}
}

// newCounted returns the number of rows of each code, in the order of the values. rank has the rank of each code; nil:
// the codes are in the order of the values.
func newCounted[V uint32 | uint64](sums, rank []uint32) *counted[V] {
	c := &counted[V]{counts: sums}
	if rank != nil {
		c.counts = make([]uint32, len(sums))
		for code, place := range rank {
			c.counts[place] = sums[code]
		}
	}
	for _, rows := range sums {
		c.n += int(rows)
	}
	return c
}

// union has the values of some groups of a GPU's answer, with their numbers of rows.
type union[V uint32 | uint64] struct {
	counted[V]
	from  *aggregate.PairCounts
	rank  []uint32 // by code
	pairs []uint64 // values, and their rows in the lower half
}

// unite collects the values of groups. If the pairs are few, it sorts them by value. If they are many, it adds them up
// in a count for each value.
func (u *union[V]) unite(groups []uint32) {
	u.n, u.values, u.counts, u.pairs = 0, u.values[:0], u.counts[:0], u.pairs[:0]
	many := u.from.Pairs(groups) > u.from.Width/countedShare
	if many {
		u.values, u.counts = nil, append(u.counts, make([]uint32, u.from.Width)...)
	}
	for _, g := range groups {
		for code, rows := range u.from.Of(int(g)) {
			if u.rank != nil {
				code = u.rank[code]
			}
			if u.n += int(rows); many {
				u.counts[code] += rows
			} else {
				u.pairs = append(u.pairs, uint64(code)<<32|uint64(rows))
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

// countedShare decides how pairs are added up. If the pairs are more than 1/countedShare of the column's codes, a count
// for each code is faster than sorting.
const countedShare = 16
