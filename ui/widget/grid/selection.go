package grid

import (
	"slices"

	"cardinal/engine/pivot"
	"cardinal/ui/state/cells"
)

// cellAt is the place of a cell.
type cellAt struct{ row, col int }

// selection is a rectangle of cells: it grows from the anchor, where it was started, to the head, which moves.
type selection struct {
	anchor, head cellAt
	some         bool // whether anything is selected
}

// bounds is the first and the last cell, both included.
func (s selection) bounds() (first, last cellAt) {
	first = cellAt{min(s.anchor.row, s.head.row), min(s.anchor.col, s.head.col)}
	last = cellAt{max(s.anchor.row, s.head.row), max(s.anchor.col, s.head.col)}
	return first, last
}

func (s selection) contains(row, col int) bool {
	a, b := s.bounds()
	return s.some && row >= a.row && row <= b.row && col >= a.col && col <= b.col
}

func (s selection) rect() cells.Rect {
	first, last := s.bounds()
	return cells.Rect{FirstRow: first.row, FirstCol: first.col, LastRow: last.row, LastCol: last.col}
}

// selected reports whether a cell is selected.
func (g *Grid) selected(c cellAt) bool {
	return g.sel.contains(c.row, c.col) || slices.ContainsFunc(g.also, func(s selection) bool { return s.contains(c.row, c.col) })
}

// pickable reports whether a cell is a label of a row that can be picked beside those that are selected.
func (g *Grid) pickable(c cellAt) bool {
	return g.sel.some && g.sel.anchor.col == c.col && g.sel.head.col == c.col && g.cell(c.row, c.col).Role == pivot.RowLabel
}

// columns are all figures below the header cell that covers the column of c. The header cell is in c's row;
// below the headers, the column is one alone.
func (g *Grid) columns(c cellAt) selection {
	first, last := g.bodyCells()
	from, to := c.col, c.col
	if c.row < first.row {
		for from > g.lay.labels {
			if cell := g.cell(c.row, from); !cell.Repeat {
				break
			}
			from--
		}
		to = g.mergedEnd(c.row, from)
	}
	return selection{anchor: cellAt{last.row, to}, head: cellAt{first.row, from}, some: true}.within(first, last)
}

// whole reports whether a selection is of whole columns of figures.
func (g *Grid) whole(s selection) bool {
	first, last := g.bodyCells()
	from, to := s.bounds()
	return s.some && from.row == first.row && to.row == last.row && from.col >= g.lay.labels
}

// pickColumns selects the columns below a header cell, beside the columns that are selected.
func (g *Grid) pickColumns(c cellAt) {
	one := g.columns(c)
	if !g.whole(g.sel) {
		g.also, g.held, g.sel = nil, false, one
		g.redraw()
		return
	}
	g.pick(one)
}

// pick selects a label, or the columns below one, beside those that are selected, or leaves it out again.
func (g *Grid) pick(one selection) {
	c := one.head
	switch at := slices.Index(g.also, one); {
	case at >= 0:
		g.also = slices.Delete(g.also, at, at+1)
	case g.sel == one && len(g.also) > 0:
		last := len(g.also) - 1
		g.sel, g.also = g.also[last], g.also[:last]
	case !g.selected(c):
		g.also, g.sel = append(g.also, g.sel), one
	}
	g.held = g.held && len(g.also) > 0
	g.redraw()
}

// hold keeps the label of the active cell, or the column of the active figure, selected while the keyboard goes
// on to others, or no longer. It reports whether there is one.
func (g *Grid) hold() bool {
	c := g.sel.head
	switch figure := g.sel.some && c.col >= g.lay.labels; {
	case figure && !g.whole(g.sel):
		g.also, g.sel = nil, g.columns(c)
	case !figure && !g.pickable(c):
		return false
	}
	if at := slices.IndexFunc(g.also, func(s selection) bool { return s.contains(c.row, c.col) }); at >= 0 {
		g.also = slices.Delete(slices.Clone(g.also), at, at+1)
	} else {
		g.also = append(g.also, g.sel)
	}
	g.held = len(g.also) > 0
	g.redraw()
	return true
}

// cells counts the cells.
func (s selection) cells() int {
	if !s.some {
		return 0
	}
	a, b := s.bounds()
	return (b.row - a.row + 1) * (b.col - a.col + 1)
}

// within moves both ends into the cells from first to last; nothing is selected where there are none.
func (s selection) within(first, last cellAt) selection {
	if first.row > last.row || first.col > last.col {
		return selection{}
	}
	clip := func(c cellAt) cellAt {
		return cellAt{min(max(c.row, first.row), last.row), min(max(c.col, first.col), last.col)}
	}
	s.anchor, s.head = clip(s.anchor), clip(s.head)
	return s
}
