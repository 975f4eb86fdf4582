package compared

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"cardinal/engine/aggregate"
	"cardinal/engine/cpu"
)

const (
	batchRows  = aggregate.BatchRows
	morselRows = 1 << 16 // rows that a worker takes at a time
	rangeSize  = 1 << 12 // groups of which a worker makes the states at a time
)

// grouping is a run of a strategy.
type grouping struct {
	cpu.Rows
	ctx      context.Context
	selected []uint32 // nil: all rows
	morsel   int
	next     atomic.Int64 // the first row of the next morsel
}

func newGrouping(ctx context.Context, r cpu.Rows) *grouping {
	g := &grouping{Rows: r, ctx: ctx, morsel: morselRows}
	if r.Morsel > 0 {
		g.morsel = r.Morsel
	}
	if r.Select != nil {
		g.selected = make([]uint32, 0, r.Selected)
		for row := range r.Key.Rows {
			if r.Select.Get(row) {
				g.selected = append(g.selected, uint32(row))
			}
		}
	}
	return g
}

// pieces calls do for 0 to n-1, each on one worker, and passes the worker's number.
func (g *grouping) pieces(n int, do func(i, worker int) error) error {
	errs := make([]error, g.Threads)
	var next atomic.Int64
	var all sync.WaitGroup
	for w := range errs {
		all.Go(func() {
			for errs[w] == nil && g.ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				errs[w] = do(i, w)
			}
		})
	}
	all.Wait()
	return errors.Join(append(errs, g.ctx.Err())...)
}

// ranges implements aggregate.Ranges on all workers.
func (g *grouping) ranges(n int, do func(lo, hi int)) {
	_ = g.pieces((n+rangeSize-1)/rangeSize, func(i, _ int) error { // only ctx can end it, and the caller asks ctx
		do(i*rangeSize, min(n, (i+1)*rangeSize))
		return nil
	})
}

// states makes states of n empty groups. If shared returns true for a state, all workers share it.
func (g *grouping) states(n int, shared func(aggregate.Accumulator) bool) [][]aggregate.Accumulator {
	workers := make([][]aggregate.Accumulator, g.Threads)
	for w := range workers {
		workers[w] = g.Plan.New()
		for kind, a := range workers[w] {
			columns, ok := a.(aggregate.Columnar)
			switch {
			case w > 0 && shared(a):
				workers[w][kind] = workers[0][kind]
			case ok:
				columns.Make(n, g.ranges)
			default:
				a.Grow(n)
			}
		}
	}
	return workers
}

// merge adds the states of all workers that are not shared to those of the first one, and returns these.
func (g *grouping) merge(workers [][]aggregate.Accumulator) ([]aggregate.Accumulator, error) {
	accs := workers[0]
	return accs, g.pieces(len(accs), func(kind, _ int) error {
		for _, own := range workers[1:] {
			if own[kind] != accs[kind] {
				accs[kind].Merge(own[kind], nil, nil)
			}
		}
		return nil
	})
}

func isColumnar(a aggregate.Accumulator) bool {
	_, ok := a.(aggregate.Columnar)
	return ok
}

// batch is the rows that a worker reads at a time.
type batch struct {
	*grouping
	n       int
	lo      int      // the first of n adjacent rows, if rows is nil
	rows    []uint32 // the rows
	keys    [batchRows]uint64
	ids     [batchRows]uint32
	numbers [batchRows]uint32
	gathers []aggregate.Vector
}

func (g *grouping) batch() *batch {
	b := &batch{grouping: g, gathers: make([]aggregate.Vector, len(g.Inputs))}
	for i := range b.gathers {
		b.gathers[i] = g.Inputs[i].Make(batchRows)
	}
	return b
}

// set makes the selected rows lo to hi the batch.
func (b *batch) set(lo, hi int) {
	b.lo, b.n, b.rows = lo, hi-lo, nil
	if b.selected != nil {
		b.rows = b.selected[lo:hi]
	}
}

// batches calls do for every batch of the selected rows lo to hi.
func (b *batch) batches(lo, hi int, do func()) {
	for ; lo < hi; lo += batchRows {
		b.set(lo, min(lo+batchRows, hi))
		do()
	}
}

// morsels hands rows to the worker until no rows are left. It calls do for every batch.
func (b *batch) morsels(do func() error) (err error) {
	for err == nil && b.ctx.Err() == nil {
		hi := int(b.next.Add(int64(b.morsel)))
		if hi-b.morsel >= b.Selected {
			return nil
		}
		b.batches(hi-b.morsel, min(hi, b.Selected), func() {
			if err == nil {
				err = do()
			}
		})
	}
	return err
}

// packed returns the keys of the batch.
func (b *batch) packed() []uint64 {
	if b.rows != nil {
		b.Packed.PackOf(b.keys[:b.n], b.rows)
	} else {
		b.Packed.PackAt(b.keys[:b.n], b.lo)
	}
	return b.keys[:b.n]
}

// rowNumbers returns the numbers of the rows of the batch.
func (b *batch) rowNumbers() []uint32 {
	if b.rows != nil {
		return b.rows
	}
	for i := range b.n {
		b.numbers[i] = uint32(b.lo + i)
	}
	return b.numbers[:b.n]
}

// values returns the rows with their groups.
func (b *batch) values(groups []uint32) *aggregate.Batch {
	out := &aggregate.Batch{Groups: groups, In: make([]aggregate.Vector, len(b.Inputs))}
	for i := range out.In {
		switch {
		case b.Plan.Inputs[i].Column == nil:
			out.In[i] = aggregate.Vector{U32: b.rowNumbers()}
		case b.rows != nil:
			out.In[i] = b.gathers[i].Gather(&b.Inputs[i], b.rows)
		default:
			out.In[i] = b.Inputs[i].Slice(b.lo, b.lo+b.n)
		}
	}
	return out
}

// subset returns a batch of the rows of b at the indices `places`, which belong to `groups`. It copies their values to
// buffers, which the first call makes.
func subset(b *aggregate.Batch, places, groups []uint32, buffers *[]aggregate.Vector) *aggregate.Batch {
	if *buffers == nil {
		*buffers = make([]aggregate.Vector, len(b.In))
		for i := range b.In {
			(*buffers)[i] = b.In[i].Make(batchRows)
		}
	}
	out := &aggregate.Batch{Groups: groups, In: make([]aggregate.Vector, len(b.In))}
	for i := range b.In {
		out.In[i] = (*buffers)[i].Gather(&b.In[i], places)
	}
	return out
}
