package grid

import (
	"image"

	"cardinal/engine/pivot"
)

// painter paints a frame. Its slices are reused from frame to frame.
type painter struct {
	g   *Grid
	dst *image.RGBA
	l   *layout
	m   *metrics
	palette

	stripe          // the rows that are being painted
	bands   [3]band // the columns in view
	rows    []rowLook
	labels  []pivot.Cell // label cells of the visible rows, row by row
	narrow  []narrow
	clipped []clipped
}

// rowLook says how to paint a row of the body.
type rowLook struct {
	y    int
	kind kind
	rule int // the label column at which the line above the row begins
}

// narrow is a column that is too narrow for a figure, and the width that the figure needs.
type narrow struct{ col, need int }

// clipped is a text that is cut in this frame.
type clipped struct {
	box  image.Rectangle
	text string
}

func (p *painter) frame(g *Grid) {
	p.g, p.dst, p.l, p.m = g, g.frame, &g.lay, g.m
	p.palette = newPalette(g.Theme(), variant())
	p.narrow, p.clipped = p.narrow[:0], p.clipped[:0]
	p.bands = p.l.bands()

	fill(p.dst, p.dst.Rect, p.back)
	for _, p.stripe = range p.l.stripes() {
		if p.first >= p.end {
			continue
		}
		p.look()
		p.grounds()
		p.lines()
		for _, b := range p.bands {
			p.body(b.first, b.end, image.Rect(b.from, p.from, b.to, p.to))
		}
		p.selection()
	}
	fill(p.dst, image.Rect(0, 0, p.l.w, p.l.head), p.palette.header)
	for _, b := range p.bands {
		p.header(b.first, b.end, image.Rect(b.from, 0, b.to, p.l.head))
	}
	p.edges()
	p.paintLanding()
	p.bars()
	p.ring()
}

// look sets rows and labels to those of the visible rows.
func (p *painter) look() {
	n := p.l.labels
	p.rows, p.labels = p.rows[:0], p.labels[:0]
	for row := p.first; row < p.end; row++ {
		look := rowLook{y: p.l.rowY(row), rule: n}
		for col := range n {
			c := p.g.cell(row, col)
			look.kind = look.kind.add(&c)
			if !c.Repeat && look.rule == n {
				look.rule = col
			}
			p.labels = append(p.labels, c)
		}
		p.rows = append(p.rows, look)
	}
}

// grounds paints the backgrounds of rows and columns with totals.
func (p *painter) grounds() {
	l, end := p.l, p.l.end()
	for i := range p.rows {
		r := image.Rect(0, max(p.from, p.rows[i].y), end, min(p.to, p.rows[i].y+l.rowH))
		switch p.rows[i].kind {
		case subtotal:
			fill(p.dst, r, p.sub)
		case grand:
			fill(p.dst, r, p.total)
		}
	}
	bottom := min(p.to, l.rowY(p.end-1)+l.rowH)
	for _, b := range p.bands {
		for col := b.first; col < b.end; col++ {
			if col >= l.labels && p.g.cols[col].kind.sums() {
				r := image.Rect(max(b.from, l.colX(col)), p.from, min(b.to, l.colEnd(col)), bottom)
				tint(p.dst, r, p.fore, 7)
			}
		}
	}
}

// lines paints the lines between rows of the body, and the lines between groups of columns.
func (p *painter) lines() {
	l, t, end := p.l, p.m.line, p.l.end()
	for i := range p.rows {
		row := p.first + i
		if row == l.headRows {
			continue
		}
		c, y, from := p.rule, p.rows[i].y, 0
		if n := p.rows[i].rule; n > 0 && n < l.labels {
			from = l.colX(n)
		}
		if i == 0 || p.rows[i].kind != p.rows[i-1].kind || p.rows[i].rule == 0 {
			if p.rows[i].kind == grand || i > 0 && p.rows[i-1].kind == grand {
				c, from = p.strong, 0
			} else if p.rows[i].rule == 0 && l.labels > 1 {
				c = p.group
			}
		}
		fill(p.dst, image.Rect(max(0, from), y, end, y+t).Intersect(image.Rect(0, p.from, l.right, p.to)), c)
	}
	bottom := min(p.to, l.rowY(p.end-1)+l.rowH)
	if p.end == l.rows && bottom < l.bottom {
		fill(p.dst, image.Rect(0, bottom, end, bottom+t), p.group)
	}
	for _, b := range p.bands {
		for col := b.first; col < b.end; col++ {
			if c, ok := p.columnLine(col); ok {
				x := l.colX(col)
				fill(p.dst, image.Rect(x, p.from, x+t, bottom).Intersect(image.Rect(b.from, p.from, b.to, bottom)), c)
			}
		}
	}
}
