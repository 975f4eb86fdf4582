package cpu

import (
	"math"
	"sync/atomic"

	"cardinal/engine/choice/cost"
)

// Stages of the model.
const (
	stageAggregate = "aggregate"
	stageMerge     = "merge"
)

// model predicts the stages of a run by s.Threads workers. Some strategies split the aggregation into parts.
var model = cost.Model{
	Stages: []string{stageAggregate, stageMerge},
	Parts:  map[string][]string{stageAggregate: {"partition", "number", "sort", "decode", "compact", "given up"}},
	Terms: func(m *cost.Machine, s *cost.Shape, stage string) cost.Terms {
		p := takePass()
		defer p.release()
		p.predictArrival(m, s, max(1, s.Threads))
		if stage == stageAggregate {
			return p.terms
		}
		return *p.mergeTerms()
	},
	Sum: func(m *cost.Machine, s *cost.Shape) float64 {
		p := takePass()
		defer p.release()
		v := m.Values("")
		return p.predictArrival(m, s, max(1, s.Threads)) + p.mergeTerms().Dot(&v)
	},
}

// spare is the pass that no prediction uses now, or nil. A search for crossovers predicts dozens of passes, and new
// memory would not be in the cache.
var spare atomic.Pointer[pass]

func takePass() *pass {
	if p := spare.Swap(nil); p != nil {
		return p
	}
	return new(pass)
}

// release drops the predicted shape, so that its table is not kept in memory.
func (p *pass) release() {
	p.of.Shape, p.of.machine = nil, nil
	spare.Store(p)
}

// strategyName returns the strategy of a shape on a number of threads. The shape may name the strategy; otherwise it
// is dense if there are slots, else tables of keys.
func strategyName(s *cost.Shape, threads int) string {
	switch {
	case s.Strategy != nil:
		return s.Strategy(s.Groups, threads)
	case s.Slots > 0:
		return dense.Name
	}
	return independent.Name
}

// strategyOf returns the strategy of a shape on a number of threads. An unknown name counts as tables of keys.
func strategyOf(s *cost.Shape, threads int) *Strategy {
	if found := Find(strategyName(s, threads)); found != nil {
		return found
	}
	return &independent
}

// workload has what the terms of a strategy depend on: the shape of a group-by, and the number of workers.
type workload struct {
	*cost.Shape
	machine                     *cost.Machine
	threads                     int
	arithmetic, writing, memory float64 // how many times as fast as one worker all workers are
	rows                        float64 // milliseconds of all workers if each row takes a nanosecond
	accs                        float64
	slots                       float64 // number of accumulators: Slots, or Groups if greater
}

// set makes w the workload of a shape on `threads` workers.
func (w *workload) set(m *cost.Machine, s *cost.Shape, threads int) {
	n := float64(threads)
	*w = workload{
		Shape: s, machine: m, threads: threads, accs: float64(s.Accs), slots: float64(max(s.Slots, s.Groups)),
		arithmetic: n / (1 + m.Contention*(n-1)), writing: n / (1 + m.WriteContention*(n-1)),
		memory: n / (1 + m.MemoryContention*(n-1)),
	}
	w.rows = float64(s.Rows) * 1e-6 / w.arithmetic
}

// pass is the predicted pass over the rows, and what every worker makes before and during the pass.
type pass struct {
	strategy *Strategy
	workers  int // the threads that start early enough to get rows
	terms    cost.Terms

	of    workload // the workload that is tried, and its terms, which strategies set
	tried cost.Terms
}

// predictArrival predicts the pass, and how many of the threads start early enough to help. It returns the
// milliseconds.
//
// The cores are idle at first. The second core starts after WakeMS, and each further core starts ArriveMS later. Until
// then the cores that are awake work for the others. All n workers end together, so that each takes 1/n of the work and
// of all waiting. A core that starts later finds no work. predictArrival tries all threads, half of them, a quarter,
// and so on.
func (p *pass) predictArrival(m *cost.Machine, s *cost.Shape, threads int) float64 {
	v, least := m.Values(""), math.Inf(1)
	p.strategy, p.workers, p.terms = strategyOf(s, threads), 0, cost.Terms{}
	lists, columns := 0.0, 0.0
	if s.Listed != nil {
		lists, columns = s.Listed(s.Groups)
	}
	for n := threads; n >= 1; n /= 2 {
		others := float64(n - 1)
		p.tried = cost.Terms{cost.WakeMS: others / float64(n), cost.ArriveMS: others * (others - 1) / float64(2*n)}
		p.tried[cost.StartMS], p.tried[cost.ForkMS] = 1, float64(threads-1)
		p.of.set(m, s, n)
		p.strategy.aggregate(&p.of, &p.tried)
		p.tried[cost.AccNs] += p.of.rows * s.Floats
		p.tried[cost.DistinctNs] -= p.of.rows * lists
		p.tried[cost.PartNs] += p.of.rows * columns
		if s.Moved != nil {
			p.tried[cost.PartNs] += p.of.rows * s.Moved()
		}
		if ms := p.tried.Dot(&v); ms < least {
			p.workers, p.terms, least = n, p.tried, ms
		}
	}
	return least
}

// mergeTerms returns the terms of merging the workers' states, and of dropping slots without rows.
func (p *pass) mergeTerms() *cost.Terms {
	p.tried = cost.Terms{}
	if merge := p.strategy.merge; merge != nil {
		p.of.set(p.of.machine, p.of.Shape, p.workers)
		merge(&p.of, &p.tried)
	}
	return &p.tried
}

// A row that passes a filter is listed and gathered in the time of pickKeys keys. A row that the filter reads takes
// the time of scanKeys keys.
const pickKeys, scanKeys = 2.5, 2

// read adds the terms of reading rows: passes over `keys` key columns, and updates of `updates` accumulators.
func (w *workload) read(t *cost.Terms, keys, updates float64) {
	t[cost.KeyNs], t[cost.AccNs], t[cost.DistinctNs] = w.rows*keys, w.rows*updates, w.rows*float64(w.Distinct)
	if w.Scanned > 0 {
		t[cost.KeyNs] += pickKeys*w.rows + scanKeys*float64(w.Scanned)*1e-6/w.arithmetic
	}
}

// miss adds the cache misses of a row's look-up and updates in `state` bytes of state. Each doubling of the state makes
// a miss slower by the same time, because slower caches and more entries of the page table are read. A row whose key
// occurred shortly before finds its group in the cache. At most the share `most` of the rows miss.
func (w *workload) miss(t *cost.Terms, state, updates, most float64) {
	if state > w.machine.CacheBytes {
		t[cost.MissNs] = min(most, 1-w.Locality) * w.rows * (updates + 1) * math.Log2(state/w.machine.CacheBytes)
	}
}

// visit returns the milliseconds of `visits` visits to groups, of a nanosecond each, on as many workers as the visits
// are worth. It also adds the time of waking these workers `times` times.
func (w *workload) visit(t *cost.Terms, visits, times float64) float64 {
	woken := math.Min(float64(w.threads-1), math.Floor(visits/FewGroups))
	t[cost.ForkMS] += woken * times
	return visits * 1e-6 * (1 + w.machine.Contention*woken) / (woken + 1)
}

// decodePasses is how often workers are woken at the end of a run: to find the slots with rows (twice), to decode
// them, and to pack them.
const decodePasses = 4

// mergeSlotTerms sets the terms of adding up the workers' states by slot.
func mergeSlotTerms(w *workload, t *cost.Terms) {
	if w.threads > 1 {
		t[cost.JoinNs] = w.visit(t, w.slots*w.accs*float64(w.threads), 1)
	}
	w.decode(t, w.slots) // as if all slots had rows, so that the time does not depend on the groups
}

// lookedAt is the time to see whether a slot has rows. The unit is the time to decode an accumulator.
const lookedAt = 0.5

// decode sets the terms of examining all slots and of decoding the accumulators of `groups` groups.
func (w *workload) decode(t *cost.Terms, groups float64) {
	t[cost.MergeNs] = w.visit(t, w.slots, decodePasses) * (lookedAt + w.accs*groups/max(1, w.slots))
}
