package chart

import (
	"context"
	"errors"
	"image/color"
	"math"
	"slices"
)

// combo is the kind with bars for one measure and lines for other measures. The bars have an axis, and the lines have
// another. Excel calls this kind a combo chart.
var combo = &Kind{
	Name: "combo", Noun: "bars and lines", Title: "Bars and lines", Words: "shows a measure as bars and other " +
		"measures as lines with an axis of their own",
	suits: func(f *figures) error {
		switch {
		case len(f.measures) < 2:
			return errors.New("bars and lines need two measures of numbers, one for each axis: put another one on " +
				"Values")
		case !f.hasOneSeries():
			return errors.New("bars and lines show several measures of one set of labels, but each label on Columns " +
				"has its own set: remove the field from Columns, or choose bars or lines")
		}
		return nil
	},
	draw:    drawCombo,
	shelves: (*figures).comboShelves,
}

// comboShelves returns the row fields or, without row fields, the column fields. It returns the first measure, the
// second measure, and the further measures that are comparable with the second.
func (f *figures) comboShelves(ctx context.Context) (x, by, measures []int) {
	along := f.keepComparable(ctx, f.measures[1:])
	measures = slices.Concat(f.measures[:1], along[:min(len(along), maxSeries-1)])
	f.leaveMeasures(measures)
	x, by = f.sides()
	return x, by, measures
}

func drawCombo(d *drawing) error {
	x, by, measures := d.comboShelves(d.ctx)
	t, err := d.table(d.ctx, x, by, measures)
	if err != nil {
		return err
	}
	ordered := len(x) == 1 && d.fields[x[0]].ordered
	each := small + 3
	if ordered {
		each = 3
		if d.fields[x[0]].dated {
			t.sortX()
		}
	}
	across, err := d.level(d.style, &table{x: t.x, cells: t.cells[:1]}, false)
	if err != nil {
		return err
	}
	t.lead = 1
	d.note(t.keepX(max(2, int((d.scene.Width-140)/each)), ordered))
	d.noteOdd(t)
	columns := &table{x: t.x, by: t.by[:1], cells: t.cells[:1], odd: t.odd}
	over := &table{x: t.x, by: t.by[1:], cells: t.cells[1:], odd: t.odd}
	for _, half := range []*table{columns, over} {
		if _, _, some := half.bounds(); !some {
			return d.emptyError(half)
		}
	}
	if err := d.frame(d.titleOf(measures, append(append([]int{}, x...), by...))); err != nil {
		return err
	}
	inks := make([]color.NRGBA, len(t.by))
	for i := range inks {
		inks[i] = d.colors.series[i]
	}
	d.axisTitles(t.by, inks)
	left, right, err := d.scales(columns, over, across, ticksIn(d.bottom-d.top, 44))
	if err != nil {
		return err
	}
	f := d.footOf(t.x, (d.right-d.left)*0.85/float64(len(t.x)), ordered)
	d.rightAxis(&right, f.height)
	d.valueAxis(&left, f.height)
	d.bottom -= f.height
	if d.right-d.left < 40 || d.bottom-d.top < 30 {
		return ErrNoRoom
	}
	b := bands{d.left, (d.right - d.left) / float64(len(t.x))}
	d.bottomLabels(t.x, b.middle, f, d.bottom)
	err = d.drawOver(columns, over, left, right, b, inks)
	d.drawLevel(across, left, true)
	return err
}

// scales returns the scales of bars and of lines. Both include zero, and have equal numbers of ticks below and above
// zero, so that the ticks of both axes have the same heights. scales tries several numbers of ticks, up to `about`. It
// chooses the number with which the figures fill the most room.
func (d *drawing) scales(columns, over *table, across *Level, about int) (left, right linear, err error) {
	best := 0.0
	for n := max(2, about/2); n <= about; n++ {
		l, err := d.scaleOf(columns, across, n)
		if err != nil {
			return l, l, err
		}
		r, err := d.scaleOf(over, nil, n)
		if err != nil {
			return r, r, err
		}
		used := 1.0
		below, above := max(math.Round(-l.lo/l.step), math.Round(-r.lo/r.step)), max(math.Round(l.hi/l.step),
			math.Round(r.hi/r.step))
		for _, one := range []*linear{&l, &r} {
			span := one.hi - one.lo
			one.lo, one.hi = -below*one.step, above*one.step
			used *= span / (one.hi - one.lo)
		}
		if used > best {
			best, left, right = used, l, r
		}
	}
	return left, right, nil
}

// scaleOf returns a scale for the figures of a table. The scale includes zero and the reference line of the chart.
func (d *drawing) scaleOf(t *table, across *Level, about int) (linear, error) {
	lo, hi, _ := t.bounds()
	lo, hi = across.widen(lo, hi)
	return newLinear(min(lo, 0), max(hi, 0), about, d.tab.Measures[t.cells[0][0].measure].Format, d.isWhole(t))
}

// axisTitles draws the measure of the bars above the left axis, and the measures of the lines above the right axis. If
// both fit, they are on the same line.
func (d *drawing) axisTitles(by []label, inks []color.NRGBA) {
	const swatch, gap = 10.0, 24.0
	wide := make([]float64, len(by))
	names := make([]string, len(by))
	for i, l := range by {
		names[i] = d.fonts.fit(l.text, small, false, d.right-d.left-swatch-6)
		wide[i] = swatch + 6 + d.fonts.width(names[i], small, false)
	}
	y := d.top + small
	d.scene.add(rect{d.left, y - swatch + 1, d.left + swatch, y + 1, inks[0]})
	d.scene.add(text{d.left + swatch + 6, y, names[0], small, false, d.colors.ink, start, false})
	x, least := d.right, d.left+wide[0]+gap
	for i := len(by) - 1; i > 0; i-- {
		if x-wide[i] < least {
			x, y, least = d.right, y+small+7, d.left
		}
		d.scene.add(text{x, y, names[i], small, false, d.colors.ink, end, false})
		from := x - wide[i]
		d.scene.add(polyline{[]point{{from, y - 4}, {from + swatch, y - 4}}, 2, inks[i]})
		d.scene.add(dot{from + swatch/2, y - 4, 3, inks[i]})
		x -= wide[i] + 16
	}
	d.top = y + 12
}

// drawOver draws the bars, and then the lines over the bars. A line has an edge in the colour of the paper, so that it
// is visible on bars.
func (d *drawing) drawOver(columns, over *table, left, right linear, b bands, inks []color.NRGBA) error {
	thick := b.thick(1)
	for i, c := range columns.cells[0] {
		if i%256 == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		if !c.ok {
			continue
		}
		x, y, zero := b.middle(i)-thick/2, left.at(c.v), left.at(0)
		d.scene.add(rect{x, min(y, zero), x + thick, max(y, zero), inks[0]})
		d.scene.mark(c, x, min(y, zero), x+thick, max(y, zero))
	}
	for _, cells := range over.cells {
		for _, run := range runs(cells, right, b.middle) {
			if len(run) > 1 {
				d.scene.add(polyline{thin(run), 5, d.colors.paper})
			}
		}
	}
	return d.drawLines(over, right, b.middle, inks[1:])
}
