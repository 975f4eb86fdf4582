package pivot

import (
	"context"
	"iter"
	"runtime"
	"slices"

	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/internal/memory"
)

// cells has the states of the cells. A cell is a pair of a row node and a column node that some row of the table
// belongs to. Cells have one of two forms:
//
//	dense   few pairs, or most pairs occur: the cell of a pair is row*cols+col
//	sparse  cells are numbered by the depths of row node and column node, and then by their nodes
type cells struct {
	cols   int
	counts []uint32 // the number of rows in each cell
	values *measure.Values

	// if the rows are ordered later and each group is a leaf, group g has the cell leaves+g at row depth `leaf`;
	// otherwise leaf is 0
	leaf, leaves int

	sparse  bool
	rows    numbers
	columns numbers
	levels  []*pairSet // for each pair of depths, its cells: pairs of the numbers of their nodes
	starts  []int      // for each pair of depths, the number of its first cell
}

// find returns the number of a cell, and whether some row belongs to the cell.
func (c *cells) find(row, col *Node) (int, bool) {
	cell, ok := c.number(row, col)
	return cell, ok && (c.sparse || c.has(cell))
}

// number returns the number of the cell of a pair of nodes. It returns false if the pair has no cell.
func (c *cells) number(row, col *Node) (int, bool) {
	if !c.sparse {
		return row.id()*c.cols + col.id(), true
	}
	depths := c.depths(row.Depth(), col.Depth())
	at, ok := c.levels[depths].find(c.rows.of[row.id()], c.columns.of[col.id()])
	return c.starts[depths] + at, ok
}

// has reports whether some row belongs to a cell. It returns true for the grand total even without rows.
func (c *cells) has(cell int) bool { return cell == 0 || c.counts[cell] > 0 }

// manyCells is a number of cells whose states do not fit the cache of a core.
const manyCells = 1 << 16

// touch reads the states of a measure in the cells of some row nodes and a column node, so that they are in the cache
// of the core. These reads do not wait for each other. Reading one figure after the other would wait for the memory
// each time.
func (c *cells) touch(of []Node, nodes []int, col *Node, measure int) {
	if c.sparse || len(c.counts) < manyCells {
		return
	}
	seen := int64(0)
	for _, n := range nodes {
		seen += int64(c.counts[of[n].id()*c.cols+col.id()])
	}
	if read := c.values.Integers(measure); read != nil {
		for _, n := range nodes {
			v, _ := read(of[n].id()*c.cols + col.id())
			seen += v
		}
	}
	runtime.KeepAlive(seen)
}

// depths returns the index in levels of a pair of depths.
func (c *cells) depths(row, col int) int { return row*len(c.columns.ids) + col }

// each iterates over the cells of a pair of depths, with the ids of the row node and the column node. The cells must
// be sparse.
func (c *cells) each(rowDepth, colDepth int) iter.Seq2[int, [2]int] {
	depths := c.depths(rowDepth, colDepth)
	cell, rows, cols := c.starts[depths], c.rows.ids[rowDepth], c.columns.ids[colDepth]
	return func(yield func(int, [2]int) bool) {
		for row, col := range c.levels[depths].all() {
			if !yield(cell, [2]int{int(rows[row]), int(cols[col])}) {
				return
			}
			cell++
		}
	}
}

// numbers has the nodes of an axis, numbered within each depth.
type numbers struct {
	of  []uint32   // by id, the number of the node
	ids [][]uint32 // by depth and number, the id of the node
}

// number numbers the nodes of an axis. Their ids must be their indices, or the axis must be one that is ordered later.
// It returns nodeOf with these numbers in place of the nodes.
func number(ctx context.Context, a *Axis, nodeOf [][]uint32, threads int) (n numbers, of [][]uint32, err error) {
	n = numbers{of: memory.Make[uint32](a.Len()), ids: make([][]uint32, len(nodeOf))}
	of = nodeOf
	if a.later != nil { // its order needs the ids of nodes
		of = make([][]uint32, len(nodeOf))
		for d, ids := range nodeOf {
			n.ids[d], _ = a.idsOf(d)
			for i, id := range n.ids[d] {
				n.of[id] = uint32(i)
			}
			of[d] = slices.Clone(ids)
		}
	} else {
		for id := range a.nodes {
			d := a.nodes[id].Depth()
			n.of[id] = uint32(len(n.ids[d]))
			n.ids[d] = append(n.ids[d], uint32(id))
		}
	}
	for _, nodes := range of {
		err := inRanges(ctx, len(nodes), threads, func(lo, hi int) {
			for g := lo; g < hi; g++ {
				if nodes[g] != aggregate.Skip {
					nodes[g] = n.of[nodes[g]]
				}
			}
		})
		if err != nil {
			return n, nil, err
		}
	}
	return n, of, nil
}

// maxDenseCells is the number of pairs up to which cells are always dense.
const maxDenseCells = 1 << 16

// newCells merges the state of each group into the cells of all pairs of its ancestors. rowOf and colOf are as
// newAxis returns them, and newCells changes them. At a depth where a group's node is aggregate.Skip, the group is
// in no cell.
func newCells(ctx context.Context, plan *measure.Plan, accs []aggregate.Accumulator, groups int, rowOf,
	colOf [][]uint32, rows, cols *Axis, threads int) (cells, error) {
	// If an axis has a single node, every pair occurs.
	pairs := uint64(rows.Len()) * uint64(cols.Len())
	c := cells{cols: cols.Len(), sparse: pairs > maxDenseCells && pairs > 2*uint64(groups) &&
		min(rows.Len(), cols.Len()) > 1}
	n := int(pairs)
	if depth := len(rowOf) - 1; cols.Len() == 1 && rows.later != nil && rows.later.parents[depth] == nil {
		c.leaf, c.leaves = depth, rows.later.starts[depth]
	}
	if c.sparse {
		var err error
		if n, rowOf, err = c.list(ctx, rows, cols, rowOf, colOf, threads); err != nil {
			return c, err
		}
	}
	total := plan.Totals(ctx, threads)
	err := parallel.On(ctx, threads, len(total), func(_ context.Context, kind int) error {
		total[kind].Grow(n)
		return nil
	})
	if err != nil {
		return c, err
	}
	if err := c.mergeAll(ctx, plan, total, accs, rowOf, colOf, rows, cols, n, threads); err != nil {
		return c, err
	}
	for _, l := range c.levels {
		l.number = nil
	}
	c.counts = total[0].(*aggregate.Counts).S
	c.values, err = plan.Values(total, threads)
	return c, err
}

// fewSets is a number of pairs of depths. From this number on, the sets of pairs are made at the same time, on few
// threads each. Below this number, the sets are made one after the other, each on all threads.
const fewSets = 4

// list numbers sparse cells. It returns their number, and rowOf with the numbers of the nodes in place of the nodes.
func (c *cells) list(ctx context.Context, rows, cols *Axis, rowOf, colOf [][]uint32, threads int) (n int,
	of [][]uint32, err error) {
	if c.rows, rowOf, err = number(ctx, rows, rowOf, threads); err != nil {
		return 0, nil, err
	}
	if c.columns, colOf, err = number(ctx, cols, colOf, threads); err != nil {
		return 0, nil, err
	}
	pairs := len(rowOf) * len(colOf)
	each, within := 1, threads // the sets made at a time, and the threads for each set
	if pairs >= fewSets {
		each, within = threads, max(threads/pairs, 1)
	}
	c.levels, c.starts = make([]*pairSet, pairs), make([]int, pairs)
	err = parallel.On(ctx, each, pairs, func(ctx context.Context, i int) (err error) {
		row, col := i/len(colOf), i%len(colOf)
		c.levels[i], err = newPairSet(ctx, len(c.rows.ids[row]), len(c.columns.ids[col]), rowOf[row],
			colOf[col], within)
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	for i, s := range c.levels {
		c.starts[i] = n
		n += s.size
	}
	return n, rowOf, nil
}
