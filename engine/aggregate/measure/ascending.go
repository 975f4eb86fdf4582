package measure

import (
	"context"
	"math"
	"slices"

	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/internal/memory"
)

// ordered is a list that passes on its values in ascending order. weights has the number of rows of each value; nil: 1.
type ordered[V uint32 | uint64] interface {
	Sizes(ctx context.Context, threads int) ([]uint32, error)
	Ascending(ctx context.Context, threads int, do func(values []V, groups, weights []uint32) error) error
}

// ascending computes statistics from one pass over the values of a list in ascending order. At each level a value
// belongs to one target, such as a cell, the total of its row, or the grand total.
type ascending[V uint32 | uint64] struct {
	*statistics[V]
	list      ordered[V]
	levels    [][]uint32          // the target of each group; nil: each group is its own target
	targets   []progress          // by target
	split     *aggregate.Splitter // divides the values into ranges; nil: all values are in range 0
	stops     []stop              // 2 per quantile and target; nil: the pass has all values
	quantiles []neighbours[V]
	counted   []frequency[V] // by target; nil: no statistic counts values
	kept      [][]V          // by target; nil: no statistic is a list
	products  []*productOf   // by target; nil: no statistic is a product
}

// progress says how many values of a target have passed, and which value a quantile needs next.
type progress struct {
	of     uint32 // number of all values of the target
	seen   uint32
	next   uint32 // the rank of the next value that a quantile needs
	within uint32 // the range in which this value lies
}

// neighbours has the two values next to a quantile, by target.
type neighbours[V uint32 | uint64] struct {
	statistic
	low, high []V
}

// frequency counts the values of a target.
type frequency[V uint32 | uint64] struct {
	last, best          V // best is the most frequent value
	run, most, distinct uint32
}

// addLevel adds a level. Two levels never share a target.
func (a *statistics[V]) addLevel(list ordered[V], to []uint32) {
	if a.pass == nil {
		a.pass = &ascending[V]{statistics: a, list: list}
	}
	a.pass.levels = append(a.pass.levels, slices.Clone(to))
}

// finish computes the statistics of all levels.
func (a *statistics[V]) finish() error {
	if a.pass == nil || a.err != nil {
		return a.err
	}
	p := a.pass
	a.pass = nil
	sizes, err := p.list.Sizes(a.ctx, a.threads)
	if err != nil {
		return err
	}
	p.prepare(sizes)
	if r, ok := p.list.(*ranged[V]); ok {
		if err := r.collect(p); err != nil {
			return err
		}
		if !r.list.Ordered() {
			if err := a.allocate(); err != nil {
				return err
			}
			return r.read(p)
		}
	}
	err = p.list.Ascending(a.ctx, a.threads, func(values []V, groups, weights []uint32) error {
		return parallel.On(a.ctx, a.threads, len(p.levels), func(_ context.Context, level int) error {
			p.add(p.levels[level], values, groups, weights)
			return nil
		})
	})
	if err == nil {
		err = a.allocate()
	}
	if err == nil {
		p.setResults()
	}
	return err
}

// prepare makes the state of all targets. sizes has the number of values of each group.
func (p *ascending[V]) prepare(sizes []uint32) {
	p.targets = memory.Make[progress](p.groups)
	for _, to := range p.levels {
		for g, n := range sizes {
			if t := target(to, uint32(g)); t != aggregate.Skip {
				p.targets[t].of += n
			}
		}
	}
	for _, s := range p.of {
		switch s.kind {
		case quantileStatistic:
			p.quantiles = append(p.quantiles, neighbours[V]{s, memory.Make[V](p.groups), memory.Make[V](p.groups)})
		case productStatistic:
			p.products = make([]*productOf, p.groups)
		case listStatistic:
			p.kept, p.counted = make([][]V, p.groups), memory.Make[frequency[V]](p.groups)
		default:
			p.counted = memory.Make[frequency[V]](p.groups)
		}
	}
	for t := range p.targets {
		p.targets[t].next = p.nextRank(&p.targets[t], 0)
	}
}

func target(to []uint32, g uint32) uint32 {
	switch {
	case to == nil:
		return g
	case int(g) >= len(to): // there is room for more groups than exist
		return aggregate.Skip
	}
	return to[g]
}

// nextRank returns the least rank, from `from` on, of a value that a quantile needs.
func (p *ascending[V]) nextRank(at *progress, from uint32) uint32 {
	next := uint32(math.MaxUint32)
	for i := range p.quantiles {
		if at.of == 0 {
			break
		}
		low, _ := p.quantiles[i].rank(int(at.of))
		for _, n := range [...]uint32{uint32(low), uint32(low) + 1} {
			if n >= from && n < at.of {
				next = min(next, n)
			}
		}
	}
	return next
}

// add adds values to the targets of a level.
func (p *ascending[V]) add(to []uint32, values []V, groups, weights []uint32) {
	values = values[:len(groups)]
	for i, g := range groups {
		t := g
		if to != nil {
			if t = to[g]; t == aggregate.Skip {
				continue
			}
		}
		at, v, n := &p.targets[t], values[i], uint32(1)
		if weights != nil {
			n = weights[i]
		}
		within := uint32(0)
		if p.split != nil {
			within = uint32(p.split.Range(uint64(v)))
		}
		if within != at.within { // the value was kept for another target
			continue
		}
		for at.next < at.seen+n && at.within == within {
			p.takeValue(t, v)
		}
		if at.within == within {
			at.seen += n
		}
		if p.counted != nil && p.counted[t].add(v, n) && p.kept != nil &&
			len(p.kept[t]) < p.keptValues(len(p.kept[t])+1) {
			p.kept[t] = append(p.kept[t], v)
		}
		if p.products != nil {
			if p.products[t] == nil {
				p.products[t] = newProductOf(p.column)
			}
			for range n {
				p.products[t].multiply(p.back(v))
			}
		}
	}
}

// takeValue keeps the value that a quantile needs next.
func (p *ascending[V]) takeValue(t uint32, v V) {
	at := &p.targets[t]
	for i := range p.quantiles {
		q := &p.quantiles[i]
		switch low, _ := q.rank(int(at.of)); at.next {
		case uint32(low):
			q.low[t], q.high[t] = v, v
		case uint32(low) + 1:
			q.high[t] = v
		}
	}
	at.next = p.nextRank(at, at.next+1)
	if p.stops != nil {
		p.enter(t)
	}
}

// add counts n more rows of a value, and reports whether the value differs from the previous one.
func (f *frequency[V]) add(v V, n uint32) (another bool) {
	if another = f.run == 0 || f.last != v; another {
		f.last, f.run = v, 0
		f.distinct++
	}
	if f.run += n; f.run > f.most {
		f.best, f.most = v, f.run
	}
	return another
}

// setResults sets the results of all targets.
func (p *ascending[V]) setResults() {
	for t := range p.targets {
		if p.targets[t].of == 0 {
			continue
		}
		quantile := 0
		for i, s := range p.of {
			r := p.results[i].entry(t)
			switch s.kind {
			case quantileStatistic:
				q := &p.quantiles[quantile]
				quantile++
				_, rest := s.rank(int(p.targets[t].of))
				*r = p.interpolate(q.low[t], q.high[t], rest, s.den)
			case distinctStatistic:
				*r = distinctResult(int64(p.counted[t].distinct))
			case listStatistic:
				*p.lists.entry(t) = p.kept[t]
				*r = distinctResult(int64(p.counted[t].distinct))
			case modeStatistic:
				*r = p.valueResult(p.counted[t].best)
			default:
				*r = p.products[t].result()
			}
		}
	}
}
