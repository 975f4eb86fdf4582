package chart

import (
	"context"
	"image/color"

	"cardinal/data"
	"cardinal/engine/query"
)

// bars is the kind with bars next to each other.
var bars = &Kind{
	Name: "bar", Noun: "bars", Title: "Bars", Words: "compares labels; series stand beside each other",
	suits: func(*figures) error { return nil },
	draw: func(d *drawing) error {
		x, by, measures := d.barShelves(d.ctx)
		return d.drawBanded(x, by, measures, false)
	},
	shelves: (*figures).barShelves,
}

// barShelves returns the rows along the axis, and the columns, or several measures, as series.
func (f *figures) barShelves(ctx context.Context) (x, by, measures []int) {
	x, by = f.sides()
	if len(by) == 0 {
		return x, by, f.measuresOfOneAxis(ctx)
	}
	f.leaveMeasures(f.measures[:1])
	return x, by, f.measures[:1]
}

// sides returns the row fields for the axis and the column fields for the series. Without row fields, the column fields
// are for the axis.
func (f *figures) sides() (x, by []int) {
	if f.onRows == 0 {
		return places(0, len(f.fields)), nil
	}
	return places(0, f.onRows), places(f.onRows, len(f.fields))
}

// drawBanded draws bars next to each other or stacked. If the labels have an order, the bars are vertical, in this
// order. Other bars are horizontal, so that their labels have room.
func (d *drawing) drawBanded(x, by, measures []int, stack bool) error {
	t, err := d.table(d.ctx, x, by, measures)
	if err != nil {
		return err
	}
	ordered := len(x) == 1 && d.fields[x[0]].ordered
	d.orderBars(t, x)
	across, err := d.level(d.style, t, stack)
	if err != nil {
		return err
	}
	d.keepSeries(t)
	beside, below := d.panelGrid(t)
	high, wide := d.scene.Height/float64(below), d.scene.Width/float64(beside)
	each := 1
	if !stack && !d.hasPanels(t) {
		each = len(t.by)
	}
	if ordered {
		d.note(t.keepX(max(2, int((wide-90)/float64(3*each))), true))
	} else {
		d.note(t.keepX(min(200, max(2, int((high-95)/max(14, float64(5*each+3))))), false))
	}
	d.noteOdd(t)
	lo, hi, some := t.bounds()
	if !some {
		return d.emptyError(t)
	}
	if stack {
		lo, hi = t.stacks()
	}
	lo, hi = across.widen(lo, hi)
	inks := d.series(t)
	names := d.panelLegend(t)
	if err := d.frame(d.titleOf(measures, append(append([]int{}, x...), by...))); err != nil {
		return err
	}
	about := ticksIn((d.bottom-d.top)/float64(below), 44)
	if !ordered {
		about = ticksIn((d.right-d.left)/float64(beside)*0.7, 80)
	}
	l, err := newLinear(min(lo, 0), max(hi, 0), about, d.tab.Measures[measures[0]].Format, d.isWhole(t))
	if err != nil {
		return err
	}
	spare := 0.0 // the width of the figures beside horizontal bars
	for _, series := range t.cells {
		for _, c := range series {
			if c.ok && !ordered && (len(t.by) == 1 || d.hasPanels(t)) {
				spare = max(spare, d.fonts.width(d.figure(c), small, false)+8)
			}
		}
	}
	return d.eachPanel(t, names, inks, func(_ int, t *table, inks []color.NRGBA) error {
		return d.drawBands(t, l, inks, ordered, stack, across, spare)
	})
}

// isWhole reports whether every figure is an integer.
func (d *drawing) isWhole(t *table) bool {
	for _, s := range t.cells {
		for _, c := range s {
			if c.ok && (d.tab.OfMeasure(c.row, c.col, c.measure).Type != data.Int ||
				d.tab.Measures[c.measure].Format.Percent) {
				return false
			}
		}
	}
	return true
}

// stacks returns the least and the greatest end of all stacks. Negative figures are stacked downwards from zero.
func (t *table) stacks() (lo, hi float64) {
	for i := range t.x {
		var down, up float64
		for s := range t.cells {
			if v := t.cells[s][i].v; v < 0 {
				down += v
			} else {
				up += v
			}
		}
		lo, hi = min(lo, down), max(hi, up)
	}
	return lo, hi
}

// drawBands draws the axes and the bars of a table. spare is the width of the figures beside horizontal bars. Figures
// are printed if the table has only one series and if they have room.
func (d *drawing) drawBands(t *table, l linear, inks []color.NRGBA, upright, stack bool, across *Level,
	spare float64) error {
	var b bands
	printed := !upright && len(t.by) == 1
	if upright {
		f := d.footOf(t.x, (d.right-d.left)*0.9/float64(len(t.x)), true)
		d.valueAxis(&l, f.height)
		d.bottom -= f.height
		b = bands{d.left, (d.right - d.left) / float64(len(t.x))}
		d.bottomLabels(t.x, b.middle, f, d.bottom)
	} else {
		b = bands{d.top, (d.bottom - small - 8 - d.top) / float64(len(t.x))}
		d.leftLabels(t.x, b)
		if printed = printed && b.size >= small+1 && spare < (d.right-d.left)/2; !printed {
			spare = 0
		}
		if l.lo < 0 { // the figures of negative bars are to the left of the bars
			d.left += spare
		}
		d.levelAxis(&l, spare)
	}
	thick := b.thick(len(t.by))
	if upright && d.isHistogram() {
		thick = max(b.size-1, b.size*0.9)
	}
	for i := range t.x {
		if i%256 == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		var down, up float64
		for s := range t.by {
			c := t.cells[s][i]
			if !c.ok {
				continue
			}
			from, side, size := 0.0, b.middle(i)-thick/2, thick
			switch {
			case stack && c.v < 0:
				from, down = down, down+c.v
			case stack:
				from, up = up, up+c.v
			default:
				size = thick / float64(len(t.by))
				side += float64(s) * size
				if size > 6 && len(t.by) > 1 {
					size--
				}
			}
			a, z := l.at(from), l.at(from+c.v)
			x0, y0, x1, y1 := min(a, z), side, max(a, z), side+size
			if upright {
				x0, y0, x1, y1 = side, min(a, z), side+size, max(a, z)
			}
			d.scene.add(rect{x0, y0, x1, y1, inks[s]})
			d.scene.mark(c, x0, y0, x1, y1)
			if printed {
				d.printBeside(c, x0, x1, (y0+y1)/2)
			}
		}
	}
	d.drawLevel(across, l, upright)
	return nil
}

// isHistogram reports whether the labels are all bins of equal width, including empty bins, so that the bars may touch.
func (f *figures) isHistogram() bool {
	return len(f.fields) == 1 && f.fields[0].Part == query.Bin && f.tab.Query.Layout.ShowEmpty
}

// printBeside prints the figure of a horizontal bar after its end.
func (d *drawing) printBeside(c cell, x0, x1, y float64) {
	t := text{x1 + 5, y + small*0.36, d.figure(c), small, false, d.colors.subtle, start, false}
	if c.v < 0 {
		t.x, t.anchor = x0-5, end
	}
	d.scene.add(t)
}
