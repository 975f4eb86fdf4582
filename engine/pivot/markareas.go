package pivot

import (
	"maps"
	"slices"

	"cardinal/engine/figure/mark"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Area has the cells of a grid whose figures a conditional format compares. These are the cells whose row is in Rows
// and whose column is in Cols.
type Area struct {
	Measure    int // the measure of the cells
	By         int // the measure whose figures the format compares
	Extent     *mark.Extent
	Rows, Cols []Run
	Whole      bool // the grid shows all figures that the format compares: no folded label hides one
}

// Run is a range of neighbouring rows or columns of a grid, from First to Last.
type Run struct{ First, Last int }

// Areas lists the areas of all conditional formats, measure by measure.
func (g *Grid) Areas() (areas []Area) {
	for m, formats := range g.tab.extents {
		for _, format := range formats {
			if format != nil {
				areas = g.areasOf(areas, m, format)
			}
		}
	}
	return areas
}

// areasOf appends the areas of one conditional format of measure m.
func (g *Grid) areasOf(areas []Area, m int, format extents) []Area {
	none, own := func(int) int { return 0 }, func(n int) int { return n }
	for _, rowDepth := range g.tab.Rows.depths() {
		per := format[g.tab.level(rowDepth, g.tab.Cols.depths()[0])].format.Per
		rowSet, colSet := none, none
		switch per {
		case query.PerRow:
			rowSet = own
		case query.PerGroup:
			rowSet = g.tab.Rows.Parent
		case query.PerColumn:
			colSet = own
		}
		rows := g.tab.Rows.runs(g.rows.all(), g.HeaderRows, g.down, m, rowDepth, rowSet)
		allRows := g.tab.Rows.setSizes(rowDepth, rowSet)
		for _, colDepth := range g.tab.Cols.depths() {
			l := format[g.tab.level(rowDepth, colDepth)]
			cols := g.tab.Cols.runs(g.cols.all(), g.LabelCols, !g.down, m, colDepth, colSet)
			allCols := g.tab.Cols.setSizes(colDepth, colSet)
			for _, row := range slices.Sorted(maps.Keys(rows)) {
				for _, col := range slices.Sorted(maps.Keys(cols)) {
					if e := l.of[row+col]; e != nil { // the key is row or col, because the other is 0
						areas = append(areas, Area{Measure: m, By: l.by, Extent: e, Rows: rows[row], Cols: cols[col],
							Whole: lines(rows[row]) == allRows[row] && lines(cols[col]) == allCols[col]})
					}
				}
			}
		}
	}
	return areas
}

// setSizes returns the number of compared nodes of a depth in each set. set returns the key of a node's set.
func (a *Axis) setSizes(depth int, set func(n int) int) map[int]int {
	sizes := map[int]int{}
	for _, n := range a.comparable(depth) {
		sizes[set(n)]++
	}
	return sizes
}

// runs lists the compared lines of a depth, by the key of their node's set. The first line is row or column `from` of
// the grid. If `measures` is set, runs lists only lines of measure m.
func (a *Axis) runs(all []line, from int, measures bool, m, depth int, set func(n int) int) map[int][]Run {
	of := map[int][]Run{}
	for i, l := range all {
		at, counts := a.compared(l)
		if !counts || at != depth || measures && int(l.measure) != m {
			continue
		}
		s := set(l.node)
		runs := of[s]
		if last := len(runs) - 1; last >= 0 && runs[last].Last == from+i-1 {
			runs[last].Last++
		} else {
			of[s] = append(runs, Run{from + i, from + i})
		}
	}
	return of
}

// lines returns the number of rows or columns in runs.
func lines(runs []Run) int {
	return each.Sum(runs, func(r Run) int { return r.Last - r.First + 1 })
}
