package cpu

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cardinal/engine/aggregate"
	"cardinal/engine/key"
)

const (
	batchRows  = aggregate.BatchRows
	morselRows = 1 << 16 // what a worker takes at a time; the context is looked at once a batch of them
)

// job is a task on its way.
type job struct {
	Task
	ctx      context.Context
	folded   *key.Composite     // the key, folded where it was too wide to pack
	inputs   []aggregate.Vector // of all rows
	strategy *Strategy
	next     atomic.Int64 // first row of the next morsel
	bytes    atomic.Int64
	events   []string
	stages   []Stage
	since    time.Time

	mu    sync.Mutex
	scans []*scan
}

func newJob(ctx context.Context, t Task) (*job, error) {
	j := &job{Task: t, ctx: ctx, since: time.Now()}
	if j.Morsel == 0 {
		j.Morsel = morsel(t.Key.Rows, t.Threads)
	}
	j.Threads = max(1, min(t.Threads, (t.Selected+j.Morsel-1)/j.Morsel))
	j.inputs = make([]aggregate.Vector, len(t.Plan.Inputs))
	for i, in := range t.Plan.Inputs {
		j.inputs[i] = in.Whole()
	}
	var err error
	j.folded, err = t.Key.Fold(ctx)
	return j, err
}

// morsel makes a few morsels a worker even of few rows, so that none ends long after the others.
func morsel(rows, threads int) int {
	share := rows / (4 * max(1, threads))
	return min(max(share&^(batchRows-1), 2*batchRows), morselRows)
}

// Busy is how many of the threads have work in so many rows.
func Busy(rows, threads int) int {
	size := morsel(rows, threads)
	return max(1, min(threads, (rows+size-1)/size))
}

// stage ends a part of the run and names it.
func (j *job) stage(name string) {
	now := time.Now()
	j.stages = append(j.stages, Stage{name, now.Sub(j.since)})
	j.since = now
}

// each calls do on every worker and waits. A panic becomes an error that names the strategy.
func (j *job) each(do func(w int) error) error {
	return j.pieces(j.Threads, func(w, _ int) error { return do(w) })
}

// gather calls do on every worker that comes before all rows are handed out as morsels, and lists what they have: who
// comes later would make room for nothing, and keep the others waiting.
func gather[P any](j *job, do func() (P, error)) ([]P, error) {
	parts, came := make([]P, j.Threads), make([]bool, j.Threads)
	err := j.each(func(w int) (err error) {
		if w == 0 || j.next.Load() < int64(j.Key.Rows) {
			parts[w], err = do()
			came[w] = true
		}
		return err
	})
	n := 0
	for w, part := range parts {
		if came[w] {
			parts[n] = part
			n++
		}
	}
	return parts[:n], err
}

// pieces calls do for 0 to n-1, each on one of the workers, whose number it is given. The caller is a worker itself: it
// begins while the others wake up. A goroutine is started for each worker all the same, and the last to come finds no
// number left: the runtime lets idle processors have the goroutine started last only after a pause.
func (j *job) pieces(n int, do func(i, worker int) error) error { return j.piecesOn(j.Threads, n, do) }

// piecesOn is pieces on at most so many workers.
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
				cancel(fmt.Errorf("the %s strategy failed: %v (%s)", j.strategy.Name, r, where(debug.Stack())))
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

// FewGroups are visited by one worker faster than another wakes up.
const FewGroups = 1 << 15

// overGroups is pieces for work on n pieces that visits so many groups, by as many workers as that is worth.
func (j *job) overGroups(visits, n int, do func(i, worker int) error) error {
	return j.piecesOn(min(j.Threads, 1+visits/FewGroups), n, do)
}

// morsels hands stretches of rows to the calling worker until none is left. Every worker of a pass shares the count;
// rewind starts the next pass.
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
		if j.Progress != nil {
			j.Progress(float64(hi) / float64(j.Key.Rows))
		}
	}
}

func (j *job) rewind() { j.next.Store(0) }

// where is the line of the program that panicked: the ninth of its stack, below those of the panic itself.
func where(stack []byte) string {
	if lines := strings.Split(string(stack), "\n"); len(lines) > 8 {
		return strings.TrimSpace(lines[8])
	}
	return "no stack"
}
