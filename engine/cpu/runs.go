package cpu

import (
	"cardinal/engine/aggregate"
	"cardinal/engine/choice/cost"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/internal/memory"
)

// runs finds runs of rows with equal keys, looks a key up once per run, and lets the accumulators reduce the run
// before they touch the group: the run-aware path of Cieslewicz and Ross (VLDB 2007), for sorted and clustered input.
var runs = Strategy{
	Name:  "runs",
	Words: "Rows came sorted or in runs: equal neighbours are added up first",
	suits: func(t Task) bool {
		return t.Clustering.RunLength >= LongRuns && (!t.canIndex() || t.isSparse())
	},
	bytes: (*job).tableBytes,
	run:   runRuns,
	aggregate: func(w *workload, t *cost.Terms) {
		w.read(t, float64(w.Keys), w.accs)
		t[cost.HashNs], t[cost.InsertNs] = w.rows/LongRuns, float64(w.tableGroups())*1e-6
	},
	merge: mergeTableTerms,
}

// sparseSlots is the least number of slots of two workers, per group, for which runs with a table of keys are faster
// than dense. If two workers have fewer slots than rows, dense is faster. Measured on 262,144 to 8,000,000 rows in runs
// of 8 to 500. More workers do not change the limit: they share the work of adding up slots, and of merging tables.
const sparseSlots = 16

// isSparse reports whether most slots of dense would have no rows.
func (t *Task) isSparse() bool {
	slots := min(t.Threads, 2) * int(t.Key.Slots)
	return slots >= t.Selected && slots >= sparseSlots*t.Groups
}

// LongRuns is the least average run, in rows, for which looking for runs takes less time than it saves. On the grid of
// docs/measured/grid.md such runs have eight rows. estimate.Clustering reports 7.5 rows for such runs, because the ends
// of its windows cut runs.
const LongRuns = 7

func runRuns(j *job) (*pivot.Groups, error) {
	// the table begins small and grows as needed, since each run of equal keys is looked up only once
	return runPrivate(j, j.Selected/j.Threads/64, func(s *scan, t *key.HashTable) *aggregate.Batch {
		keys := s.packed()
		starts, heads := findRuns(make([]uint32, 0, len(keys)+1), keys[:0], keys)
		ids := memory.Make[uint32](len(heads))
		t.IDs(ids, heads)
		b := s.values(s.ids.of(s.n))
		b.Starts, b.Runs = starts, ids
		return b
	})
}

// findRuns appends the start of each run of equal keys to starts, and the key of each run to heads. The last start is
// the number of keys. heads may share the memory of keys.
func findRuns[K uint32 | uint64](starts []uint32, heads, keys []K) ([]uint32, []K) {
	for i, k := range keys {
		if i == 0 || k != keys[i-1] {
			starts, heads = append(starts, uint32(i)), append(heads, k)
		}
	}
	return append(starts, uint32(len(keys))), heads
}
