package main

import (
	"image"
	"image/color"
	"math"
)

// shape is an area of the 512-unit square. distance is how far a point lies outside it, negative inside.
type shape interface{ distance(x, y float64) float64 }

// roundedBox is a rectangle with rounded corners.
type roundedBox struct{ left, top, width, height, radius float64 }

func (b roundedBox) distance(x, y float64) float64 {
	dx := math.Abs(x-b.left-b.width/2) - b.width/2 + b.radius
	dy := math.Abs(y-b.top-b.height/2) - b.height/2 + b.radius
	return math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - b.radius
}

// polygon is a convex polygon, its corners clockwise on the screen.
type polygon [][2]float64

func (p polygon) distance(x, y float64) float64 {
	far := math.Inf(-1)
	for i, a := range p {
		b := p[(i+1)%len(p)]
		ex, ey := b[0]-a[0], b[1]-a[1]
		far = max(far, (ey*(x-a[0])-ex*(y-a[1]))/math.Hypot(ex, ey))
	}
	return far
}

// canvas paints shapes, smoothing an edge over the one pixel that it crosses.
type canvas struct {
	img  *image.NRGBA
	unit float64 // units a pixel
}

func newCanvas(n int) *canvas {
	return &canvas{image.NewNRGBA(image.Rect(0, 0, n, n)), iconSize / float64(n)}
}

func (c *canvas) fill(s shape, paint color.NRGBA, opacity float64) {
	c.paint(s, func(float64) color.NRGBA { return paint }, opacity)
}

func (c *canvas) fillGradient(s shape, top, bottom color.NRGBA) {
	c.paint(s, func(y float64) color.NRGBA {
		t := y / iconSize
		return color.NRGBA{mix(top.R, bottom.R, t), mix(top.G, bottom.G, t), mix(top.B, bottom.B, t), 0xFF}
	}, 1)
}

func (c *canvas) paint(s shape, at func(y float64) color.NRGBA, opacity float64) {
	size := c.img.Bounds().Dx()
	for py := range size {
		y := (float64(py) + 0.5) * c.unit
		for px := range size {
			x := (float64(px) + 0.5) * c.unit
			cover := opacity * min(max(0.5-s.distance(x, y)/c.unit, 0), 1)
			if cover > 0 {
				c.img.SetNRGBA(px, py, over(c.img.NRGBAAt(px, py), at(y), cover))
			}
		}
	}
}

// over lays paint on what is there. The ground is either untouched or already opaque but for its rounded corners,
// where nothing else is painted, so alpha only ever grows.
func over(under, paint color.NRGBA, cover float64) color.NRGBA {
	if under.A == 0 {
		paint.A = uint8(math.Round(cover * 255))
		return paint
	}
	return color.NRGBA{mix(under.R, paint.R, cover), mix(under.G, paint.G, cover), mix(under.B, paint.B, cover), under.A}
}

func mix(a, b uint8, t float64) uint8 {
	return uint8(math.Round(float64(a)*(1-t) + float64(b)*t))
}
