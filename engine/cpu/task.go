package cpu

import (
	"context"
	"errors"
	"fmt"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/choice/tier"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// Task is one group-by.
type Task struct {
	Key        *key.Composite
	Select     data.Bitmap // rows that pass the filter; nil: all
	Selected   int         // number of those rows
	Plan       *measure.Plan
	Threads    int                 // the largest number of workers; 1 is the serial tier
	Groups     int                 // expected; decides the size of tables
	Clustering profiler.Clustering // of a sample of the rows
	Strategy   string              // by name; "": Choose picks
	Chosen     bool                // Choose picked Strategy, so that another may replace it
	// returns the memory that a run of a number of groups may take; it is called only if the run needs more than 4 MiB;
	// nil: no limit
	Budget func(groups int) int64
	// rows that a worker takes at a time, a multiple of 64; 0: 65,536, or fewer for a small table
	Morsel int
	// rows that a list of values keeps in memory before it writes them to the disk; 0: as many as the memory holds
	ListRows int
	Progress func(done float64)
}

// Run groups the rows of a task. It returns an error if the named strategy is unknown or cannot run the task, if the
// run needs more memory than allowed, if a worker panics, or if ctx ends.
func Run(ctx context.Context, t Task) (*tier.Outcome, error) {
	start := system.Now()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	j, err := newJob(ctx, t)
	if err != nil {
		return nil, err
	}
	defer j.release()
	j.fail = func(err error) { cancel(diskFailed{err}) }
	if j.Strategy == "" {
		j.Strategy, j.Chosen = Choose(&j.Task), true
	}
	if j.strategy = Find(j.Strategy); j.strategy == nil {
		return nil, fmt.Errorf("no strategy %q; there are %v", j.Strategy, Names())
	}
	if check := j.strategy.check; check != nil {
		if err := check(&j.Task); err != nil {
			return nil, err
		}
	}
	if err := j.checkMemory(); err != nil {
		return nil, err
	}
	if j.Select != nil || j.strategy != &dense { // other strategies may read rows in another order
		if err := j.storeComputed(); err != nil {
			return nil, err
		}
	}
	if j.Chosen {
		j.differs = j.changes
	}
	var groups *pivot.Groups
	if err = j.checkFew(); err == nil {
		groups, err = j.strategy.run(j)
	}
	for found := (surprise{}); errors.As(err, &found); {
		if err = j.planAgain(found); err == nil {
			groups, err = j.strategy.run(j)
		}
	}
	if failed := (diskFailed{}); errors.As(context.Cause(ctx), &failed) {
		err = failed.error
	}
	if err != nil {
		return nil, err
	}
	j.noteLists()
	if states, _ := j.Plan.Ranged(); states > 0 {
		j.Plan.ReadAgain(j.readAgain(groups))
	}
	took := profiler.Milliseconds(system.Since(start))
	return &tier.Outcome{
		Groups: groups, Strategy: j.strategy.Name, Workers: t.Threads, MS: took, ReadMS: took,
		Stages: j.stages, Events: j.events, Bytes: j.bytes.Load(),
	}, ctx.Err()
}
