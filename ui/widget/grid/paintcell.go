package grid

import (
	"image"
	"image/color"
	"strings"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
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
		}
	}
}

// across is the part of a box that is in view between the left and the right edge of clip.
func across(box, clip image.Rectangle) image.Rectangle {
	box.Min.X, box.Max.X = max(box.Min.X, clip.Min.X), min(box.Max.X, clip.Max.X)
	return box
}

// high reports whether what is in view of a row has room for texts, from the top of a digit to the end of a comma. Half
// of a digit might be read as another one, and half of a comma as a point.
func (p *painter) high(box, clip image.Rectangle) bool {
	baseline, comma := box.Min.Y+p.m.baseline, p.m.px(p.m.textSize/5)
	return baseline-p.m.regular.CapHeight()-1 >= clip.Min.Y && baseline+comma <= clip.Max.Y
}

// figure paints a body cell. A figure that is partly out of view is an ellipsis: some digits of a number would be read
// as another number.
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
	if !p.high(box, clip) {
		return
	}
	if look.left {
		p.words(face, box, clip, s, "", p.fore)
		return
	}
	s = p.m.signed(c, s)
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
		p.narrow = append(p.narrow, narrow{col, box.Dx()}) // the others move
	}
	if room := box.Dx() - p.m.padX - p.m.px(2); w+mark+half > room {
		if need := w + mark + half + 2*p.m.padX; look.wide || need > int(maxFitBody*p.m.scale) {
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
		p.m.regular.Draw(p.dst, clip, x-mark, y, roundMark, p.rounded(c.Mark.Mark.Kind != query.NoMark))
	}
}

// roundMark stands before figures that were rounded.
const roundMark = "≈"

func markWidth(m *metrics) int { return m.regular.Width(roundMark) + m.px(3) }

// ellipsis stands for a figure in what is in view of its cell, where that has room.
func (p *painter) ellipsis(face *glyph.Face, box, clip image.Rectangle) {
	seen := across(box, clip)
	if x := seen.Max.X - p.m.padX/2 - face.Width("…"); x >= seen.Min.X {
		face.Draw(p.dst, clip, x, box.Min.Y+p.m.baseline, "…", p.muted)
	}
}

// hashes fills a cell that has no room for its figure: some digits of a number would be read as another number.
func (p *painter) hashes(face *glyph.Face, box, clip image.Rectangle) {
	one := face.Width("#")
	box = across(box, clip)
	n := max(1, (box.Dx()-2*p.m.padX)/max(1, one))
	s := strings.Repeat("#", n)
	x := box.Max.X - p.m.padX - face.Width(s)
	face.Draw(p.dst, clip.Intersect(box), x, box.Min.Y+p.m.baseline, s, p.muted)
}

// label paints a row label; i counts visible rows. The label of a group that began above the view stays at its top
// until the group ends.
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
	if !p.high(box, clip) {
		return
	}
	s, blank := text(c)
	s = p.m.signed(c, s)
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
	box = across(box, clip)
	if p.g.cols[col].folds {
		if c.Fold != pivot.NoFold && !c.Repeat {
			p.fold(c.Fold, box, clip)
		}
		box.Min.X += p.m.fold
	}
	if arrows := p.g.sorted(p.first+i, col); len(arrows) > 0 {
		p.arrows(arrows, box.Max.X-p.m.px(8), -1, box, clip)
		box.Max.X -= len(arrows) * p.m.fold
	}
	room := box.Dx() - p.m.padX - p.m.padX/2
	if short := p.apart(face, s, ofTotal(c, s), i, col, room); short != "" {
		p.cut(face, box.Intersect(clip), room, s)
		face.DrawFit(p.dst, clip.Intersect(box), box.Min.X+p.m.padX, box.Min.Y+p.m.baseline, room, short, ink)
		return
	}
	p.words(face, box, clip, s, ofTotal(c, s), ink)
}

// apart is a label without its beginning, where it has no room and its end alone tells it from the labels above
// and below it; else "". tail is the end that is shown in any case.
func (p *painter) apart(face *glyph.Face, s, tail string, i, col, room int) string {
	const most = 400 // characters that are looked at
	s = ellipsis.Cut(oneLine(s), most)
	_, cut := face.Fit(s, room)
	c := &p.labels[i*p.l.labels+col]
	if !cut || room <= 0 || c.Node == 0 || c.Role != pivot.RowLabel {
		return ""
	}
	n, _ := face.Fit(s, room-face.Width(tail))
	above, below := p.beside(p.first+i, col, -1, c.Node), p.beside(p.first+i, col, 1, c.Node)
	from := ellipsis.Apart(s, ellipsis.Cut(above, most), ellipsis.Cut(below, most), n)
	if from == 0 {
		return ""
	}
	for from > 0 { // the end may have room for more
		_, size := utf8.DecodeLastRuneInString(s[:from])
		if face.Width("…"+s[from-size:]) > room {
			break
		}
		from -= size
	}
	return "…" + s[from:]
}

// beside is the label of the next node above a row, where step is -1, or below it, where step is 1; "" where
// there is none, or none within more rows than a view has.
func (p *painter) beside(row, col, step, node int) string {
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

// words paints a text in one line at the left of a box. A text that does not fit is cut before its tail.
func (p *painter) words(face *glyph.Face, box, clip image.Rectangle, s, tail string, ink color.RGBA) {
	box = across(box, clip)
	room := box.Dx() - p.m.padX - p.m.padX/2
	if s == "" || room <= 0 {
		return
	}
	p.cut(face, box.Intersect(clip), room, s)
	face.DrawFit(p.dst, clip.Intersect(box), box.Min.X+p.m.padX, box.Min.Y+p.m.baseline, room, shorten(face, oneLine(s), tail, room), ink)
}

// cut notes a text that has no room to be shown whole.
func (p *painter) cut(face *glyph.Face, box image.Rectangle, room int, s string) {
	if line := oneLine(s); line != s || face.Width(line) > room {
		p.clipped = append(p.clipped, clipped{box, s})
	}
}

// ofTotal is the last word of the label of a subtotal, such as the total of EU total. A cut label keeps that word.
func ofTotal(c *pivot.Cell, s string) string {
	if at := strings.LastIndexByte(s, ' '); c.Own && c.Total && at > 0 {
		return s[at:]
	}
	return ""
}

// lastName is what a name of several parts, as of a heading in two lines, has after the others, with the sign
// before it.
func lastName(s string) string {
	if at := strings.LastIndex(s, data.NameSeparator); at > 0 {
		return s[at:]
	}
	return ""
}

// shorten cuts a text before its tail where the two have no room. A tail that has none itself stands alone,
// behind an ellipsis.
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

// fold paints the triangle of a label, pointing down where it is open.
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

// oneLine is s with a space for each line break. Of a text with line breaks, no more is read than the widest
// column shows.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return lineBreaks.Replace(ellipsis.Cut(s, 400))
}

var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")
