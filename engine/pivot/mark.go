package pivot

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/figure/mark"
	"cardinal/engine/query"
)

// Marked returns the same answer with other conditional formats. `measures` must be the measures of the query except
// for these formats. Marked returns an error if ctx ends.
func (c *Crosstab) Marked(ctx context.Context, measures []query.Measure) (*Crosstab, error) {
	out := *c
	out.Query.Values = measures
	out.Measures = slices.Clone(c.Measures)
	for m := range out.Measures {
		out.Measures[m].Measure = measures[m]
	}
	return &out, out.measureExtents(ctx, c, runtime.GOMAXPROCS(0))
}

// measureExtents computes the extents of the measures with a conditional format, one for each pair of depths. It
// takes over the extents of `old`, which may be nil, if the format is the same.
func (c *Crosstab) measureExtents(ctx context.Context, old *Crosstab, threads int) error {
	c.extents = make([][]*mark.Extent, len(c.Measures))
	for m := range c.Measures {
		format := c.Measures[m].Mark
		switch {
		case format.Kind == query.NoMark:
			continue
		case old != nil && old.Measures[m].Mark == format && old.extents != nil:
			c.extents[m] = old.extents[m]
			continue
		}
		c.extents[m] = make([]*mark.Extent, c.level(len(c.Rows.Fields), len(c.Cols.Fields))+1)
		for _, rowDepth := range c.Rows.depths() {
			for _, colDepth := range c.Cols.depths() {
				if err := c.measureLevel(ctx, m, rowDepth, colDepth, threads); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// depths lists the depths of nodes with labels. It returns {0} for an axis without fields.
func (a *Axis) depths() []int {
	if len(a.Fields) == 0 {
		return []int{0}
	}
	depths := make([]int, len(a.Fields))
	for d := range depths {
		depths[d] = d + 1
	}
	return depths
}

// level returns the index of a pair of depths in a list of extents.
func (c *Crosstab) level(rowDepth, colDepth int) int {
	return rowDepth*(len(c.Cols.Fields)+1) + colDepth
}

// sharePairs is the number of pairs of nodes that a thread takes at a time.
const sharePairs = 1 << 14

// measureLevel computes the extent of a measure at a pair of depths. Figures of Others do not count, because Others
// stands for several labels.
func (c *Crosstab) measureLevel(ctx context.Context, m, rowDepth, colDepth, threads int) error {
	all := mark.New(c.Measures[m].Mark)
	c.extents[m][c.level(rowDepth, colDepth)] = all
	rows, cols := c.Rows.comparable(rowDepth), c.Cols.comparable(colDepth)
	var merging sync.Mutex
	merge := func(part *mark.Extent) {
		merging.Lock()
		defer merging.Unlock()
		all.Merge(part)
	}
	var err error
	if c.cells.sparse && onlyCells(c.Measures[m].Show.Kind) {
		err = c.measureSparse(ctx, m, rowDepth, colDepth, rows, cols, merge)
	} else {
		share := max(1, sharePairs/max(1, len(cols)))
		err = parallel.On(ctx, threads, (len(rows)+share-1)/share, func(ctx context.Context, i int) error {
			part := mark.New(all.Mark)
			for _, row := range rows[i*share : min((i+1)*share, len(rows))] {
				for at, col := range cols {
					if at%4096 == 0 && ctx.Err() != nil {
						return ctx.Err()
					}
					part.Add(c.Cell(row, col, m))
				}
			}
			merge(part)
			return nil
		})
	}
	all.Close()
	return err
}

// measureSparse adds the figures of the cells that occur to the extent.
func (c *Crosstab) measureSparse(ctx context.Context, m, rowDepth, colDepth int, rows, cols []int,
	merge func(*mark.Extent)) error {
	nodes := func(a *Axis, list []int) []int32 { // by id, the node if list has it, else 0
		of := make([]int32, a.Len())
		for _, n := range list {
			of[a.node(n).id] = int32(n)
		}
		return of
	}
	rowOf, colOf, noRows, noCols := nodes(&c.Rows, rows), nodes(&c.Cols, cols), rowDepth == 0, colDepth == 0
	part, n, asIs := mark.New(c.Measures[m].Mark), 0, c.Measures[m].Show.Kind == query.AsIs
	for cell, ids := range c.cells.each(rowDepth, colDepth) {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		switch row, col := rowOf[ids[0]], colOf[ids[1]]; {
		case row == 0 && !noRows || col == 0 && !noCols:
		case asIs:
			part.Add(c.cells.values.At(m, cell))
		default:
			part.Add(c.Cell(int(row), int(col), m))
		}
	}
	merge(part)
	return ctx.Err()
}

// onlyCells reports whether a measure shows nothing for a pair of nodes without rows. It returns false for running
// totals and moving averages, which go on there, and for differences, which may count a missing figure as 0.
func onlyCells(show query.ShowKind) bool {
	switch show {
	case query.Running, query.PctRunning, query.MovingAvg, query.DiffPrev, query.PctDiffPrev, query.DiffNext,
		query.PctDiffNext, query.DiffOf, query.PctDiffOf:
		return false
	}
	return true
}

// comparable lists the nodes of a depth whose figures are compared: all nodes but Others and those below it.
func (a *Axis) comparable(depth int) []int {
	var nodes []int
	for n := range a.Len() {
		if a.Depth(n) == depth && !a.merged(n) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// merged reports whether a node is Others or lies below Others.
func (a *Axis) merged(n int) bool {
	for ; a.Depth(n) > 0; n = a.Parent(n) {
		if a.Others(n) {
			return true
		}
	}
	return false
}

// Extent returns the extent of the figures that the conditional format of a cell compares. It returns nil for a
// label, a total, a figure of Others, and a measure without a format. The line of a folded label is compared with
// the lines of the labels beside it.
func (g *Grid) Extent(row, col int) *mark.Extent {
	m, figures := g.Measure(row, col)
	if !figures || row < g.HeaderRows || g.tab.extents == nil || g.tab.extents[m] == nil {
		return nil
	}
	down, across := g.rows.at(row-g.HeaderRows), g.cols.at(col-g.LabelCols)
	rowDepth, counts := g.tab.Rows.compared(down)
	colDepth, also := g.tab.Cols.compared(across)
	if !counts || !also {
		return nil
	}
	return g.tab.extents[m][g.tab.level(rowDepth, colDepth)]
}

// compared returns the depth of a line. counts reports whether the figures of the line are compared.
func (a *Axis) compared(l line) (depth int, counts bool) {
	depth = a.Depth(l.node)
	return depth, !l.left && (l.closed || l.fold == summary || depth == len(a.Fields)) && !a.merged(l.node)
}

// marked returns what the conditional format of a cell shows for its figure.
func (g *Grid) marked(row, col int, v data.Value) mark.Cell {
	if g.tab.extents == nil {
		return mark.Cell{}
	}
	return g.Extent(row, col).Of(v)
}
