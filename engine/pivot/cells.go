package pivot

import (
	"context"
	"math"
	"slices"

	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/key"
)

// cells has the states of the cells: the pairs of a row node and a column node that some row of the table belongs to. The number
// of a pair is row*cols+col. Where most pairs occur, cell numbers are the numbers of pairs. Otherwise cells are sparse: they are
// grouped by depth of the row node and depth of the column node, and sorted within a group, in which a pair is searched for.
type cells struct {
	cols   int
	counts []uint32 // the number of rows in each cell
	values *measure.Values

	sparse bool
	depths int      // number of depths of the column axis
	starts []int    // the first cell of each pair of depths
	pairs  []uint64 // the pair of each cell
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

// has reports whether some row belongs to a cell. The grand total counts as present even where there is no row.
func (c *cells) has(cell int) bool { return cell == 0 || c.counts[cell] > 0 }

// maxDenseCells is the number of pairs up to which every pair is a cell.
const maxDenseCells = 1 << 16

// newCells merges the states of each group into the cells of all pairs of its ancestors.
func newCells(ctx context.Context, plan *measure.Plan, accs []aggregate.Accumulator, groups int, rowOf, colOf [][]uint32, rows, cols, threads int) (cells, error) {
	// Where an axis has a single node every pair occurs.
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
					c.pairs = append(c.pairs, 0) // every group belongs to the grand total
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
					if to[g] = aggregate.Skip; row[g] != aggregate.Skip && col[g] != aggregate.Skip {
						to[g] = row[g]*uint32(cols) + col[g]
					}
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
	c.counts = total[0].(*aggregate.Counts).S
	var err error
	c.values, err = plan.Values(total, threads)
	return c, err
}

// sort adds a cell for each pair of nodes that some group belongs to, and writes the cell of each group to to: aggregate.Skip for a
// group whose label is left out.
func (c *cells) sort(ctx context.Context, to, row, col []uint32, threads int) error {
	const none = math.MaxUint64
	pairs := make([]uint64, len(to))
	for g := range pairs {
		if pairs[g] = none; row[g] != aggregate.Skip && col[g] != aggregate.Skip {
			pairs[g] = uint64(row[g])*uint64(c.cols) + uint64(col[g])
		}
	}
	ascending, order, err := key.RadixSort(ctx, pairs, threads)
	if err != nil {
		return err
	}
	c.pairs = slices.Grow(c.pairs, len(order))
	for i, g := range order {
		if ascending[i] == none {
			to[g] = aggregate.Skip
			continue
		}
		if i == 0 || ascending[i] != ascending[i-1] {
			c.pairs = append(c.pairs, ascending[i])
		}
		to[g] = uint32(len(c.pairs) - 1)
	}
	return nil
}

// number is sort for pairs with the grand total of one axis. There is a cell for each node of the other axis that occurs, and the pair of
// node n is n*unit. A million groups take 5 ms, and 118 ms by sort.
func (c *cells) number(to, nodeOf []uint32, nodes, unit int) {
	cell := make([]uint32, nodes)
	for _, n := range nodeOf {
		if n != aggregate.Skip {
			cell[n] = 1
		}
	}
	c.pairs = slices.Grow(c.pairs, nodes)
	for n, occurs := range cell {
		if occurs > 0 {
			cell[n] = uint32(len(c.pairs))
			c.pairs = append(c.pairs, uint64(n*unit))
		}
	}
	for g, n := range nodeOf {
		if to[g] = aggregate.Skip; n != aggregate.Skip {
			to[g] = cell[n]
		}
	}
}
