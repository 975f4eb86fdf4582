package compared

import (
	"math/bits"

	"cardinal/data/number/radix"
	"cardinal/engine/aggregate"
)

// cacheBytes is about the size of a second-level cache. A partition should have states of this size.
const cacheBytes = 2 << 20

// groupSorted sorts the packed keys and reduces runs: the sort of Karnagel, Mueller and Lohman (ADMS 2015) on the CPU.
// Workers first write the keys and row numbers to partitions by the keys' highest bits. They then sort each partition
// by radix, lowest digit first, and gather the inputs in the order of the keys.
func groupSorted(g *grouping) ([]uint64, []aggregate.Accumulator, error) {
	p, err := writePartitions(g)
	if err != nil {
		return nil, nil, err
	}
	n := len(p.start) - 1
	starts, heads := make([][]uint32, n), make([][]uint64, n) // of the runs of equal keys, by partition
	err = g.pieces(n, func(i, _ int) error {
		keys, rows := p.keys[p.start[i]:p.start[i+1]], p.rows[p.start[i]:p.start[i+1]]
		ascending, order, err := radix.Sort(g.ctx, keys, 1)
		if err != nil {
			return err
		}
		for at, from := range order {
			order[at] = rows[from]
			if at == 0 || ascending[at] != ascending[at-1] {
				starts[i], heads[i] = append(starts[i], uint32(at)), append(heads[i], ascending[at])
			}
		}
		copy(rows, order)
		starts[i] = append(starts[i], uint32(len(keys)))
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	var keys []uint64
	first := make([]int, n) // group of each partition
	for i := range heads {
		first[i] = len(keys)
		keys = append(keys, heads[i]...)
	}
	states := g.states(len(keys), isColumnar) // no two partitions share a group
	err = g.pieces(n, func(i, w int) error {
		run, next := -1, 0
		rows, b := p.rows[p.start[i]:p.start[i+1]], g.batch()
		for lo := 0; lo < len(rows); lo += batchRows {
			hi := min(lo+batchRows, len(rows))
			b.n, b.rows = hi-lo, rows[lo:hi]
			values := b.values(b.ids[:b.n])
			for at := lo; at < hi; at = min(hi, int(starts[i][run+1])) {
				if at == int(starts[i][next]) {
					run, next = next, next+1
				}
				values.Starts, values.Runs = append(values.Starts, uint32(at-lo)),
					append(values.Runs, uint32(first[i]+run))
			}
			values.Starts = append(values.Starts, uint32(hi-lo))
			aggregate.Update(states[w], values)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	accs, err := g.merge(states)
	return keys, accs, err
}

// partitions is the keys and the numbers of the selected rows, written out by the keys' highest bits.
type partitions struct {
	start []int // of each partition, and the number of rows
	keys  []uint64
	rows  []uint32
}

// writePartitions counts the rows of every partition and then writes them. The rows are divided equally among the
// workers.
func writePartitions(g *grouping) (*partitions, error) {
	state := int64(max(g.Groups, 1)) * (g.Plan.GroupBytes() + 16)
	wide := min(max(bits.Len64(uint64(state/cacheBytes)), bits.Len(uint(4*g.Threads-1)), 4), 10, g.Packed.Bits)
	shift, counts := g.Packed.Bits-wide, make([][]uint32, g.Threads)
	share := func(w int, do func(b *batch, keys []uint64)) {
		b := g.batch()
		b.batches(g.Selected*w/g.Threads, g.Selected*(w+1)/g.Threads, func() { do(b, b.packed()) })
	}
	err := g.pieces(g.Threads, func(w, _ int) error {
		counts[w] = make([]uint32, 1<<wide)
		share(w, func(_ *batch, keys []uint64) {
			for _, k := range keys {
				counts[w][k>>shift]++
			}
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	p := &partitions{start: radix.Starts[int](counts, 1<<wide, g.Threads), keys: make([]uint64, g.Selected),
		rows: make([]uint32, g.Selected)}
	return p, g.pieces(g.Threads, func(w, _ int) error {
		share(w, func(b *batch, keys []uint64) {
			rows := b.rowNumbers()
			for i, k := range keys {
				at := &counts[w][k>>shift]
				p.keys[*at], p.rows[*at] = k, rows[i]
				*at++
			}
		})
		return nil
	})
}
