package cpu

import (
	"cardinal/engine/aggregate"
	"cardinal/engine/cost"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
)

// runs finds runs of rows with equal keys, looks a key up once a run, and lets the accumulators reduce the run before they touch the
// group: the run-aware path of Cieslewicz and Ross (VLDB 2007), for sorted and clustered input.
var runs = Strategy{
	Name:  "runs",
	Words: "Rows came sorted or in runs: equal neighbours are added up first",
	suits: func(t *Task) bool {
		if t.Clustering.RunLength < LongRuns {
			return false
		}
		_, unpacked, _ := t.Plan.Sums()
		return !t.canIndex() || t.replicas() == 1 && unpacked > 0 // packed sums are indexed as fast
	},
	bytes: func(j *job) int64 {
		if j.canIndex() {
			return j.slotBytes(j.groupBytes())
		}
		return j.tableBytes()
	},
	run:       runRuns,
	aggregate: func(w *workload, t *cost.Terms) { w.read(t, float64(w.Keys), w.accs) }, // a look-up and an update a run
	merge:     mergeSlotTerms,
}

// LongRuns is the average run, in rows, from which on looking for runs takes less time than it saves. Measured on the grid of
// docs/grid.md.
const LongRuns = 8

func runRuns(j *job) (*pivot.Groups, error) {
	if j.canIndex() {
		return slotRuns(j)
	}
	return private(j, func(s *scan, t *key.HashTable) *aggregate.Batch {
		keys := s.packed()
		starts, heads := findRuns(make([]uint32, 0, len(keys)+1), keys[:0], keys)
		ids := make([]uint32, len(heads))
		t.IDs(ids, heads)
		b := s.values(s.ids.of(s.n))
		b.Starts, b.Runs = starts, ids
		return b
	})
}

func slotRuns(j *job) (*pivot.Groups, error) {
	slots := int(j.Key.Slots)
	workers, err := gather(j, func() ([]aggregate.Accumulator, error) {
		accs := j.fresh(slots)
		s := j.scan()
		starts, heads := make([]uint32, 0, batchRows+1), make([]uint32, 0, batchRows)
		return accs, s.all(func() {
			ids := s.slots()
			starts, heads = findRuns(starts[:0], heads[:0], ids)
			b := s.values(ids)
			b.Starts, b.Runs = starts, heads
			aggregate.Update(accs, b)
		})
	})
	if err != nil {
		return nil, err
	}
	return j.mergeSlots(workers)
}

// findRuns appends where each run of equal keys starts, and the number of keys, to starts, and the key of each run to heads, which may
// begin where keys do.
func findRuns[K uint32 | uint64](starts []uint32, heads, keys []K) ([]uint32, []K) {
	for i, k := range keys {
		if i == 0 || k != keys[i-1] {
			starts, heads = append(starts, uint32(i)), append(heads, k)
		}
	}
	return append(starts, uint32(len(keys))), heads
}
