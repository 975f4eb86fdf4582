package sheet

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// layout divides the first rows into rows above the table, rows of names, and rows of the table.
type layout struct {
	above int // number of rows above the table
	heads int // number of rows of names
	why   reason
}

// reason says why several rows name the columns.
type reason int

const (
	whyOne    reason = iota // at most one row names the columns
	whyTitles               // the workbook prints them on every page
	whyMerged               // cells are merged, or the last row of names needs the row above to be distinct
	whySaid                 // a person chose the rows
)

// maxHeads is the greatest number of rows of a header.
const maxHeads = 8

// maxAbove is the greatest number of rows above the names.
const maxAbove = 20

// layout returns the layout of the first rows. A person's choice comes first, then the print titles, and then the cells
// decide.
func (g *Grid) layout() (l layout, err error) {
	g.findBegun()
	switch {
	case g.wish.Plain:
		return l, nil
	case g.wish.Names != Rows{}:
		for _, r := range g.first {
			if r.row <= g.wish.Names.Last {
				l.heads++
			}
		}
		if l.heads == 0 {
			return l, fmt.Errorf("row %s of the sheet has no cell, so it cannot name the columns: choose another row",
				g.wish.Names)
		}
		l.why = whySaid
		return l, nil
	case g.Titles.Rows > 0:
		for _, r := range g.first {
			if r.row <= g.Titles.Rows {
				l.heads++
			}
		}
		if l.heads = max(l.heads, 1); l.heads > 1 {
			l.why = whyTitles
		}
		return l, nil
	}
	l.above = g.countAbove()
	l.heads, l.why = g.countHeads(l.above)
	return l, nil
}

// countAbove returns the number of rows above the table: titles and remarks. Each has one cell; if an empty row
// separates them from the table, they may have a few cells. The names below them fill most columns and are texts.
func (g *Grid) countAbove() int {
	widest := 0
	for _, r := range g.first {
		widest = max(widest, len(r.cells))
	}
	for i, r := range g.first[:min(len(g.first), maxAbove+1)] {
		if i > 0 && len(r.cells) >= 2 && 5*g.width(r) >= 3*widest && r.canName() &&
			g.areTitles(g.first[:i], r.row, widest) {
			return i
		}
	}
	return 0
}

// width returns the number of columns that a row fills. A merged cell fills several.
func (g *Grid) width(r firstRow) int {
	n := len(r.cells)
	for _, m := range g.begun[r.row] {
		n += min(m.columns(), g.within.columns()) - 1
	}
	return n
}

// areTitles reports whether rows are titles above a table. next is the row of the names, and widest the width of the
// table.
func (g *Grid) areTitles(rows []firstRow, next, widest int) bool {
	apart := next > rows[len(rows)-1].row+1
	for _, r := range rows {
		switch n := len(r.cells); {
		case n == 1 && r.cells[0].Kind == Text && (widest > 2 || apart || g.hasMergedAcross(r.row)):
		case apart && 2*n <= widest && widest > 2:
		default:
			return false
		}
	}
	return true
}

// hasMergedAcross reports whether a cell of a row is merged with cells to its right.
func (g *Grid) hasMergedAcross(row int) bool {
	return slices.ContainsFunc(g.begun[row], func(m Range) bool {
		return m.columns() > 1 && m.Left < g.within.Right && m.Right > g.within.Left
	})
}

// spans reports whether a merged cell of the row `above` covers several names in the row `names`.
func (g *Grid) spans(above, names firstRow) bool {
	to := names.countByColumn()
	for _, m := range g.begun[above.row] {
		if m.columns() < 2 || m.Bottom >= names.row {
			continue
		}
		if to[min(m.Right, len(to)-1)]-to[min(m.Left-1, len(to)-1)] > 1 {
			return true
		}
	}
	return false
}

// countByColumn returns, for each column, how many cells of the row are in this column or to its left.
func (r firstRow) countByColumn() []int {
	to := []int{0}
	for _, c := range r.cells {
		for len(to) <= c.column {
			to = append(to, to[len(to)-1])
		}
		to[c.column]++
	}
	return to
}

// lastMergedRow returns the last row that a merged cell of the given row reaches.
func (g *Grid) lastMergedRow(row int) int {
	last := row
	for _, m := range g.begun[row] {
		if m.Left <= g.within.Right && m.Right >= g.within.Left {
			last = max(last, m.Bottom)
		}
	}
	return last
}

// countHeads returns the number of rows that name the columns, from a given row on.
func (g *Grid) countHeads(from int) (int, reason) {
	rows := g.first[from:]
	if len(rows) == 0 {
		return 0, whyOne
	}
	if !rows[0].hasText() && len(rows) > 1 && rows[0].isLike(rows[1]) && !rows[0].isCounting() {
		return 0, whyOne
	}
	n := 1
	for n < len(rows) && n < maxHeads && rows[n].row == rows[n-1].row+1 && rows[n].canName() &&
		(g.spans(rows[n-1], rows[n]) || n > 1 && g.lastMergedRow(rows[0].row) >= rows[n].row) {
		n++
	}
	if n == 1 && len(rows) > 2 && g.tellsApart(rows[0], rows[1]) {
		n = 2
	}
	if n == 1 {
		return 1, whyOne
	}
	if n < min(len(rows), maxHeads) && g.namesRest(rows[:n], rows[n]) {
		n++
	}
	return n, whyMerged
}

// namesRest reports whether the row after several rows of names has names for columns that still have none. pandas
// writes the names of row labels in such a row. A single text in the row may be a heading of the rows below it instead.
func (g *Grid) namesRest(heads []firstRow, row firstRow) bool {
	named := map[int]bool{}
	for _, h := range heads {
		for _, c := range h.cells {
			named[c.column] = true
		}
		for _, m := range g.begun[h.row] {
			for c := m.Left; c <= m.Right; c++ {
				named[c] = true
			}
		}
	}
	return len(row.cells) > 1 && row.row == heads[len(heads)-1].row+1 && row.canName() &&
		!slices.ContainsFunc(row.cells, func(c placed) bool { return named[c.column] })
}

// tellsApart reports whether a row of few names is needed to distinguish the names in the next row: some of these are
// equal, and together with the names above them they are distinct.
func (g *Grid) tellsApart(above, names firstRow) bool {
	if names.row != above.row+1 || len(above.cells) < 2 || 4*len(above.cells) > 3*len(names.cells) ||
		!above.canName() || !names.canName() ||
		above.cells[0].column == names.cells[0].column {
		return false
	}
	seen, joined, same := map[string]bool{}, map[string]bool{}, false
	for _, c := range names.cells {
		name, over := text(c.Cell, g.Texts), ""
		for _, a := range above.cells {
			if a.column <= c.column {
				over = text(a.Cell, g.Texts)
			}
		}
		same = same || seen[name]
		seen[name] = true
		if joined[over+"\x00"+name] {
			return false
		}
		joined[over+"\x00"+name] = true
	}
	return same
}

// canName reports whether a row can name columns: all its cells are texts or years.
func (r firstRow) canName() bool {
	for _, c := range r.cells {
		switch {
		case c.Kind == Text:
		case c.Kind == Number && c.Number >= 1900 && c.Number <= 2100 && c.Number == float64(int(c.Number)):
		default:
			return false
		}
	}
	return true
}

func (r firstRow) hasText() bool {
	return slices.ContainsFunc(r.cells, func(c placed) bool { return c.Kind == Text })
}

// isCounting reports whether the cells of a row are integers that ascend by one, or years. Names of columns can have
// this form.
func (r firstRow) isCounting() bool {
	for i, c := range r.cells {
		if c.Kind != Number || c.Number != float64(int(c.Number)) || i > 0 && c.Number != r.cells[i-1].Number+1 {
			return r.canName()
		}
	}
	return true
}

// isLike reports whether two rows have cells of the same kinds in the same columns.
func (r firstRow) isLike(other firstRow) bool {
	if len(r.cells) != len(other.cells) {
		return false
	}
	for i, c := range r.cells {
		if o := other.cells[i]; o.column != c.column || o.Kind != c.Kind {
			return false
		}
	}
	return true
}

// layoutNotes returns notes on rows outside the table and on the header.
func (g *Grid) layoutNotes(l layout) (notes []string) {
	if l.above > 0 {
		what := separators.Plural(l.above, "1 row above the table was left out: ",
			"%d rows above the table were left out, the first is ")
		texts := each.Of(g.first[0].cells, func(c placed) string { return strings.TrimSpace(text(c.Cell, g.Texts)) })
		notes = append(notes, what+ellipsis.Quote(strings.Join(texts, " "), 61))
	}
	switch {
	case l.heads == 0 && !g.wish.Plain:
		notes = append(notes, "no row names the columns: the first row has values like those below it")
	case l.why == whyTitles:
		notes = append(notes, separators.Sprintf("the first %d rows, which the workbook prints on every page, are "+
			"read as the header", l.heads))
	case l.why == whyMerged:
		notes = append(notes, fmt.Sprintf("rows %s are read as the header, with their names joined", g.headRows(l)))
	}
	return notes
}

// headRows returns the row numbers of the header in the sheet.
func (g *Grid) headRows(l layout) Rows {
	return Rows{g.first[l.above].row, g.first[l.above+l.heads-1].row}
}
