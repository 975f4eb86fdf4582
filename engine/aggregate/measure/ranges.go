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

// Again reads the grouped rows a second time. It calls `worker` once on each worker, and passes the worker's batches to
// the function that `worker` returned. Batches have the group ids of the answer.
type Again func(ctx context.Context, worker func() func(*aggregate.Batch)) error

// UseRanges counts the values of quantiles in at most `most` ranges per group instead of keeping the values in lists.
// If most is 0, the values are kept. Figures must be read after ReadAgain.
func (p *Plan) UseRanges(most int) {
	p.ranges = map[*data.Column]*aggregate.Splitter{}
	for i, k := range p.Kinds {
		c := k.Column
		if most == 0 || p.weighted || k.Op != OpValues || c.Dict != nil || !onlyQuantiles(p.statistics[i]) ||
			c.Compute != nil && c.Type == data.Float {
			continue
		}
		count := most
		if isCoded(c) {
			count = min(most, codeCount(c))
		}
		p.ranges[c] = aggregate.NewSplitter(sampleOf(c), count)
	}
}

// sampleOf returns some values of a column in the form in which lists keep them. If the values are computed while the
// rows are read, it returns evenly spaced codes.
func sampleOf(c *data.Column) (sample []uint64) {
	v := aggregate.Vector{I64: c.Wide, F64: c.Floats}
	for i := range aggregate.SplitterSample {
		row := c.Rows * i / aggregate.SplitterSample
		switch {
		case isCoded(c) && c.Compute != nil:
			sample = append(sample, uint64((codeCount(c)-1)*i/(aggregate.SplitterSample-1)))
		case row >= c.Rows || !c.Valid.Get(row):
		case isCoded(c):
			sample = append(sample, uint64(c.Codes.At(row)))
		default:
			sample = append(sample, aggregate.Ordered64(&v, row))
		}
	}
	return sample
}

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
		if split := p.ranges[k.Column]; split != nil {
			states, bytes = states+1, bytes+4*int64(split.Count)
		}
	}
	return states, bytes
}

// ranged is a list of values that are counted by ranges. After collect it has the values of the ranges that contain
// quantiles.
type ranged[V uint32 | uint64] struct {
	counts *aggregate.RangeCounts
	groups int
	list   *aggregate.ValueList[V]
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

// stop is the rank of a value that a quantile of a target needs.
type stop struct {
	rank   uint32
	within uint32 // the range in which the value lies
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
	at := &p.targets[t]
	i := slices.IndexFunc(p.stopsOf(t), func(s stop) bool { return s.rank == at.next })
	switch {
	case at.next == math.MaxUint32 || i < 0:
		at.within = nowhere
	case p.stopsOf(t)[i].within != at.within:
		at.within, at.seen = p.stopsOf(t)[i].within, p.stopsOf(t)[i].below
	}
}

// collect finds the ranges that contain the quantiles of all targets, and collects the values of these ranges.
func (r *ranged[V]) collect(p *ascending[V]) error {
	p.split, p.stops = r.counts.Splitter, memory.Make[stop](2*len(p.quantiles)*len(p.targets))
	marks := r.counts.Marks(r.groups)
	for _, to := range p.levels {
		m := aggregate.MembersOf(to, r.groups) // two targets of a level share no group
		err := p.eachTarget(m, func(_ context.Context, lo, hi int) error {
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

// findStops finds the stops of a target whose values are counted by ranges, and begins with the first stop.
func (p *ascending[V]) findStops(t uint32, counts []uint32) []stop {
	at, stops, n := &p.targets[t], p.stopsOf(t), 0
	below, within := uint32(0), 0
	for next := at.next; next != math.MaxUint32; next = p.nextRank(at, next+1) {
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

// read sets the quantiles of all targets from the collected values.
func (r *ranged[V]) read(p *ascending[V]) error {
	all, err := r.list.Arrange(p.ctx, r.groups, p.threads)
	for _, to := range p.levels {
		if err != nil {
			return err
		}
		m := aggregate.MembersOf(to, r.groups)
		err = p.eachTarget(m, func(_ context.Context, lo, hi int) error {
			var near, room []V
			for t := lo; t < hi; t++ {
				target := uint32(m.First + t)
				n := int(p.targets[target].of)
				if n == 0 || len(m.Of(t)) == 0 { // no value, or the target belongs to another level
					continue
				}
				// returns the values at a rank and the next rank; together is false if the next value lies in another
				// range
				neighbours := func(rank int) (low, high V, together bool) {
					stops := p.stopsOf(target)
					s := stops[slices.IndexFunc(stops, func(s stop) bool { return int(s.rank) == rank })]
					near = near[:0]
					for _, g := range m.Of(t) {
						for _, v := range all.Of(int(g)) {
							if p.split.Range(uint64(v)) == int(s.within) {
								near = append(near, v)
							}
						}
					}
					rank -= int(s.below)
					together = rank+1 < len(near)
					low, high = aggregate.Neighbours(near, rank, &room)
					return low, high, together
				}
				for i, s := range p.of {
					at, rest := s.rank(n)
					low, high, together := neighbours(at)
					if !together && at+1 < n {
						high, _, _ = neighbours(at + 1)
					}
					*p.results[i].entry(int(target)) = p.interpolate(low, high, rest, s.den)
				}
			}
			return nil
		})
	}
	return err
}
