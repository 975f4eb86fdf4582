package chart

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/internal/each"
	"cardinal/internal/wording"
	"cardinal/profiler"
)

// points is the kind with a point for each label. The coordinates of a point are the label's figures in two measures.
var points = &Kind{
	Name: "scatter", Noun: "points", Title: "Points", Words: "sets two measures against each other",
	suits: func(f *figures) error {
		if len(f.measures) < 2 {
			return fmt.Errorf("points need two measures of numbers, one for each axis: put another one on Values")
		}
		return nil
	},
	draw:    drawPoints,
	shelves: (*figures).pointShelves,
}

// pointShelves returns the fields whose labels have a point each, and the fields of the series: the row fields and the
// column fields. Without column fields, the outermost of several row fields makes the series.
func (f *figures) pointShelves(context.Context) (x, by, measures []int) {
	f.leaveMeasures(f.measures[:2])
	x, by = f.sides()
	if len(by) == 0 && len(x) > 1 {
		x, by = x[1:], x[:1]
	}
	return x, by, f.measures[:2]
}

func drawPoints(d *drawing) error {
	d.spread()
	x, by, two := d.pointShelves(d.ctx)
	upward, err := d.table(d.ctx, x, by, two)
	if err != nil {
		return err
	}
	half := len(upward.by) / 2 // the series of the first measure; the others are of the second
	across := &table{x: upward.x, by: upward.by[:half], cells: upward.cells[:half], odd: upward.odd}
	upward.cells = upward.cells[half:]
	for i := range across.by {
		across.by[i].text = strings.TrimPrefix(across.by[i].text, d.title(two[0])+data.NameSeparator)
	}
	both, lone := pairFigures(across, upward)
	d.noteOdd(across)
	if lone > 0 {
		d.note(d.words.N("{{.N}} label without a figure of both measures is left out.",
			"{{.N}} labels without a figure of both measures are left out.", lone))
	}
	if len(both) == 0 {
		return d.emptyError(across)
	}
	high := &table{x: make([]label, len(both)), cells: [][]cell{make([]cell, len(both))}}
	for i, p := range both {
		high.cells[0][i] = p.at[1]
	}
	level, err := d.level(d.style, high, false)
	if err != nil {
		return err
	}
	whole := both
	if n := len(both); n > maxMarks {
		both = sample(both)
		d.note(d.words.L("An even sample of {{.N}} of {{.All}} points, with the outermost ones.",
			wording.With{"N": profiler.Count(len(both)), "All": profiler.Count(n)}))
	}
	inks := slices.Repeat([]color.NRGBA{d.colors.series[0]}, len(across.by))
	if len(inks) <= maxSeries {
		inks = d.series(across)
	}
	trends := d.pointTrends(whole, len(inks), inks, d.title(two[0]))
	against := d.words.L("{{.Upward}} against {{.Across}}",
		wording.With{"Upward": d.title(two[1]), "Across": d.title(two[0])})
	if err := d.frame(d.titleBy([]string{against}, append(append([]int{}, by...), x...))); err != nil {
		return err
	}
	scale := func(k, about int) (linear, error) {
		lo, hi, whole := math.Inf(1), math.Inf(-1), true
		for _, p := range both {
			c := p.at[k]
			lo, hi = min(lo, c.v), max(hi, c.v)
			whole = whole && d.tab.OfMeasure(c.row, c.col, c.measure).Type == data.Int
		}
		if k == 1 {
			lo, hi = level.widen(lo, hi)
		}
		if lo > 0 && lo < 0.5*hi && !d.style.Log {
			lo = 0
		}
		m := both[0].at[k].measure
		return d.newScale(lo, hi, about, d.tab.Measures[m].Format, whole && !d.tab.Measures[m].Format.Percent)
	}
	h, err := scale(0, ticksIn((d.right-d.left)*0.85, 90))
	if err != nil {
		return err
	}
	v, err := scale(1, ticksIn(d.bottom-d.top-40, 44))
	if err != nil {
		return err
	}
	d.scene.add(text{d.left, d.top + small, d.fonts.fit("↑ "+d.title(two[1]), small, false, d.right-d.left), small,
		false, d.colors.ink, start, false})
	d.scene.add(text{d.right, d.bottom - 3, d.fonts.fit(d.title(two[0])+" →", small, false, d.right-d.left), small,
		false, d.colors.ink, end, false})
	d.top += small + 8
	d.bottom -= small + 6
	d.valueAxis(&v, small+8)
	d.levelAxis(&h, 0)
	r := 4.5
	switch {
	case len(both) > 2000:
		r = 2
	case len(both) > 200:
		r = 3
	}
	dots, names := make([]dot, len(both)), make([]string, len(both))
	for i, p := range both {
		if i%1024 == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		px, py := h.at(p.at[0].v), v.at(p.at[1].v)
		ink := inks[p.by]
		ink.A = 0xC8
		dots[i] = dot{px, py, r, ink}
		d.scene.add(dots[i])
		d.scene.mark(p.at[1], px-r, py-r, px+r, py+r)
		if trends != nil {
			d.scene.Marks[i].Trend = trends[p.by%len(trends)].text
		}
		name := across.x[p.x]
		// the text of a name is the series, if the legend does not name the series
		if len(across.by) > maxSeries || name.text == "" {
			name = across.by[p.by].join(name)
		}
		names[i] = name.text
	}
	for s, fit := range trends {
		from, to := math.Inf(1), math.Inf(-1)
		for _, p := range whole {
			if p.by%len(trends) == s {
				from, to = min(from, p.at[0].v), max(to, p.at[0].v)
			}
		}
		const parts = 64 // the line is drawn in parts, since on a logarithmic axis it is a curve
		var line []point
		for i := range parts + 1 {
			at := h.value(h.at(from) + (h.at(to)-h.at(from))*float64(i)/parts)
			line = append(line, point{h.at(at), fit.at(at)})
		}
		if fit.text != "" {
			d.drawTrend(line, v, inks[s])
		}
	}
	d.drawLevel(level, v, true)
	return d.nameDots(dots, names)
}

// pair is the figures of a label in two measures.
type pair struct {
	at    [2]cell // horizontal and vertical
	by, x int     // the indices of the series and of the label
}

// pairFigures pairs the figures of two tables with the same labels. lone counts the labels that have a figure in only
// one table.
func pairFigures(a, b *table) (both []pair, lone int) {
	for s := range a.cells {
		for i := range a.cells[s] {
			x, y := a.cells[s][i], b.cells[s][i]
			switch {
			case x.ok && y.ok:
				both = append(both, pair{[2]cell{x, y}, s, i})
			case x.ok != y.ok:
				lone++
			}
		}
	}
	return both, lone
}

// sample returns at most maxMarks points: an even sample, and the outermost points along each axis.
func sample(both []pair) (some []pair) {
	var ends [4]int
	for i, p := range both {
		for k, c := range p.at {
			if c.v < both[ends[2*k]].at[k].v {
				ends[2*k] = i
			}
			if c.v > both[ends[2*k+1]].at[k].v {
				ends[2*k+1] = i
			}
		}
	}
	picked := append(pickEvenly(len(both), maxMarks-len(ends)), ends[:]...)
	slices.Sort(picked)
	return each.Of(slices.Compact(picked), func(i int) pair { return both[i] })
}

// pickEvenly picks `most` of the integers below n. It divides the integers into `most` ranges of equal length, and
// picks one at random from each range, so that the picks have no period. It picks the same integers every time.
func pickEvenly(n, most int) []int {
	r := rand.New(rand.NewPCG(1, 2))
	places := make([]int, most)
	for i := range places {
		from, to := i*n/most, (i+1)*n/most
		places[i] = from + r.IntN(to-from)
	}
	return places
}
