package glyph

import (
	"image"
	"image/draw"
	"math"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/vector"
)

// steps is the number of horizontal positions within a pixel at which a glyph is rasterised.
const steps = 4

// mask is the coverage of one glyph at one sub-pixel position.
type mask struct {
	pix    []uint8
	w, h   int
	dx, dy int // from the pen position on the baseline to the top left corner
}

// glyph is one rune of a face.
type glyph struct {
	advance int // in 64ths of a pixel
	shift   int // centres a digit in its cell, in 64ths of a pixel
	font    *font.Face
	id      font.GID
	scale   float32 // pixels for a font unit
	bold    float32 // pixels by which the outline of a lighter substitute is thickened
	box     bool    // no font has the rune
	masks   [steps]*mask
}

// maskAt returns the mask for a sub-pixel step. The first call makes it.
func (g *glyph) maskAt(step int) *mask {
	if m := g.masks[step]; m != nil {
		return m
	}
	off := float32(step)/steps + float32(g.shift)/64
	var m *mask
	if g.box {
		m = boxMask(g.scale, off)
	} else {
		m = g.outline(off)
	}
	g.masks[step] = m
	return m
}

func (g *glyph) outline(off float32) *mask {
	out, ok := outlineOf(g.font, g.id)
	if !ok || len(out.Segments) == 0 {
		return &mask{}
	}
	x0, y0 := float32(math.Inf(1)), float32(math.Inf(1))
	x1, y1 := -x0, -y0
	for i := range out.Segments {
		for _, p := range out.Segments[i].ArgsSlice() {
			x, y := p.X*g.scale+off, -p.Y*g.scale
			x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
		}
	}
	dx, dy := int(math.Floor(float64(x0))), int(math.Floor(float64(y0)))
	w, h := int(math.Ceil(float64(x1+g.bold)))-dx, int(math.Ceil(float64(y1)))-dy
	if w <= 0 || h <= 0 {
		return &mask{}
	}
	m := &mask{w: w, h: h, dx: dx, dy: dy, pix: rasterise(out.Segments, g.scale, off-float32(dx), -float32(dy), w, h)}
	if g.bold > 0 {
		for i, a := range rasterise(out.Segments, g.scale, off-float32(dx)+g.bold, -float32(dy), w, h) {
			m.pix[i] = max(m.pix[i], a)
		}
	}
	return m
}

// outlineOf returns the outline of a glyph, or false if the font has none. A coloured glyph has both a picture and an
// outline; the outline is drawn in the colour of the text.
func outlineOf(f *font.Face, id font.GID) (font.GlyphOutline, bool) {
	switch g := f.GlyphData(id).(type) {
	case font.GlyphOutline:
		return g, true
	case font.GlyphSVG:
		return g.Outline, len(g.Outline.Segments) > 0
	case font.GlyphBitmap:
		if g.Outline != nil {
			return *g.Outline, true
		}
	}
	return font.GlyphOutline{}, false
}

func rasterise(path []font.Segment, scale, ox, oy float32, w, h int) []uint8 {
	r := vector.NewRasterizer(w, h)
	r.DrawOp = draw.Src
	for i := range path {
		a := path[i].ArgsSlice()
		x := func(n int) float32 { return a[n].X*scale + ox }
		y := func(n int) float32 { return -a[n].Y*scale + oy }
		switch path[i].Op {
		case opentype.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(x(0), y(0))
		case opentype.SegmentOpLineTo:
			r.LineTo(x(0), y(0))
		case opentype.SegmentOpQuadTo:
			r.QuadTo(x(0), y(0), x(1), y(1))
		case opentype.SegmentOpCubeTo:
			r.CubeTo(x(0), y(0), x(1), y(1), x(2), y(2))
		}
	}
	r.ClosePath()
	dst := image.NewAlpha(image.Rect(0, 0, w, h))
	r.Draw(dst, dst.Bounds(), image.Opaque, image.Point{})
	return dst.Pix
}

// boxMask returns a hollow box for a rune that no font has; size is the text size in pixels.
func boxMask(size, off float32) *mask {
	w, h := int(size*0.55), int(size*0.72)
	if w < 3 || h < 3 {
		return &mask{}
	}
	m := &mask{w: w, h: h, dx: int(off + size*0.06), dy: -h, pix: make([]uint8, w*h)}
	for y := range h {
		for x := range w {
			if x == 0 || y == 0 || x == w-1 || y == h-1 {
				m.pix[y*w+x] = 150
			}
		}
	}
	return m
}
