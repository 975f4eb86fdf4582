package sheet

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// layout divides the first rows into rows above the table, rows of names, and other rows.
type layout struct {
	above int // number of rows above the table
	heads int // number of rows of names
	why   reason
}

// reason is why several rows name the columns.
type reason int

const (
	whyOne    reason = iota // at most one row names the columns
	whyTitles               // the workbook prints them on every page
	whyMerged               // cells are merged, or the last row alone has equal names
	whySaid                 // a person chose the rows
)

// maxHeads is the greatest number of rows of a header.
const maxHeads = 8

// maxAbove is the greatest number of rows that may be a title.
const maxAbove = 20

// layout decides by the person's choice, then by the print titles, and then by the cells.
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

// countAbove returns the number of rows above the table: titles and remarks. They have one cell, or few cells and an
// empty row between them and the table. The row of names below them is wide and has only texts.
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

// width returns the number of cells of a row, including the cells that merged cells cover.
func (g *Grid) width(r firstRow) int {
	n := len(r.cells)
	for _, m := range g.begun[r.row] {
		n += min(m.columns(), g.within.columns()) - 1
	}
	return n
}

// areTitles reports whether the rows above a row are titles of a table. widest is the width of the table.
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

// hasMergedAcross reports whether cells of a row are merged with cells to their right.
func (g *Grid) hasMergedAcross(row int) bool {
	return slices.ContainsFunc(g.begun[row], func(m Range) bool {
		return m.columns() > 1 && m.Left < g.within.Right && m.Right > g.within.Left
	})
}

// spans reports whether a merged cell of a row covers several names of the next row.
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

// countByColumn returns, for each column, the number of cells of a row up to that column.
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

// lastMergedRow returns the last row with which a cell of a row is merged.
func (g *Grid) lastMergedRow(row int) int {
	last := row
	for _, m := range g.begun[row] {
		if m.Left <= g.within.Right && m.Right >= g.within.Left {
			last = max(last, m.Bottom)
		}
	}
	return last
}

// countHeads returns the number of rows that name the columns, beginning with a given row.
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

// namesRest reports whether the row after several rows of names gives names to the columns that still have none. pandas
// writes the names of row labels in such a row. A single text may be the heading of some rows instead.
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

// tellsApart reports whether a row with few names stands above a row with equal names, and the two rows together make
// the names different.
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

// canName reports whether a row can name columns: it has a text, and otherwise only texts and years.
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

// isCounting reports whether the cells of a row are integers that ascend by one, or years, as names of columns may
// be.
func (r firstRow) isCounting() bool {
	for i, c := range r.cells {
		if c.Kind != Number || c.Number != float64(int(c.Number)) || i > 0 && c.Number != r.cells[i-1].Number+1 {
			return r.canName()
		}
	}
	return true
}

// isLike reports whether the cells of two rows lie in the same columns and have the same kinds.
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

// layoutNotes returns notes on rows that do not belong to the table.
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

// headRows returns the rows of the sheet that name the columns.
func (g *Grid) headRows(l layout) Rows {
	return Rows{g.first[l.above].row, g.first[l.above+l.heads-1].row}
}
