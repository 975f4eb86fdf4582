package chart

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"

	"cardinal/internal/glyph"
)

// painter paints shapes into an image.
type painter struct {
	img   *image.RGBA
	scale float64
	fonts fonts
	dots  map[float64]*image.Alpha // rasterised discs, by radius in pixels
}

// Image paints the scene. It returns an error if ctx ends.
func (s *Scene) Image(ctx context.Context) (*image.RGBA, error) {
	w, h := int(math.Ceil(s.Width*s.look.Scale)), int(math.Ceil(s.Height*s.look.Scale))
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.NewUniform(s.look.Paper()), image.Point{}, draw.Src)
	f, err := newFonts(s.look)
	if err != nil {
		return nil, err
	}
	p := &painter{img: img, scale: s.look.Scale, fonts: f, dots: map[float64]*image.Alpha{}}
	for i, o := range s.shapes {
		if i%512 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.paint(p)
	}
	return img, nil
}

// PNG writes the scene as an image.
func (s *Scene) PNG(ctx context.Context, w io.Writer) error {
	img, err := s.Image(ctx)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

func (p *painter) px(v float64) int { return int(math.Round(v * p.scale)) }

// paint fills whole pixels, at least one, so that the edges of the rectangle are sharp.
func (r rect) paint(p *painter) {
	box := image.Rect(p.px(r.x0), p.px(r.y0), p.px(r.x1), p.px(r.y1))
	box.Max.X, box.Max.Y = max(box.Max.X, box.Min.X+1), max(box.Max.Y, box.Min.Y+1)
	draw.Draw(p.img, box, image.NewUniform(r.fill), image.Point{}, draw.Over)
}

// paint copies a disc into the image. Each radius is rasterised only once.
func (d dot) paint(p *painter) {
	r := d.r * p.scale
	mask := p.dots[r]
	if mask == nil {
		mask = disc(r)
		p.dots[r] = mask
	}
	at := image.Pt(int(math.Round(d.x*p.scale))-mask.Rect.Dx()/2, int(math.Round(d.y*p.scale))-mask.Rect.Dy()/2)
	draw.DrawMask(p.img, mask.Rect.Add(at), image.NewUniform(d.fill), image.Point{}, mask, image.Point{}, draw.Over)
}

// disc returns an image with how much of each pixel a disc in its middle covers.
func disc(r float64) *image.Alpha {
	half := int(math.Ceil(r + 0.5))
	mask := image.NewAlpha(image.Rect(0, 0, 2*half, 2*half))
	for y := range 2 * half {
		for x := range 2 * half {
			d := r + 0.5 - math.Hypot(float64(x)+0.5-float64(half), float64(y)+0.5-float64(half))
			mask.SetAlpha(x, y, color.Alpha{A: uint8(255 * min(max(d, 0), 1))})
		}
	}
	return mask
}

// portion is the largest width, in pixels, of a part of a line that is painted at once. Lines are painted in parts,
// since the cost of a part grows with the area of its bounding box.
const portion = 48

func (l polyline) paint(p *painter) {
	for from := 0; from+1 < len(l.at); {
		to := from + 1
		for to+1 < len(l.at) && math.Abs(l.at[to+1].x-l.at[from].x)*p.scale < portion {
			to++
		}
		p.path(l.at[from:to+1], l.width, l.ink)
		from = to
	}
}

func (g polygon) paint(p *painter) { p.path(g.at, 0, g.fill) }

// path fills the polygon of the given points or, if width is above 0, draws a line through them. It rasterises only
// their bounding box.
func (p *painter) path(at []point, width float64, ink color.NRGBA) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, q := range at {
		x0, y0, x1, y1 = min(x0, q.x), min(y0, q.y), max(x1, q.x), max(y1, q.y)
	}
	box := image.Rect(p.px(x0-width)-1, p.px(y0-width)-1, p.px(x1+width)+2, p.px(y1+width)+2).Intersect(p.img.Rect)
	if box.Empty() {
		return
	}
	fixedAt := func(q point) fixed.Point26_6 {
		return fixed.Point26_6{X: fixed.Int26_6((q.x*p.scale - float64(box.Min.X)) * 64),
			Y: fixed.Int26_6((q.y*p.scale - float64(box.Min.Y)) * 64)}
	}
	w, h := box.Dx(), box.Dy()
	scanner := rasterx.NewScannerGV(w, h, p.img.SubImage(box).(*image.RGBA), box)
	var adder interface {
		rasterx.Adder
		SetColor(any)
		Draw()
	} = rasterx.NewFiller(w, h, scanner)
	if width > 0 {
		stroker := rasterx.NewStroker(w, h, scanner)
		join, gap := rasterx.Round, rasterx.RoundGap
		if len(at) > w { // with several points per pixel, joints overlap, and round joints would cost many lines each
			join, gap = rasterx.Bevel, rasterx.FlatGap
		}
		stroker.SetStroke(fixed.Int26_6(width*p.scale*64), 0, rasterx.RoundCap, rasterx.RoundCap, gap, join)
		adder = stroker
	}
	adder.SetColor(ink)
	adder.Start(fixedAt(at[0]))
	for _, q := range at[1:] {
		adder.Line(fixedAt(q))
	}
	adder.Stop(width == 0)
	adder.Draw()
}

func (t text) paint(p *painter) {
	f := p.fonts.face(t.size, t.bold)
	width := f.Width(t.s)
	shift := [...]int{start: 0, middle: width / 2, end: width}[t.anchor]
	ink := color.RGBA{R: t.ink.R, G: t.ink.G, B: t.ink.B, A: 255}
	x, y := p.px(t.x), p.px(t.y)
	if !t.up {
		f.Draw(p.img, p.img.Rect, x-shift, y, t.s, ink)
		return
	}
	p.paintTurned(f, t, x, y+shift, width, ink)
}

// paintTurned draws a vertical text, to be read from below, starting at (x, y). It copies the ground of the text, turns
// the copy, draws the text on it, and turns it back.
func (p *painter) paintTurned(f *glyph.Face, t text, x, y, width int, ink color.RGBA) {
	up, down := int(t.size*p.scale*1.2), int(t.size*p.scale*0.4)
	flat := image.NewRGBA(image.Rect(0, 0, width, up+down))
	swap := func(do func(flatX, flatY, imgX, imgY int)) {
		for i := range width {
			for j := range up + down {
				if at := image.Pt(x-up+j, y-1-i); at.In(p.img.Rect) {
					do(i, j, at.X, at.Y)
				}
			}
		}
	}
	swap(func(i, j, x, y int) { flat.SetRGBA(i, j, p.img.RGBAAt(x, y)) })
	f.Draw(flat, flat.Rect, 0, up, t.s, ink)
	swap(func(i, j, x, y int) { p.img.SetRGBA(x, y, flat.RGBAAt(i, j)) })
}
