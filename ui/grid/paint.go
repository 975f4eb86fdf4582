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

	firstRow, endRow int
	firstCol, endCol int
	rows             []rowLook
	labels           []pivot.Cell // of the visible rows, row by row
	narrow           []narrow
	clipped          []clipped
}

// rowLook is how a body row looks.
type rowLook struct {
	y    int
	kind kind
	rule int // the first label column that the line above the row starts from
}

// narrow is a column too narrow for a figure.
type narrow struct{ col, need int }

// clipped is a text of the frame that is not shown whole.
type clipped struct {
	box  image.Rectangle
	text string
}

func (p *painter) frame(g *Grid) {
	p.g, p.dst, p.l, p.m = g, g.frame, &g.lay, g.m
	p.palette = newPalette(g.Theme(), variant())
	p.narrow, p.clipped = p.narrow[:0], p.clipped[:0]
	p.firstRow, p.endRow = p.l.visibleRows()
	p.firstCol, p.endCol = p.l.visibleCols()
	p.look()

	l := p.l
	fill(p.dst, p.dst.Rect, p.back)
	p.bands()
	p.lines()
	p.body(p.firstCol, p.endCol, image.Rect(l.left, l.top, l.right, l.bottom))
	p.body(0, l.frozen, image.Rect(0, l.top, l.left, l.bottom))
	p.selection()
	p.header(p.firstCol, p.endCol, image.Rect(l.left, 0, l.right, l.top))
	p.header(0, l.frozen, image.Rect(0, 0, l.left, l.top))
	p.edges()
	p.landing()
	p.bars()
	p.ring()
}

// look finds out what the visible rows are.
func (p *painter) look() {
	n := p.l.labels
	p.rows, p.labels = p.rows[:0], p.labels[:0]
	for row := p.firstRow; row < p.endRow; row++ {
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

// bands paints the backgrounds of rows, columns and headers.
func (p *painter) bands() {
	l, end := p.l, p.l.end()
	for i := range p.rows {
		r := image.Rect(0, max(l.top, p.rows[i].y), end, min(l.bottom, p.rows[i].y+l.rowH))
		switch p.rows[i].kind {
		case subtotal:
			fill(p.dst, r, p.sub)
		case grand:
			fill(p.dst, r, p.total)
		}
	}
	bottom := min(l.bottom, l.rowY(l.rows))
	for col := p.firstCol; col < p.endCol; col++ {
		if p.g.cols[col].kind.sums() {
			r := image.Rect(l.colX(col), l.top, l.colEnd(col), bottom)
			tint(p.dst, r.Intersect(l.body()), p.fore, 7)
		}
	}
	fill(p.dst, image.Rect(0, 0, l.w, l.top), p.palette.header)
}

// lines paints the rules between body rows and the lines between groups of columns.
func (p *painter) lines() {
	l, t, end := p.l, p.m.line, p.l.end()
	for i := range p.rows {
		row := p.firstRow + i
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
		fill(p.dst, image.Rect(max(0, from), y, end, y+t).Intersect(image.Rect(0, l.top, l.right, l.bottom)), c)
	}
	if y := l.rowY(l.rows); y < l.bottom {
		fill(p.dst, image.Rect(0, y, end, y+t), p.group)
	}
	bottom := min(l.bottom, l.rowY(l.rows))
	for col := p.firstCol; col < p.endCol; col++ {
		if c, ok := p.columnLine(col); ok {
			x := l.colX(col)
			fill(p.dst, image.Rect(x, l.top, x+t, bottom).Intersect(l.body()), c)
		}
	}
}
