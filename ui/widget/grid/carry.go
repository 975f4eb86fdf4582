package grid

import (
	"image"
	"sort"

	"cardinal/engine/pivot"
)

// carry is a label that the mouse carries to another place among the labels beside it.
type carry struct {
	cell  cellAt
	down  bool  // the labels stand below each other, not beside each other
	lines []int // the row, or the column, in which each of the labels begins, and the one after the last label
	own   int   // the number of the carried label among them
	to    int   // the label would be dropped before the label of this number
}

// by is how many places the label would go.
func (c *carry) by() int {
	if c.to > c.own {
		return c.to - 1 - c.own
	}
	return c.to - c.own
}

// liftable reports whether a press at h can begin to carry a label: one of a column, or one of a row that is
// the selected cell. Elsewhere the mouse selects cells.
func (g *Grid) liftable(h hit) bool {
	if g.OnLift == nil || h.zone != onHeader && h.zone != onBody {
		return false
	}
	c := g.cell(h.row, h.col)
	if h.zone == onHeader {
		return c.Role == pivot.ColLabel
	}
	return c.Role == pivot.RowLabel && g.sel.some && g.sel.cells() == 1 && len(g.also) == 0 && g.sel.head == cellAt{h.row, h.col}
}

// lift begins to carry the label of the pressed cell, and reports whether it is carried.
func (g *Grid) lift() bool {
	at := g.press.label
	lines, own := g.OnLift(at.row, at.col)
	if len(lines) < 3 {
		return false // there is no other label
	}
	g.carried = &carry{cell: at, down: at.row >= g.lay.headRows, lines: lines, own: own, to: own}
	return true
}

// carryTo moves the carried label to a point.
func (g *Grid) carryTo(x, y int) {
	l, c := &g.lay, g.carried
	at, place, dx, dy := x, l.colX, beyond(x, l.left, l.wall), 0
	if c.down {
		at, place, dx, dy = y, l.rowY, 0, beyond(y, l.top, l.floor)
	}
	land := func() {
		c.to = sort.Search(len(c.lines)-1, func(i int) bool { return at < (place(c.lines[i])+place(c.lines[i+1]))/2 })
	}
	land()
	g.scrollOn(dx, dy, func() bool {
		if g.carried == c {
			land()
		}
		return g.carried == c
	})
}

// landing paints the carried label and the line where it would be dropped.
func (p *painter) landing() {
	c, l := p.g.carried, p.l
	if c == nil {
		return
	}
	thick := max(2, p.m.px(3))
	own, line, clip := p.span(c.own), p.span(c.to), image.Rect(0, l.top, l.end(), min(l.bottom, l.rowY(l.rows)))
	if c.down {
		line.Min.Y -= (thick + 1) / 2
		line.Max.Y = line.Min.Y + thick
		clip.Min.Y -= thick
	} else {
		line.Min.X -= (thick + 1) / 2
		line.Max.X = line.Min.X + thick
		clip.Min = image.Pt(l.left-thick, 0)
	}
	tint(p.dst, own.Intersect(clip), p.accent, 40)
	if c.by() != 0 {
		fill(p.dst, line.Intersect(clip), p.accent)
	}
}

// span is the area of the cells of a label beside the carried one.
func (p *painter) span(i int) image.Rectangle {
	c, l := p.g.carried, p.l
	next := min(i+1, len(c.lines)-1)
	if c.down {
		return image.Rect(l.colX(c.cell.col), l.rowY(c.lines[i]), l.end(), l.rowY(c.lines[next]))
	}
	return image.Rect(l.colX(c.lines[i]), l.rowY(c.cell.row), l.colX(c.lines[next]), min(l.bottom, l.rowY(l.rows)))
}
