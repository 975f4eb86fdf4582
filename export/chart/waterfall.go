package chart

import (
	"fmt"
	"math"
	"slices"

	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// waterfall is the kind with bars that add up to the total: each bar begins where the previous bar ends.
var waterfall = &Kind{
	Name: "waterfall", Noun: "waterfall", Title: "Waterfall", Words: "adds up labels one after the other to the total",
	suits: func(f *figures) error { return f.hasOneWhole("waterfall") },
	draw:  drawWaterfall,
}

// leastFall is the least width that a label with its bar needs.
const leastFall = 9

func drawWaterfall(d *drawing) error {
	x, by, measures := d.pieShelves(d.ctx)
	t, err := d.table(d.ctx, x, by, measures)
	if err != nil {
		return err
	}
	ordered := len(x) == 1 && d.fields[x[0]].ordered
	if ordered && d.fields[x[0]].dated {
		t.sortX()
	}
	if most := int(d.scene.Width-90) / leastFall; len(t.x) > most {
		return fmt.Errorf("a waterfall has all labels, and there is room for %s of %s: keep the top with Others, make "+
			"the chart wider, or choose bars", profiler.Count(most), profiler.Count(len(t.x)))
	}
	total, err := d.whole(t, "a waterfall adds up", "they add up to nothing")
	if err != nil {
		return err
	}
	last := d.words.L(pivot.Total)
	steps, labels := slices.Concat(t.cells[0], []cell{total}), slices.Concat(t.x, []label{{text: last}})
	lo, hi, sum := min(0, total.v), max(0, total.v), 0.0
	for _, c := range t.cells[0] {
		sum += c.v
		lo, hi = min(lo, sum), max(hi, sum)
	}
	up, down, all := d.colors.series[0], d.colors.series[1], d.colors.zero
	d.legend = []entry{{text: d.words.L("Increase"), ink: up}, {text: d.words.L("Decrease"), ink: down},
		{text: last, ink: all}}
	if err := d.frame(d.titleOf(measures, append(append([]int{}, x...), by...))); err != nil {
		return err
	}
	l, err := newLinear(lo, hi, ticksIn(d.bottom-d.top, 44), d.tab.Measures[measures[0]].Format, d.isWhole(t))
	if err != nil {
		return err
	}
	f := d.footOf(labels, (d.right-d.left)*0.9/float64(len(labels)), ordered)
	d.valueAxis(&l, f.height)
	d.bottom -= f.height
	b := bands{d.left, (d.right - d.left) / float64(len(labels))}
	d.bottomLabels(labels, b.middle, f, d.bottom)
	thick, sum := b.thick(1), 0.0
	for i, c := range steps {
		from, ink := sum, up
		switch sum += c.v; {
		case i == len(steps)-1:
			from, sum, ink = 0, c.v, all
		case c.v < 0:
			ink = down
		}
		if !c.ok {
			continue
		}
		left, y0, y1 := b.middle(i)-thick/2, min(l.at(from), l.at(sum)), max(l.at(from), l.at(sum))
		d.scene.add(rect{left, y0, left + thick, y1, ink})
		d.scene.mark(c, left, y0, left+thick, y1)
		if i+1 < len(steps) { // a line to the next bar
			y := crisp(l.at(sum))
			d.scene.add(rect{left + thick, y, b.middle(i+1) - thick/2, y + 1, d.colors.zero})
		}
		if s := d.figure(c); d.fonts.width(s, small, false) < b.size-4 {
			y := y0 - 4
			if c.v < 0 && i < len(steps)-1 && y1+small+4 < d.bottom || y-small < d.top-small {
				y = y1 + small + 3
			}
			d.scene.add(text{b.middle(i), y, s, small, false, d.colors.subtle, middle, false})
		}
	}
	return nil
}

// whole returns the cell of the pivot's total. The table must have one series, whose figures must add up to the total.
// does and none are parts of errors. does says what the chart does with the figures. none says what follows if a figure
// is not a number.
func (d *drawing) whole(t *table, does, none string) (total cell, err error) {
	m := d.measures[0]
	if t.odd > 0 {
		return total, fmt.Errorf("%s of %s %s infinite or no number, and then %s: filter the rows, or choose bars",
			profiler.Counted(t.odd, "figure"), d.title(m), isAre(t.odd), none)
	}
	if _, _, some := t.bounds(); !some {
		return total, d.emptyError(t)
	}
	sum, size := 0.0, 0.0
	for _, c := range t.cells[0] {
		sum, size = sum+c.v, size+math.Abs(c.v)
	}
	total = t.cells[0][0]
	if d.onRows > 0 {
		total.row = 0
	} else {
		total.col = 0
	}
	total.v, total.ok = d.tab.Own(total.row, total.col, m).Number()
	switch {
	case math.IsInf(total.v, 0) || math.IsNaN(total.v):
		return total, fmt.Errorf("the total of %s is infinite or no number, and then %s: choose bars", d.title(m), none)
	case !(math.Abs(sum-total.v) <= 1e-9*size):
		return total, fmt.Errorf("%s all parts of a whole, and the pivot leaves labels out: let Others stand for "+
			"them, or choose bars", does)
	}
	return total, nil
}
