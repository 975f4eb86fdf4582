package chart

import (
	"image/color"
	"math"
)

// valueAxis draws a vertical axis, with grid lines and figures, at the left of the free area. It leaves the height
// `foot` free at the bottom, and then removes the room of the axis from the free area.
func (d *drawing) valueAxis(l *linear, foot float64) {
	d.left += d.widestTick(l) + 8
	l.from, l.to = d.bottom-foot, d.top+small/2
	for _, v := range l.ticks() {
		y := crisp(l.at(v))
		d.scene.add(rect{d.left, y, d.right, y + 1, d.lineOf(v)})
		d.scene.add(text{d.left - 8, y + small*0.36, d.tickText(l, v), small, false, d.colors.subtle, end, false})
	}
}

// rightAxis draws a vertical axis like valueAxis, but at the right of the free area. It draws no grid lines, because
// those of the left axis have the same heights.
func (d *drawing) rightAxis(l *linear, foot float64) {
	d.right -= d.widestTick(l) + 8
	l.from, l.to = d.bottom-foot, d.top+small/2
	for _, v := range l.ticks() {
		d.scene.add(text{d.right + 8, crisp(l.at(v)) + small*0.36, d.tickText(l, v), small, false, d.colors.subtle,
			start, false})
	}
}

// levelAxis draws a horizontal axis, with grid lines and figures, at the bottom of the free area, and then removes the
// room of the axis from the free area. It leaves the width `spare` free at the right.
func (d *drawing) levelAxis(l *linear, spare float64) {
	d.bottom -= small + 8
	l.from, l.to = d.left, d.right-max(spare, d.fonts.width(d.tickText(l, l.hi), small, false)/2)
	until := math.Inf(-1)
	for _, v := range l.ticks() {
		x := crisp(l.at(v))
		d.scene.add(rect{x, d.top, x + 1, d.bottom, d.lineOf(v)})
		half := d.fonts.width(d.tickText(l, v), small, false) / 2
		if x-half >= until {
			d.scene.add(text{x, d.bottom + small + 5, d.tickText(l, v), small, false, d.colors.subtle, middle, false})
			until = x + half + 8
		}
	}
}

// widestTick returns the width of the widest figure of an axis.
func (d *drawing) widestTick(l *linear) (widest float64) {
	for _, v := range l.ticks() {
		widest = max(widest, d.fonts.width(d.tickText(l, v), small, false))
	}
	return widest
}

// tickText returns the text of a tick, with the minus sign of the font.
func (d *drawing) tickText(l *linear, v float64) string { return d.fonts.withMinus(l.text(v)) }

// lineOf returns the colour of the grid line at a figure. The line at zero has a stronger colour.
func (d *drawing) lineOf(v float64) color.NRGBA {
	if v == 0 {
		return d.colors.zero
	}
	return d.colors.rule
}

// ticksIn returns the number of ticks of an axis of the given length, if each tick needs the length `each`.
func ticksIn(length, each float64) int { return max(2, min(10, int(length/each))) }

// bands divide an axis into equal parts, one for each label.
type bands struct{ from, size float64 }

func (b bands) at(i int) float64     { return b.from + float64(i)*b.size }
func (b bands) middle(i int) float64 { return b.at(i) + b.size/2 }

// thick returns the total thickness of n bars in a band.
func (b bands) thick(n int) float64 {
	if b.size < 4 {
		return b.size
	}
	return min(b.size*0.78, 56*float64(n))
}

// The largest lengths of labels beside and below an axis, as shares of the width or the height of the free area.
const (
	besideShare = 0.34
	belowShare  = 0.3
)

// leftLabels draws the labels of bands at the left of the free area, and removes their room from the free area. If a
// label is higher than a band, only every n-th label is drawn.
func (d *drawing) leftLabels(labels []label, b bands) {
	most, widest := (d.right-d.left)*besideShare, 0.0
	texts := make([]string, len(labels))
	for i, l := range labels {
		texts[i] = d.fonts.fit(l.text, small, false, most)
		widest = max(widest, d.fonts.width(texts[i], small, false))
	}
	d.left += widest + 8
	stride := max(1, int(math.Ceil((small+1)/b.size)))
	for i := 0; i < len(labels); i += stride {
		d.scene.add(text{d.left - 8, b.middle(i) + small*0.36, texts[i], small, false, d.colors.ink, end, false})
	}
}

// foot is how the labels below an axis are drawn.
type foot struct {
	height float64
	up     bool // the labels are turned by a quarter turn, to be read from below
	stride int  // every stride-th label is drawn
	most   float64
}

// footOf decides how labels are drawn below bands of the given size if they do not fit side by side. Of labels with an
// order, only every n-th label is drawn; other labels are turned.
func (d *drawing) footOf(labels []label, size float64, ordered bool) foot {
	widest := 0.0
	for _, l := range labels[:min(len(labels), 2000)] {
		widest = max(widest, d.fonts.width(l.text, small, false))
	}
	flat := foot{height: small + 8, stride: max(1, int(math.Ceil((widest+10)/size))), most: math.Inf(1)}
	if ordered || flat.stride == 1 {
		return flat
	}
	most := (d.bottom - d.top) * belowShare
	return foot{height: min(widest, most) + 10, up: true, stride: max(1, int(math.Ceil((small+1)/size))), most: most}
}

// bottomLabels draws labels below a line, each at its position.
func (d *drawing) bottomLabels(labels []label, at func(i int) float64, f foot, y float64) {
	for i := 0; i < len(labels); i += f.stride {
		s := d.fonts.fit(labels[i].text, small, false, f.most)
		if f.up {
			d.scene.add(text{at(i) + small*0.36, y + 6, s, small, false, d.colors.subtle, end, true})
			continue
		}
		half := d.fonts.width(s, small, false) / 2
		x := min(max(at(i), half+2), d.scene.Width-half-2)
		d.scene.add(text{x, y + small + 5, s, small, false, d.colors.subtle, middle, false})
	}
}
