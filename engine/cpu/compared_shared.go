package cpu

import (
	"errors"
	"fmt"

	"cardinal/engine/aggregate"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// shared has one table and one set of accumulators for all workers, updated with atomic instructions (Cieslewicz and
// Ross's global table, VLDB 2007; SEEDS B1 SHARED).
var shared = Strategy{
	Name:  "shared",
	Words: "One table for all cores",
	bytes: (*job).tableBytes,
	run: func(j *job) (*pivot.Groups, error) {
		return j.onSharedTable(func(t *sharedTable, w int) (func(*scan), func()) {
			return func(s *scan) {
				if t.ids(s.ids.of(s.n), s.packed()) {
					t.update(w, s.values(s.ids.of(s.n)))
				}
			}, func() {}
		})
	},
	aggregate: tableTerms, merge: mergeTableTerms,
}

// sharedTable is a table of keys and the states of its groups, which all workers update.
type sharedTable struct {
	*concurrentTable
	atomic   []aggregate.Atomic
	own      [][]aggregate.Accumulator // by worker: the states without atomic updates, under the same ids
	isAtomic []bool                    // by accumulator of the plan
}

var errFull = errors.New("the table is full")

// onSharedTable runs a strategy over one shared table. A table that is full is replaced by one of twice the size, and the run starts
// again. start makes, for a worker, the function that takes a batch and the one that ends the run once every worker is done.
func (j *job) onSharedTable(start func(t *sharedTable, w int) (take func(*scan), finish func())) (*pivot.Groups, error) {
	for size := max(j.Groups, 1024); ; size *= 2 {
		t := j.newSharedTable(size)
		finishes := make([]func(), j.Threads)
		err := j.each(func(w int) error {
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
		j.events = append(j.events, fmt.Sprintf("more than the %s groups expected: the table was rebuilt with twice the size", profiler.Count(t.limit)))
		j.rewind()
	}
}

func (j *job) newSharedTable(keys int) *sharedTable {
	t := &sharedTable{concurrentTable: newConcurrentTable(keys), own: make([][]aggregate.Accumulator, j.Threads)}
	t.atomic = j.atomics(int(t.limit) + j.Threads)
	j.bytes.Add(t.bytes())
	for _, a := range t.atomic {
		j.bytes.Add(a.Bytes())
	}
	for w := range t.own {
		t.isAtomic = nil
		for _, a := range j.Plan.New() {
			_, atomic := a.(aggregate.Atomic)
			if t.isAtomic = append(t.isAtomic, atomic); !atomic {
				t.own[w] = append(t.own[w], a)
			}
		}
	}
	return t
}

// atomics makes the accumulators of the plan that have atomic updates, of n empty groups.
func (j *job) atomics(n int) []aggregate.Atomic {
	var out []aggregate.Atomic
	for _, a := range j.Plan.New() {
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

// updateOwn adds a batch to the states that worker w has for itself.
func (t *sharedTable) updateOwn(w int, b *aggregate.Batch) {
	for _, a := range t.own[w] {
		a.Grow(int(t.n.Load()))
		a.Update(b)
	}
}

func (t *sharedTable) groups(j *job) (*pivot.Groups, error) {
	keys := t.keys()
	own := t.own[0]
	for _, a := range own {
		a.Grow(len(keys))
	}
	err := j.pieces(len(own), func(i, _ int) error {
		for _, from := range t.own[1:] {
			own[i].Merge(from[i], nil, nil)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	accs := make([]aggregate.Accumulator, len(t.isAtomic))
	atomic := t.atomic
	for kind, is := range t.isAtomic {
		if is {
			accs[kind], atomic = atomic[0], atomic[1:]
		} else {
			accs[kind], own = own[0], own[1:]
		}
	}
	return j.decode(keys, accs)
}
