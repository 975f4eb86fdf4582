package compared

import (
	"errors"

	"cardinal/engine/aggregate"
)

// sharedTable is a table of keys with the states of its groups. All workers update the atomic states together. Each
// worker has its own copy of the other states.
type sharedTable struct {
	*concurrentTable
	states [][]aggregate.Accumulator // by worker
	atomic []aggregate.Columnar
}

var errFull = errors.New("the table is full")

// groupShared has one table and one set of states for all workers, updated with atomic instructions (Cieslewicz and
// Ross's global table, VLDB 2007).
func groupShared(g *grouping) ([]uint64, []aggregate.Accumulator, error) {
	return groupOnSharedTable(g, func(t *sharedTable, w int) (func(*batch), func()) {
		return func(b *batch) {
			if ids := b.ids[:b.n]; t.ids(ids, b.packed()) {
				t.update(w, b.values(ids))
			}
		}, func() {}
	})
}

// groupOnSharedTable runs a strategy over one shared table. If the table becomes full, a table of twice the size
// replaces it, and the run starts again. start returns two functions for a worker: take adds a batch, and finish is
// called after every worker is done.
func groupOnSharedTable(g *grouping, start func(t *sharedTable, w int) (take func(*batch),
	finish func())) ([]uint64, []aggregate.Accumulator, error) {
	for size := max(g.Groups, 1024); ; size *= 2 {
		t := &sharedTable{concurrentTable: newConcurrentTable(size)}
		t.states = g.states(int(t.limit)+g.Threads, isAtomic)
		t.atomic = atomics(t.states[0])
		finishes := make([]func(), g.Threads)
		g.next.Store(0)
		err := g.pieces(g.Threads, func(w, _ int) error {
			take, finish := start(t, w)
			finishes[w] = finish
			b := g.batch()
			return b.morsels(func() error {
				if !t.full.Load() {
					take(b)
				}
				if t.full.Load() {
					return errFull
				}
				return nil
			})
		})
		if errors.Is(err, errFull) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		for _, finish := range finishes {
			finish()
		}
		accs, err := g.merge(t.states)
		return t.keys(), accs, err
	}
}

// update adds a batch whose groups are ids of the table.
func (t *sharedTable) update(w int, b *aggregate.Batch) {
	for _, a := range t.atomic {
		updateAtomic(a, b)
	}
	t.updateOwn(w, b)
}

// updateOwn adds a batch to worker w's own states.
func (t *sharedTable) updateOwn(w int, b *aggregate.Batch) {
	for _, a := range t.states[w] {
		if !isAtomic(a) {
			a.Update(b)
		}
	}
}
