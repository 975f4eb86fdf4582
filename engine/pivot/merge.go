package pivot

import (
	"context"

	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
)

// task is a part of the merging: some states of some groups, at some pairs of a row depth and a column depth.
type task struct {
	kinds  []int
	depths [][2]int
	lo, hi int // the groups from lo to hi-1
	own    int // the task has accumulators of its own, for cells below this number; 0: it has none
}

// From manyGroups groups on, threads divide the merging of each pair of depths among themselves. If the pair has up to
// fewCells cells, each thread merges a range of the groups into accumulators of its own. Tests change both numbers.
var manyGroups, fewCells = 1 << 20, 1 << 12

// mergeAll merges the states of the groups into `total`, the states of the cells. Columns of state are merged from
// the groups for some pairs of depths, and then from cells for the other pairs (see sources).
func (c *cells) mergeAll(ctx context.Context, plan *measure.Plan, total, accs []aggregate.Accumulator, rowOf,
	colOf [][]uint32, rows, cols *Axis, n, threads int) error {
	var pairs [][2]int // pairs of a row depth and a column depth, the deepest first
	for row := len(rowOf) - 1; row >= 0; row-- {
		for col := len(colOf) - 1; col >= 0; col-- {
			pairs = append(pairs, [2]int{row, col})
		}
	}
	var columns []int
	var tasks []task
	for kind, a := range total {
		if _, ok := a.(aggregate.Columnar); ok {
			columns = append(columns, kind)
		} else {
			tasks = append(tasks, task{kinds: []int{kind}, depths: pairs, hi: len(rowOf[0])})
		}
	}
	var ofCells []source
	ofGroups := pairs
	// if labels are left out without Others, a total has more rows than the cells below it
	if !rows.hides() && !cols.hides() {
		ofGroups, ofCells = sources(rows.sizes(), cols.sizes(), pairs, len(rowOf[0]))
	}
	m := merging{c, total, accs, rowOf, colOf, threads}
	whole := rows.left == nil && cols.left == nil // at full depth, each group has a cell of its own
	if threads > 1 && len(rowOf[0]) >= manyGroups {
		var few [][2]int
		for i, at := range ofGroups {
			end := c.end(rows, at, n)
			switch {
			case i == 0 && whole:
				few = append(few, at)
			case end <= fewCells:
				for r := range threads {
					lo, hi := len(rowOf[0])*r/threads, len(rowOf[0])*(r+1)/threads
					tasks = append(tasks, task{columns, [][2]int{at}, lo, hi, end})
				}
			default:
				if err := m.byBlocks(ctx, columns, at, end); err != nil {
					return err
				}
			}
		}
		ofGroups = few
	}
	ranges := 1
	if whole {
		ranges = max(threads, 1)
	}
	tasks = append(tasks, split(columns, ofGroups, len(rowOf[0]), ranges, threads)...)
	own := make([][]aggregate.Accumulator, len(tasks))
	err := parallel.On(ctx, threads, len(tasks), func(ctx context.Context, i int) error {
		if t := tasks[i]; t.own > 0 {
			own[i] = make([]aggregate.Accumulator, len(total))
			for _, kind := range t.kinds {
				own[i][kind] = plan.NewOf(kind)
				own[i][kind].Grow(t.own)
			}
			return c.merge(ctx, t, own[i], accs, rowOf, colOf)
		}
		return c.merge(ctx, tasks[i], total, accs, rowOf, colOf)
	})
	for i, t := range tasks {
		if err == nil && t.own > 0 {
			for _, kind := range t.kinds {
				total[kind].Merge(own[i][kind], nil, nil)
			}
		}
	}
	for _, s := range ofCells {
		if err != nil {
			break
		}
		from, to := c.lift(rows, cols, s)
		err = parallel.On(ctx, threads, len(columns), func(_ context.Context, i int) error {
			kind := columns[i]
			total[kind].Merge(total[kind], from, to)
			return nil
		})
	}
	return err
}

// source says that the cells of a pair of depths are merged from the cells of another pair. That pair is one level
// deeper on one axis.
type source struct{ depths, from [2]int }

// sources says which pairs of depths are merged from the groups, and which from cells one level deeper on an axis.
// Cells are chosen if they are at most half as many as groups. rows and cols have the number of nodes of each depth.
func sources(rows, cols []int, pairs [][2]int, groups int) (ofGroups [][2]int, ofCells []source) {
	for _, at := range pairs {
		least, s := groups/2+1, source{depths: at}
		for _, from := range [][2]int{{at[0] + 1, at[1]}, {at[0], at[1] + 1}} {
			if from[0] == len(rows) || from[1] == len(cols) {
				continue
			}
			if n := rows[from[0]] * cols[from[1]]; n < least {
				least, s.from = n, from
			}
		}
		if least > groups/2 {
			ofGroups = append(ofGroups, at)
		} else {
			ofCells = append(ofCells, s)
		}
	}
	return ofGroups, ofCells
}

// lift lists the cells that a source merges, and for each of them the cell that it is merged into.
func (c *cells) lift(rows, cols *Axis, s source) (from, to []uint32) {
	rowIDs, aboveRows := rows.idsOf(s.from[0])
	colIDs, aboveCols := cols.idsOf(s.from[1])
	for r, row := range rowIDs {
		for k, col := range colIDs {
			cell, ok := c.number(&Node{depth: uint32(s.from[0]), cell: row}, &Node{depth: uint32(s.from[1]), cell: col})
			if !ok {
				continue
			}
			up := [2]uint32{row, col}
			if s.from[0] > s.depths[0] {
				up[0] = aboveRows[r]
			} else {
				up[1] = aboveCols[k]
			}
			above, _ := c.number(&Node{depth: uint32(s.depths[0]), cell: up[0]},
				&Node{depth: uint32(s.depths[1]), cell: up[1]})
			from, to = append(from, uint32(cell)), append(to, uint32(above))
		}
	}
	return from, to
}

// idsOf lists the ids of the nodes of a depth, and the ids of their parents.
func (a *Axis) idsOf(depth int) (ids, parents []uint32) {
	if l := a.later; l != nil {
		ids = make([]uint32, l.sizes[depth])
		for i := range ids {
			ids[i] = uint32(l.starts[depth] + i)
		}
		return ids, l.parents[depth]
	}
	for _, n := range a.ofDepth(depth) {
		ids, parents = append(ids, uint32(a.nodes[n].id())), append(parents, uint32(a.nodes[a.parent(n)].id()))
	}
	return ids, parents
}

// split makes the tasks that merge columns of state. Different pairs of depths have different cells, so that each pair
// can be a task. If there are more threads than pairs, the tasks of a pair have different columns.
//
// The first pair is the deepest. Its groups are divided into `ranges` ranges. If `ranges` is above 1, no two ranges may
// share a cell.
func split(columns []int, pairs [][2]int, groups, ranges, threads int) (tasks []task) {
	for at := range pairs {
		shares := min(len(columns), (2*threads+len(pairs)-1)/len(pairs))
		for i := range shares {
			share := columns[i*len(columns)/shares : (i+1)*len(columns)/shares]
			for r := range ranges {
				tasks = append(tasks, task{share, pairs[at : at+1], groups * r / ranges, groups * (r + 1) / ranges, 0})
			}
		}
		ranges = 1
	}
	return tasks
}

// end returns a number that is greater than the numbers of all cells of a pair of depths. n is the number of all cells.
func (c *cells) end(rows *Axis, at [2]int, n int) int {
	switch {
	case at == [2]int{}:
		return 1
	case c.sparse:
		depths := c.depths(at[0], at[1])
		return c.starts[depths] + c.levels[depths].size
	case at[0] == 0:
		return c.cols
	case rows.later != nil:
		return (rows.later.starts[at[0]] + rows.later.sizes[at[0]]) * c.cols
	}
	return n
}

// mergeGroups is the number of groups that are merged at a time.
const mergeGroups = 1 << 12

// merge merges the states of one task into the cells.
func (c *cells) merge(ctx context.Context, t task, total, accs []aggregate.Accumulator, rowOf, colOf [][]uint32) error {
	share := mergeGroups
	_, columnar := total[t.kinds[0]].(aggregate.Columnar)
	if !columnar {
		share = max(t.hi, 1)
	}
	to := make([]uint32, min(share, t.hi-t.lo))
	from := make([]aggregate.Accumulator, len(t.kinds))
	for lo := t.lo; lo < t.hi; lo += share {
		hi := min(lo+share, t.hi)
		for i, kind := range t.kinds {
			if from[i] = accs[kind]; columnar {
				from[i] = accs[kind].(aggregate.Columnar).Slice(lo, hi)
			}
		}
		for _, at := range t.depths {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if at[0] == c.leaf && c.leaf > 0 && columnar {
				for i, kind := range t.kinds {
					leaves := total[kind].(aggregate.Columnar).Slice(c.leaves+lo, c.leaves+hi)
					leaves.Merge(from[i], nil, nil)
				}
				continue
			}
			c.target(to[:hi-lo], at[0], at[1], rowOf[at[0]][lo:hi], colOf[at[1]][lo:hi], lo)
			for i, kind := range t.kinds {
				total[kind].Merge(from[i], nil, to[:hi-lo])
			}
		}
	}
	return nil
}

// target writes the cell of each group at a pair of depths to `to`. row and col have the nodes of the groups. `lo` is
// the number of the first group.
func (c *cells) target(to []uint32, rowDepth, colDepth int, row, col []uint32, lo int) {
	if c.sparse {
		depths := c.depths(rowDepth, colDepth)
		c.levels[depths].numbers(to, uint32(c.starts[depths]), row, col, lo)
		return
	}
	cols, to, col := uint32(c.cols), to[:len(row)], col[:len(row)]
	for g, r := range row {
		t := r*cols + col[g]
		if r == aggregate.Skip || col[g] == aggregate.Skip {
			t = aggregate.Skip
		}
		to[g] = t
	}
}
