package cpu

import (
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
)

// plat gives every worker a small private table that takes keys until it is full. Rows with a key in the full table are
// aggregated at once. All other rows, the overflow, are written to partitions and aggregated at the end. This is PLAT,
// "partition with a local aggregation table" (Ye, Ross and Vesdapunt, DaMoN 2011). ClickHouse's adaptive aggregation is
// similar. If few rows find their key in the full table, later rows go to the partitions at once.
var plat = Strategy{
	Name:  "plat",
	Words: "Frequent groups per core, the others split into parts",
	suits: func(t Task) bool {
		// the keys of most rows fit a small table
		return !t.canIndex() && t.Groups <= skewedGroups && t.Threads > 1 && Skewed(t.Clustering)
	},
	bytes:     (*job).listedBytes,
	run:       runPlat,
	aggregate: partitionTerms,
}

func runPlat(j *job) (*pivot.Groups, error) {
	bits := j.partitionBits()
	workers, err := gather(j, func() (*platWorker, error) {
		p := &platWorker{table: key.NewHashTable(platKeys), accs: j.newStates(platKeys), shift: uint(64 - bits),
			overflow: make([]overflow, 1<<bits)}
		s := j.scan()
		return p, s.allBatches(func() { p.take(s) })
	})
	if err != nil {
		return nil, err
	}
	j.stage("aggregate")
	groups, err := j.platMerge(workers, bits)
	j.stage("merge")
	return groups, err
}

const (
	platKeys = 1 << 13 // the largest number of keys of a private table
	// At least 1/platShare of platWindow rows must find their key in a full table.
	platWindow = 1 << 16
	platShare  = 4
)

// overflow is the rows of one partition whose keys were not in the full table.
type overflow struct {
	keys []uint64
	rows []uint32
}

type platWorker struct {
	table    *key.HashTable
	accs     []aggregate.Accumulator
	shift    uint
	overflow []overflow

	asked, hits int // since the table became full
	bypass      bool
	ids, places [batchRows]uint32
	gathered    []aggregate.Vector
}

func (p *platWorker) take(s *scan) {
	keys := s.packed()
	numbers := s.rowNumbers()
	n, full := 0, p.table.Len() >= platKeys
	for i, k := range keys {
		id, ok := uint32(0), false
		switch {
		case p.bypass:
		case full:
			id, ok = p.table.Find(k)
		default:
			id, ok = p.table.ID(k), true
			full = p.table.Len() >= platKeys
		}
		if ok {
			p.ids[n], p.places[n] = id, uint32(i)
			n++
			continue
		}
		a := &p.overflow[key.Hash(k)>>p.shift]
		a.keys, a.rows = append(a.keys, k), append(a.rows, numbers[i])
	}
	if full && !p.bypass {
		p.asked += len(keys)
		p.hits += n
		if p.asked >= platWindow {
			p.bypass = p.hits*platShare < p.asked
			p.asked, p.hits = 0, 0
		}
	}
	switch {
	case n == len(keys):
		aggregate.Update(p.accs, s.values(p.ids[:n]))
	case n > 0:
		b := s.values(s.ids.of(s.n))
		aggregate.Update(p.accs, subset(b, p.places[:n], p.ids[:n], &p.gathered))
	}
}

// subset returns a batch of the rows of b at the indices `places`, which belong to `groups`. It copies their values to
// buffers, which the first call makes.
func subset(b *aggregate.Batch, places, groups []uint32, buffers *[]aggregate.Vector) *aggregate.Batch {
	if *buffers == nil {
		*buffers = make([]aggregate.Vector, len(b.In))
		for i := range b.In {
			(*buffers)[i] = b.In[i].Make(batchRows)
		}
	}
	out := &aggregate.Batch{Groups: groups, In: make([]aggregate.Vector, len(b.In))}
	for i := range b.In {
		out.In[i] = (*buffers)[i].Gather(&b.In[i], places)
	}
	return out
}

// platMerge numbers the groups by partition, aggregates the overflow, and merges the states of the private tables.
func (j *job) platMerge(workers []*platWorker, wide int) (*pivot.Groups, error) {
	tables, states := make([]*key.HashTable, len(workers)), make([][]aggregate.Accumulator, len(workers))
	for w, p := range workers {
		tables[w], states[w] = p.table, p.accs
	}
	ids := make([][][]uint32, 1<<wide) // of the overflow, by partition and worker
	n, err := j.number(j.Threads, tables, wide, j.Groups, func(i int, t *key.HashTable) {
		ids[i] = make([][]uint32, len(workers))
		for w, p := range workers {
			ids[i][w] = make([]uint32, len(p.overflow[i].keys))
			t.IDs(ids[i][w], p.overflow[i].keys)
			p.overflow[i].keys = nil
		}
	})
	if err != nil {
		return nil, err
	}
	accs, err := j.aggregateDisjoint(len(n.keys), len(ids), func(i int, s *scan, update func(*aggregate.Batch)) {
		for w, worker := range workers {
			for r := range ids[i][w] {
				ids[i][w][r] += n.starts[i]
			}
			s.listedBatches(worker.overflow[i].rows, func(lo, hi int) { update(s.values(ids[i][w][lo:hi])) })
		}
	})
	if err != nil {
		return nil, err
	}
	if err := j.mergeStates(accs, states, n.groups); err != nil {
		return nil, err
	}
	return j.decode(n.keys, accs)
}
