package grid

import (
	"cmp"
	"image"
	"image/color"

	"cardinal/engine/pivot"
)

// columnLine returns the colour of the line at the left of a column. It returns false if the column has no line.
func (p *painter) columnLine(col int) (color.RGBA, bool) {
	c := &p.g.cols[col]
	switch {
	case col <= p.l.labels:
		return p.group, col == p.l.labels && p.l.frozen == 0 && col > 0
	case c.kind == grand && p.g.cols[col-1].kind != grand:
		return p.strong, true
	case p.l.headRows > 1 && c.level == 0:
		return p.group, true
	case p.l.headRows > 2 && c.level < p.l.headRows-1:
		return p.rule, true
	}
	return p.rule, false
}

// header paints the header cells of the columns from first to end. A label that covers several columns is painted once,
// at the left of its visible part.
func (p *painter) header(first, end int, clip image.Rectangle) {
	clip = clip.Intersect(p.dst.Rect)
	if clip.Empty() {
		return
	}
	l := p.l
	for row := range l.headRows {
		for col := first; col < end; {
			c := p.g.cell(row, col)
			to := col + 1
			for ; to < end; to++ {
				if next := p.g.cell(row, to); !continues(&next) {
					break
				}
			}
			if l.side > 0 && col == l.cols()-l.side && continues(&c) { // the text is painted over the scrolling columns
				col = to
				continue
			}
			box := image.Rect(l.colX(col), l.rowY(row), l.colEnd(to-1), l.rowY(row)+l.rowH)
			if row < l.headRows-1 && c.Role != pivot.Corner && !c.Empty() && !p.isLowest(row, col) {
				fill(p.dst, image.Rect(box.Min.X, box.Max.Y-p.m.line, box.Max.X, box.Max.Y).Intersect(clip), p.rule)
			}
			p.ground(&c, box, clip)
			if h := p.g.shown; h.row == row && h.col >= col && h.col < to {
				frameRect(p.dst, clip, box, max(1, p.m.px(1.5)), p.accent)
			}
			p.headerCell(&c, row, col, to-col > 1, box, clip)
			col = to
		}
	}
	for col := max(first, 1); col < end; col++ {
		if col == l.frozen {
			continue
		}
		look := &p.g.cols[col]
		ink := p.group
		if look.kind == grand && p.g.cols[col-1].kind != grand {
			ink = p.strong
		}
		x := l.colX(col)
		fill(p.dst, image.Rect(x, l.rowY(look.level), x+p.m.line, l.head).Intersect(clip), ink)
	}
}

func (p *painter) headerCell(c *pivot.Cell, row, col int, merged bool, box, clip image.Rectangle) {
	s, blank := text(c)
	s = p.m.withMinus(c, s)
	face, ink := p.m.bold, p.fore
	if blank {
		face, ink = p.m.italic, p.muted
	}
	look := &p.g.cols[col]
	arrows := p.g.arrowsAt(row, col)
	if c.Role == pivot.Note {
		face, ink = p.m.regular, p.muted
	}
	if (c.Role == pivot.Corner || c.Role == pivot.Name) && row < p.l.headRows-1 {
		face, ink = p.m.regular, p.muted
	}
	need := face.Width(s) + 2*p.m.padX
	if c.Fold != pivot.NoFold {
		need += p.m.fold
	}
	if merged && col >= p.l.frozen { // the label stays in view while one of its columns is in view
		box.Min.X = max(box.Min.X, min(p.l.left, box.Max.X-need))
	}
	box = clipAcross(box, clip)
	if c.Fold != pivot.NoFold {
		p.fold(c.Fold, box, clip)
		box.Min.X += p.m.fold
	}
	right := !merged && !look.left && c.Role != pivot.Corner && p.isLowest(row, col)
	if !right {
		box.Max.X -= len(arrows) * p.m.fold
		p.words(face, box, clip, s, cmp.Or(totalWord(c, s), lastName(s)), ink)
		if len(arrows) > 0 {
			p.arrows(arrows, min(box.Min.X+p.m.padX+face.Width(s)+p.m.px(8), box.Max.X+p.m.px(2)), 1, box, clip)
		}
		return
	}
	room := box.Dx() - p.m.padX - p.m.padX/2
	room -= len(arrows) * p.m.fold
	p.cut(face, box.Intersect(clip), room, s)
	s = shorten(face, oneLine(s), cmp.Or(totalWord(c, s), lastName(s)), room)
	x := max(box.Max.X-p.m.padX-face.Width(s), box.Max.X-p.m.padX-room)
	if room > 0 {
		face.DrawFit(p.dst, clip.Intersect(box), x, box.Min.Y+p.m.baseline, room, s, ink)
	}
	if len(arrows) > 0 {
		p.arrows(arrows, x-p.m.px(8), -1, box, clip)
	}
}

// isLowest reports whether no header cell with a text is below a header cell.
func (p *painter) isLowest(row, col int) bool {
	for row++; row < p.l.headRows; row++ {
		if c := p.g.cell(row, col); !c.Empty() {
			return false
		}
	}
	return true
}

// arrows paints sort arrows side by side. The middle of the first is at x.
func (p *painter) arrows(arrows []pivot.Arrow, x, step int, box, clip image.Rectangle) {
	for _, a := range arrows {
		p.arrow(x, a.Desc, box, clip)
		x += step * p.m.px(11)
	}
}

// arrow paints a sort arrow whose middle is at x.
func (p *painter) arrow(x int, desc bool, box, clip image.Rectangle) {
	cx, cy := float32(x), float32(box.Min.Y)+float32(p.l.rowH)/2+0.5
	a, b := 3.6*p.m.scale, 2.4*p.m.scale
	if desc {
		triangle(p.dst, clip, [3]point{{cx - a, cy - b}, {cx + a, cy - b}, {cx, cy + b}}, p.accent)
	} else {
		triangle(p.dst, clip, [3]point{{cx - a, cy + b}, {cx, cy - b}, {cx + a, cy + b}}, p.accent)
	}
}
