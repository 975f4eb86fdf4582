package chart

import (
	"cmp"
	"errors"
	"image/color"
	"math"
	"slices"
	"strconv"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/floatsum"
	"cardinal/internal/separators"
	"cardinal/internal/wording"
)

// Level is a reference line of a chart, which marks a figure, such as the average.
type Level struct {
	Value float64
	Text  string // what the figure is, and the figure
}

// level returns the reference line that the style asks for, or nil. An average or a median is computed from the
// figures of all measures on one axis. They include labels for which the chart has no room, but not Others. If the
// figures are stacked, the average or median is that of the sums of the stacks.
func (f *figures) level(s Style, t *table, stack bool) (*Level, error) {
	if s.Across == "" {
		return nil, nil
	}
	var all []float64
	for i := range t.x {
		sum, some := 0.0, false
		for n := range t.cells {
			c := t.cells[n][i]
			if !c.ok || f.isOthers(c) {
				continue
			}
			sum, some = sum+c.v, true
			if !stack {
				all = append(all, c.v)
			}
		}
		if stack && some {
			all = append(all, sum)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("a reference line of the chart cannot be computed: the only figures belong to Others, " +
			"which stands for several labels")
	}
	l := &Level{}
	switch s.Across {
	case Average:
		var exact floatsum.Sum
		for _, v := range all {
			exact.Add(v)
		}
		sum, _ := exact.Float()
		l.Value, l.Text = sum/float64(len(all)), f.words.L("Average")+" "
	case Median:
		slices.Sort(all)
		n := len(all)
		l.Value, l.Text = all[(n-1)/2]/2+all[n/2]/2, f.words.L("Median")+" "
	default:
		l.Value, _ = strconv.ParseFloat(s.Across, 64)
	}
	format := f.tab.Measures[t.cells[0][0].measure].Format
	if format.Places == 0 && l.Value != math.Trunc(l.Value) { // the average or median of whole numbers
		format.Places = 2
	}
	step := math.Pow10(max(format.Places, 0))
	if format.Percent {
		step *= 100
	}
	if format.Places >= 0 && math.Round(l.Value*step)/step != l.Value {
		l.Text += "≈ "
	}
	l.Text += format.Text(data.FloatValue(l.Value))
	return l, nil
}

// isOthers reports whether a figure belongs to Others, or to a label below Others.
func (f *figures) isOthers(c cell) bool {
	for depth := 1; depth <= f.tab.Rows.Depth(c.row); depth++ {
		if f.tab.Rows.Others(f.tab.Rows.Ancestor(c.row, depth)) {
			return true
		}
	}
	for depth := 1; depth <= f.tab.Cols.Depth(c.col); depth++ {
		if f.tab.Cols.Others(f.tab.Cols.Ancestor(c.col, depth)) {
			return true
		}
	}
	return false
}

// widen extends a range of figures so that it includes the reference line of the chart.
func (l *Level) widen(lo, hi float64) (float64, float64) {
	if l == nil {
		return lo, hi
	}
	return min(lo, l.Value), max(hi, l.Value)
}

// drawLevel draws a dashed line across the plot, with its text. axis is the axis of the figures, and vertical says
// whether this axis is vertical.
func (d *drawing) drawLevel(l *Level, axis linear, vertical bool) {
	if l == nil {
		return
	}
	const dash, gap = 6.0, 4.0
	at := crisp(axis.at(l.Value))
	s := d.fonts.fit(d.fonts.withMinus(l.Text), small, true, d.right-d.left)
	wide := d.fonts.width(s, small, true)
	x, y := d.right-wide-4, at-5
	if vertical {
		for from := d.left; from < d.right; from += dash + gap {
			d.scene.add(rect{from, at, min(from+dash, d.right), at + 1, d.colors.ink})
		}
		if y-small < d.top {
			y = at + small + 4
		}
	} else {
		for from := d.top; from < d.bottom; from += dash + gap {
			d.scene.add(rect{at, from, at + 1, min(from+dash, d.bottom), d.colors.ink})
		}
		if x, y = at+6, d.bottom-5; x+wide > d.right {
			x = at - 6 - wide
		}
	}
	paper := d.colors.paper
	paper.A = 0xD8
	d.scene.add(rect{x - 3, y - small, x + wide + 3, y + 4, paper})
	d.scene.add(text{x, y, s, small, true, d.colors.ink, start, false})
}

// trend is the straight line of least squares through figures.
type trend struct {
	base, slope float64   // the figure at x = 0, and what one step of x adds
	r2          float64   // the share of the variance that the line explains; NaN: there is no variance
	text        string    // the formula, for tooltips; "": too few figures
	x           []float64 // the x of each label along the axis; nil for points
}

// newTrend fits a line. If all x are equal, ok is false. It sums differences from the means, so that large figures with
// small differences do not lose digits.
func newTrend(x, y []float64) (t trend, ok bool) {
	n := float64(len(x))
	var meanX, meanY, xx, xy, yy float64
	for i := range x {
		meanX, meanY = meanX+x[i]/n, meanY+y[i]/n
	}
	for i := range x {
		dx, dy := x[i]-meanX, y[i]-meanY
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	if len(x) < 2 || xx == 0 || math.IsInf(xx+yy, 0) || math.IsNaN(xy) {
		return t, false
	}
	t.slope = xy / xx
	t.base, t.r2 = meanY-t.slope*meanX, xy/xx*xy/yy
	return t, true
}

func (t trend) at(x float64) float64 { return t.base + t.slope*x }

// fit returns the text of R².
func (t trend) fit(w *wording.Words) string {
	if math.IsNaN(t.r2) {
		return w.L("all figures are equal")
	}
	return "R² = " + separators.Show(strconv.FormatFloat(t.r2, 'f', 3, 64))
}

// digits writes a number of a formula with at least four digits.
func digits(v float64) string {
	if v < 0 {
		return "−" + digits(-v)
	}
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e15) {
		return separators.Show(strconv.FormatFloat(v, 'e', 3, 64))
	}
	places := 0
	for a := math.Abs(v); a != 0 && a < 1000; a *= 10 {
		places++
	}
	return separators.Show(separators.Group(strconv.FormatFloat(v, 'f', places, 64)))
}

// signedDigits writes a number of a formula with its sign, plus or minus.
func signedDigits(v float64) string {
	if v < 0 {
		return "− " + digits(-v)
	}
	return "+ " + digits(v)
}

// steps returns the x of each label for a trend, and the name of one step of x. The x of a number is the number itself.
// The x of a period is its distance from the first period. The x of a day or a time is its distance from the first one,
// in days. All other labels are counted from 0.
func (d *drawing) steps(labels []label, f field) (x []float64, step string) {
	if !isContinuous(labels, f) {
		for i := range labels {
			x = append(x, float64(i))
		}
		return x, "label"
	}
	if labels[0].value.Type.Numeric() {
		for _, l := range labels {
			x = append(x, l.place())
		}
		return x, ""
	}
	unit := cmp.Or(labels[0].value.Unit, calendar.Days)
	count := func(l label) float64 {
		at := int64(math.Floor(l.place()))
		year, month, _ := calendar.Civil(calendar.FloorDiv(at, day))
		switch unit {
		case calendar.Years:
			return float64(year)
		case calendar.Quarters:
			return float64(4*year + int64(calendar.Quarter(month)))
		case calendar.Months:
			return float64(12*year + int64(month))
		case calendar.Weeks:
			return l.place() / (7 * day)
		case calendar.Days:
			return l.place() / day
		}
		return l.place() / float64(unit.Seconds())
	}
	for _, l := range labels {
		x = append(x, count(l)-count(labels[0]))
	}
	return x, unit.String()
}

// lineTrends returns a trend for each line if the style asks for trends.
func (d *drawing) lineTrends(t *table, f field, inks []color.NRGBA) (all []trend) {
	if !d.style.Trend {
		return nil
	}
	steps, step := d.steps(t.x, f)
	for _, cells := range t.cells {
		var x, y []float64
		for i, c := range cells {
			if c.ok {
				x, y = append(x, steps[i]), append(y, c.v)
			}
		}
		one, ok := newTrend(x, y)
		switch {
		case !ok:
		case step == "":
			one.text = d.trendText(one, f.ByIn(d.words))
		default:
			one.text = d.words.L("Trend: {{.Base}} at {{.Label}}, {{.Slope}} per {{.Step}}",
				wording.With{"Base": digits(one.at(steps[0])), "Label": t.x[0].text, "Slope": signedDigits(one.slope),
					"Step": d.words.L(step)})
		}
		one.x = steps
		all = append(all, one)
	}
	d.nameTrends(all, inks)
	return all
}

// pointTrends returns a trend for each of n series of points. If the series have no colours of their own, it returns
// one trend for all points.
func (d *drawing) pointTrends(both []pair, n int, inks []color.NRGBA, across string) []trend {
	if !d.style.Trend {
		return nil
	}
	if n > maxSeries {
		n = 1
	}
	all, x, y := make([]trend, n), make([][]float64, n), make([][]float64, n)
	for _, p := range both {
		s := p.by % n
		x[s], y[s] = append(x[s], p.at[0].v), append(y[s], p.at[1].v)
	}
	for s := range all {
		ok := false
		if all[s], ok = newTrend(x[s], y[s]); ok {
			all[s].text = d.trendText(all[s], across)
		}
	}
	d.nameTrends(all, inks)
	return all
}

// trendText writes the formula of a trend. across is the name of what the horizontal axis shows.
func (d *drawing) trendText(t trend, across string) string {
	return d.words.L("Trend: {{.Formula}}", wording.With{
		"Formula": digits(t.base) + " " + signedDigits(t.slope) + " × " + across})
}

// nameTrends adds the R² of each trend to the legend. If there is only one trend, it also adds the formula. It adds a
// note about series without a trend.
func (d *drawing) nameTrends(all []trend, inks []color.NRGBA) {
	none := 0
	for s, t := range all {
		switch {
		case t.text == "":
			none++
		case len(all) == 1:
			d.legend = append(d.legend, entry{text: t.text, ink: inks[0], share: t.fit(d.words)})
		default:
			d.legend[s].share = t.fit(d.words)
		}
		if t.text != "" {
			all[s].text += ", " + t.fit(d.words)
		}
	}
	if none > 0 {
		d.note(d.words.N("A trend needs figures at two places, and {{.N}} line has no such figures.",
			"A trend needs figures at two places, and {{.N}} lines have no such figures.", none))
	}
}

// drawTrend draws the part of a trend that lies within the axis. The y of each point of line is a figure.
func (d *drawing) drawTrend(line []point, axis linear, ink color.NRGBA) {
	var run []point
	for i, p := range line {
		if inside := p.y >= axis.lo && p.y <= axis.hi; inside {
			run = append(run, point{p.x, axis.at(p.y)})
			if i+1 < len(line) {
				continue
			}
		}
		if len(run) > 1 {
			d.scene.add(polyline{thin(run), 1.5, ink})
		}
		run = nil
	}
}
