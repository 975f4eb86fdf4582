package compared

import (
	"sync"

	"cardinal/engine/aggregate"
	"cardinal/engine/key"
)

const (
	stripeBits = 6
	stripes    = 1 << stripeBits
)

type stripe struct {
	sync.Mutex
	table *key.HashTable
	accs  []aggregate.Accumulator
}

// groupStriped has one table for all workers, cut into stripes by the hash; each stripe has its states behind a lock of
// its own. It is Cieslewicz and Ross's global table with mutexes (VLDB 2007), in the form of Herlihy and Shavit's
// striped hash set (The Art of Multiprocessor Programming, 2008). A worker takes a lock once per batch.
func groupStriped(g *grouping) ([]uint64, []aggregate.Accumulator, error) {
	table := make([]stripe, stripes)
	for i := range table {
		table[i].table, table[i].accs = key.NewPartitionTable(g.Groups/stripes, stripeBits), g.Plan.New()
	}
	err := g.pieces(g.Threads, func(int, int) error {
		b := g.batch()
		var places [stripes][]uint32 // of the batch
		var gathered []aggregate.Vector
		keys, ids := make([]uint64, 0, batchRows), make([]uint32, batchRows)
		return b.morsels(func() error {
			all := b.packed()
			for i, k := range all {
				at := &places[key.Hash(k)>>(64-stripeBits)]
				*at = append(*at, uint32(i))
			}
			values := b.values(nil)
			for i := range places {
				if len(places[i]) == 0 {
					continue
				}
				keys = keys[:0]
				for _, place := range places[i] {
					keys = append(keys, all[place])
				}
				table[i].add(subset(values, places[i], ids[:len(keys)], &gathered), keys)
				places[i] = places[i][:0]
			}
			return nil
		})
	})
	if err != nil {
		return nil, nil, err
	}
	var keys []uint64
	groups := make([][]uint32, stripes) // of the answer, by stripe and its group
	for i := range table {
		for range table[i].table.Len() {
			groups[i] = append(groups[i], uint32(len(keys)+len(groups[i])))
		}
		keys = append(keys, table[i].table.Keys()...)
	}
	accs := g.states(len(keys), func(aggregate.Accumulator) bool { return true })[0]
	err = g.pieces(len(accs)*stripes, func(i, _ int) error {
		switch kind, at := i/stripes, i%stripes; {
		case isColumnar(accs[kind]): // workers may merge stripes at once: no two have the same group
			accs[kind].Merge(table[at].accs[kind], nil, groups[at])
		case at == 0:
			for s := range table {
				accs[kind].Merge(table[s].accs[kind], nil, groups[s])
			}
		}
		return nil
	})
	return keys, accs, err
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
