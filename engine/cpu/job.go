package cpu

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/internal/system"
	"cardinal/profiler"
)

const (
	batchRows   = aggregate.BatchRows
	leastMorsel = 2 * batchRows
	morselRows  = 1 << 16 // most rows that a worker takes at a time; it checks the context before each morsel
)

// job is the state of a run.
type job struct {
	Task
	ctx      context.Context
	narrow   *key.Composite     // the key, narrowed if it was too wide to pack
	inputs   []aggregate.Vector // of all rows
	files    []aggregate.Vector // inputs and keys in temporary files
	strategy *Strategy
	fast     bool         // the values of quantiles are counted by ranges to save time, and not to save memory
	next     atomic.Int64 // first row of the next morsel
	met      atomic.Int64 // keys in the tables of all workers, if rows are in runs
	bytes    atomic.Int64
	events   []string
	stages   []profiler.Stage
	since    system.Moment
	// reports whether another plan is faster for a number of groups; nil: the plan of the run stays
	differs func(groups int) bool
	fail    func(error) // ends the run if the disk takes no more

	mu    sync.Mutex
	scans []*scan
}

func newJob(ctx context.Context, t Task) (*job, error) {
	j := &job{Task: t, ctx: ctx, since: system.Now()}
	j.Morsel = cmp.Or(j.Morsel, morsel(t.Key.Rows, t.Threads))
	j.Threads = max(1, min(t.Threads, (t.Selected+j.Morsel-1)/j.Morsel))
	j.inputs = make([]aggregate.Vector, len(t.Plan.Inputs))
	err := j.onRanges(func(each aggregate.Ranges) {
		for i, in := range t.Plan.Inputs {
			j.inputs[i] = in.Whole(each)
		}
	})
	if err != nil {
		return nil, err
	}
	j.files = j.spilledColumns()
	j.narrow, err = t.Key.Narrow(ctx)
	return j, err
}

// storeComputed computes the inputs whose columns are computed while rows are read.
func (j *job) storeComputed() error {
	for i, in := range j.Plan.Inputs {
		if in.Column == nil || in.Column.Compute == nil {
			continue
		}
		n, all := in.Column.Rows, j.inputs[i].Make(in.Column.Rows)
		err := j.pieces((n+morselRows-1)/morselRows, func(p, _ int) error {
			lo := p * morselRows
			some := all.Slice(lo, min(lo+morselRows, n))
			in.Column.Compute()(lo, some.U32, some.F64)
			return j.ctx.Err()
		})
		if err != nil {
			return err
		}
		j.inputs[i] = all
	}
	return nil
}

// morsel returns the number of rows of a morsel. Even a small table has several morsels per worker, so that no worker
// ends long after the others.
func morsel(rows, threads int) int {
	share := rows / (4 * max(1, threads))
	return min(max(share&^(batchRows-1), leastMorsel), morselRows)
}

// LeastRows returns the least number of rows with which each of `threads` workers has a morsel.
func LeastRows(threads int) int { return leastMorsel * threads }

// workersFor returns the number of workers that get a morsel of the rows, at most `threads`.
func workersFor(rows, threads int) int {
	size := morsel(rows, threads)
	return max(1, min(threads, (rows+size-1)/size))
}

// stage records the time since the last stage under a name.
func (j *job) stage(name string) {
	now := system.Now()
	j.stages = append(j.stages, profiler.Stage{Name: name, MS: profiler.Milliseconds(now.Sub(j.since))})
	j.since = now
}

// each calls do on every worker and waits for all of them. A panic becomes an error that names the strategy.
func (j *job) each(do func(w int) error) error {
	return j.pieces(j.Threads, func(w, _ int) error { return do(w) })
}

// gather calls do on every worker that starts before all morsels are handed out, and lists the results. A worker that
// starts later would allocate state for no row, and make the others wait.
func gather[P any](j *job, do func() (P, error)) ([]P, error) {
	var mu sync.Mutex
	var results []P
	err := j.each(func(w int) error {
		if w > 0 && j.next.Load() >= int64(j.Key.Rows) {
			return nil
		}
		result, err := do()
		mu.Lock()
		defer mu.Unlock()
		results = append(results, result)
		return err
	})
	return results, err
}

// pieces calls do for 0 to n-1, each on one worker, and passes the worker's number. The calling goroutine is a worker,
// too, and begins while the others wake up. Nevertheless pieces starts as many goroutines as there are workers, because
// the runtime runs the last one only after a pause. This last goroutine finds no work.
func (j *job) pieces(n int, do func(i, worker int) error) error { return j.piecesOn(j.Threads, n, do) }

// piecesOn works like pieces, with at most `threads` workers.
func (j *job) piecesOn(threads, n int, do func(i, worker int) error) error {
	ctx, cancel := context.WithCancelCause(j.ctx)
	defer cancel(nil)
	var next, workers atomic.Int64
	most := min(threads, n)
	work := func() {
		w := int(workers.Add(1)) - 1
		if w >= most {
			return
		}
		defer func() {
			if r := recover(); r != nil {
				cancel(fmt.Errorf("the %s strategy failed: %v (%s)", j.strategy.Name, r, panicLine(debug.Stack())))
			}
		}()
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			if err := do(i, w); err != nil {
				cancel(err)
			}
		}
	}
	var wg sync.WaitGroup
	if most > 1 {
		for range most {
			wg.Go(work)
		}
	}
	work()
	wg.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// FewGroups is the number of groups that one worker visits in the time that another takes to wake up.
const FewGroups = 1 << 15

// overGroups works like pieces, for work that visits `visits` groups, on as many workers as are worth waking.
func (j *job) overGroups(visits, n int, do func(i, worker int) error) error {
	return j.piecesOn(min(j.Threads, 1+visits/FewGroups), n, do)
}

// coolMorsels is the number of morsels whose pages are given back to the system at once. They are not given back one by
// one, since all cores are interrupted each time.
const coolMorsels = 8

// morsels hands stretches of rows to the calling worker until no rows are left. All workers of a pass share one
// counter, which rewind resets for the next pass.
func (j *job) morsels(do func(lo, hi int) error) error {
	for {
		hi := int(j.next.Add(int64(j.Morsel)))
		lo := hi - j.Morsel
		if lo >= j.Key.Rows {
			return nil
		}
		if err := j.ctx.Err(); err != nil {
			return err
		}
		hi = min(hi, j.Key.Rows)
		if err := do(lo, hi); err != nil {
			return err
		}
		if most := coolMorsels * j.Morsel; hi%most == 0 || hi == j.Key.Rows {
			for i := range j.files {
				read := j.files[i].Slice((hi-1)/most*most, hi)
				read.Cool()
			}
		}
		if j.Progress != nil {
			j.Progress(float64(hi) / float64(j.Key.Rows))
		}
	}
}

func (j *job) rewind() {
	j.next.Store(0)
	j.met.Store(0)
}

// panicLine returns the line of the program that panicked: the ninth of its stack, below the lines of the panic
// itself.
func panicLine(stack []byte) string {
	if lines := strings.Split(string(stack), "\n"); len(lines) > 8 {
		return strings.TrimSpace(lines[8])
	}
	return "no stack"
}
