package cpu

import (
	"context"

	"cardinal/engine/aggregate"
	"cardinal/engine/choice/cost"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/profiler"
)

// Strategy describes one way of grouping the rows of a task. Every strategy can update every accumulator. If workers
// must not update a state together, each worker has its own state, and these are merged at the end.
type Strategy struct {
	Name  string // on the command line, in the record of a run and in the benchmarks
	Words string // what the strategy does, a phrase for people without a full stop

	// suits reports whether the strategy is the fastest for a task. Choose asks the strategies in the order of the
	// list, and the first that suits is chosen. suits is nil for a strategy that Compared made.
	suits func(Task) bool
	// check returns why the strategy cannot run a task. It is nil if the strategy runs every task.
	check func(*Task) error
	// bytes returns the approximate peak memory of a run, without the lists of values that Plan.RowBytes counts.
	bytes func(*job) int64
	run   func(*job) (*pivot.Groups, error)
	// aggregate and merge set the terms of the pass over the rows and of the merging of states. merge is nil if
	// nothing is merged.
	aggregate, merge func(*workload, *cost.Terms)
}

// Strategies lists every strategy. The benchmarks add strategies, which run only if they are named.
var Strategies = []*Strategy{&runs, &dense, &independent, &plat, &partition}

// Rows is what a strategy of another package groups.
type Rows struct {
	Task
	Packed *key.Composite     // the key of the task, narrowed to 64 bits
	Inputs []aggregate.Vector // of all rows of the table; the vector of row numbers is empty
}

// Compared returns a strategy of another package that is compared with the others and never chosen. group returns the
// packed keys of the groups and their states.
func Compared(name, words string,
	group func(context.Context, Rows) ([]uint64, []aggregate.Accumulator, error)) *Strategy {
	return &Strategy{Name: name, Words: words, bytes: (*job).tableBytes, aggregate: tableTerms, merge: mergeTableTerms,
		run: func(j *job) (*pivot.Groups, error) {
			keys, accs, err := group(j.ctx, Rows{Task: j.Task, Packed: j.narrow, Inputs: j.inputs})
			if err != nil {
				return nil, err
			}
			j.stage("group")
			return j.decode(keys, accs)
		}}
}

// Names lists the names of the strategies.
func Names() []string {
	return each.Of(Strategies, func(s *Strategy) string { return s.Name })
}

// Find returns the strategy with a name, or nil.
func Find(name string) *Strategy {
	return each.First(Strategies, func(s *Strategy) bool { return s.Name == name })
}

// Chosen reports whether Choose may pick the strategy.
func (s *Strategy) Chosen() bool { return s.suits != nil }

// Choose names the strategy for a task, by the expected number of groups and the order of the rows, as the adaptive
// operator of Cieslewicz and Ross does (VLDB 2007). It chooses among the strategies that are the fastest somewhere on
// the grid of docs/measured/grid.md. A table that all workers update is never the fastest: two atomic additions per row
// take longer than a table for each worker.
func Choose(t *Task) string {
	for _, s := range Strategies {
		if s.Chosen() && s.suits(*t) {
			return s.Name
		}
	}
	panic("BUG: partition suits every task")
}

// isFlat reports whether Choose and the predicted time of a task on up to t.Threads threads are the same for all
// numbers of groups up to high. This holds if dense is chosen for every such number: its time depends on the slots and
// not on the groups.
func (t *Task) isFlat(high int) bool {
	return t.Strategy == "" && t.canIndex() && uint64(high) <= t.Key.Slots && t.Clustering.RunLength < LongRuns &&
		!t.tooManySlots()
}

// skewed is a share of the rows. If the most frequent key has more, keys are skewed: most rows belong to few groups,
// which stay in the cache. Measured on the grid of docs/measured/grid.md.
const skewed = 0.02

// Skewed reports whether most rows have the same few keys.
func Skewed(c profiler.Clustering) bool { return c.HeavyHitter > skewed }
