package sheet

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// MaxMerged is the greatest number of merged cells of a sheet that are read.
const MaxMerged = 1 << 20

// findBegun finds the merged cells that begin in the first rows. If two of them share a column, which no spreadsheet
// program writes, it ignores the right one.
func (g *Grid) findBegun() {
	g.begun = map[int][]Range{}
	for _, r := range g.first {
		g.begun[r.row] = nil
	}
	for _, m := range g.Merged {
		if all, is := g.begun[m.Top]; is {
			g.begun[m.Top] = append(all, m)
		}
	}
	for row, all := range g.begun {
		slices.SortFunc(all, func(a, b Range) int { return cmp.Compare(a.Left, b.Left) })
		last := 0
		g.begun[row] = slices.DeleteFunc(all, func(m Range) bool {
			if m.Left <= last {
				return true
			}
			last = m.Right
			return false
		})
	}
}

// rowOf returns the row of the columns for a row of the sheet; ok is false if the sheet's row has no cell.
func (g *Grid) rowOf(sheet, rows int) (row int, ok bool) {
	i := sort.Search(len(g.steps), func(i int) bool { return g.steps[i].sheet > sheet }) - 1
	if i < 0 {
		return 0, false
	}
	row = g.steps[i].row + sheet - g.steps[i].sheet
	if i+1 < len(g.steps) {
		rows = g.steps[i+1].row
	}
	return row, row < rows
}

// lastRowOf returns the last row of the columns that is at or above a row of the sheet. There must be such a row.
func (g *Grid) lastRowOf(sheet, rows int) int {
	i := sort.Search(len(g.steps), func(i int) bool { return g.steps[i].sheet > sheet })
	if i < len(g.steps) {
		rows = g.steps[i].row
	}
	return min(g.steps[i-1].row+sheet-g.steps[i-1].sheet, rows-1)
}

// fillMerged gives merged cells of the table the value of their first cell if the person asks for it. Otherwise it only
// counts them. what names the sheet in errors, and memory limits the memory.
func (g *Grid) fillMerged(ctx context.Context, what string, memory zipxml.Budget, rows int) (note string, err error) {
	var found []Range // rows count from 0, and columns from 1
	for _, m := range g.Merged {
		top, ok := g.rowOf(m.Top, rows)
		if !ok || m.Left > len(g.columns) || g.columns[m.Left-1] == nil {
			continue
		}
		r := Range{top, m.Left, g.lastRowOf(m.Bottom, rows), min(m.Right, len(g.columns))}
		if r.rows()*r.columns() > 1 {
			found = append(found, r)
		}
	}
	switch {
	case found == nil:
		return "", nil
	case !g.wish.Fill:
		return separators.Counted(len(found), "group") +
			" of merged cells: only the first cell of each has its value; they can be filled", nil
	}
	return separators.Counted(len(found), "group") + " of merged cells, filled with the value of the first cell",
		g.fill(ctx, what, memory, found)
}

// dense returns a cell for each row of a column.
func (c *cells) dense(rows int) []Cell {
	out := make([]Cell, rows)
	for row, v := range c.all() {
		out[row] = v
	}
	return out
}

// replace replaces the cells of a column.
func (c *cells) replace(all []Cell) {
	next := cells{rounded: c.rounded, early: c.early, undated: c.undated, format: c.format, latest: c.latest}
	for row, v := range all {
		if v.Kind != Empty {
			v.Format = c.latest
			next.put(row, v)
		}
	}
	*c = next
}

// repeatLabels fills the blank cells before the first label of each row, in the first n columns. A pivot that Cardinal
// wrote leaves them blank if the label is the same as above. repeatLabels reports whether it filled any.
func (g *Grid) repeatLabels(n, rows int) (repeated bool) {
	if n = min(n, len(g.columns)); n < 2 || slices.Contains(g.columns[:n], nil) {
		return false
	}
	labels := each.Times(n, func(i int) []Cell { return g.columns[i].dense(rows) })
	for row := 1; row < rows; row++ {
		first := slices.IndexFunc(labels, func(c []Cell) bool { return c[row].Kind != Empty })
		for i := range first {
			labels[i][row], repeated = labels[i][row-1], true
		}
	}
	if repeated {
		for i, all := range labels {
			g.columns[i].replace(all)
		}
	}
	return repeated
}
