package pivot

import (
	"context"
	"slices"

	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/key"
)

// cells holds the states of every pair of row and column nodes that some row falls under. Where most pairs occur
// the cell number is the pair's own; else the cells are those of each depth of rows under each depth of columns, in ascending
// order of the pairs, among which they are looked up.
type cells struct {
	cols   int
	counts []uint32 // rows by cell
	values *measure.Values

	sparse bool
	depths int      // of columns
	starts []int    // of the cells of each pair of depths
	pairs  []uint64 // row*cols+col
}

func (c *cells) find(row, col *Node) (int, bool) {
	pair := row.id*c.cols + col.id
	if !c.sparse {
		return pair, c.has(pair)
	}
	depths := row.Depth*c.depths + col.Depth
	first := c.starts[depths]
	at, ok := slices.BinarySearch(c.pairs[first:c.starts[depths+1]], uint64(pair))
	return first + at, ok
}

// has reports whether some row falls under a cell. The grand total is there even where no row is.
func (c *cells) has(cell int) bool { return cell == 0 || c.counts[cell] > 0 }

// maxDenseCells is how many cells are laid out whether they occur or not.
const maxDenseCells = 1 << 16

// newCells merges the states of the groups into every pair of their ancestors: all totals come from states.
func newCells(ctx context.Context, plan *measure.Plan, accs []aggregate.Accumulator, groups int, rowOf, colOf [][]uint32, rows, cols, threads int) (cells, error) {
	// Under a single node of the other axis every pair occurs.
	cellCount := uint64(rows) * uint64(cols)
	c := cells{cols: cols, depths: len(colOf), sparse: cellCount > maxDenseCells && cellCount > 2*uint64(groups) && min(rows, cols) > 1}
	total := plan.Totals(ctx, threads)
	if !c.sparse {
		for _, a := range total {
			a.Grow(rows * cols)
		}
	}
	to := make([]uint32, groups)
	for rowDepth, row := range rowOf {
		for colDepth, col := range colOf {
			if ctx.Err() != nil {
				return c, ctx.Err()
			}
			if c.sparse {
				c.starts = append(c.starts, len(c.pairs))
				switch {
				case rowDepth == 0 && colDepth == 0:
					c.pairs = append(c.pairs, 0) // and every group is in it
				case rowDepth == 0:
					c.number(to, col, cols, 1)
				case colDepth == 0:
					c.number(to, row, rows, cols)
				default:
					if err := c.sort(ctx, to, row, col, threads); err != nil {
						return c, err
					}
				}
			} else {
				for g := range to {
					to[g] = row[g]*uint32(cols) + col[g]
				}
			}
			for i, a := range total {
				if c.sparse {
					a.Grow(len(c.pairs))
				}
				a.Merge(accs[i], nil, to)
			}
		}
	}
	c.starts = append(c.starts, len(c.pairs))
	c.counts = total[0].(*aggregate.Counts).N
	var err error
	c.values, err = plan.Values(total, threads)
	return c, err
}

// sort adds a cell for each pair of nodes that some group falls under, and writes down which one is each group's.
func (c *cells) sort(ctx context.Context, to, row, col []uint32, threads int) error {
	pairs := make([]uint64, len(to))
	for g := range pairs {
		pairs[g] = uint64(row[g])*uint64(c.cols) + uint64(col[g])
	}
	ascending, order, err := key.RadixSort(ctx, pairs, threads)
	if err != nil {
		return err
	}
	c.pairs = slices.Grow(c.pairs, len(order))
	for i, g := range order {
		if i == 0 || ascending[i] != ascending[i-1] {
			c.pairs = append(c.pairs, ascending[i])
		}
		to[g] = uint32(len(c.pairs) - 1)
	}
	return nil
}

// number is sort where one of the nodes is a total: there is a cell for each of the others that occurs, in their order, and its
// pair is their number times unit.
func (c *cells) number(to, nodeOf []uint32, nodes, unit int) {
	cell := make([]uint32, nodes)
	for _, n := range nodeOf {
		cell[n] = 1
	}
	c.pairs = slices.Grow(c.pairs, nodes)
	for n, occurs := range cell {
		if occurs > 0 {
			cell[n] = uint32(len(c.pairs))
			c.pairs = append(c.pairs, uint64(n*unit))
		}
	}
	for g, n := range nodeOf {
		to[g] = cell[n]
	}
}
