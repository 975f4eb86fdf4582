package pivot

import (
	"cardinal/engine/figure/mark"
	"cardinal/engine/query"
)

// Area has the cells of a grid whose figures a conditional format compares. They lie where its rows and columns
// cross.
type Area struct {
	Extent     *mark.Extent
	Rows, Cols []Run
	Whole      bool // the grid shows all compared figures: none is folded away
}

// Run is a range of neighbouring rows or columns of a grid, from First to Last.
type Run struct{ First, Last int }

// Areas lists the areas of all conditional formats, measure by measure.
func (g *Grid) Areas() (areas []Area) {
	if g.tab.extents == nil {
		return nil
	}
	for m := range g.tab.Measures {
		if g.tab.Measures[m].Mark.Kind == query.NoMark {
			continue
		}
		rows := g.tab.Rows.runs(g.rows.all(), g.HeaderRows, g.down, m)
		cols := g.tab.Cols.runs(g.cols.all(), g.LabelCols, !g.down, m)
		for _, rowDepth := range g.tab.Rows.depths() {
			for _, colDepth := range g.tab.Cols.depths() {
				r, c := rows[rowDepth], cols[colDepth]
				if len(r) > 0 && len(c) > 0 {
					areas = append(areas, Area{
						Extent: g.tab.extents[m][g.tab.level(rowDepth, colDepth)], Rows: r, Cols: c,
						Whole: lines(r) == len(g.tab.Rows.comparable(rowDepth)) &&
							lines(c) == len(g.tab.Cols.comparable(colDepth)),
					})
				}
			}
		}
	}
	return areas
}

// runs lists the lines of an axis whose figures are compared, by depth. The first line is row or column `from` of
// the grid. With `measures`, only lines of measure m count.
func (a *Axis) runs(all []line, from int, measures bool, m int) map[int][]Run {
	of := map[int][]Run{}
	for i, l := range all {
		depth, counts := a.compared(l)
		if !counts || measures && int(l.measure) != m {
			continue
		}
		runs := of[depth]
		if last := len(runs) - 1; last >= 0 && runs[last].Last == from+i-1 {
			runs[last].Last++
		} else {
			of[depth] = append(runs, Run{from + i, from + i})
		}
	}
	return of
}

// lines returns the number of rows or columns in runs.
func lines(runs []Run) (n int) {
	for _, r := range runs {
		n += r.Last - r.First + 1
	}
	return n
}
