package glyph

import (
	"image"
	"image/color"
	"sort"
	"unicode"
	"unicode/utf8"
)

const ellipsis = '…'

// Width returns the width of s in whole pixels, rounded up.
func (f *Face) Width(s string) int {
	if !isSimple(s) {
		return (f.line(s).advance + 63) / 64
	}
	w := 0
	for _, r := range s {
		w += f.glyph(r).advance
	}
	return (w + 63) / 64
}

// Fit returns how many bytes of s fit into width pixels, and whether s is cut. The bytes of a cut text leave room for
// an ellipsis.
func (f *Face) Fit(s string, width int) (n int, cut bool) {
	if !isSimple(s) {
		return f.fitLine(s, width)
	}
	room, dots := width*64, f.glyph(ellipsis).advance
	w, keep := 0, 0
	for i, r := range s {
		w += f.glyph(r).advance
		if w > room {
			return keep, true
		}
		if w+dots <= room {
			keep = i + utf8.RuneLen(r)
		}
	}
	return len(s), false
}

// fitLine does what Fit does for a text that is not simple. The glyphs of such a text depend on the cut, so fitLine
// shapes the text with different cuts.
func (f *Face) fitLine(s string, width int) (n int, cut bool) {
	if f.Width(s) <= width {
		return len(s), false
	}
	var ends []int // the bytes at which the text may be cut: never between a letter and its mark
	for i, r := range s {
		if !unicode.Is(unicode.M, r) {
			ends = append(ends, i)
		}
	}
	fit := sort.Search(len(ends), func(i int) bool { return f.Width(s[:ends[i]]+"…") > width })
	if fit == 0 {
		return 0, true
	}
	return ends[fit-1], true
}

// Draw paints s from pixel x on, on the baseline y, within clip. It returns the x of its end.
func (f *Face) Draw(dst *image.RGBA, clip image.Rectangle, x, y int, s string, c color.RGBA) int {
	if !isSimple(s) {
		l := f.line(s)
		for _, g := range l.glyphs {
			pen := x*64 + g.x
			blend(dst, clip, g.maskAt(pen>>4&(steps-1)), pen>>6, y+g.dy, c)
		}
		return x + (l.advance+63)>>6
	}
	pen := x * 64
	for _, r := range s {
		g := f.glyph(r)
		if px := pen >> 6; px > clip.Max.X {
			break
		} else if px+(g.advance>>6)+int(f.size) >= clip.Min.X {
			blend(dst, clip, g.maskAt(pen>>4&(steps-1)), px, y, c)
		}
		pen += g.advance
	}
	return (pen + 63) >> 6
}

// DrawFit paints s within width pixels. A longer text ends in an ellipsis.
func (f *Face) DrawFit(dst *image.RGBA, clip image.Rectangle, x, y, width int, s string, c color.RGBA) int {
	n, cut := f.Fit(s, width)
	if !cut {
		return f.Draw(dst, clip, x, y, s, c)
	}
	for n > 0 && s[n-1] == ' ' {
		n--
	}
	if !isSimple(s) { // the ellipsis follows the last letter, which need not be the rightmost one
		if f.Width(s[:n]+"…") > width {
			return x
		}
		return f.Draw(dst, clip, x, y, s[:n]+"…", c)
	}
	x = f.Draw(dst, clip, x, y, s[:n], c)
	if f.Width("…") > width {
		return x
	}
	return f.Draw(dst, clip, x, y, "…", c)
}

// blend paints c through the mask onto an opaque image.
func blend(dst *image.RGBA, clip image.Rectangle, m *mask, x, y int, c color.RGBA) {
	x, y = x+m.dx, y+m.dy
	x0, x1 := max(x, clip.Min.X), min(x+m.w, clip.Max.X)
	y0, y1 := max(y, clip.Min.Y), min(y+m.h, clip.Max.Y)
	if x0 >= x1 {
		return
	}
	cr, cg, cb := uint32(c.R), uint32(c.G), uint32(c.B)
	for row := y0; row < y1; row++ {
		src := m.pix[(row-y)*m.w+x0-x : (row-y)*m.w+x1-x]
		at := dst.PixOffset(x0, row)
		out := dst.Pix[at : at+4*len(src)]
		for i, a8 := range src {
			if a8 == 0 {
				continue
			}
			p := out[4*i : 4*i+4 : 4*i+4]
			if a8 == 255 {
				p[0], p[1], p[2] = c.R, c.G, c.B
				continue
			}
			a := uint32(a8) * 257 // of 65535
			b := 65535 - a
			p[0] = uint8((uint32(p[0])*b + cr*a + 32767) >> 16)
			p[1] = uint8((uint32(p[1])*b + cg*a + 32767) >> 16)
			p[2] = uint8((uint32(p[2])*b + cb*a + 32767) >> 16)
		}
	}
}
