package cpu

import (
	"errors"
	"fmt"

	"cardinal/engine/aggregate"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// shared has one table and one set of accumulators for all workers, updated with atomic instructions (Cieslewicz and
// Ross's global table, VLDB 2007).
var shared = Strategy{
	Name:  "shared",
	Words: "One table for all cores",
	bytes: (*job).tableBytes,
	run: func(j *job) (*pivot.Groups, error) {
		return j.runOnSharedTable(func(t *sharedTable, w int) (func(*scan), func()) {
			return func(s *scan) {
				if t.ids(s.ids.of(s.n), s.packed()) {
					t.update(w, s.values(s.ids.of(s.n)))
				}
			}, func() {}
		})
	},
	aggregate: tableTerms, merge: mergeTableTerms,
}

// sharedTable is a table of keys with the states of its groups. All workers update the atomic states together. Each
// worker has its own copy of the other states.
type sharedTable struct {
	*concurrentTable
	states [][]aggregate.Accumulator // by worker
	atomic []aggregate.Atomic
}

var errFull = errors.New("the table is full")

// runOnSharedTable runs a strategy over one shared table. If the table becomes full, a table of twice the size replaces
// it, and the run starts again. start returns two functions for a worker: take adds a batch, and finish is called after
// every worker is done.
func (j *job) runOnSharedTable(start func(t *sharedTable, w int) (take func(*scan),
	finish func())) (*pivot.Groups, error) {
	for size := max(j.Groups, 1024); ; size *= 2 {
		t, err := j.newSharedTable(size)
		if err != nil {
			return nil, err
		}
		finishes := make([]func(), j.Threads)
		err = j.each(func(w int) error {
			take, finish := start(t, w)
			finishes[w] = finish
			s := j.scan()
			return j.morsels(func(lo, hi int) error {
				s.batches(lo, hi, func() {
					if !t.full.Load() {
						take(s)
					}
				})
				if t.full.Load() {
					return errFull
				}
				return nil
			})
		})
		if err == nil && !t.full.Load() {
			err := j.pieces(1, func(int, int) error {
				for _, finish := range finishes {
					finish()
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
			j.stage("aggregate")
			groups, err := t.groups(j)
			j.stage("merge")
			return groups, err
		}
		if err != nil && !errors.Is(err, errFull) {
			return nil, err
		}
		j.events = append(j.events, fmt.Sprintf("more than the %s groups expected: the table was rebuilt with twice "+
			"the size", profiler.Count(t.limit)))
		j.rewind()
	}
}

func (j *job) newSharedTable(keys int) (t *sharedTable, err error) {
	t = &sharedTable{concurrentTable: newConcurrentTable(keys)}
	j.bytes.Add(t.bytes())
	t.states, err = j.workerStates(int(t.limit)+j.Threads, func(a aggregate.Accumulator) bool {
		_, atomic := a.(aggregate.Atomic)
		return atomic
	})
	if err != nil {
		return nil, err
	}
	t.atomic = atomics(t.states[0], 0)
	return t, nil
}

// atomics lists the accumulators with atomic updates, with room for n groups.
func atomics(accs []aggregate.Accumulator, n int) []aggregate.Atomic {
	var out []aggregate.Atomic
	for _, a := range accs {
		if a, ok := a.(aggregate.Atomic); ok {
			a.Grow(n)
			out = append(out, a)
		}
	}
	return out
}

// update adds a batch whose groups are ids of the table.
func (t *sharedTable) update(w int, b *aggregate.Batch) {
	for _, a := range t.atomic {
		a.UpdateAtomic(b)
	}
	t.updateOwn(w, b)
}

// updateOwn adds a batch to worker w's own states.
func (t *sharedTable) updateOwn(w int, b *aggregate.Batch) {
	for _, a := range t.states[w] {
		if _, atomic := a.(aggregate.Atomic); !atomic {
			a.Update(b)
		}
	}
}

func (t *sharedTable) groups(j *job) (*pivot.Groups, error) {
	accs, err := j.mergeWorkers(t.states)
	if err != nil {
		return nil, err
	}
	return j.decode(t.keys(), accs)
}
