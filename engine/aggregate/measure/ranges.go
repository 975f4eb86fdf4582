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

// Again reads the grouped rows a second time. Each worker calls worker once for the function that takes its batches.
// Batches have the groups of the answer.
type Again func(ctx context.Context, worker func() func(*aggregate.Batch)) error

// UseRanges counts the values of quantiles in at most `most` ranges per group instead of keeping them in lists; 0
// keeps them. Figures must be read after ReadAgain.
func (p *Plan) UseRanges(most int) { p.ranges = most }

// ReadAgain sets the function that reads the rows a second time.
func (p *Plan) ReadAgain(again Again) { p.again = again }

// Ranged returns the number of states that count values by ranges, and their memory per group.
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

// rangesOf returns the number of ranges of 2^shift codes in which a kind counts values; ok is false if it keeps
// values.
func (p *Plan) rangesOf(k Kind) (width int, shift uint, ok bool) {
	c := k.Column
	if p.ranges == 0 || p.weighted || c.Wide != nil || c.Type == data.Float || c.Dict != nil ||
		!onlyQuantiles(p.asked(k)) {
		return 0, 0, false
	}
	last := codeCount(c) - 1
	for last>>shift >= p.ranges {
		shift++
	}
	return last>>shift + 1, shift, true
}

// ranged is a list of values that are counted by ranges. After collect it has the values of the ranges that contain
// quantiles.
type ranged[V uint32 | uint64] struct {
	counts *aggregate.RangeCounts
	groups int
	within func(V) uint32 // returns the range of a value
	// returns the values in marked ranges; nil: the rows are read a second time
	pick func(*aggregate.Marks) (*aggregate.ValueList[V], error)
	list *aggregate.ValueList[V]
}

// Sizes returns the number of values of each group.
func (r *ranged[V]) Sizes(context.Context, int) ([]uint32, error) {
	sizes := memory.Make[uint32](r.groups)
	for g := range sizes {
		for _, n := range r.counts.Of(g) {
			sizes[g] += n
		}
	}
	return sizes, nil
}

// Ascending passes the collected values to do in ascending order.
func (r *ranged[V]) Ascending(ctx context.Context, threads int,
	do func(values []V, groups, weights []uint32) error) error {
	return r.list.Ascending(ctx, threads, do)
}

// stop is a place of a target from which a quantile is read.
type stop struct {
	place  uint32
	within uint32 // the range of the place
	below  uint32 // number of the target's values below the range
}

// nowhere is the range of a target after its quantiles have been read.
const nowhere = math.MaxUint32

// stopsOf returns the stops of a target; the next stop comes first.
func (p *ascending[V]) stopsOf(t uint32) []stop {
	each := 2 * len(p.quantiles)
	return p.stops[int(t)*each:][:each]
}

// enter moves the target to the range of its next stop.
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

// collect finds the ranges that contain the quantiles of all targets, and collects the values of these ranges.
func (r *ranged[V]) collect(p *ascending[V]) error {
	p.within, p.stops = r.within, memory.Make[stop](2*len(p.quantiles)*len(p.places))
	marks := r.counts.Marks(r.groups)
	var err error
	for _, to := range p.levels {
		m := aggregate.MembersOf(to, r.groups) // two targets of a level share no group
		err = p.eachTarget(m, func(_ context.Context, lo, hi int) error {
			sum := make([]uint32, r.counts.Width)
			for t := lo; t < hi; t++ {
				groups := m.Of(t)
				if len(groups) == 0 { // the target belongs to another level
					continue
				}
				r.counts.Sum(sum, groups)
				for _, s := range p.findStops(uint32(m.First+t), sum) {
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
	if r.pick != nil {
		r.list, err = r.pick(marks)
		return err
	}
	var mu sync.Mutex
	r.list = &aggregate.ValueList[V]{Disk: p.plan.disk}
	r.list.Grow(r.groups)
	var lists []*aggregate.ValueList[V]
	err = p.plan.again(p.ctx, func() func(*aggregate.Batch) {
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

// findStops finds the stops of a target whose values are counted by ranges, and begins with the first stop.
func (p *ascending[V]) findStops(t uint32, counts []uint32) []stop {
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
