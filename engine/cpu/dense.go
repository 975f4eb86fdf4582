package cpu

import (
	"fmt"

	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/packed"
	"cardinal/engine/choice/cost"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// dense indexes a set of accumulators per worker by slot, and adds up the sets at the end: Ye, Ross and Vesdapunt's
// independent tables (DaMoN 2011) with perfect hashing. No key is stored or compared.
var dense = Strategy{
	Name:  "dense",
	Words: "Indexed directly: every possible group has its place",
	suits: func(t Task) bool {
		return t.canIndex() && (t.replicas() > 1 || uint64(t.Selected) < t.Key.Slots/4 || !t.tooManySlots())
	},
	check: func(t *Task) error {
		if t.canIndex() {
			return nil
		}
		return fmt.Errorf("the dense strategy indexes at most %s slots for %s, and the keys span %s",
			profiler.Count(maxSlots(t.Selected)), profiler.Counted(t.Selected, "row"), profiler.Count(t.Key.Slots))
	},
	bytes: func(j *job) int64 {
		sums, _, _ := j.Plan.Sums()
		return j.slotBytes(j.groupBytes() + 8*int64(sums)) // with the words of packed sums
	},
	run: runDense,
	aggregate: func(w *workload, t *cost.Terms) {
		keys, updates := float64(w.Keys), w.accs
		if w.Updates > 0 && w.Rows >= packed.RowsPerGroup*w.threads*w.Slots {
			updates = w.Updates
		}
		switch {
		case w.Direct:
			keys = 0
		case w.Keys > 1: // one pass reads two key columns
			keys--
		}
		w.read(t, keys, updates)
		t[cost.RoomNs] = w.slots * w.accs * 1e-6 * float64(w.threads) / w.memory
		w.miss(t, 8*(w.accs+1)*w.slots, updates, 1)
	},
	merge: mergeSlotTerms,
}

// Limits of the state that workers index at random, measured on 2 cores with 2 MiB of second-level cache each
// (docs/measured/grid.md).
const (
	// slotBytes limits the state of a worker. The state of all workers may take mergedBytes, or rowBytes per row if
	// this is more. If it takes more, making and merging the sets takes longer than writing the rows to partitions.
	// Skewed keys are allowed twice as much.
	slotBytes, mergedBytes, rowBytes = 64 << 20, 2 << 20, 32
	// If neighbouring rows have less than the share `local` of the domain, their state is in the cache. All workers
	// together may then have localSlots slots per row, and localBytes of state.
	local, localSlots, localBytes = 1. / 64, 8, 256 << 20
)

// tooManySlots reports whether a set of accumulators per worker takes longer than writing the rows to partitions by
// ranges of slots.
func (t *Task) tooManySlots() bool {
	state := int64(t.Key.Slots) * t.Plan.GroupBytes()
	all, rows := int64(t.Threads)*state, int64(t.Selected)
	if t.Clustering.DomainShare > 0 && t.Clustering.DomainShare < local {
		return t.Threads*int(t.Key.Slots) > localSlots*t.Selected || all > localBytes
	}
	times := int64(1)
	if Skewed(t.Clustering) {
		times = 2
	}
	return state > times*slotBytes || t.Threads > 1 && all > times*rowBytes*rows && all > mergedBytes
}

// Limits of replicas: copies of a worker's accumulators that successive rows take in turn. Measured on 262,144 to
// 8,000,000 rows, 8 to 16,000 slots, runs of 1 to 1,000 rows, and hot shares of 5 to 95 per cent.
const (
	replicaCount    = 4
	maxReplicaSlots = 1 << 14
	replicaBytes    = 1 << 20 // all copies of a worker, which stay in its second-level cache
	replicaRows     = 16      // least rows per slot of a copy, so that adding up the copies pays

	// With at most fewReplicaSlots slots, copies stay in the first-level cache. Then a group is hot by these limits:
	fewReplicaSlots = 256
	hotGroups       = 12   // if there are at most so many groups, all are hot
	hotShare        = 0.08 // a group with a greater share of the rows is hot
	hotRuns         = 1.5  // a group with longer runs of rows is hot

	// Copies of more slots take room in the cache, so that a group must be hotter.
	runReplicaSlots = 1 << 12 // the largest number of slots for which long runs make a group hot
	veryHotShare    = 0.4
	veryHotRuns     = 32
)

// replicas returns the number of copies of its accumulators that a worker has. With one copy, every row of a hot
// group, or of a run of rows of one group, would wait for the store of the row before it.
func (t *Task) replicas() int {
	fit := t.Key.Slots <= maxReplicaSlots && replicaCount*int64(t.Key.Slots)*t.Plan.GroupBytes() <= replicaBytes
	if fit && t.isHot() && replicaRows*int(t.Key.Slots)*replicaCount*t.Threads <= t.Selected {
		return replicaCount
	}
	return 1
}

// isHot reports whether so many rows belong to the same groups that copies of the groups pay off.
func (t *Task) isHot() bool {
	share, run := t.Clustering.HeavyHitter, t.Clustering.RunLength
	if t.Key.Slots <= fewReplicaSlots {
		return t.Groups <= hotGroups || share > hotShare || run > hotRuns
	}
	return share > veryHotShare || t.Key.Slots <= runReplicaSlots && run > veryHotRuns
}

func runDense(j *job) (*pivot.Groups, error) {
	slots, replicas, masks := int(j.Key.Slots), j.replicas(), j.usesMasks()
	if masks {
		slots += rejected
	}
	stride, size := uint32(0), slots // stride is the distance of a slot's copies
	if replicas > 1 {
		// not a multiple of 4 KiB, because processors take a load and a store at such a distance for the same address
		stride = uint32(slots | 1)
		size = int(stride) * replicas
	}
	workers, err := gather(j, func() ([]aggregate.Accumulator, error) {
		accs := j.newStates(size)
		sums := packed.New(accs, size, j.Selected/j.Threads)
		j.bytes.Add(sums.Bytes())
		s := j.scan()
		add, batches := j.adder(s, sums, stride, masks), s.batches
		if masks {
			batches = s.maskedBatches
		}
		err := j.morsels(func(lo, hi int) error {
			batches(lo, hi, add)
			return nil
		})
		sums.Flush()
		if replicas > 1 {
			accs = j.mergeReplicas(accs, slots, int(stride))
		}
		if masks {
			clearRejected(accs, uint32(j.Key.Slots))
		}
		return accs, err
	})
	if err != nil {
		return nil, err
	}
	return j.mergeSlots(workers)
}

// adder returns a function that adds a batch of a scan to sums. The codes of one key column are the slots, and the
// codes of two columns are combined to slots during the addition.
func (j *job) adder(s *scan, sums *packed.Sums, stride uint32, masks bool) func() {
	codes, picked := make([]aggregate.Vector, len(j.Key.Cols)), make([]aggregate.Vector, len(j.Key.Cols))
	for i, c := range j.Key.Cols {
		codes[i] = aggregate.Vector{U8: c.Codes.U8, U16: c.Codes.U16, U32: c.Codes.U32}
		if j.Select != nil {
			picked[i] = codes[i].Make(batchRows)
		}
	}
	of := func(col int) aggregate.Vector {
		if s.rows != nil {
			return picked[col].Gather(&codes[col], s.rows)
		}
		return codes[col].Slice(s.lo, s.lo+s.n)
	}
	slots := s.slots
	if masks {
		masked := make([]uint8, batchRows)
		of = func(int) aggregate.Vector { return aggregate.Vector{U8: s.maskedCodes(masked)} }
		slots = func() []uint32 {
			ids := s.ids.of(s.n)
			for i, slot := range s.maskedCodes(masked) {
				ids[i] = uint32(slot)
			}
			return ids
		}
	}
	switch {
	case len(codes) == 1 && sums.Direct():
		return func() { sums.UpdateCodes(of(0), stride, s.values(nil)) }
	case len(codes) == 2 && sums.Pairs() && stride == 0:
		card := uint32(j.Key.Strides[0])
		return func() { sums.UpdatePairs(of(0), of(1), card, s.values(nil)) }
	}
	one := j.Key.Slots == 1 && !masks
	if one && sums.Columns() {
		return func() { sums.UpdateOne(s.n, s.values(nil).In) }
	}
	return func() {
		ids := slots()
		if stride > 0 {
			replicate(ids, stride)
		}
		b := s.values(ids)
		b.One = one
		sums.Update(b)
	}
}

// mergeReplicas adds up the copies of a worker's accumulators.
func (j *job) mergeReplicas(accs []aggregate.Accumulator, slots, stride int) []aggregate.Accumulator {
	to := make([]uint32, stride*replicaCount)
	for i := range to {
		if to[i] = uint32(i % stride); i%stride >= slots {
			to[i] = aggregate.Skip
		}
	}
	out := j.newStates(slots)
	for kind := range out {
		out[kind].Merge(accs[kind], nil, to)
	}
	return out
}

// replicate assigns the copies to successive rows in turn.
func replicate(ids []uint32, stride uint32) {
	for ; len(ids) >= 4; ids = ids[4:] {
		ids[1] += stride
		ids[2] += 2 * stride
		ids[3] += 3 * stride
	}
}
