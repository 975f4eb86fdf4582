package grid

import "image"

// selection paints the selected cells and the border around them.
func (p *painter) selection() {
	if !p.g.sel.some {
		return
	}
	l := p.l
	first, last := p.g.sel.bounds()
	y0, y1 := l.rowY(first.row), l.rowY(last.row+1)
	ink := p.pale
	if p.g.focused {
		ink = p.accent
	}
	width := max(1, p.m.px(1.5))
	areas := [...]struct {
		clip     image.Rectangle
		from, to int
	}{
		{l.body(), max(first.col, l.frozen), last.col},
		{image.Rect(0, l.top, l.left, l.bottom), first.col, min(last.col, l.frozen-1)},
	}
	for _, area := range areas {
		if area.from > area.to {
			continue
		}
		clip := area.clip.Intersect(p.dst.Rect)
		r := image.Rect(l.colX(area.from), y0, l.colEnd(area.to)+p.m.line, y1+p.m.line)
		if p.g.sel.cells() > 1 {
			tint(p.dst, r.Intersect(clip), ink, 30)
		}
		// Where the selection goes on in the other area, it has no edge there.
		if area.from > first.col {
			r.Min.X -= width
		}
		if area.to < last.col {
			r.Max.X += width
		}
		frameRect(p.dst, clip, r, width, ink)
		if p.g.sel.cells() > 1 {
			h := p.g.sel.head
			if h.col >= area.from && h.col <= area.to {
				cell := image.Rect(l.colX(h.col), l.rowY(h.row), l.colEnd(h.col)+p.m.line, l.rowY(h.row+1)+p.m.line)
				frameRect(p.dst, clip, cell, p.m.line, ink)
			}
		}
	}
}

// edges paints the lines along the frozen headers, with a shadow where something is scrolled below them, and the border
// of a column that is being resized.
func (p *painter) edges() {
	l, t, end := p.l, p.m.line, p.l.end()
	fill(p.dst, image.Rect(0, l.top-t, l.w, l.top), p.strong)
	bottom := min(l.bottom, l.rowY(l.rows))
	if end < l.right {
		fill(p.dst, image.Rect(end-t, 0, end, bottom), p.group)
	}
	if l.frozen > 0 {
		fill(p.dst, image.Rect(l.left-t, 0, l.left, bottom), p.strong)
	}
	depth := p.m.px(5)
	for i := range depth {
		alpha := uint32(26 * (depth - i) / depth)
		if l.y > 0 {
			tint(p.dst, image.Rect(0, l.top+i, end, l.top+i+1), p.shadow, alpha)
		}
		if l.x > 0 && l.frozen > 0 {
			tint(p.dst, image.Rect(l.left+i, 0, l.left+i+1, bottom), p.shadow, alpha)
		}
	}
	if col := p.g.hover.border; col >= 0 && col < l.cols() {
		x, width := l.colEnd(col), p.m.px(2)
		fill(p.dst, image.Rect(x-width, 0, x, l.top-t), p.accent)
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

// ring paints the border that shows the keyboard is here.
func (p *painter) ring() {
	if p.g.focused {
		frameRect(p.dst, p.dst.Rect, p.dst.Rect, p.m.line, mix(p.back, p.accent, 0.7))
	}
}
