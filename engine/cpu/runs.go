package cpu

import (
	"cardinal/engine/aggregate"
	"cardinal/engine/choice/cost"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/internal/memory"
)

// runs finds runs of rows with equal keys, looks a key up once a run, and lets the accumulators reduce the run
// before they touch the group: the run-aware path of Cieslewicz and Ross (VLDB 2007), for sorted and clustered
// input.
var runs = Strategy{
	Name:  "runs",
	Words: "Rows came sorted or in runs: equal neighbours are added up first",
	suits: func(t Task) bool {
		return t.Clustering.RunLength >= LongRuns && (!t.canIndex() || t.sparse())
	},
	bytes: (*job).tableBytes,
	run:   runRuns,
	aggregate: func(w *workload, t *cost.Terms) {
		w.read(t, float64(w.Keys), w.accs)
		t[cost.HashNs], t[cost.InsertNs] = w.rows/LongRuns, float64(w.tableGroups())*1e-6
	},
	merge: mergeTableTerms,
}

// sparseSlots is the least slots of all workers a group from which on a table of the keys is faster than an
// index, where a key is looked up once a run. Where the slots are fewer than the rows, the index is. Measured
// on 262,144 to 8,000,000 rows in runs of 8 to 500.
const sparseSlots = 16

// sparse reports whether most places of an index would stay empty.
func (t *Task) sparse() bool {
	slots := t.Threads * int(t.Key.Slots)
	return slots >= t.Selected && slots >= sparseSlots*t.Groups
}

// LongRuns is the average run, in rows, from which on looking for runs takes less time than it saves. Measured
// on the grid of docs/measured/grid.md: it is eight rows, of which the windows of estimate.Clustering see seven and a
// half, since the ends of a window cut runs.
const LongRuns = 7

func runRuns(j *job) (*pivot.Groups, error) {
	return private(j, func(s *scan, t *key.HashTable) *aggregate.Batch {
		keys := s.packed()
		starts, heads := findRuns(make([]uint32, 0, len(keys)+1), keys[:0], keys)
		ids := memory.Make[uint32](len(heads))
		t.IDs(ids, heads)
		b := s.values(s.ids.of(s.n))
		b.Starts, b.Runs = starts, ids
		return b
	})
}

// findRuns appends where each run of equal keys starts, and the number of keys, to starts, and the key of each
// run to heads, which may begin where keys do.
func findRuns[K uint32 | uint64](starts []uint32, heads, keys []K) ([]uint32, []K) {
	for i, k := range keys {
		if i == 0 || k != keys[i-1] {
			starts, heads = append(starts, uint32(i)), append(heads, k)
		}
	}
	return append(starts, uint32(len(keys))), heads
}
