package cpu

import (
	"context"
	"fmt"
	"time"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// Task is one group-by.
type Task struct {
	Key        *key.Composite
	Select     data.Bitmap // rows that pass the filter; nil: all
	Selected   int         // how many those are
	Plan       *measure.Plan
	Threads    int                 // 1 is the serial tier
	Groups     int                 // expected; sizes the tables
	Clustering profiler.Clustering // of a sample of the rows
	Strategy   string              // "": chosen by Choose
	Budget     func() int64        // bytes that the run may take, asked where it needs more than a little; nil: no limit
	Morsel     int                 // rows that a worker takes at a time, a multiple of 64; 0: 65,536
	Progress   func(done float64)
}

// Outcome is what a run found and how.
type Outcome struct {
	pivot.Groups
	Strategy string
	Events   []string // what did not go as planned, each a sentence
	Stages   []Stage
	Bytes    int64 // accumulators, tables and copies of rows at their largest
}

// Stage is a part of a run.
type Stage struct {
	Name string
	Took time.Duration
}

// strategies are the functions by their names. Each function says which paper it is from.
var strategies = map[string]func(*job) (pivot.Groups, error){
	"dense":       dense,
	"independent": independent,
	"shared":      shared,
	"hybrid":      hybrid,
	"contention":  contention,
	"partition":   partition,
	"plat":        plat,
	"runs":        runs,
	"sort":        sorted,
}

// Names lists the strategies.
func Names() []string {
	return []string{"dense", "independent", "shared", "hybrid", "contention", "partition", "plat", "runs", "sort"}
}

// Run groups the rows of a task.
func Run(ctx context.Context, t Task) (*Outcome, error) {
	j, err := newJob(ctx, t)
	if err != nil {
		return nil, err
	}
	defer j.release()
	if j.Strategy == "" {
		j.Strategy, j.chosen = Choose(&j.Task), true
	}
	run := strategies[j.Strategy]
	if run == nil {
		return nil, fmt.Errorf("no strategy %q; there are %v", j.Strategy, Names())
	}
	if j.Strategy == "dense" && !j.canIndex() {
		return nil, fmt.Errorf("the dense strategy indexes at most %s slots, and the keys span %s", profiler.Count(maxSlots), profiler.Count(j.Key.Slots))
	}
	if err := j.afford(); err != nil {
		return nil, err
	}
	groups, err := run(j)
	if err != nil {
		return nil, err
	}
	return &Outcome{Groups: groups, Strategy: j.Strategy, Events: j.events, Stages: j.stages, Bytes: j.bytes.Load()}, ctx.Err()
}
