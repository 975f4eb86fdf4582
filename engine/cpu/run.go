package cpu

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
)

// Task is one group-by.
type Task struct {
	Key      *key.Composite
	Select   data.Bitmap // rows that pass the filter; nil: all
	Selected int         // how many those are
	Plan     *aggregate.Plan
	Threads  int // 1 is the serial tier
	Groups   int // expected; sizes the tables
	Progress func(done float64)
}

// Outcome is what a run found and how.
type Outcome struct {
	pivot.Groups
	Strategy  string // dense, hash or wide
	Aggregate time.Duration
	Merge     time.Duration
	Bytes     int64 // accumulators and tables of all workers
}

const (
	batchRows  = 2048    // group ids of a batch stay in the first-level cache
	morselRows = 1 << 16 // what a worker takes at a time; the context is looked at once a morsel
)

// Dense reports whether the key domain is small enough to index accumulators by slot: at most 2^22 slots, and not
// far more than there are rows.
func Dense(k *key.Composite, rows int) bool {
	return !k.Wide && k.Slots <= 1<<22 && k.Slots <= max(1<<16, 2*uint64(rows))
}

// Strategy names how Run will group the task.
func Strategy(k *key.Composite, rows int) string {
	switch {
	case k.Wide:
		return "wide"
	case Dense(k, rows):
		return "dense"
	}
	return "hash"
}

// Run groups the rows of a task.
func Run(ctx context.Context, t Task) (*Outcome, error) {
	start := time.Now()
	out := &Outcome{Strategy: Strategy(t.Key, t.Selected)}
	threads := max(1, min(t.Threads, (t.Key.Rows+morselRows-1)/morselRows))
	workers := make([]*worker, threads)
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var wg sync.WaitGroup
	for i := range workers {
		w := newWorker(&t, out.Strategy)
		workers[i] = w
		work := func() {
			defer func() {
				if r := recover(); r != nil {
					err := fmt.Errorf("the %s strategy failed: %v", out.Strategy, r)
					failed.Store(&err)
				}
			}()
			w.run(ctx, &next, &failed)
		}
		if threads == 1 {
			work()
		} else {
			wg.Go(work)
		}
	}
	wg.Wait()
	if err := failed.Load(); err != nil {
		return nil, *err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out.Aggregate = time.Since(start)
	for _, w := range workers {
		out.Bytes += w.bytes()
	}
	start = time.Now()
	out.Groups = merge(&t, workers)
	out.Merge = time.Since(start)
	return out, ctx.Err()
}
