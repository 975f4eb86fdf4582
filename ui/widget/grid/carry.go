package grid

import (
	"image"
	"sort"

	"cardinal/engine/pivot"
)

// carry is a label that the mouse drags to another position among its sibling labels.
type carry struct {
	cell  cellAt
	down  bool  // the labels are below each other, not side by side
	lines []int // the row or column in which each label begins, and the one after the last label
	own   int   // the position of the dragged label among the labels
	to    int   // a drop would insert the label before the label at this position
}

// places returns by how many positions a drop would move the label. It is negative for a move towards the first label.
func (c *carry) places() int {
	if c.to > c.own {
		return c.to - 1 - c.own
	}
	return c.to - c.own
}

// canLift reports whether a press at h can begin to drag a label. This must be a column label, or a row label that is
// the only selected cell. In other cells, a drag selects cells.
func (g *Grid) canLift(h hit) bool {
	if g.OnLift == nil || h.zone != onHeader && h.zone != onBody {
		return false
	}
	c := g.cell(h.row, h.col)
	if h.zone == onHeader {
		return c.Role == pivot.ColLabel
	}
	return c.Role == pivot.RowLabel && g.sel.some && g.sel.cells() == 1 && len(g.also) == 0 &&
		g.sel.head == cellAt{h.row, h.col}
}

// lift begins to drag the label of the pressed cell. It returns false if the label has no sibling.
func (g *Grid) lift() bool {
	at := g.press.label
	lines, own := g.OnLift(at.row, at.col)
	if len(lines) < 3 {
		return false // only the label itself, and the end
	}
	g.carried = &carry{cell: at, down: at.row >= g.lay.headRows, lines: lines, own: own, to: own}
	return true
}

// carryTo moves the dragged label to a point. While the point is outside of the body, the body scrolls.
func (g *Grid) carryTo(x, y int) {
	l, c := &g.lay, g.carried
	at, place, dx, dy := x, l.colX, overshoot(x, l.left, l.wall), 0
	if c.down {
		at, place, dx, dy = y, l.rowY, 0, overshoot(y, l.top, l.floor)
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

// paintLanding highlights the dragged label, and paints a line where a drop would insert it.
func (p *painter) paintLanding() {
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
	if c.places() != 0 {
		fill(p.dst, line.Intersect(clip), p.accent)
	}
}

// span returns the area of the cells of label i among the siblings of the dragged label.
func (p *painter) span(i int) image.Rectangle {
	c, l := p.g.carried, p.l
	next := min(i+1, len(c.lines)-1)
	if c.down {
		return image.Rect(l.colX(c.cell.col), l.rowY(c.lines[i]), l.end(), l.rowY(c.lines[next]))
	}
	return image.Rect(l.colX(c.lines[i]), l.rowY(c.cell.row), l.colX(c.lines[next]), min(l.bottom, l.rowY(l.rows)))
}
