package grid

import (
	"image"
	"image/color"
	"math"
)

// fill paints a rectangle.
func fill(dst *image.RGBA, r image.Rectangle, c color.RGBA) {
	r = r.Intersect(dst.Rect)
	if r.Empty() {
		return
	}
	first := dst.Pix[dst.PixOffset(r.Min.X, r.Min.Y):][:4*r.Dx()]
	first[0], first[1], first[2], first[3] = c.R, c.G, c.B, c.A
	for n := 4; n < len(first); n *= 2 {
		copy(first[n:], first[:n])
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(dst.Pix[dst.PixOffset(r.Min.X, y):], first)
	}
}

// tint blends a colour over a rectangle. An alpha of 255 covers the rectangle completely.
func tint(dst *image.RGBA, r image.Rectangle, c color.RGBA, alpha uint32) {
	r = r.Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := dst.Pix[dst.PixOffset(r.Min.X, y):][:4*r.Dx()]
		for i := 0; i < len(row); i += 4 {
			row[i] = blend(row[i], c.R, alpha)
			row[i+1] = blend(row[i+1], c.G, alpha)
			row[i+2] = blend(row[i+2], c.B, alpha)
		}
	}
}

func blend(below, above uint8, alpha uint32) uint8 {
	return uint8((uint32(below)*(255-alpha) + uint32(above)*alpha + 127) / 255)
}

// frameRect paints a border inside a rectangle, `width` pixels thick. Edges that are outside of clip are not painted.
func frameRect(dst *image.RGBA, clip, r image.Rectangle, width int, c color.RGBA) {
	for _, e := range [...]image.Rectangle{
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+width),
		image.Rect(r.Min.X, r.Max.Y-width, r.Max.X, r.Max.Y),
		image.Rect(r.Min.X, r.Min.Y, r.Min.X+width, r.Max.Y),
		image.Rect(r.Max.X-width, r.Min.Y, r.Max.X, r.Max.Y),
	} {
		fill(dst, e.Intersect(clip), c)
	}
}

// point is a corner of a shape.
type point struct{ x, y float32 }

// triangle paints a triangle with smooth edges. Its corners must be in clockwise order.
func triangle(dst *image.RGBA, clip image.Rectangle, p [3]point, c color.RGBA) {
	x0, x1 := min(p[0].x, p[1].x, p[2].x), max(p[0].x, p[1].x, p[2].x)
	y0, y1 := min(p[0].y, p[1].y, p[2].y), max(p[0].y, p[1].y, p[2].y)
	box := image.Rect(int(x0), int(y0), int(x1)+1, int(y1)+1).Intersect(clip).Intersect(dst.Rect)
	const n = 4 // each pixel has n by n samples
	inside := func(x, y float32) bool {
		for i := range p {
			a, b := p[i], p[(i+1)%3]
			if (b.x-a.x)*(y-a.y)-(b.y-a.y)*(x-a.x) < 0 {
				return false
			}
		}
		return true
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			hits := uint32(0)
			for s := range n * n {
				if inside(float32(x)+(float32(s%n)+0.5)/n, float32(y)+(float32(s/n)+0.5)/n) {
					hits++
				}
			}
			if hits > 0 {
				tint(dst, image.Rect(x, y, x+1, y+1), c, hits*255/(n*n))
			}
		}
	}
}

// pill paints a rectangle with round ends.
func pill(dst *image.RGBA, r image.Rectangle, c color.RGBA) {
	radius := float32(min(r.Dx(), r.Dy())) / 2
	box := r.Intersect(dst.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			cx := min(max(float32(x)+0.5, float32(r.Min.X)+radius), float32(r.Max.X)-radius)
			cy := min(max(float32(y)+0.5, float32(r.Min.Y)+radius), float32(r.Max.Y)-radius)
			dx, dy := float32(x)+0.5-cx, float32(y)+0.5-cy
			if d := dx*dx + dy*dy; d < (radius+0.5)*(radius+0.5) {
				a := uint32(255)
				if edge := (radius + 0.5) - float32(math.Sqrt(float64(d))); edge < 1 {
					a = uint32(255 * edge)
				}
				tint(dst, image.Rect(x, y, x+1, y+1), c, a)
			}
		}
	}
}
