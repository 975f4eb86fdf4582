package cpu

import (
	"sync"

	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
)

// striped has one table for all workers, cut into stripes by the hash; each stripe has its states behind a lock of
// its own. It is Cieslewicz and Ross's global table with mutexes (VLDB 2007), in the form of Herlihy and Shavit's
// striped hash set (The Art of Multiprocessor Programming, 2008). A worker takes a lock once per batch.
var striped = Strategy{
	Name:      "striped",
	Words:     "One table for all cores, each stripe of it behind a lock",
	bytes:     (*job).tableBytes,
	run:       runStriped,
	aggregate: tableTerms, merge: mergeTableTerms,
}

const (
	stripeBits = 6
	stripes    = 1 << stripeBits
)

type stripe struct {
	sync.Mutex
	table *key.HashTable
	accs  []aggregate.Accumulator
}

func runStriped(j *job) (*pivot.Groups, error) {
	table := make([]stripe, stripes)
	for i := range table {
		table[i].table, table[i].accs = key.NewPartitionTable(j.Groups/stripes, stripeBits), j.newStates(0)
	}
	err := j.each(func(int) error {
		s := j.scan()
		var places [stripes][]uint32 // of the batch
		var gathered []aggregate.Vector
		keys, ids := make([]uint64, 0, batchRows), make([]uint32, batchRows)
		return s.allBatches(func() {
			all := s.packed()
			for i, k := range all {
				at := &places[key.Hash(k)>>(64-stripeBits)]
				*at = append(*at, uint32(i))
			}
			b := s.values(nil)
			for i := range places {
				if len(places[i]) == 0 {
					continue
				}
				keys = keys[:0]
				for _, place := range places[i] {
					keys = append(keys, all[place])
				}
				table[i].add(subset(b, places[i], ids[:len(keys)], &gathered), keys)
				places[i] = places[i][:0]
			}
		})
	})
	if err != nil {
		return nil, err
	}
	j.stage("aggregate")
	tables, states := make([]*key.HashTable, stripes), make([][]aggregate.Accumulator, stripes)
	for i := range table {
		tables[i], states[i] = table[i].table, table[i].accs
		j.bytes.Add(tables[i].Bytes())
	}
	groups, err := j.mergeTables(tables, states)
	j.stage("merge")
	return groups, err
}

// add adds the rows of a batch, whose keys all belong to the stripe.
func (s *stripe) add(b *aggregate.Batch, keys []uint64) {
	s.Lock()
	defer s.Unlock()
	s.table.IDs(b.Groups, keys)
	for _, a := range s.accs {
		a.Grow(s.table.Len())
	}
	aggregate.Update(s.accs, b)
}
