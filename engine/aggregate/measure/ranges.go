package measure

import (
	"context"
	"math"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/internal/memory"
)

// Again reads the rows that were grouped once more. Each worker asks once for the function that takes its
// batches, which have the groups of the answer.
type Again func(ctx context.Context, worker func() func(*aggregate.Batch)) error

// UseRanges has the values of quantiles counted in so many ranges a group at most, 0 for none, instead of kept
// in lists. Figures are read only after ReadAgain.
func (p *Plan) UseRanges(most int) { p.ranges = most }

// ReadAgain says how the rows are read once more.
func (p *Plan) ReadAgain(again Again) { p.again = again }

// Ranged is the number of states that count values by ranges, and RangeBytes what these take for a group.
func (p *Plan) Ranged() (states int, bytes int64) {
	for _, k := range p.Kinds {
		if k.Op != OpValues {
			continue
		}
		if _, counted := p.countWidth(k.Column, p.asked(k)); counted {
			continue
		}
		if width, _, ok := p.rangesOf(k); ok {
			states, bytes = states+1, bytes+4*int64(width)
		}
	}
	return states, bytes
}

// rangesOf is in how many ranges of 2^shift codes the values of a kind are counted. It is not ok where they are kept.
func (p *Plan) rangesOf(k Kind) (width int, shift uint, ok bool) {
	c := k.Column
	more := func(s statistic) bool { return s.kind != quantileStatistic }
	if p.ranges == 0 || p.weighted || c.Wide != nil || c.Type == data.Float || c.Dict != nil || slices.ContainsFunc(p.asked(k), more) {
		return 0, 0, false
	}
	last := codeCount(c) - 1
	for last>>shift >= p.ranges {
		shift++
	}
	return last>>shift + 1, shift, true
}

// ranged is a list of values that were counted by ranges. It has the values of those ranges that quantiles lie
// in, once they are collected.
type ranged[V uint32 | uint64] struct {
	counts *aggregate.RangeCounts
	groups int
	list   *aggregate.ValueList[V]
}

// Sizes is the number of values of each group.
func (r *ranged[V]) Sizes(context.Context, int) ([]uint32, error) {
	sizes := memory.Make[uint32](r.groups)
	for g := range sizes {
		for _, n := range r.counts.Of(g) {
			sizes[g] += n
		}
	}
	return sizes, nil
}

// Ascending gives the values that were collected in ascending order.
func (r *ranged[V]) Ascending(ctx context.Context, threads int, do func(values []V, groups, weights []uint32) error) error {
	return r.list.Ascending(ctx, threads, do)
}

// stop is a place of a target that a quantile is read from.
type stop struct {
	place  uint32
	within uint32 // the range that it lies in
	below  uint32 // values of the target below the range
}

// nowhere is the range of a target whose quantiles have been read.
const nowhere = math.MaxUint32

// stopsOf are the stops of a target, the first of which is the first.
func (p *ascending[V]) stopsOf(t uint32) []stop {
	each := 2 * len(p.quantiles)
	return p.stops[int(t)*each:][:each]
}

// enter goes to the range of the target's next place.
func (p *ascending[V]) enter(t uint32) {
	at := &p.places[t]
	i := slices.IndexFunc(p.stopsOf(t), func(s stop) bool { return s.place == at.next })
	switch {
	case at.next == math.MaxUint32 || i < 0:
		at.within = nowhere
	case p.stopsOf(t)[i].within != at.within:
		at.within, at.seen = p.stopsOf(t)[i].within, p.stopsOf(t)[i].below
	}
}

// collect finds the ranges that the quantiles of all targets lie in, and collects their values.
func (r *ranged[V]) collect(p *ascending[V]) error {
	p.shift, p.stops = r.counts.Shift, memory.Make[stop](2*len(p.quantiles)*len(p.places))
	marks := r.counts.Marks(r.groups)
	for _, to := range p.levels {
		m := aggregate.MembersOf(to, r.groups) // two targets of a level share no group
		err := p.eachTarget(m, func(_ context.Context, lo, hi int) error {
			sum := make([]uint32, r.counts.Width)
			for t := lo; t < hi; t++ {
				groups := m.Of(t)
				if len(groups) == 0 { // the target is one of another level
					continue
				}
				r.counts.Sum(sum, groups)
				for _, s := range p.stop(uint32(m.First+t), sum) {
					for _, g := range groups {
						marks.Set(g, s.within)
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	var mu sync.Mutex
	r.list = &aggregate.ValueList[V]{Disk: p.plan.disk}
	r.list.Grow(r.groups)
	var lists []*aggregate.ValueList[V]
	err := p.plan.again(p.ctx, func() func(*aggregate.Batch) {
		list := &aggregate.ValueList[V]{Disk: p.plan.disk}
		list.Grow(r.groups)
		mu.Lock()
		lists = append(lists, list)
		mu.Unlock()
		var groups []uint32
		var values []V
		return func(b *aggregate.Batch) {
			groups, values = aggregate.Pick(r.counts, b, marks, groups[:0], values[:0])
			list.Add(groups, values)
		}
	})
	for _, list := range lists {
		r.list.Merge(list, nil, nil)
	}
	return err
}

// stop finds the stops of a target, whose values are counted by ranges, and begins with the first one.
func (p *ascending[V]) stop(t uint32, counts []uint32) []stop {
	at, stops, n := &p.places[t], p.stopsOf(t), 0
	below, within := uint32(0), 0
	for next := at.next; next != math.MaxUint32; next = p.nextPlace(at, next+1) {
		for counts[within] <= next-below {
			below += counts[within]
			within++
		}
		stops[n] = stop{next, uint32(within), below}
		n++
	}
	at.within = nowhere
	p.enter(t)
	return stops[:n]
}
