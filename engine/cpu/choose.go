package cpu

import "cardinal/profiler"

// Skewed reports whether many rows have the same few keys.
func Skewed(c profiler.Clustering) bool { return c.HeavyHitter > skewed }

// The borders of the choice, measured on 2 cores with 2 MiB of second-level cache each (docs/grid.md).
const (
	// longRuns of equal keys make up for looking for them, where an index has no copies of its accumulators to take in turn.
	longRuns = 8
	// narrow stretches of rows meet neighbouring slots, whose state is in the cache: localSlots of all workers a row, of localBytes,
	// are then worth being made and merged.
	narrow, localSlots, localBytes = 1. / 64, 8, 256 << 20
	// slotBytes of state are too much to be indexed by every worker at random; mergedBytes of all workers are too much to be made
	// and merged where they come to more than rowBytes a row. Of skewed keys twice as much is not too much.
	slotBytes, mergedBytes, rowBytes = 64 << 20, 2 << 20, 32
	// tableGroups are too many for a table of every worker's own; skewed keys are forgiven more, for most rows meet the
	// few that stay in the cache.
	tableGroups, skewedGroups = 3 << 15, 1 << 17
	skewed                    = 0.02 // of the rows by the heaviest key
	// aloneRows a group are needed to make up for a table on one worker, mergedRows times the workers where their tables
	// are merged.
	aloneRows, mergedRows = 4, 8
)

// Choose picks the strategy for a task from the expected number of groups and the probe: Cieslewicz and Ross's adaptive
// operator (VLDB 2007; SEEDS B3), with the strategies that win somewhere on the grid. What is shared by all workers
// wins nowhere: two atomic additions cost more than the tables they save.
func Choose(t *Task) string {
	groups, rowsPerGroup := tableGroups, aloneRows
	if Skewed(t.Clustering) {
		groups = skewedGroups
	}
	if t.Threads > 1 {
		rowsPerGroup = mergedRows * t.Threads
	}
	index := Indexable(t.Key.Slots, t.Selected)
	_, others, _ := t.Plan.Sums()
	switch {
	case index && t.lanes() > 1:
		return "dense"
	case t.Clustering.RunLength >= longRuns && !(index && others == 0): // what shares additions is indexed as fast
		return "runs"
	case index && uint64(t.Selected) >= t.Key.Slots/4 && t.tooManySlots():
		return "partition"
	case index:
		return "dense"
	case t.Groups > groups:
		return "partition"
	case t.Selected >= rowsPerGroup*t.Groups:
		return "independent"
	case t.Threads > 1 && Skewed(t.Clustering): // most rows meet the few keys of a small table
		return "plat"
	}
	return "partition"
}

// tooManySlots reports whether accumulators of every worker's own, indexed by slot, cost more than writing the rows out by
// ranges of slots.
func (t *Task) tooManySlots() bool {
	state := int64(t.Key.Slots) * t.Plan.GroupBytes()
	all, rows := int64(t.Threads)*state, int64(t.Selected)
	if t.Clustering.DomainShare > 0 && t.Clustering.DomainShare < narrow {
		return t.Threads*int(t.Key.Slots) > localSlots*t.Selected || all > localBytes
	}
	forgiven := int64(1)
	if Skewed(t.Clustering) {
		forgiven = 2
	}
	return state > forgiven*slotBytes || t.Threads > 1 && all > forgiven*rowBytes*rows && all > mergedBytes
}
