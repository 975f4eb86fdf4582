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

// Marked is the same answer with the conditional formats of the given measures, which are those of the query
// but for these formats. It stops with an error when ctx ends.
func (c *Crosstab) Marked(ctx context.Context, measures []query.Measure) (*Crosstab, error) {
	out := *c
	out.Query.Values = measures
	out.Measures = slices.Clone(c.Measures)
	for m := range out.Measures {
		out.Measures[m].Measure = measures[m]
	}
	return &out, out.measureExtents(ctx, c, runtime.GOMAXPROCS(0))
}

// measureExtents works out the extents of the measures that have a conditional format: one for each pair of
// depths. An extent of old, which may be nil, is used again.
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

// depths lists the depths of nodes that have labels, or that of the grand total where the axis has no fields.
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

// level is the number of a pair of depths.
func (c *Crosstab) level(rowDepth, colDepth int) int {
	return rowDepth*(len(c.Cols.Fields)+1) + colDepth
}

// sharePairs is how many pairs of nodes a thread takes at a time.
const sharePairs = 1 << 14

// measureLevel works out the extent of a measure at a pair of depths. Others is more than one label, so its
// figures do not count.
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

// measureSparse adds the figures of the cells that occur.
func (c *Crosstab) measureSparse(ctx context.Context, m, rowDepth, colDepth int, rows, cols []int,
	merge func(*mark.Extent)) error {
	nodes := func(a *Axis, list []int) []int32 { // by id, the nodes of list; 0: another one
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

// onlyCells reports whether a measure shows nothing where no row of the table belongs to a pair of nodes. A
// running total and a moving average go on there, and a difference counts a missing figure as 0.
func onlyCells(show query.ShowKind) bool {
	switch show {
	case query.Running, query.PctRunning, query.MovingAvg, query.DiffPrev, query.PctDiffPrev, query.DiffNext,
		query.PctDiffNext, query.DiffOf, query.PctDiffOf:
		return false
	}
	return true
}

// comparable lists the nodes of a depth whose figures are compared: those that are not below Others.
func (a *Axis) comparable(depth int) []int {
	var nodes []int
	for n := range a.Len() {
		if a.Depth(n) == depth && !a.merged(n) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// merged reports whether a node is Others or lies below it.
func (a *Axis) merged(n int) bool {
	for ; a.Depth(n) > 0; n = a.Parent(n) {
		if a.Others(n) {
			return true
		}
	}
	return false
}

// Extent is the extent of the figures that the conditional format of a cell compares, nil where the cell has
// none: the cell is a label, a total, a figure of Others, or its measure has no format. The line of a folded
// label is compared with the lines of the labels beside it.
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

// compared is the depth of a line, and whether the line has figures that are compared.
func (a *Axis) compared(l line) (depth int, counts bool) {
	depth = a.Depth(l.node)
	return depth, !l.left && (l.closed || l.fold == summary || depth == len(a.Fields)) && !a.merged(l.node)
}

// marked is what the conditional format of a cell shows for its figure.
func (g *Grid) marked(row, col int, v data.Value) mark.Cell {
	if g.tab.extents == nil {
		return mark.Cell{}
	}
	return g.Extent(row, col).Of(v)
}
