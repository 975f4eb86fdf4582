package chart

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/profiler"
)

// pie is the kind with a slice for each label, in proportion to the label's share of the whole.
var pie = &Kind{
	Name: "pie", Noun: "pie", Title: "Pie", Words: "shows the shares that a few labels have of a whole",
	suits:   func(f *figures) error { return f.hasOneWhole("pie") },
	draw:    drawPie,
	shelves: (*figures).pieShelves,
}

// hasOneWhole returns an error if the figures are not parts of one whole. kind is the name of the chart in the error.
func (f *figures) hasOneWhole(kind string) error {
	if err := f.addsUp(f.measures[0]); err != nil {
		return err
	}
	if !f.hasOneSeries() {
		return fmt.Errorf("a %s shows the parts of one whole, and the labels on Columns have a whole each: take "+
			"the field off Columns, or choose stacked bars", kind)
	}
	wholes := query.PctRow
	if f.onRows == 0 {
		wholes = query.PctCol
	}
	if f.tab.Measures[f.measures[0]].Show.Kind == wholes {
		return fmt.Errorf("each figure of %s is a share of its own whole, and a %s shows parts of one: show the "+
			"value itself, or %% of total", f.title(f.measures[0]), kind)
	}
	return nil
}

// pieShelves returns the row fields or, without row fields, the column fields, and the first measure.
func (f *figures) pieShelves(context.Context) (x, by, measures []int) {
	f.leaveMeasures(f.measures[:1])
	x, by = f.sides()
	return x, by, f.measures[:1]
}

// slices removes the labels of a table whose figure is zero, and returns the share of each remaining label in the
// pivot's total. The error says why the figures are not parts of a whole.
func (d *drawing) slices(t *table) (shares []float64, err error) {
	total, err := d.whole(t, "a pie shows", "there are no shares")
	if err != nil {
		return nil, err
	}
	if lo, _, _ := t.bounds(); lo < 0 {
		return nil, errors.New("a pie shows parts of a whole, and some figures are negative: choose bars")
	}
	var order []int
	none := 0
	for i, c := range t.cells[0] {
		switch {
		case c.v > 0:
			order = append(order, i)
		case c.ok:
			none++
		}
	}
	switch {
	case len(order) == 0:
		return nil, fmt.Errorf("there is nothing to draw: all %s are zero, and a slice needs a size",
			profiler.Counted(none, "figure"))
	case len(order) > maxSeries:
		return nil, fmt.Errorf("a pie has at most %d slices, and there are %s labels: keep the top %d with Others, "+
			"or choose bars", maxSeries, profiler.Count(len(order)), maxSeries-1)
	case none > 0:
		d.note(d.words.N("{{.N}} label with a figure of zero has no slice.",
			"{{.N}} labels with a figure of zero have no slice.", none))
	}
	t.takeX(order)
	return each.Of(t.cells[0], func(c cell) float64 { return c.v / total.v }), nil
}

// shareText writes a share of a whole with one decimal place. Only exactly nothing is 0%, and only exactly all is 100%.
func shareText(share float64) string {
	text := func(share float64) string {
		return pivot.Format{Places: 1, NumberFormat: data.NumberFormat{Percent: true}}.Text(data.FloatValue(share))
	}
	switch {
	case share < 0.0005:
		return "<" + text(0.001)
	case share > 0.9995 && share < 1:
		return ">" + text(0.999)
	}
	return text(share)
}

// sliceLabel is the label of a slice: the name, followed by the share.
type sliceLabel struct {
	slice       Slice
	name        string
	wide, share float64 // the widths of the name and of the share
	right       bool    // the label is to the right of the pie
	ideal, y    float64 // the height at which the slice is, and the height at which the label is drawn
}

func drawPie(d *drawing) error {
	x, by, measures := d.pieShelves(d.ctx)
	t, err := d.table(d.ctx, x, by, measures)
	if err != nil {
		return err
	}
	shares, err := d.slices(t)
	if err != nil {
		return err
	}
	title := d.titleOf(measures, append(append([]int{}, x...), by...))
	if err := d.frame(title); err != nil {
		return err
	}
	labels, fit := d.besidePie(t, shares)
	inks := each.Times(len(shares), func(i int) color.NRGBA { return d.colors.series[i] })
	if !fit { // without labels beside the pie, the legend has the shares
		d.scene.shapes = nil
		for i, l := range t.x {
			d.legend = append(d.legend, entry{l.text, inks[i], labels[i].slice.Share})
		}
		if err := d.frame(title); err != nil {
			return err
		}
		for i := range labels {
			s := &labels[i].slice
			s.X, s.Y, s.R = (d.left+d.right)/2, (d.top+d.bottom)/2, min(d.right-d.left, d.bottom-d.top)/2
		}
	}
	d.drawSlices(t, labels, inks)
	for i, l := range labels {
		if fit {
			d.drawSliceLabel(l)
		} else {
			d.drawShare(&l.slice, inks[i])
		}
	}
	return nil
}

// toLabels is the distance from a pie to its labels.
const toLabels = 14

// besidePie lays a pie out in the free area, with labels at its sides. fit is false if the labels leave too little
// room for the pie.
func (d *drawing) besidePie(t *table, shares []float64) (labels []sliceLabel, fit bool) {
	var widest [2]float64
	turn := 0.0
	for i, share := range shares {
		l := sliceLabel{slice: Slice{From: turn, To: min(1, turn+share), Share: shareText(share)}}
		turn += share
		if i == len(shares)-1 {
			l.slice.To = 1
		}
		l.name = d.fonts.fit(t.x[i].text, small, false, (d.right-d.left)*besideShare)
		l.wide, l.share = d.fonts.width(l.name, small, false), d.fonts.width(l.slice.Share, small, false)
		l.right = l.slice.side() < 0.5
		side := &widest[0]
		if l.right {
			side = &widest[1]
		}
		*side = max(*side, l.wide+5+l.share)
		labels = append(labels, l)
	}
	wide, high := d.right-d.left, d.bottom-d.top
	spare := widest[0] + widest[1] + 2*toLabels
	r := min((wide-spare)/2, high/2-lineSpace-4)
	if r < 0.55*min(wide, high)/2 {
		return labels, false
	}
	cx, cy := d.left+(wide-spare)/2+widest[0]+toLabels, (d.top+d.bottom)/2
	for _, right := range []bool{true, false} {
		var side []*sliceLabel
		for i := range labels {
			if l := &labels[i]; l.right == right {
				l.slice.X, l.slice.Y, l.slice.R = cx, cy, r
				l.ideal = l.slice.at(l.slice.side(), r+toLabels).y
				side = append(side, l)
			}
		}
		if float64(len(side))*lineSpace > high {
			return labels, false
		}
		if !right { // on the left, clockwise means upwards
			slices.Reverse(side)
		}
		spread(side, lineSpace, d.top+lineSpace/2, d.bottom-lineSpace/2)
	}
	return labels, true
}

// side returns the angle, as a part of a turn, at which the label of the slice is drawn.
func (s *Slice) side() float64 {
	if s.To-s.From >= 1 {
		return 0.25
	}
	return (s.From + s.To) / 2
}

// spread sets the heights of labels, which are in order from the top. Two labels are at least `distance` apart, and all
// are between top and bottom. The sum of the squares of the shifts from the ideal heights is the least possible.
// Source: pooling adjacent violators (Barlow, Bartholomew, Bremner and Brunk, 1972).
func spread(labels []*sliceLabel, distance, top, bottom float64) {
	type pool struct {
		sum float64
		n   int
	}
	mean := func(p pool) float64 { return p.sum / float64(p.n) }
	var pools []pool
	for i, l := range labels {
		pools = append(pools, pool{l.ideal - float64(i)*distance, 1})
		for n := len(pools); n > 1 && mean(pools[n-1]) < mean(pools[n-2]); n-- {
			pools[n-2] = pool{pools[n-2].sum + pools[n-1].sum, pools[n-2].n + pools[n-1].n}
			pools = pools[:n-1]
		}
	}
	i := 0
	for _, p := range pools {
		y := max(top, min(mean(p), bottom-float64(len(labels)-1)*distance))
		for range p.n {
			labels[i].y = y + float64(i)*distance
			i++
		}
	}
}

// drawSlices draws the slices, with a thin line between two slices that are broad enough.
func (d *drawing) drawSlices(t *table, labels []sliceLabel, inks []color.NRGBA) {
	for i := range labels {
		s := &labels[i].slice
		if len(labels) == 1 {
			d.scene.add(dot{s.X, s.Y, s.R, inks[i]})
			d.scene.mark(t.cells[0][i], s.X-s.R, s.Y-s.R, s.X+s.R, s.Y+s.R)
		} else {
			outline := s.outline()
			d.scene.add(polygon{outline, inks[i]})
			x0, y0, x1, y1 := s.X, s.Y, s.X, s.Y
			for _, p := range outline {
				x0, y0, x1, y1 = min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y)
			}
			d.scene.mark(t.cells[0][i], x0, y0, x1, y1)
		}
		d.scene.Marks[i].Slice = s
	}
	const broad = 5 // the least width at the rim of a slice with a line
	for i := range labels {
		s, before := &labels[i].slice, &labels[(i+len(labels)-1)%len(labels)].slice
		if rim := 2 * math.Pi * s.R; len(labels) > 1 && (s.To-s.From)*rim > broad &&
			(before.To-before.From)*rim > broad {
			d.scene.add(polyline{[]point{{s.X, s.Y}, s.at(s.From, s.R)}, 1.5, d.colors.paper})
		}
	}
}

// outline returns the polygon of a slice: the middle of the disc, and points on the rim that are at most two degrees
// apart.
func (s *Slice) outline() []point {
	outline := []point{{s.X, s.Y}}
	n := int(math.Ceil((s.To - s.From) * 180))
	for i := range n + 1 {
		outline = append(outline, s.at(s.From+(s.To-s.From)*float64(i)/float64(n), s.R))
	}
	return outline
}

// drawSliceLabel draws the name and the share of a slice next to the pie, and a line between pie and name.
func (d *drawing) drawSliceLabel(l sliceLabel) {
	const half = 8 // half the height of a label
	s := &l.slice
	away := max(0, math.Abs(l.y-s.Y)-half)
	dx := max(6, math.Sqrt(max(0, (s.R+toLabels)*(s.R+toLabels)-away*away)))
	name := text{s.X + dx, l.y + small*0.36, l.name, small, false, d.colors.ink, start, false}
	share := text{name.x + l.wide + 5, name.y, s.Share, small, false, d.colors.subtle, start, false}
	to := name.x - 3
	if !l.right {
		share.x, share.anchor = s.X-dx, end
		name.x, name.anchor = share.x-l.share-5, end
		to = s.X - dx + 3
	}
	d.scene.add(polyline{[]point{s.at(s.side(), s.R+2), {to, l.y}}, 1, d.colors.zero})
	d.scene.add(name)
	d.scene.add(share)
}

// drawShare draws the share of a slice in the slice if it fits.
func (d *drawing) drawShare(s *Slice, ink color.NRGBA) {
	const gap = 3
	at, half, high := s.middle(), d.fonts.width(s.Share, small, false)/2+gap, small*0.5+gap
	for _, corner := range []point{{at.x - half, at.y - high}, {at.x + half, at.y - high}, {at.x - half, at.y + high},
		{at.x + half, at.y + high}} {
		if !(Mark{Slice: s}).Has(corner.x, corner.y, -gap) {
			return
		}
	}
	d.scene.add(text{at.x, at.y + small*0.36, s.Share, small, false, textColour(ink), middle, false})
}
