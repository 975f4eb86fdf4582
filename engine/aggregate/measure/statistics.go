package measure

import (
	"context"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/internal/memory"
)

// statistic is a figure that needs all values of a group.
type statistic struct {
	kind     statisticKind
	num, den uint64 // for a quantile: num/den of the way from the least value to the greatest
}

type statisticKind uint8

const (
	quantileStatistic statisticKind = iota
	modeStatistic
	distinctStatistic
	productStatistic
	listStatistic
)

// result is the value of a statistic for a group: a float, or an integer in units of 10^-Scale of the column.
type result struct {
	float   float64
	int     int128.Int
	isInt   bool
	rounded bool
}

// statistics computes, for each group, the statistics that need all values of a measure. It replaces the list of values
// in the states that Totals makes. One call of Merge computes the results of a group. The values are not kept.
type statistics[V uint32 | uint64] struct {
	of      []statistic
	column  *data.Column
	list    *aggregate.ValueList[V] // the list that was merged last
	buckets *aggregate.Buckets[V]   // of its values
	pass    *ascending[V]           // over values on the disk; nil: no group has been merged
	results []results               // by statistic; the result of a list is its number of distinct values
	lists   lists[V]                // nil: no statistic is a list
	groups  int
	back    func(V) data.Value // returns the value that an entry of the list stands for, or the rank of a text
	number  func(V) int64      // returns the same value as an integer in units of the column's scale; nil for floats
	threads int
	plan    *Plan // reads the rows a second time if values were counted by ranges
	ctx     context.Context
	err     error
}

// newStatistics makes the state for the statistics of p.Kinds[kind].
func newStatistics[V uint32 | uint64](ctx context.Context, p *Plan, kind, threads int) *statistics[V] {
	of, c := p.statistics[kind], p.Kinds[kind].Column
	a := &statistics[V]{of: of, column: c, results: make([]results, len(of)), threads: threads, plan: p, ctx: ctx}
	switch {
	case c.Type == data.Float:
		a.back = func(v V) data.Value { return fromOrdered64(c, uint64(v)) }
		return a
	case c.Wide != nil:
		a.number = func(v V) int64 { return int64(uint64(v) ^ 1<<63) }
	case c.Dict != nil:
		a.number = func(v V) int64 { return int64(v) }
		a.back = func(v V) data.Value { return data.IntValue(int64(v)) }
		return a
	default:
		base := c.Base
		a.number = func(v V) int64 { return base + int64(v) }
	}
	a.back = func(v V) data.Value { return c.IntValue(a.number(v)) }
	return a
}

// results has the results of one statistic, in chunks of resultChunk groups: a single allocation for millions of
// groups would delay a cancelled run.
type results [][]result

const resultChunk = 1 << 14

func (r results) entry(g int) *result { return &r[g/resultChunk][g%resultChunk] }

// Grow makes room for n groups.
func (a *statistics[V]) Grow(n int) {
	a.groups = max(a.groups, n)
	for i := range a.results {
		a.results[i] = aggregate.Grow(a.results[i], n/resultChunk+1)
	}
	if asksList(a.of) {
		a.lists = aggregate.Grow(a.lists, n/resultChunk+1)
	}
}

// Bytes returns the memory of the state.
func (a *statistics[V]) Bytes() int64 { return 32 * int64(len(a.results)) * int64(a.groups) }

// Update panics: statistics are computed from lists of values and not from batches of rows.
func (a *statistics[V]) Update(*aggregate.Batch) { panic("BUG: statistics take no rows") }

// bucketSize is the average number of values in a bucket of a group.
const bucketSize = 8

// Merge adds groups of another state of the same kind. The first call arranges the values. Values on the disk are
// read once, after all groups have been merged.
func (a *statistics[V]) Merge(from aggregate.Accumulator, _, to []uint32) {
	if a.err != nil {
		return
	}
	groups := a.groups
	if to != nil {
		groups = len(to)
	}
	if counts, ok := from.(*aggregate.ValueCounts); ok {
		if to == nil {
			groups = min(groups, len(counts.S)/counts.Width)
		}
		if a.err = a.allocate(); a.err == nil {
			a.err = a.count(counts, aggregate.MembersOf(to, groups))
		}
		return
	}
	if pairs, ok := from.(*aggregate.PairCounts); ok {
		if a.of[0].kind == distinctStatistic {
			a.countDistinct(pairs, to, groups)
		} else if a.err = a.allocate(); a.err == nil {
			a.err = a.countPairs(pairs, aggregate.MembersOf(to, groups))
		}
		return
	}
	if counts, ok := from.(*aggregate.RangeCounts); ok {
		a.addLevel(&ranged[V]{counts: counts, groups: min(groups, len(counts.S)/counts.Width)}, to)
		return
	}
	if list, ok := from.(*aggregate.WeightedValues[V]); ok {
		a.addLevel(list, to)
		return
	}
	switch set := from.(type) {
	case *aggregate.DistinctList:
		a.countList(set, any(&set.ValueList), to, groups)
		return
	case *aggregate.DistinctWide:
		a.countList(set, any(&set.ValueList), to, groups)
		return
	}
	list := from.(*aggregate.ValueList[V])
	if list.Ordered() {
		a.addLevel(list, to)
		return
	}
	if a.list != list {
		a.list = list
		if a.buckets, a.err = list.Buckets(a.ctx, groups, bucketSize, a.threads); a.err != nil {
			return
		}
	}
	if a.err = a.allocate(); a.err != nil {
		return
	}
	m := aggregate.MembersOf(to, groups)
	if onlyQuantiles(a.of) {
		a.err = a.search(m)
	} else {
		a.err = a.sort(m)
	}
}

// countList works like countDistinct. Values on the disk are read once, after all groups have been merged.
func (a *statistics[V]) countList(set distinctSets, of any, to []uint32, groups int) {
	if list := of.(*aggregate.ValueList[V]); list.Ordered() {
		a.addLevel(list, to)
		return
	}
	a.countDistinct(set, to, groups)
}

// countDistinct sets the numbers of distinct values.
func (a *statistics[V]) countDistinct(set distinctSets, to []uint32, groups int) {
	if a.err = a.allocate(); a.err != nil {
		return
	}
	n := memory.Make[uint32](a.groups)
	a.err = set.Count(a.ctx, n, to, groups, a.threads)
	for t, count := range n {
		if count > 0 {
			*a.results[0].entry(t) = distinctResult(int64(count))
		}
	}
}

// allocate makes the chunks of all groups.
func (a *statistics[V]) allocate() error {
	return parallel.On(a.ctx, a.threads, a.groups/resultChunk+1, func(_ context.Context, chunk int) error {
		for _, f := range a.results {
			f[chunk] = aggregate.Grow(f[chunk], min(resultChunk, a.groups-chunk*resultChunk))
		}
		if a.lists != nil {
			a.lists[chunk] = aggregate.Grow(a.lists[chunk], min(resultChunk, a.groups-chunk*resultChunk))
		}
		return nil
	})
}

// sort computes statistics from the sorted values of each target.
func (a *statistics[V]) sort(m *aggregate.Members) error {
	all, err := a.buckets.Sorted(a.ctx, m, a.threads)
	if err != nil {
		return err
	}
	return a.eachTarget(m, func(_ context.Context, lo, hi int) error {
		for t := lo; t < hi; t++ {
			if values := all.Of(t); len(values) > 0 {
				a.compute(m.First+t, values)
			}
		}
		return nil
	})
}

// search computes each quantile from the two values next to its rank, without sorting the other values.
func (a *statistics[V]) search(m *aggregate.Members) error {
	return a.eachTarget(m, func(ctx context.Context, lo, hi int) error {
		u := a.buckets.Union(a.threads)
		for t := lo; t < hi; t++ {
			if u.Set(m.Of(t)); u.Len == 0 {
				continue
			}
			for i, s := range a.of {
				at, rest := s.rank(u.Len)
				low, high, err := u.Neighbours(ctx, at)
				if err != nil {
					return err
				}
				*a.results[i].entry(m.First + t) = a.interpolate(low, high, rest, s.den)
			}
		}
		return nil
	})
}

// eachTarget calls do for ranges of the targets.
func (a *statistics[V]) eachTarget(m *aggregate.Members, do func(ctx context.Context, lo, hi int) error) error {
	targets := m.Targets()
	shares := max(min(targets, 32*max(a.threads, 1)), targets/mostTargets)
	return parallel.On(a.ctx, a.threads, shares, func(ctx context.Context, i int) error {
		return do(ctx, targets*i/shares, targets*(i+1)/shares)
	})
}

// mostTargets is about how many targets are computed between two checks of the context.
const mostTargets = 1 << 9

// compute sets the results of a group from its sorted values.
func (a *statistics[V]) compute(g int, sorted []V) {
	for i, s := range a.of {
		r := a.results[i].entry(g)
		switch s.kind {
		case quantileStatistic:
			at, rest := s.rank(len(sorted))
			*r = a.interpolate(sorted[at], sorted[min(at+1, len(sorted)-1)], rest, s.den)
		case distinctStatistic:
			*r = distinctResult(distinctOf(sorted))
		case listStatistic:
			*r = a.keep(g, sorted)
		case modeStatistic:
			*r = a.valueResult(mostFrequent(sorted))
		default:
			*r = a.product(sorted)
		}
	}
}

func distinctResult(n int64) result { return result{int: int128.From(n), isInt: true} }

// valueResult returns a value of the list as a result.
func (a *statistics[V]) valueResult(code V) result {
	v := a.back(code)
	return result{float: v.Float, int: v.Int, isInt: v.Type != data.Float, rounded: v.Rounded}
}
