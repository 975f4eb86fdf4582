package chart

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"slices"

	"cardinal/internal/wording"
)

// lines is the kind with lines over a field whose labels have an order.
var lines = &Kind{
	Name: "line", Noun: "lines", Title: "Lines", Words: "follows figures over time or over numbers",
	suits:   (*figures).needsOrder,
	draw:    func(d *drawing) error { return d.course(false) },
	shelves: func(f *figures, ctx context.Context) (x, by, measures []int) { return f.courseShelves(ctx, false) },
}

// courseShelves returns the ordered field for the axis, and the other fields, or several measures, for the series.
func (f *figures) courseShelves(ctx context.Context, area bool) (x, by, measures []int) {
	along := f.lineField()
	for i := range f.fields {
		if i != along {
			by = append(by, i)
		}
	}
	measures = f.measures[:1]
	switch {
	case area && len(by) == 0:
		measures = f.measures[:max(1, f.countParts())]
	case len(by) == 0:
		return []int{along}, by, f.measuresOfOneAxis(ctx)
	}
	f.leaveMeasures(measures)
	return []int{along}, by, measures
}

// needsOrder returns an error if no field has an order.
func (f *figures) needsOrder() error {
	if f.lineField() < 0 {
		return fmt.Errorf("this chart needs a field with an order, such as a date or a number: put one on Rows or " +
			"Columns, or choose bars")
	}
	return nil
}

// lineField returns the index of the field for the axis of lines: a field of times that do not recur, or else any field
// with an order. Without such a field it returns -1.
func (f *figures) lineField() int {
	at := -1
	for i, field := range f.fields {
		if isLasting(field) {
			return i
		}
		if field.ordered && at < 0 {
			at = i
		}
	}
	return at
}

// maxMarks is the largest number of figures that are drawn.
const maxMarks = 10_000

// course draws lines or areas.
func (d *drawing) course(area bool) error {
	x, by, measures := d.courseShelves(d.ctx, area)
	along := x[0]
	t, err := d.table(d.ctx, x, by, measures)
	if err != nil {
		return err
	}
	t.sortX()
	across, err := d.level(d.style, t, area)
	if err != nil {
		return err
	}
	if left := t.dropPlaceless(d.fields[along]); len(left) > 0 {
		d.note(d.words.N("{{.Labels}} has no place on the axis and is left out.",
			"{{.Labels}} have no place on the axis and are left out.", len(left),
			wording.With{"Labels": d.words.And(left)}))
	}
	d.keepSeries(t)
	d.note(t.keepX(maxMarks/max(1, len(t.by)), true))
	d.noteOdd(t)
	lo, hi, some := t.bounds()
	if !some {
		return d.emptyError(t)
	}
	if area && len(t.by) > 1 && !d.hasPanels(t) {
		if lo < 0 {
			return errNegativeParts
		}
		lo, hi = t.stacks()
	}
	lo, hi = across.widen(lo, hi)
	if area || !d.style.Log && (lo > 0 && lo < 0.9*hi || hi < 0 && hi > 0.9*lo) {
		lo, hi = min(lo, 0), max(hi, 0)
	}
	inks := d.series(t)
	trends := d.lineTrends(t, d.fields[along], inks)
	names := d.panelLegend(t)
	if err := d.frame(d.titleOf(measures, append([]int{along}, by...))); err != nil {
		return err
	}
	_, down := d.panelGrid(t)
	l, err := d.newScale(lo, hi, ticksIn((d.bottom-d.top)/float64(down), 44), d.tab.Measures[measures[0]].Format,
		d.isWhole(t))
	if err != nil {
		return err
	}
	return d.eachPanel(t, names, inks, func(first int, t *table, inks []color.NRGBA) error {
		l, n := l, len(d.scene.Marks) // the marks of a series follow one another
		d.valueAxis(&l, small+8)
		d.bottom -= small + 8
		at := d.orderAxis(t.x, d.fields[along])
		draw := d.drawLines
		if area {
			draw = d.drawAreas
		}
		if err := draw(t, l, at, inks); err != nil {
			return err
		}
		for s := range t.by {
			if trends == nil {
				break
			}
			fit := trends[first+s]
			line := make([]point, len(t.x))
			for i := range t.x {
				line[i] = point{at(i), fit.at(fit.x[i])}
				if t.cells[s][i].ok {
					d.scene.Marks[n].Trend = fit.text
					n++
				}
			}
			if fit.text != "" {
				d.drawTrend(line, l, inks[s])
			}
		}
		d.drawLevel(across, l, true)
		return nil
	})
}

// dropPlaceless removes the labels without a position on an axis of times or numbers, such as null and infinity. It
// returns the texts of these labels.
func (t *table) dropPlaceless(f field) (left []string) {
	if !isContinuous(t.x, f) {
		return nil
	}
	var order []int
	for i, l := range t.x {
		if v, _ := l.value.Number(); l.value.IsNull() || math.IsNaN(v) || math.IsInf(v, 0) {
			left = append(left, l.text)
		} else {
			order = append(order, i)
		}
	}
	t.takeX(order)
	return left
}

// drawLines draws a line for each series, with gaps at missing figures.
func (d *drawing) drawLines(t *table, l linear, x func(int) float64, inks []color.NRGBA) error {
	dots := len(t.x)*12 < int(d.right-d.left)
	for s, cells := range t.cells {
		if d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		for _, run := range runs(cells, l, x) {
			switch {
			case len(run) > 1:
				d.scene.add(polyline{thin(run), 2, inks[s]})
			case !dots:
				d.scene.add(dot{run[0].x, run[0].y, 2.5, inks[s]})
			}
		}
		for i, c := range cells {
			if !c.ok {
				continue
			}
			px, py := x(i), l.at(c.v)
			if dots {
				d.scene.add(dot{px, py, 3, inks[s]})
			}
			d.scene.mark(c, px-3, py-3, px+3, py+3)
		}
	}
	return nil
}

// runs returns the points of the figures, split where a figure is missing.
func runs(cells []cell, l linear, x func(int) float64) (all [][]point) {
	gap := true
	for i, c := range cells {
		if c.ok {
			if gap {
				all = append(all, nil)
			}
			last := len(all) - 1
			all[last] = append(all[last], point{x(i), l.at(c.v)})
		}
		gap = !c.ok
	}
	return all
}

// thin removes points that nobody could distinguish. Within each unit of the axis, it keeps the highest, the lowest,
// the first and the last point (Jugel, Jerzak, Hackenbroich and Markl, "M4", 2014).
func thin(run []point) []point {
	if len(run) < 2000 {
		return run
	}
	var out []point
	for from := 0; from < len(run); {
		to, low, high := from, from, from
		for to < len(run) && math.Floor(run[to].x) == math.Floor(run[from].x) {
			if run[to].y < run[low].y {
				low = to
			}
			if run[to].y > run[high].y {
				high = to
			}
			to++
		}
		keep := []int{from, min(low, high), max(low, high), to - 1}
		for _, i := range slices.Compact(keep) {
			out = append(out, run[i])
		}
		from = to
	}
	return out
}
