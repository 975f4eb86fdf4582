package grid

import (
	"image"
	"sort"

	"cardinal/engine/pivot"
)

// carry is a label that the mouse drags to another position among its sibling labels.
type carry struct {
	cell  cellAt
	down  bool  // the labels stand below each other, not beside each other
	lines []int // the row or column in which each label begins, and the one after the last label
	own   int   // the position of the dragged label among the labels
	to    int   // the label would be dropped before the label at this position
}

// places returns how many positions the label would move; negative: towards the first label.
func (c *carry) places() int {
	if c.to > c.own {
		return c.to - 1 - c.own
	}
	return c.to - c.own
}

// canLift reports whether a press at h can begin to drag a label: the label of a column, or the label of a row that
// is the only selected cell. Elsewhere the mouse selects cells.
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

// lift begins to drag the label of the pressed cell. It reports false if the label has no sibling.
func (g *Grid) lift() bool {
	at := g.press.label
	lines, own := g.OnLift(at.row, at.col)
	if len(lines) < 3 {
		return false // no other label
	}
	g.carried = &carry{cell: at, down: at.row >= g.lay.headRows, lines: lines, own: own, to: own}
	return true
}

// carryTo moves the dragged label to a point, and scrolls while the point lies outside of the body.
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

// paintLanding paints the dragged label and the line where it would be dropped.
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

// span returns the area of the cells of label i of the dragged label and its siblings.
func (p *painter) span(i int) image.Rectangle {
	c, l := p.g.carried, p.l
	next := min(i+1, len(c.lines)-1)
	if c.down {
		return image.Rect(l.colX(c.cell.col), l.rowY(c.lines[i]), l.end(), l.rowY(c.lines[next]))
	}
	return image.Rect(l.colX(c.lines[i]), l.rowY(c.cell.row), l.colX(c.lines[next]), min(l.bottom, l.rowY(l.rows)))
}
