package grid

import (
	"image"

	"cardinal/engine/pivot"
)

// selection paints the selected cells and the lines around them.
func (p *painter) selection() {
	if !p.g.sel.some {
		return
	}
	for _, s := range p.g.also {
		p.area(s)
	}
	p.area(p.g.sel)
}

// area paints one selected area and the line around it.
func (p *painter) area(s selection) {
	l := p.l
	first, last := s.bounds()
	several := s.cells() > 1 || len(p.g.also) > 0
	ink := p.pale
	if p.g.focused {
		ink = p.accent
	}
	width, line := max(1, p.m.px(1.5)), p.m.line
	fromRow, toRow := max(first.row, p.first), min(last.row, p.end-1)
	if fromRow > toRow {
		return
	}
	for _, b := range p.bands {
		from, to := max(first.col, b.first), min(last.col, b.end-1)
		if from > to {
			continue
		}
		clip := image.Rect(b.from, p.from, b.to, p.to).Intersect(p.dst.Rect)
		r := image.Rect(l.colX(from), l.rowY(fromRow), l.colEnd(to)+line, l.rowY(toRow)+l.rowH+line)
		if several {
			tint(p.dst, r.Intersect(clip), ink, 30)
		}
		// if the selection goes on beyond these columns, the line at that side is painted there
		if from > first.col {
			r.Min.X -= width
		}
		if to < last.col {
			r.Max.X += width
		}
		if fromRow > first.row {
			r.Min.Y -= width
		}
		if toRow < last.row {
			r.Max.Y += width
		}
		frameRect(p.dst, clip, r, width, ink)
		if h := p.g.sel.head; s == p.g.sel && several && h.col >= from && h.col <= to && h.row >= fromRow &&
			h.row <= toRow {
			frameRect(p.dst, clip, image.Rect(l.colX(h.col), l.rowY(h.row), l.colEnd(h.col)+line, l.rowY(h.row)+l.rowH+
				line), line, ink)
		}
	}
}

// ground paints the background of a cell if a search found it.
func (p *painter) ground(c *pivot.Cell, box, clip image.Rectangle) {
	if p.g.found != nil && p.g.found(c) {
		fill(p.dst, box.Inset(p.m.line).Intersect(clip), p.palette.found)
	}
}

// edges paints lines along the headers and the other cells that do not scroll, and the highlighted border of a column.
// A shadow at a line shows that cells are scrolled below it.
func (p *painter) edges() {
	l, t, end := p.l, p.m.line, p.l.end()
	fill(p.dst, image.Rect(0, l.head-t, l.w, l.head), p.strong)
	bottom := min(l.bottom, l.rowY(l.rows))
	if end < l.right {
		fill(p.dst, image.Rect(end-t, 0, end, bottom), p.group)
	}
	if l.frozen > 0 {
		fill(p.dst, image.Rect(l.left-t, 0, l.left, bottom), p.strong)
	}
	if l.fixed > l.headRows {
		fill(p.dst, image.Rect(0, l.top-t, end, l.top), p.strong)
	}
	depth := p.m.px(5)
	for i := range depth {
		alpha := uint32(26 * (depth - i) / depth)
		if l.y > 0 {
			tint(p.dst, image.Rect(0, l.top+i, end, l.top+i+1), p.shadow, alpha)
		}
		if l.foot > 0 && l.y < l.maxY() {
			tint(p.dst, image.Rect(0, l.floor-i-1, end, l.floor-i), p.shadow, alpha)
		}
		if l.x > 0 && l.frozen > 0 {
			tint(p.dst, image.Rect(l.left+i, 0, l.left+i+1, bottom), p.shadow, alpha)
		}
		if l.side > 0 && l.x < l.maxX() {
			tint(p.dst, image.Rect(l.wall-i-1, 0, l.wall-i, bottom), p.shadow, alpha)
		}
	}
	if col := p.g.hover.border; col >= 0 && col < l.cols() {
		x, width := l.colEnd(col), p.m.px(2)
		fill(p.dst, image.Rect(x-width, 0, x, l.head-t), p.accent)
	}
}

// bars paints the scrollbars.
func (p *painter) bars() {
	l := p.l
	fill(p.dst, image.Rect(l.right, l.top, l.w, l.h), p.back)
	fill(p.dst, image.Rect(0, l.bottom, l.w, l.h), p.back)
	inset := p.m.px(3)
	paint := func(r image.Rectangle, z zone) {
		ink := p.thumb
		if p.g.hover.zone == z || p.g.press.zone == z {
			ink = p.muted
		}
		pill(p.dst, r, ink)
	}
	if t := l.verticalTrack(); !t.Empty() {
		b := l.vertical()
		paint(image.Rect(t.Min.X+inset-1, b.thumb+inset, t.Max.X-inset+1, b.thumb+b.size-inset), onVertical)
	}
	if t := l.horizontalTrack(); !t.Empty() {
		b := l.horizontal()
		paint(image.Rect(b.thumb+inset, t.Min.Y+inset-1, b.thumb+b.size-inset, t.Max.Y-inset+1), onHorizontal)
	}
}

// ring paints a border around the grid if it has the keyboard focus.
func (p *painter) ring() {
	if p.g.focused {
		frameRect(p.dst, p.dst.Rect, p.dst.Rect, p.m.line, mix(p.back, p.accent, 0.7))
	}
}
