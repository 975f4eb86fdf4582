package grid

import (
	"slices"

	"cardinal/engine/pivot"
	"cardinal/ui/state/cells"
)

// cellAt is the row and the column of a cell.
type cellAt struct{ row, col int }

// selection is a rectangle of cells with two opposite corners. The anchor is where the selection began, and the head is
// the cell that moves.
type selection struct {
	anchor, head cellAt
	some         bool // false: nothing is selected
}

// bounds returns the upper left and the lower right cell of the selection.
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
	return g.sel.contains(c.row, c.col) || slices.ContainsFunc(g.also, func(s selection) bool {
		return s.contains(c.row, c.col)
	})
}

// canPick reports whether a cell is a row label that can be added to the selected labels.
func (g *Grid) canPick(c cellAt) bool {
	return g.sel.some && g.sel.anchor.col == c.col && g.sel.head.col == c.col &&
		g.cell(c.row, c.col).Role == pivot.RowLabel
}

// columns returns a selection of all figures below a header cell, which may cover several columns. For a cell of the
// body, it selects the figures of its column.
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
	return selection{anchor: cellAt{last.row, to}, head: cellAt{first.row, from}, some: true}.clampTo(first, last)
}

// coversColumns reports whether a selection consists of complete columns of figures.
func (g *Grid) coversColumns(s selection) bool {
	first, last := g.bodyCells()
	from, to := s.bounds()
	return s.some && from.row == first.row && to.row == last.row && from.col >= g.lay.labels
}

// pickColumns adds the columns below a header cell to the selected columns.
func (g *Grid) pickColumns(c cellAt) {
	one := g.columns(c)
	if !g.coversColumns(g.sel) {
		g.also, g.held, g.sel = nil, false, one
		g.redraw()
		return
	}
	g.pick(one)
}

// pick adds a label or columns to the selection, or removes them if they are selected already.
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

// hold keeps the active label, or the column of the active figure, selected while the keyboard moves to other cells. A
// second call for the same cell releases it. hold returns false if the active cell cannot be held.
func (g *Grid) hold() bool {
	c := g.sel.head
	switch figure := g.sel.some && c.col >= g.lay.labels; {
	case figure && !g.coversColumns(g.sel):
		g.also, g.sel = nil, g.columns(c)
	case !figure && !g.canPick(c):
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

func (s selection) cells() int {
	if !s.some {
		return 0
	}
	a, b := s.bounds()
	return (b.row - a.row + 1) * (b.col - a.col + 1)
}

// clampTo moves both corners to the nearest cells between first and last. It returns an empty selection if there are no
// such cells.
func (s selection) clampTo(first, last cellAt) selection {
	if first.row > last.row || first.col > last.col {
		return selection{}
	}
	clip := func(c cellAt) cellAt {
		return cellAt{min(max(c.row, first.row), last.row), min(max(c.col, first.col), last.col)}
	}
	s.anchor, s.head = clip(s.anchor), clip(s.head)
	return s
}
