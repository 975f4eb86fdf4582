package grid

import (
	"image"
	"math"

	"cardinal/engine/figure/mark"
)

// mark paints the colour and the bar of a cell's conditional format. The figure is painted over them. A full bar has
// the same width in all columns of a measure, so that equal figures have equal bars. If a part of a bar is out of view,
// the bar is not painted, since it would look shorter than it is.
func (p *painter) mark(c mark.Cell, col int, box, clip image.Rectangle) {
	if c.IsZero() {
		return
	}
	bar, oneWidth := p.g.bars[p.g.cols[col].name]
	end := box.Min.X + bar
	box.Min = box.Min.Add(image.Pt(p.m.line, p.m.line))
	if fillColour, filled := p.marks.FillColour(c); filled {
		fill(p.dst, box.Intersect(clip), fillColour)
	}
	if !c.Bar {
		return
	}
	if oneWidth {
		box.Max.X = min(box.Max.X, end)
	}
	inset := p.m.px(2)
	box.Min.X += inset
	box.Max.X -= inset
	at := func(share float64) int { return box.Min.X + int(math.Round(share*float64(box.Dx()))) }
	from, to := at(c.From), at(c.To)
	if from == to && c.From != c.To { // the bar of a tiny figure has at least one pixel
		to++
		if c.To < c.From {
			to -= 2
		}
	}
	if min(from, to) < clip.Min.X || max(from, to) > clip.Max.X {
		return
	}
	fill(p.dst, image.Rect(from, box.Min.Y+inset, to, box.Max.Y-inset).Intersect(clip), p.marks.BarColour(c))
	if c.From > 0 && c.From < 1 { // the compared figures are on both sides of zero: paint the axis
		fill(p.dst, image.Rect(from, box.Min.Y, from+p.m.line, box.Max.Y).Intersect(clip), p.marks.Axis)
	}
}
