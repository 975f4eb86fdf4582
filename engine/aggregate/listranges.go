package aggregate

import (
	"context"
	"slices"

	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// ListRanges counts the values of a list by group and range. The ranges have about as many values each.
//
// Quantiles of few groups are selected with them: the counts say in which range a quantile of a group, or of a union
// of groups, lies, and only the values of such ranges are collected. The list is read twice and never arranged.
type ListRanges[V uint32 | uint64] struct {
	*RangeCounts
	splitter *splitter[V]
	crowded  bool // a range has too many values to collect
}

// Limits of ListRanges: the counts of a thread, in a second-level cache; ranges per group; values in a range of a
// group; values of a list.
const (
	rangeEntries = 1 << 19
	leastRanges  = 1 << 5
	rangeValues  = 1 << 3
	rangedValues = 1 << 16
	mostInRange  = 0.1 // share of the values
)

// Ranges counts the values by ranges. It returns nil if arranging the list takes less time: with many groups, few
// values, or many values in one range. The list keeps the counts.
func (a *ValueList[V]) Ranges(ctx context.Context, groups, threads int) (*ListRanges[V], error) {
	if a.ranged != nil && a.ranged.crowded || a.Ordered() {
		return nil, nil
	}
	if a.ranged != nil {
		return a.ranged, nil
	}
	total := 0
	for _, c := range a.chunks {
		total += len(c.values)
	}
	width := min(maxBuckets, rangeEntries/max(groups, 1), total/rangeValues/max(groups, 1))
	if width < leastRanges || total < rangedValues {
		return nil, nil
	}
	sample := make([]V, 0, splitterCells)
	for i := range splitterCells {
		c := a.chunks[len(a.chunks)*i/splitterCells].values
		if len(c) > 0 {
			sample = append(sample, c[i*len(a.chunks)%splitterCells*len(c)/splitterCells])
		}
	}
	r := &ListRanges[V]{RangeCounts: &RangeCounts{Rows: Rows[uint32]{Width: width}},
		splitter: newSplitter(sample, width)}
	shares, renumbered := a.shares(threads), targetsOf(a.chunks, nil)
	counts := make([][]uint32, len(shares))
	err := parallel.On(ctx, threads, len(shares), func(ctx context.Context, i int) error {
		counts[i] = memory.Make[uint32](groups * width)
		for _, c := range shares[i] {
			r.splitter.count(counts[i], &c, renumbered(&c), width)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	r.S = counts[0]
	err = parallel.Ranges(ctx, threads, len(r.S), CheckGroups, func(lo, hi int) {
		for _, more := range counts[1:] {
			addCounts(r.S[lo:hi], more[lo:hi])
		}
	})
	if err != nil {
		return nil, err
	}
	sums := make([]uint32, width)
	for g := range groups {
		addCounts(sums, r.Of(g))
	}
	a.ranged = r
	if r.crowded = float64(slices.Max(sums)) > mostInRange*float64(total); r.crowded {
		return nil, nil
	}
	return r, nil
}

// PrepareQuantiles prepares the list for quantiles alone: it makes what Ranges returns or, if that is nil, what Prepare
// makes.
func (a *ValueList[V]) PrepareQuantiles(ctx context.Context, groups, size, threads int) error {
	if r, err := a.Ranges(ctx, groups, threads); r != nil || err != nil {
		return err
	}
	return a.Prepare(ctx, groups, size, threads)
}

// Pick returns a list of the values in marked ranges.
func (r *ListRanges[V]) Pick(ctx context.Context, a *ValueList[V], m *Marks, threads int) (*ValueList[V], error) {
	shares, renumbered := a.shares(threads), targetsOf(a.chunks, nil)
	picked := &ValueList[V]{groups: a.groups, chunks: make([]pairs[V], len(shares))}
	return picked, parallel.On(ctx, threads, len(shares), func(ctx context.Context, i int) error {
		for _, c := range shares[i] {
			r.splitter.pick(&picked.chunks[i], &c, renumbered(&c), m)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}

// Range returns the range of a value.
func (r *ListRanges[V]) Range(v V) uint32 { return r.splitter.of(v) }

// of returns the bucket of a value.
func (s *splitter[V]) of(v V) uint32 {
	return uint32(s.bucket[(min(max(v, s.least), s.most)-s.least)>>(s.shift&63)&(splitterCells-1)])
}

// count counts the values of a chunk by group and bucket. to are the new numbers of the groups; nil: groups keep their
// numbers.
func (s *splitter[V]) count(counts []uint32, c *pairs[V], to []uint32, width int) {
	values := c.values[:len(c.groups)]
	least, most, shift := s.least, s.most, s.shift&63
	for i, g := range c.groups {
		if to != nil {
			if g = to[g]; g == Skip {
				continue
			}
		}
		b := s.bucket[(min(max(values[i], least), most)-least)>>shift&(splitterCells-1)]
		counts[int(g)*width+int(b)]++
	}
}

// pick appends the values of a chunk that lie in marked buckets to out.
func (s *splitter[V]) pick(out *pairs[V], c *pairs[V], to []uint32, m *Marks) {
	values := c.values[:len(c.groups)]
	least, most, shift := s.least, s.most, s.shift&63
	for i, g := range c.groups {
		if to != nil {
			if g = to[g]; g == Skip {
				continue
			}
		}
		b := s.bucket[(min(max(values[i], least), most)-least)>>shift&(splitterCells-1)]
		if m.set[int(g)*m.words+int(b>>6)]>>(b&63)&1 == 1 {
			out.groups, out.values = append(out.groups, g), append(out.values, values[i])
		}
	}
}
