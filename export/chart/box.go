package chart

import (
	"cmp"
	"errors"
	"slices"

	"cardinal/engine/query"
	"cardinal/internal/wording"
)

// box is the kind with box plots: for each label, a box from the first to the third quartile of the values, and lines
// to the least and the greatest value.
var box = &Kind{
	Name: "box", Noun: "box plot", Title: "Box plot",
	Words: "shows the least, the quartiles and the greatest of a field",
	suits: func(f *figures) error {
		if f.fiveNumbers() == nil {
			return errors.New("a box plot draws five measures of one field, its minimum, p(x, 0.25), median, " +
				"p(x, 0.75) and maximum: Box plot in the menu of a number puts them on Values")
		}
		return nil
	},
	draw: drawBoxes,
}

// FiveNumbers returns the measures of a column that a box plot draws: the least value, the quartiles and the greatest
// value.
func FiveNumbers(column string) []query.Measure {
	return []query.Measure{{Func: query.Min, Column: column}, {Func: query.Quantile, Column: column, Param: "0.25"},
		{Func: query.Median, Column: column}, {Func: query.Quantile, Column: column, Param: "0.75"},
		{Func: query.Max, Column: column}}
}

// fiveNumbers returns the measures of the pivot that are the FiveNumbers of one column or expression, in the order of
// FiveNumbers. If one of the five is missing in the pivot, it returns nil.
func (f *figures) fiveNumbers() []int {
	for _, first := range f.measures {
		of := f.tab.Measures[first].Figure()
		var found []int
		for _, want := range FiveNumbers(of.Column) {
			want.Expr, want.Where = of.Expr, of.Where
			at := slices.IndexFunc(f.measures, func(m int) bool {
				have := f.tab.Measures[m].Measure
				return have.Show.Kind == query.AsIs && have.IsSameFigure(want)
			})
			if at >= 0 {
				found = append(found, f.measures[at])
			}
		}
		if len(found) == 5 {
			return found
		}
	}
	return nil
}

// leastBox is the least width that a label with its box needs.
const leastBox = 8

func drawBoxes(d *drawing) error {
	five := d.fiveNumbers()
	x := places(0, len(d.fields))
	t, err := d.table(d.ctx, x, nil, []int{five[2], five[0], five[1], five[3], five[4]})
	if err != nil {
		return err
	}
	ordered := len(x) == 1 && d.fields[x[0]].ordered
	if ordered && d.fields[x[0]].dated {
		t.sortX()
	}
	t.lead = 1 // the medians decide which labels are the greatest
	d.note(t.keepX(max(2, int(d.scene.Width-90)/leastBox), ordered))
	d.noteOdd(t)
	lo, hi, some := t.bounds()
	if !some {
		return d.emptyError(t)
	}
	of := d.tab.Measures[five[2]]
	spread := d.words.L("Spread of {{.Field}}", wording.With{"Field": cmp.Or(of.Column, of.Expr)})
	if err := d.frame(d.titleBy([]string{spread}, x)); err != nil {
		return err
	}
	l, err := d.newScale(lo, hi, ticksIn(d.bottom-d.top, 44), of.Format, d.isWhole(t))
	if err != nil {
		return err
	}
	f := d.footOf(t.x, (d.right-d.left)*0.9/float64(len(t.x)), ordered)
	d.valueAxis(&l, f.height)
	d.bottom -= f.height
	b := bands{d.left, (d.right - d.left) / float64(len(t.x))}
	d.bottomLabels(t.x, b.middle, f, d.bottom)
	for i := range t.x {
		if i%256 == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		d.drawBox(t, i, l, b)
	}
	return nil
}

// drawBox draws the box of label i. The mark of the median covers the whole box. A label without a median has no box.
func (d *drawing) drawBox(t *table, i int, l linear, b bands) {
	for _, series := range t.cells {
		if !series[i].ok {
			return
		}
	}
	y := func(series int) float64 { return l.at(t.cells[series][i].v) }
	median, least, low, high, greatest := y(0), y(1), y(2), y(3), y(4)
	middle, thick, ink := b.middle(i), min(b.thick(1), 44), d.colors.series[0]
	left, right := middle-thick/2, middle+thick/2
	stroke := func(x0, y0, x1, y1 float64) { d.scene.add(rect{x0, y0, x1, y1, ink}) }
	stroke(crisp(middle), greatest, crisp(middle)+1, high)
	stroke(crisp(middle), low, crisp(middle)+1, least)
	for _, end := range []float64{least, greatest} {
		stroke(middle-thick/4, crisp(end), middle+thick/4, crisp(end)+1)
	}
	stroke(left, high, right, max(low, high+1))
	if low-high > 6 {
		d.scene.add(rect{left, median - 1, right, median + 1, d.colors.paper})
	}
	d.scene.mark(t.cells[0][i], left, min(greatest, high), right, max(least, low))
}
