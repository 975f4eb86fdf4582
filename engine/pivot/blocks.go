package pivot

import (
	"context"
	"math/bits"

	"cardinal/data/number/radix"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/internal/memory"
)

// merging has the accumulators of cells and groups, and the nodes of the groups by depth.
type merging struct {
	cells        *cells
	total, accs  []aggregate.Accumulator
	rowOf, colOf [][]uint32
	threads      int
}

// blockGroups is the number of groups that are sorted by blocks at a time. Tests change it.
var blockGroups = 1 << 24

// blockBits is the logarithm of the greatest number of blocks.
const blockBits = 10

// byBlocks merges columns of state at a pair of depths. The numbers of its cells are below `end`. It sorts the groups
// by blocks of neighbouring cells, which fit the cache, and merges each block on one thread.
func (m *merging) byBlocks(ctx context.Context, columns []int, at [2]int, end int) error {
	all := len(m.rowOf[0])
	shift := max(bits.Len(uint(end-1))-blockBits, 0)
	blocks := (end-1)>>shift + 1
	most := min(all, blockGroups)
	to, cells := memory.Uninitialized[uint32](most), memory.Uninitialized[uint32](most)
	groups := memory.Uninitialized[uint32](most)
	for first := 0; first < all; first += most {
		n := min(most, all-first)
		next := make([][]uint32, m.threads) // by range of groups and block: the index of the next group
		inRange := func(do func(r, lo, hi int)) error {
			return parallel.On(ctx, m.threads, m.threads, func(_ context.Context, r int) error {
				do(r, n*r/m.threads, n*(r+1)/m.threads)
				return nil
			})
		}
		err := inRange(func(r, lo, hi int) {
			row, col := m.rowOf[at[0]][first+lo:first+hi], m.colOf[at[1]][first+lo:first+hi]
			m.cells.target(to[lo:hi], at[0], at[1], row, col, first+lo)
			next[r] = make([]uint32, blocks)
			for _, cell := range to[lo:hi] {
				if cell != aggregate.Skip {
					next[r][cell>>shift]++
				}
			}
		})
		if err != nil {
			return err
		}
		starts := radix.Starts[uint32](next, blocks, m.threads)
		err = inRange(func(r, lo, hi int) {
			for i, cell := range to[lo:hi] {
				if cell != aggregate.Skip {
					place := &next[r][cell>>shift]
					cells[*place], groups[*place] = cell, uint32(lo+i)
					*place++
				}
			}
		})
		if err != nil {
			return err
		}
		err = parallel.On(ctx, m.threads, blocks, func(_ context.Context, b int) error {
			lo, hi := starts[b], starts[b+1]
			for _, kind := range columns {
				from := m.accs[kind].(aggregate.Columnar).Slice(first, first+n)
				m.total[kind].Merge(from, groups[lo:hi], cells[lo:hi])
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
