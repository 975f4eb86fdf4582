package grid

import (
	"math"

	"fyne.io/fyne/v2"

	"cardinal/engine/pivot"
)

// zone is the kind of thing under the mouse.
type zone uint8

const (
	nothing      zone = iota
	onBody            // a cell that can be selected
	onHeader          // a header cell
	onFold            // the triangle of a label
	onBorder          // the right border of a column, in the header
	onVertical        // a scrollbar
	onHorizontal      //
)

func (z zone) isBar() bool { return z == onVertical || z == onHorizontal }

// hit is a point of the grid, with the cell or the scrollbar that is there.
type hit struct {
	zone     zone
	row, col int
	x, y     int // in device pixels
}

// hitAt returns what is at a position of the widget. Row and column are -1 outside of the cells.
func (g *Grid) hitAt(pos fyne.Position) hit {
	h := hit{row: -1, col: -1}
	if !g.sync() {
		return h
	}
	h.x, h.y = g.pixel(pos.X), g.pixel(pos.Y)
	l := &g.lay
	switch {
	case l.maxY() > 0 && h.x >= l.right && h.y >= l.top && h.y < l.floor:
		h.zone = onVertical
		return h
	case l.maxX() > 0 && h.y >= l.bottom && h.x >= l.left && h.x < l.wall:
		h.zone = onHorizontal
		return h
	}
	row, ok := l.rowAt(h.y)
	if !ok {
		return h
	}
	if row < l.headRows {
		if col, ok := l.borderAt(h.x, g.m.reach); ok && g.hasBorder(row, col) {
			return hit{zone: onBorder, row: row, col: col, x: h.x, y: h.y}
		}
	}
	col, ok := l.colAt(h.x)
	if !ok {
		return h
	}
	h.row, h.col, h.zone = row, col, onBody
	if row < l.headRows {
		h.zone = onHeader
		h.col = g.mergedStart(row, col)
	}
	if c := g.cell(h.row, h.col); c.Fold != pivot.NoFold && (!c.Repeat || c.Role == pivot.ColLabel) && g.onTriangle(h) {
		h.zone = onFold
	}
	return h
}

// pixel converts a length in units to whole device pixels, rounded down.
func (g *Grid) pixel(units float32) int {
	return int(math.Floor(float64(units) * float64(g.m.scale)))
}

// hasBorder reports whether a header cell ends at the right edge of a column.
func (g *Grid) hasBorder(row, col int) bool {
	if col+1 >= g.lay.cols() || row == g.lay.headRows-1 {
		return true
	}
	c := g.cell(row, col+1)
	return !continues(&c)
}

// mergedStart returns the first column in view of the header cell that covers a column.
func (g *Grid) mergedStart(row, col int) int {
	first, _ := g.lay.visibleCols()
	if col < g.lay.frozen {
		first = g.lay.labels
	}
	for col > first && col > g.lay.labels {
		if c := g.cell(row, col); !c.Repeat {
			break
		}
		col--
	}
	return col
}

// mergedEnd returns the last column of the header cell that covers a column.
func (g *Grid) mergedEnd(row, col int) int {
	for col+1 < g.lay.cols() {
		if c := g.cell(row, col+1); !c.Repeat {
			break
		}
		col++
	}
	return col
}

// onTriangle reports whether a point is on the fold triangle of its cell.
func (g *Grid) onTriangle(h hit) bool {
	x := g.lay.colX(h.col)
	if h.col >= g.lay.frozen {
		x = max(x, g.lay.left)
	}
	c := g.cell(h.row, h.col)
	x += c.Indent * g.m.fold
	return h.x >= x && h.x < x+g.m.padX+g.m.fold
}
