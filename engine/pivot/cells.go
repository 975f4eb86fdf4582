package pivot

import (
	"context"

	"cardinal/engine/aggregate"
	"cardinal/engine/key"
)

// cells holds the states of every pair of row and column nodes that some row falls under. Where most pairs occur
// the cell number is the pair's own; else pairs are looked up.
type cells struct {
	cols   int
	counts []uint32   // rows by cell, of the dense form
	pairs  *key.Table // row*cols+col, of the sparse form
	values *aggregate.Values
}

func (c *cells) find(row, col int) (int, bool) {
	pair := row*c.cols + col
	if c.pairs == nil {
		return pair, c.counts[pair] > 0 || pair == 0
	}
	id, ok := c.pairs.Find(uint64(pair))
	return int(id), ok
}

// len is how many cells there are, and pair what cell i stands for: row*cols+col.
func (c *cells) len() int {
	if c.pairs == nil {
		return len(c.counts)
	}
	return c.pairs.Len()
}

func (c *cells) pair(i int) int {
	if c.pairs == nil {
		return i
	}
	return int(c.pairs.Keys()[i])
}

// maxDenseCells is how many cells are laid out whether they occur or not.
const maxDenseCells = 1 << 16

// newCells merges the states of the groups into every pair of their ancestors: all totals come from states.
func newCells(ctx context.Context, plan *aggregate.Plan, accs []aggregate.Accumulator, groups int, rowOf, colOf [][]uint32, rows, cols, threads int) (cells, error) {
	c := cells{cols: cols}
	// Under a single node of the other axis every pair occurs.
	if total := uint64(rows) * uint64(cols); total > maxDenseCells && total > 2*uint64(groups) && min(rows, cols) > 1 {
		c.pairs = key.NewTable(groups * 2)
		c.pairs.ID(0) // the grand total is there even where no row is
	}
	total := plan.Totals(ctx, threads)
	n := rows * cols
	if c.pairs == nil {
		for _, a := range total {
			a.Grow(n)
		}
	}
	to := make([]uint32, groups)
	for _, row := range rowOf {
		for _, col := range colOf {
			if ctx.Err() != nil {
				return c, ctx.Err()
			}
			for g := range to {
				pair := int(row[g])*cols + int(col[g])
				if c.pairs == nil {
					to[g] = uint32(pair)
				} else {
					to[g] = c.pairs.ID(uint64(pair))
				}
			}
			for i, a := range total {
				if c.pairs != nil {
					a.Grow(c.pairs.Len())
				}
				a.Merge(accs[i], nil, to)
			}
		}
	}
	c.counts = total[0].(*aggregate.Counts).N
	var err error
	c.values, err = plan.Values(total, threads)
	return c, err
}
