package cpu

import (
	"math/bits"

	"cardinal/data/number/radix"
	"cardinal/engine/aggregate"
	"cardinal/engine/choice/cost"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// partition writes the rows' keys and inputs to partitions, which are ranges of the hash. The groups of one partition
// fit the second-level cache, and each partition is grouped by itself. This is Ye, Ross and Vesdapunt's
// partition-and-aggregate (DaMoN 2011), in the radix form of DuckDB and ClickHouse. No two partitions share a group, so
// that nothing is merged.
//
// If the key domain can be indexed, the partitions are ranges of slots, and no table is needed.
var partition = Strategy{
	Name:  "partition",
	Words: "Split into parts that fit the cache",
	suits: func(Task) bool { return true },
	bytes: func(j *job) int64 {
		rows, groups, row := int64(j.Selected), int64(max(j.Groups, 1)), int64(8)
		for i := range j.inputs {
			row += int64(max(j.inputs[i].Width(), 4))
		}
		if j.canIndex() {
			return rows*(row-4) + (int64(j.Key.Slots)+groups)*j.groupBytes()
		}
		return rows*(row+4) + groups*(j.groupBytes()+8)
	},
	run: func(j *job) (*pivot.Groups, error) {
		if j.canIndex() {
			return partitionSlots(j)
		}
		return partitionKeys(j)
	},
	aggregate: partitionTerms,
}

// partitionStart is the number of rows that are written in the time of allocating their columns.
const partitionStart = 4_000

// partitionPasses is how often workers are woken: to count, write, number and aggregate partitions, and to copy the
// keys.
const partitionPasses = 5

// The table of a partition fits the cache. There an insertion takes insertedInCache times as long as in a large table.
// The first row of a slot writes to new memory. This takes `touched` times as long as making the slot's accumulators.
// Both were fitted to runs of up to 20 million rows on 2 and 16 cores of a Xeon.
const insertedInCache, touched = 0.2, 4

// partitionTerms sets the terms of writing the rows out and grouping each partition, whose groups fit the cache. No
// two partitions share a group, so that nothing is merged.
func partitionTerms(w *workload, t *cost.Terms) {
	w.read(t, 2*float64(w.Keys), w.accs) // to count the rows of each partition, and to write them
	t[cost.ForkMS] *= partitionPasses
	columns, room := float64(1+w.Inputs), w.slots*w.accs // columns of four bytes
	// packed keys have eight bytes, and are looked up in a table that fits the cache
	if w.Slots == 0 {
		columns++
		t[cost.HashNs], t[cost.InsertNs] = w.rows, float64(w.Groups)*1e-6/w.arithmetic*insertedInCache
	} else {
		room += touched * float64(w.Groups) * w.accs
	}
	t[cost.PartNs] = (float64(w.Rows)/w.writing + partitionStart) * 1e-6 * columns
	t[cost.RoomNs] = (room + float64(w.Rows)*columns/2) * 1e-6 / w.memory
	w.decode(t, float64(w.Groups))
}

func partitionKeys(j *job) (*pivot.Groups, error) {
	wide := j.partitionBits()
	p := &partitions[uint64]{job: j, shift: 64 - wide, count: 1 << wide, keys: (*scan).packed, of: key.Hash}
	if err := p.write(); err != nil {
		return nil, err
	}
	j.stage("partition")
	ids := memory.Uninitialized[uint32](j.Selected)
	n := len(p.start) - 1
	first := make([]int, n+1) // group of each partition
	tables := make([]key.DictEncoder, j.Threads)
	err := j.pieces(n, func(i, w int) error {
		lo, hi := p.start[i], p.start[i+1]
		first[i+1] = tables[w].Encode(p.out[lo:hi], ids[lo:hi], wide)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range n {
		first[i+1] += first[i]
	}
	keys := memory.Uninitialized[uint64](first[n])
	err = j.pieces(n, func(i, _ int) error { // Encode moved the distinct keys of each partition to its start
		copy(keys[first[i]:first[i+1]], p.out[p.start[i]:])
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.out = nil
	j.stage("number")
	accs, err := p.aggregate(first[n], func(i int) []uint32 {
		groups := ids[p.start[i]:p.start[i+1]]
		for r := range groups {
			groups[r] += uint32(first[i])
		}
		return groups
	})
	if err != nil {
		return nil, err
	}
	j.stage("aggregate")
	groups, err := j.decode(keys, accs)
	j.stage("decode")
	return groups, err
}

func partitionSlots(j *job) (*pivot.Groups, error) {
	high := max(bits.Len64(j.Key.Slots-1)-j.partitionBits(), 0)
	p := &partitions[uint32]{job: j, shift: high, count: int((j.Key.Slots-1)>>high) + 1, keys: (*scan).slots,
		of: func(slot uint32) uint64 { return uint64(slot) }}
	if err := p.write(); err != nil {
		return nil, err
	}
	j.stage("partition")
	accs, err := p.aggregate(int(j.Key.Slots), func(i int) []uint32 { return p.out[p.start[i]:p.start[i+1]] })
	if err != nil {
		return nil, err
	}
	j.stage("aggregate")
	groups, err := j.compact(accs)
	j.stage("compact")
	return groups, err
}

// cacheBytes is the size that the state of a partition should have: about a second-level cache. Smaller partitions
// would take longer to write, because they would be more.
const cacheBytes = 2 << 20

// partitionBits returns the logarithm of the number of partitions.
func (j *job) partitionBits() int {
	state := int64(max(j.Groups, 1)) * (j.Plan.GroupBytes() + 16)
	return min(max(bits.Len64(uint64(state/cacheBytes)), bits.Len(uint(4*j.Threads-1)), 4), 10)
}

// partitions is the rows of a job, written out by partition.
type partitions[K uint32 | uint64] struct {
	job   *job
	shift int // a row's partition is of(key) >> shift
	count int // of partitions
	keys  func(*scan) []K
	of    func(K) uint64

	start  []int // the start of each partition, and the number of rows
	out    []K
	inputs []aggregate.Vector
}

// write counts the rows of every partition and then writes them to their partitions. The rows are divided equally among
// the workers.
func (p *partitions[K]) write() error {
	j := p.job
	count := p.count
	counts := make([][]uint32, j.Threads)
	err := j.each(func(w int) error {
		counts[w] = make([]uint32, count)
		return p.share(w, func(_ *scan, keys []K) {
			for _, k := range keys {
				counts[w][p.of(k)>>p.shift]++
			}
		})
	})
	if err != nil {
		return err
	}
	p.start = radix.Starts[int](counts, count, j.Threads)
	p.allocate(p.start[count])
	return j.each(func(w int) error {
		next := counts[w]
		places := make([]uint32, batchRows)
		in := make([]aggregate.Vector, len(j.inputs))
		return p.share(w, func(s *scan, keys []K) {
			places := places[:len(keys)]
			for i, k := range keys {
				at := &next[p.of(k)>>p.shift]
				places[i] = *at
				p.out[*at] = k
				*at++
			}
			s.take(in)
			for i := range in {
				p.inputs[i].Scatter(&in[i], places)
			}
		})
	})
}

// allocate makes the columns that `rows` rows are written to.
func (p *partitions[K]) allocate(rows int) {
	j := p.job
	p.out = memory.Uninitialized[K](rows)
	bytes := 8 * rows
	p.inputs = make([]aggregate.Vector, len(j.inputs))
	for i := range j.inputs {
		form := j.inputs[i]
		if j.Plan.Inputs[i].Column == nil {
			form = aggregate.Vector{U32: []uint32{}}
		}
		p.inputs[i] = form.Make(rows)
		bytes += rows * form.Width()
	}
	j.bytes.Add(int64(bytes))
}

// share calls do for every batch of the rows of worker w.
func (p *partitions[K]) share(w int, do func(s *scan, keys []K)) error {
	j := p.job
	border := func(w int) int { return j.Key.Rows / j.Threads * w &^ 63 }
	lo, hi := border(w), border(w+1)
	if w == j.Threads-1 {
		hi = j.Key.Rows
	}
	s := j.scan()
	for ; lo < hi; lo += j.Morsel {
		if err := j.ctx.Err(); err != nil {
			return err
		}
		s.batches(lo, min(lo+j.Morsel, hi), func() { do(s, p.keys(s)) })
	}
	return nil
}

// aggregate adds the rows of all partitions to accumulators. ids returns the group of each row of partition i.
func (p *partitions[K]) aggregate(groups int, ids func(i int) []uint32) ([]aggregate.Accumulator, error) {
	return p.job.aggregateDisjoint(groups, len(p.start)-1, func(i int, _ *scan, update func(*aggregate.Batch)) {
		b := aggregate.Batch{In: make([]aggregate.Vector, len(p.inputs))}
		all := ids(i)
		for lo := p.start[i]; lo < p.start[i+1]; lo += batchRows {
			hi := min(lo+batchRows, p.start[i+1])
			for in := range b.In {
				b.In[in] = p.inputs[in].Slice(lo, hi)
			}
			b.Groups = all[lo-p.start[i] : hi-p.start[i]]
			update(&b)
		}
	})
}

// aggregateDisjoint runs accumulators over partitions, no two of which share a group. All workers update the same
// columnar states. Each worker has its own copy of all other states, and these are merged at the end.
func (j *job) aggregateDisjoint(groups, partitions int,
	do func(i int, s *scan, update func(*aggregate.Batch))) ([]aggregate.Accumulator, error) {
	workers, err := j.workerStates(groups, func(a aggregate.Accumulator) bool {
		_, columnar := a.(aggregate.Columnar)
		return columnar
	})
	if err != nil {
		return nil, err
	}
	scans := each.Times(j.Threads, func(int) *scan { return j.scan() })
	err = j.pieces(partitions, func(i, w int) error {
		do(i, scans[w], func(b *aggregate.Batch) { aggregate.Update(workers[w], b) })
		if j.Progress != nil {
			j.Progress(float64(i+1) / float64(partitions))
		}
		return j.ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return j.mergeWorkers(workers)
}
