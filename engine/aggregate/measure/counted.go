package measure

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate"
)

// countWidth returns the number of counts that a group needs, one for each code. ok is false if a list of the values is
// smaller, for example if there are fewer rows than counts.
func (p *Plan) countWidth(c *data.Column, statistics []statistic) (width int, ok bool) {
	product := func(s statistic) bool { return s.kind == productStatistic }
	if c.Wide != nil || c.Type == data.Float || slices.ContainsFunc(statistics, product) {
		return 0, false
	}
	width = codeCount(c)
	counts := width * max(p.groups, p.slots, 1)
	return width, counts <= p.rows && 4*counts <= aggregate.MaxCountBytes
}

// codeCount returns the number of codes of a column with codes, including the code of null.
func codeCount(c *data.Column) int {
	if c.Dict != nil {
		return len(c.Dict.Values) + 1
	}
	return int(uint64(c.Max)-uint64(c.Base)) + 1
}

// count computes statistics from counts of values.
func (a *statistics[V]) count(from *aggregate.ValueCounts, m *aggregate.Members) error {
	codes := make([]V, from.Width) // in the order of the values
	for code := range codes {
		codes[code] = V(code)
	}
	if dict := a.column.Dict; dict != nil {
		for code, rank := range dict.Rank() {
			codes[rank] = V(code)
		}
	}
	return a.eachTarget(m, func(_ context.Context, lo, hi int) error {
		sum := make([]uint32, from.Width)
		values := counted[V]{counts: make([]uint32, from.Width)}
		for t := lo; t < hi; t++ {
			from.Sum(sum, m.Of(t))
			values.n = 0
			for i, code := range codes {
				values.counts[i] = sum[code]
				values.n += int(sum[code])
			}
			if values.n > 0 {
				a.computeCounted(m.First+t, &values)
			}
		}
		return nil
	})
}

// counted has the number of rows of a group with each value.
type counted[V uint32 | uint64] struct {
	counts []uint32 // in the order of the values
	values []V      // nil: each value is its index among the counts
	n      int
}

// value returns the value of count i.
func (c *counted[V]) value(i int) V {
	if c.values != nil {
		return c.values[i]
	}
	return V(i)
}

func (a *statistics[V]) computeCounted(g int, c *counted[V]) {
	for i, s := range a.of {
		r := a.results[i].entry(g)
		switch s.kind {
		case quantileStatistic:
			at, rest := s.rank(c.n)
			low := c.valueAtRank(at)
			*r = a.interpolate(low, c.valueAtRank(min(at+1, c.n-1)), rest, s.den)
		case modeStatistic:
			*r = a.valueResult(c.value(slices.Index(c.counts, slices.Max(c.counts))))
		case listStatistic:
			*r = a.keepCounted(g, c)
		default:
			panic("BUG: a statistic that is not read from counts")
		}
	}
}

// valueAtRank returns the value at a rank in ascending order.
func (c *counted[V]) valueAtRank(rank int) V {
	for i, n := range c.counts {
		if rank -= int(n); rank < 0 {
			return c.value(i)
		}
	}
	panic("BUG: a rank beyond the number of values")
}
