package cpu

import (
	"cardinal/data/number/radix"
	"cardinal/engine/aggregate"
	"cardinal/engine/pivot"
)

// sorted sorts the packed keys and reduces runs: the sort of Karnagel, Mueller and Lohman (ADMS 2015) on the CPU.
// Workers first write the keys and row numbers to partitions by the keys' highest bits. They then sort each partition
// by radix, lowest digit first, and gather the inputs in the order of the keys.
var sorted = Strategy{
	Name:      "sort",
	Words:     "Sorted by group first, then added up",
	bytes:     (*job).listedBytes,
	run:       runSort,
	aggregate: tableTerms, merge: mergeTableTerms,
}

func runSort(j *job) (*pivot.Groups, error) {
	wide := min(j.partitionBits(), j.narrow.Bits)
	p := &partitions[uint64]{job: j, shift: j.narrow.Bits - wide, count: 1 << wide, keys: (*scan).packed,
		of: func(k uint64) uint64 { return k }, rowsOnly: true}
	if err := p.write(); err != nil {
		return nil, err
	}
	j.stage("partition")
	n := p.count
	starts, heads := make([][]uint32, n), make([][]uint64, n) // of the runs of equal keys, by partition
	err := j.pieces(n, func(i, _ int) error {
		keys, rows := p.out[p.start[i]:p.start[i+1]], p.rows[p.start[i]:p.start[i+1]]
		ascending, order, err := radix.Sort(j.ctx, keys, 1)
		if err != nil {
			return err
		}
		copy(keys, ascending)
		for at, from := range order {
			order[at] = rows[from]
		}
		copy(rows, order)
		starts[i], heads[i] = findRuns(make([]uint32, 0, len(keys)/4+2), keys[:0], keys)
		return j.ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	j.stage("sort")
	var keys []uint64
	first := make([]int, n) // group of each partition
	for i := range heads {
		first[i] = len(keys)
		keys = append(keys, heads[i]...)
	}
	accs, err := j.aggregateDisjoint(len(keys), n, func(i int, s *scan, update func(*aggregate.Batch)) {
		run, next := -1, 0
		s.listedBatches(p.rows[p.start[i]:p.start[i+1]], func(lo, hi int) {
			ids := s.ids.of(hi - lo)
			b := s.values(ids)
			b.Starts, b.Runs = make([]uint32, 0, hi-lo+1), make([]uint32, 0, hi-lo)
			for at := lo; at < hi; at = min(hi, int(starts[i][run+1])) {
				if at == int(starts[i][next]) {
					run, next = next, next+1
				}
				b.Starts, b.Runs = append(b.Starts, uint32(at-lo)), append(b.Runs, uint32(first[i]+run))
			}
			b.Starts = append(b.Starts, uint32(hi-lo))
			update(b)
		})
	})
	if err != nil {
		return nil, err
	}
	j.stage("aggregate")
	groups, err := j.decode(keys, accs)
	j.stage("decode")
	return groups, err
}
