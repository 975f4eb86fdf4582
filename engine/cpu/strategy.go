package cpu

import (
	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/tier"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// Strategy describes one way of grouping the rows of a task. Every strategy takes every accumulator: the states that
// workers must not update together are kept by each worker and merged at the end.
type Strategy struct {
	Name  string // on the command line, in the record of a run and in the benchmarks
	Words string // what the strategy does, a phrase for people without a full stop

	// suits reports whether the strategy is the fastest for a task that no earlier strategy of the list suits.
	// It is nil where the strategy is compared with the others and never chosen.
	suits func(Task) bool
	// check returns why the strategy cannot run a task. It is nil where the strategy runs every task.
	check func(*Task) error
	// bytes is about the most memory that a run takes, without the lists of values that Plan.RowBytes counts.
	bytes func(*job) int64
	run   func(*job) (*pivot.Groups, error)
	// aggregate and merge set what the pass over the rows and the merging of states take of the machine's
	// constants. merge is nil where nothing is merged.
	aggregate, merge func(*workload, *cost.Terms)
}

// Strategies lists every strategy. Those of the files compared_*.go are compared and never chosen.
var Strategies = []*Strategy{
	&runs, &dense, &independent, &plat, &partition,
	&shared, &striped, &hybrid, &contention, &sorted,
}

// described are the strategies as a tier describes them.
func described() []tier.Strategy {
	list := make([]tier.Strategy, len(Strategies))
	for i, s := range Strategies {
		list[i] = tier.Strategy{Name: s.Name, Words: s.Words}
	}
	return list
}

// Names lists the names of the strategies.
func Names() []string {
	names := make([]string, len(Strategies))
	for i, s := range Strategies {
		names[i] = s.Name
	}
	return names
}

// Find returns the strategy of a name, and nil where there is none.
func Find(name string) *Strategy {
	for _, s := range Strategies {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Chosen reports whether Choose may pick the strategy.
func (s *Strategy) Chosen() bool { return s.suits != nil }

// Choose names the strategy for a task, by the expected number of groups and the order of the rows: Cieslewicz
// and Ross's adaptive operator (VLDB 2007), with the strategies that are the fastest somewhere on the
// grid of docs/measured/grid.md. A table that all workers update is the fastest nowhere: two atomic additions cost more
// than the tables that they save.
func Choose(t *Task) string {
	for _, s := range Strategies {
		if s.Chosen() && s.suits(*t) {
			return s.Name
		}
	}
	panic("BUG: partition suits every task")
}

// flat reports whether Choose and the predicted time of a task on up to t.Threads threads are the same for all
// numbers of groups up to high: where accumulators are indexed, and too few to be partitioned, every slot has
// its place.
func (t *Task) flat(high int) bool {
	return t.Strategy == "" && t.canIndex() && uint64(high) <= t.Key.Slots && t.Clustering.RunLength < LongRuns && !t.tooManySlots()
}

// skewed is the share of the rows with the most frequent key from which on most rows meet few groups, which
// stay in the cache. Measured on the grid of docs/measured/grid.md.
const skewed = 0.02

// Skewed reports whether many rows have the same few keys.
func Skewed(c profiler.Clustering) bool { return c.HeavyHitter > skewed }
