package grid

import (
	"image"
	"image/color"
	"strings"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/ellipsis"
	"cardinal/internal/glyph"
)

// body paints the cells of the visible rows in the columns from first to end.
func (p *painter) body(first, end int, clip image.Rectangle) {
	clip = clip.Intersect(p.dst.Rect)
	if clip.Empty() {
		return
	}
	for i := range p.rows {
		row := &p.rows[i]
		for col := first; col < end; col++ {
			box := image.Rect(p.l.colX(col), row.y, p.l.colEnd(col), row.y+p.l.rowH)
			if col < p.l.labels {
				p.ground(&p.labels[i*p.l.labels+col], box, clip)
				p.label(i, col, box, clip)
				continue
			}
			c := p.g.cell(p.first+i, col)
			p.mark(c.Mark, col, box, clip)
			p.ground(&c, box, clip)
			p.figure(&c, row.kind, col, box, clip)
			if p.g.before != nil {
				if _, moved := p.g.before(p.first+i, col); moved {
					p.corner(box, clip)
				}
			}
		}
	}
}

// corner marks a figure that has changed, with a triangle in the upper right corner of its cell.
func (p *painter) corner(box, clip image.Rectangle) {
	size := p.m.px(7)
	for i := range size {
		fill(p.dst, image.Rect(box.Max.X-size+i, box.Min.Y+i, box.Max.X, box.Min.Y+i+1).Intersect(clip), p.accent)
	}
}

// clipAcross returns the part of a box between the left and the right edge of clip.
func clipAcross(box, clip image.Rectangle) image.Rectangle {
	box.Min.X, box.Max.X = max(box.Min.X, clip.Min.X), min(box.Max.X, clip.Max.X)
	return box
}

// hasHeight reports whether the visible part of a row is high enough for texts, from the top of a digit to the bottom
// of a comma. Half of a digit could be read as another digit, and half of a comma as a point.
func (p *painter) hasHeight(box, clip image.Rectangle) bool {
	baseline, comma := box.Min.Y+p.m.baseline, p.m.px(p.m.textSize/5)
	return baseline-p.m.regular.CapHeight()-1 >= clip.Min.Y && baseline+comma <= clip.Max.Y
}

// figure paints a figure. If a part of the figure is out of view, an ellipsis is painted instead, since some of its
// digits could be read as another number.
func (p *painter) figure(c *pivot.Cell, k kind, col int, box, clip image.Rectangle) {
	s, _ := text(c)
	if s == "" {
		return
	}
	look := &p.g.cols[col]
	face := p.m.regular
	if k.sums() || look.kind.sums() {
		face = p.m.bold
	}
	y := box.Min.Y + p.m.baseline
	if !p.hasHeight(box, clip) {
		return
	}
	if look.left {
		p.words(face, box, clip, s, "", p.fore)
		return
	}
	s = p.m.withMinus(c, s)
	w := face.Width(s)
	mark := 0
	if c.Rounded() {
		mark = markWidth(p.m)
	}
	x, half := box.Max.X-p.m.padX-w, 0
	switch whole := c.Format.Whole(c.Value); {
	case whole && look.halves:
		half = p.m.half()
		x -= half
	case !whole && c.Format.Halves && !look.halves:
		look.halves = true
		p.narrow = append(p.narrow, narrow{col, box.Dx()}) // so that the column is fitted and painted again
	}
	arrow := arrowWidth(p.m, c)
	if room := box.Dx() - p.m.padX - p.m.px(2); w+mark+half+arrow > room {
		if need := w + mark + half + arrow + 2*p.m.padX; look.wide || need > int(maxFitBody*p.m.scale) {
			p.hashes(face, box, clip)
			p.clipped = append(p.clipped, clipped{box.Intersect(clip), s})
			return
		} else {
			p.narrow = append(p.narrow, narrow{col, need})
		}
	}
	if x-mark < clip.Min.X || x+w > clip.Max.X {
		p.ellipsis(face, box, clip)
		p.clipped = append(p.clipped, clipped{box.Intersect(clip), s})
		return
	}
	face.Draw(p.dst, clip, x, y, s, p.fore)
	if mark > 0 {
		p.m.regular.Draw(p.dst, clip, x-mark, y, roundMark, p.roundedInk(!c.Mark.IsZero()))
	}
	if at := box.Min.X + p.m.px(4); arrow > 0 && at >= clip.Min.X {
		p.m.regular.Draw(p.dst, clip, at, y, c.Mark.Arrow.String(), p.fore)
	}
}

// arrowWidth returns the width for the arrow of a cell's conditional format, or 0 if it has none.
func arrowWidth(m *metrics, c *pivot.Cell) int {
	if c.Mark.Arrow == 0 {
		return 0
	}
	return m.regular.Width(c.Mark.Arrow.String()) + m.px(6)
}

// roundMark is the sign before rounded figures.
const roundMark = "≈"

func markWidth(m *metrics) int { return m.regular.Width(roundMark) + m.px(3) }

// ellipsis paints an ellipsis in place of a figure, if the visible part of the cell is wide enough.
func (p *painter) ellipsis(face *glyph.Face, box, clip image.Rectangle) {
	seen := clipAcross(box, clip)
	if x := seen.Max.X - p.m.padX/2 - face.Width("…"); x >= seen.Min.X {
		face.Draw(p.dst, clip, x, box.Min.Y+p.m.baseline, "…", p.muted)
	}
}

// hashes fills a cell that is too narrow for its figure with "#", since some of the digits could be read as another
// number.
func (p *painter) hashes(face *glyph.Face, box, clip image.Rectangle) {
	one := face.Width("#")
	box = clipAcross(box, clip)
	n := max(1, (box.Dx()-2*p.m.padX)/max(1, one))
	s := strings.Repeat("#", n)
	x := box.Max.X - p.m.padX - face.Width(s)
	face.Draw(p.dst, clip.Intersect(box), x, box.Min.Y+p.m.baseline, s, p.muted)
}

// label paints the label in column col of the visible row i. If a group began above the visible rows, its label is
// painted at their top while the group is in view.
func (p *painter) label(i, col int, box, clip image.Rectangle) {
	n := p.l.labels
	c := &p.labels[i*n+col]
	if c.Blank {
		if i > 0 {
			return
		}
		if i+1 < len(p.rows) && p.labels[n+col].Blank {
			box = box.Add(image.Pt(0, p.from-box.Min.Y))
		}
	} else if i == 0 && len(p.rows) > 1 && p.labels[n+col].Blank {
		box = box.Add(image.Pt(0, p.from-box.Min.Y))
	}
	if !p.hasHeight(box, clip) {
		return
	}
	s, blank := text(c)
	s = p.m.withMinus(c, s)
	face, ink := p.m.regular, p.fore
	switch {
	case blank:
		face, ink = p.m.italic, p.muted
	case c.Role == pivot.Note:
		ink = p.muted
	case p.rows[i].kind.sums():
		face = p.m.bold
	}
	for to := col + 1; to < n && (c.Total || c.Role == pivot.Note) && p.labels[i*n+to].Empty(); to++ {
		box.Max.X = p.l.colEnd(to)
	}
	box.Min.X += c.Indent * p.m.fold
	box = clipAcross(box, clip)
	if p.g.cols[col].folds {
		if c.Fold != pivot.NoFold && !c.Repeat {
			p.fold(c.Fold, box, clip)
		}
		box.Min.X += p.m.fold
	}
	if arrows := p.g.arrowsAt(p.first+i, col); len(arrows) > 0 {
		p.arrows(arrows, box.Max.X-p.m.px(8), -1, box, clip)
		box.Max.X -= len(arrows) * p.m.fold
	}
	room := box.Dx() - p.m.padX - p.m.padX/2
	if short := p.distinctEnd(face, s, totalWord(c, s), i, col, room); short != "" {
		p.cut(face, box.Intersect(clip), room, s)
		face.DrawFit(p.dst, clip.Intersect(box), box.Min.X+p.m.padX, box.Min.Y+p.m.baseline, room, short, ink)
		return
	}
	p.words(face, box, clip, s, totalWord(c, s), ink)
}

// distinctEnd returns an ellipsis and the end of a label. It is for a label that is too long, and begins like the
// labels above and below. For other labels, it returns "". The result always ends with tail.
func (p *painter) distinctEnd(face *glyph.Face, s, tail string, i, col, room int) string {
	const most = 400 // characters that are compared
	s = ellipsis.Cut(oneLine(s), most)
	_, cut := face.Fit(s, room)
	c := &p.labels[i*p.l.labels+col]
	if !cut || room <= 0 || c.Node == 0 || c.Role != pivot.RowLabel {
		return ""
	}
	n, _ := face.Fit(s, room-face.Width(tail))
	above, below := p.neighbour(p.first+i, col, -1, c.Node), p.neighbour(p.first+i, col, 1, c.Node)
	from := ellipsis.Apart(s, ellipsis.Cut(above, most), ellipsis.Cut(below, most), n)
	if from == 0 {
		return ""
	}
	for from > 0 { // make the end as long as the width allows
		_, size := utf8.DecodeLastRuneInString(s[:from])
		if face.Width("…"+s[from-size:]) > room {
			break
		}
		from -= size
	}
	return "…" + s[from:]
}

// neighbour returns the label of the next other node above a row, or below it: step is -1 or 1. It returns "" if there
// is no such node near the row.
func (p *painter) neighbour(row, col, step, node int) string {
	const most = 200
	for range most {
		if row += step; row < p.l.headRows || row >= p.l.rows {
			return ""
		}
		c := p.g.cell(row, col)
		switch {
		case c.Node == 0 || c.Role != pivot.RowLabel:
			return ""
		case c.Node != node:
			text, _ := text(&c)
			return oneLine(text)
		}
	}
	return ""
}

// words paints a text in one line at the left of a box. If the text is too long, it is cut before its tail.
func (p *painter) words(face *glyph.Face, box, clip image.Rectangle, s, tail string, ink color.RGBA) {
	box = clipAcross(box, clip)
	room := box.Dx() - p.m.padX - p.m.padX/2
	if s == "" || room <= 0 {
		return
	}
	p.cut(face, box.Intersect(clip), room, s)
	face.DrawFit(p.dst, clip.Intersect(box), box.Min.X+p.m.padX, box.Min.Y+p.m.baseline, room,
		shorten(face, oneLine(s), tail, room), ink)
}

// cut adds a text to clipped if it is too long or has several lines.
func (p *painter) cut(face *glyph.Face, box image.Rectangle, room int, s string) {
	if line := oneLine(s); line != s || face.Width(line) > room {
		p.clipped = append(p.clipped, clipped{box, s})
	}
}

// totalWord returns the last word of a subtotal's label with the space before it, e.g. " total" of "EU total". If the
// label is cut, this word is kept. For other labels, it returns "".
func totalWord(c *pivot.Cell, s string) string {
	if at := strings.LastIndexByte(s, ' '); c.Own && c.Total && at > 0 {
		return s[at:]
	}
	return ""
}

// lastName returns the last part of a name of several parts, with the separator before it. It returns "" if the name
// has one part. A heading has several parts if it joins a label and a measure.
func lastName(s string) string {
	if at := strings.LastIndex(s, data.NameSeparator); at > 0 {
		return s[at:]
	}
	return ""
}

// shorten cuts a text before its tail if the text is too long. If even the tail alone is too long, only a tail that is
// a name is kept, after an ellipsis.
func shorten(face *glyph.Face, s, tail string, room int) string {
	if tail == "" || face.Width(s) <= room {
		return s
	}
	n, _ := face.Fit(s, room-face.Width(tail))
	if n == 0 && strings.HasPrefix(tail, data.NameSeparator) {
		return "…" + strings.TrimPrefix(tail, data.NameSeparator)
	}
	if n == 0 {
		return s
	}
	return strings.TrimRight(s[:min(n, len(s)-len(tail))], " ") + "…" + tail
}

// fold paints the triangle of a label. It points down if the label is open, or else to the right.
func (p *painter) fold(f pivot.Fold, box, clip image.Rectangle) {
	cx := float32(box.Min.X+p.m.padX) + float32(p.m.fold)*0.36
	cy := float32(box.Min.Y) + float32(p.l.rowH)/2 + 0.5
	a, b := 3.8*p.m.scale, 2.3*p.m.scale
	if f == pivot.Open {
		triangle(p.dst, clip, [3]point{{cx - a, cy - b}, {cx + a, cy - b}, {cx, cy + b}}, p.muted)
	} else {
		triangle(p.dst, clip, [3]point{{cx - b, cy - a}, {cx + b, cy}, {cx - b, cy + a}}, p.muted)
	}
}

// oneLine replaces each line break by a space. A text with line breaks is also cut to a length that no column exceeds.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return lineBreaks.Replace(ellipsis.Cut(s, 400))
}

var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")
