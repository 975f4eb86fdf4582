package pivot

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/figure/mark"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/profiler"
)

// Marked returns the same answer with other conditional formats. `measures` must differ from the measures of the query
// only in their formats. Marked returns an error if ctx ends.
func (c *Crosstab) Marked(ctx context.Context, measures []query.Measure) (*Crosstab, error) {
	out := *c
	out.Query.Values = measures
	out.Measures = slices.Clone(c.Measures)
	for m := range out.Measures {
		out.Measures[m].Measure = measures[m]
	}
	out.findBlankTotals()
	out.Remarks = slices.DeleteFunc(slices.Clone(c.Remarks), func(text string) bool { return text == unmarked() })
	return &out, out.measureExtents(ctx, c, runtime.GOMAXPROCS(0))
}

// extents has the extents of a conditional format by pair of depths. It is nil if the format compares too many sets of
// figures.
type extents []*levelExtents

// levelExtents has the extents of a pair of depths. The format says whether each row, column or parent row has an
// extent. If it says nothing, there is one extent with key 0.
type levelExtents struct {
	format query.Mark
	by     int // the measure whose figures decide
	of     map[int]*mark.Extent
	last   *mark.Extent // the extent of the figure that was added last, at `at`
	at     int
}

func newLevelExtents(format query.Mark, by int) *levelExtents {
	return &levelExtents{format: format, by: by, of: map[int]*mark.Extent{}}
}

// maxExtents is the largest number of rows or columns for which a conditional format keeps separate extents. An extent
// takes some 300 bytes.
const maxExtents = 100_000

// unmarked returns the remark on a conditional format that compares too many sets of figures.
func unmarked() string {
	return fmt.Sprintf("a conditional format compares the figures of at most %s rows or columns apart: it shows "+
		"nothing here", profiler.Count(maxExtents))
}

// extentKey returns the key of the extent that the figure of a cell belongs to.
func (c *Crosstab) extentKey(per query.Scope, row, col int) int {
	switch per {
	case query.PerRow:
		return row
	case query.PerColumn:
		return col
	case query.PerGroup:
		return c.Rows.Parent(row)
	}
	return 0
}

// add adds the figure of a cell to the extent with a key.
func (l *levelExtents) add(key int, v data.Value) {
	if l.last == nil || key != l.at {
		if l.last, l.at = l.of[key], key; l.last == nil {
			l.last = mark.New(l.format)
			l.of[key] = l.last
		}
	}
	l.last.Add(v)
}

// measureExtents computes the extents of the conditional formats of all measures. If `old` has the same format, it
// reuses the extents of `old`. `old` may be nil.
func (c *Crosstab) measureExtents(ctx context.Context, old *Crosstab, threads int) error {
	c.extents = make([][]extents, len(c.Measures))
	for m := range c.Measures {
		formats := c.Measures[m].Marks.All()
		c.extents[m] = make([]extents, len(formats))
		for i, format := range formats {
			sets := map[query.Scope]int{query.PerRow: c.Rows.Len(), query.PerGroup: c.Rows.Len(),
				query.PerColumn: c.Cols.Len()}
			if sets[format.Per] > maxExtents {
				c.Remarks = each.Add(c.Remarks, unmarked())
				continue
			}
			if old != nil && old.extents != nil {
				if at := slices.Index(old.Measures[m].Marks.All(), format); at >= 0 {
					c.extents[m][i] = old.extents[m][at]
					continue
				}
			}
			by := format.Source(c.Query.Values, m)
			c.extents[m][i] = make(extents, c.level(len(c.Rows.Fields), len(c.Cols.Fields))+1)
			for _, rowDepth := range c.Rows.depths() {
				for _, colDepth := range c.Cols.depths() {
					l, err := c.measureLevel(ctx, by, format, rowDepth, colDepth, threads)
					if err != nil {
						return err
					}
					c.extents[m][i][c.level(rowDepth, colDepth)] = l
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
	return each.Times(len(a.Fields), func(d int) int { return d + 1 })
}

// level returns the index of a pair of depths in a list of extents.
func (c *Crosstab) level(rowDepth, colDepth int) int {
	return rowDepth*(len(c.Cols.Fields)+1) + colDepth
}

// sharePairs is the number of pairs of nodes that a thread takes at a time.
const sharePairs = 1 << 14

// measureLevel computes the extents of a conditional format by the figures of measure m at a pair of depths. Figures of
// Others do not count, because Others stands for several labels.
func (c *Crosstab) measureLevel(ctx context.Context, m int, format query.Mark, rowDepth, colDepth,
	threads int) (*levelExtents, error) {
	all := newLevelExtents(format, m)
	rows, cols := c.Rows.comparable(rowDepth), c.Cols.comparable(colDepth)
	var merging sync.Mutex
	merge := func(part *levelExtents) {
		merging.Lock()
		defer merging.Unlock()
		for key, e := range part.of {
			if to := all.of[key]; to != nil {
				to.Merge(e)
			} else {
				all.of[key] = e
			}
		}
	}
	var err error
	if c.cells.sparse && onlyCells(c.Measures[m].Show.Kind) {
		err = c.measureSparse(ctx, m, format, rowDepth, colDepth, rows, cols, merge)
	} else {
		share := max(1, sharePairs/max(1, len(cols)))
		err = parallel.On(ctx, threads, (len(rows)+share-1)/share, func(ctx context.Context, i int) error {
			part := newLevelExtents(format, m)
			for _, row := range rows[i*share : min((i+1)*share, len(rows))] {
				for at, col := range cols {
					if at%4096 == 0 && ctx.Err() != nil {
						return ctx.Err()
					}
					part.add(c.extentKey(format.Per, row, col), c.Cell(row, col, m))
				}
			}
			merge(part)
			return nil
		})
	}
	for _, e := range all.of {
		e.Close()
	}
	return all, err
}

// measureSparse adds the figures of sparse cells to the extents of a level.
func (c *Crosstab) measureSparse(ctx context.Context, m int, format query.Mark, rowDepth, colDepth int, rows,
	cols []int, merge func(*levelExtents)) error {
	nodes := func(a *Axis, list []int) []int32 { // by id: the node if it is in list, else 0
		of := make([]int32, a.Len())
		for _, n := range list {
			of[a.node(n).id()] = int32(n)
		}
		return of
	}
	rowOf, colOf, noRows, noCols := nodes(&c.Rows, rows), nodes(&c.Cols, cols), rowDepth == 0, colDepth == 0
	part, n := newLevelExtents(format, m), 0
	asIs := c.Measures[m].Show.Kind == query.AsIs
	at, _ := c.shownAt(rowDepth, colDepth, m)
	if at == blankTotal {
		merge(part)
		return nil
	}
	for cell, ids := range c.cells.each(rowDepth, colDepth) {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row, col := rowOf[ids[0]], colOf[ids[1]]
		if row == 0 && !noRows || col == 0 && !noCols {
			continue
		}
		v := c.cells.values.At(at, cell)
		if !asIs {
			v = c.Cell(int(row), int(col), m)
		}
		part.add(c.extentKey(format.Per, int(row), int(col)), v)
	}
	merge(part)
	return ctx.Err()
}

// onlyCells reports whether a measure shows nothing for a pair of nodes without rows. It returns false for running
// totals and moving averages, which have a value there, too. It also returns false for differences, which may count a
// missing figure as 0.
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

// eachExtent calls do with the extents of the figures that the conditional formats of a cell compare, and the measure
// of these figures. Labels, totals,
// figures of Others, and measures without a format have no extents. The line of a folded label is compared with the
// lines of its siblings.
func (g *Grid) eachExtent(row, col int, do func(e *mark.Extent, by int)) {
	m, figures := g.Measure(row, col)
	if !figures || row < g.HeaderRows || g.tab.extents == nil {
		return
	}
	formats := g.tab.extents[m]
	if len(formats) == 0 {
		return
	}
	down, across := g.rows.at(row-g.HeaderRows), g.cols.at(col-g.LabelCols)
	rowDepth, counts := g.tab.Rows.compared(down)
	colDepth, also := g.tab.Cols.compared(across)
	if !counts || !also {
		return
	}
	for _, format := range formats {
		if format != nil {
			l := format[g.tab.level(rowDepth, colDepth)]
			do(l.of[g.tab.extentKey(l.format.Per, down.node, across.node)], l.by)
		}
	}
}

// compared returns the depth of a line. counts reports whether conditional formats compare the figures of the line.
func (a *Axis) compared(l line) (depth int, counts bool) {
	depth = a.Depth(l.node)
	return depth, !l.left && (l.closed || l.fold == summary || depth == len(a.Fields)) && !a.merged(l.node)
}

// marked returns what the conditional formats of a cell show for its figure v of measure m.
func (g *Grid) marked(row, col, m int, v data.Value) (c mark.Cell) {
	g.eachExtent(row, col, func(e *mark.Extent, by int) {
		of := v
		if by != m {
			of = g.tab.Cell(g.RowNode(row), g.ColNode(col), by)
		}
		c.Show(e, of)
	})
	return c
}
