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
	run: func(j *job) (pivot.Groups, error) {
		return j.common(func(c *common, w int) (func(*scan), func()) {
			return func(s *scan) {
				if c.tickets.ids(s.ids.of(s.n), s.packed()) {
					c.update(w, s.values(s.ids.of(s.n)))
				}
			}, nil
		})
	},
}

// common is the state that all workers share. Accumulators without atomic updates are kept a set a worker, under the
// same ids.
type common struct {
	tickets *tickets
	atomic  []aggregate.Atomic        // by kind; nil where own has it
	own     [][]aggregate.Accumulator // by worker, then kind; nil where atomic has it
}

var errFull = errors.New("the table is full")

// common runs a strategy over one shared table, larger where the expected number of groups proves too small. start
// makes, for a worker, what takes a batch and what ends the run once every worker is done.
func (j *job) common(start func(c *common, w int) (take func(*scan), finish func())) (pivot.Groups, error) {
	for size := max(j.Groups, 1024); ; size *= 2 {
		c := j.newCommon(size)
		finishes := make([]func(), j.Threads)
		err := j.each(func(w int) error {
			take, finish := start(c, w)
			finishes[w] = finish
			s := j.scan()
			return j.morsels(func(lo, hi int) error {
				s.batches(lo, hi, func() {
					if !c.tickets.full.Load() {
						take(s)
					}
				})
				if c.tickets.full.Load() {
					return errFull
				}
				return nil
			})
		})
		switch {
		case err == nil && !c.tickets.full.Load():
			err := j.pieces(1, func(int, int) error {
				for _, finish := range finishes {
					if finish != nil {
						finish()
					}
				}
				return nil
			})
			if err != nil {
				return pivot.Groups{}, err
			}
			j.stage("aggregate")
			groups, err := c.groups(j)
			j.stage("merge")
			return groups, err
		case err != nil && !errors.Is(err, errFull):
			return pivot.Groups{}, err
		}
		j.events = append(j.events, fmt.Sprintf("more than the %s groups expected: the table was rebuilt with twice the size", profiler.Count(c.tickets.limit)))
		j.rewind()
	}
}

func (j *job) newCommon(size int) *common {
	c := &common{tickets: newTickets(size), own: make([][]aggregate.Accumulator, j.Threads)}
	j.bytes.Add(c.tickets.bytes())
	for w := range c.own {
		c.own[w] = j.Plan.New()
	}
	for kind, a := range j.Plan.New() {
		shared, ok := a.(aggregate.Atomic)
		if ok {
			shared.Grow(int(c.tickets.limit) + j.Threads)
			j.bytes.Add(shared.Bytes())
			for w := range c.own {
				c.own[w][kind] = nil
			}
		}
		c.atomic = append(c.atomic, shared)
	}
	return c
}

// update adds a batch whose groups are ids of the shared table.
func (c *common) update(w int, b *aggregate.Batch) {
	for _, a := range c.atomic {
		if a != nil {
			a.UpdateAtomic(b)
		}
	}
	c.updateOwn(w, b)
}

// updateOwn adds a batch to the accumulators that the worker has for itself.
func (c *common) updateOwn(w int, b *aggregate.Batch) {
	for _, a := range c.own[w] {
		if a != nil {
			a.Grow(int(c.tickets.n.Load()))
			a.Update(b)
		}
	}
}

func (c *common) groups(j *job) (pivot.Groups, error) {
	keys := c.tickets.keys()
	accs := make([]aggregate.Accumulator, len(c.atomic))
	err := j.pieces(len(accs), func(kind, _ int) error {
		if a := c.atomic[kind]; a != nil {
			accs[kind] = a
			return nil
		}
		accs[kind] = c.own[0][kind]
		accs[kind].Grow(len(keys))
		for _, own := range c.own[1:] {
			accs[kind].Merge(own[kind], nil, nil)
		}
		return nil
	})
	if err != nil {
		return pivot.Groups{}, err
	}
	codes, err := j.unfold(keys)
	return pivot.Groups{N: len(keys), Codes: codes, Accs: accs}, err
}
