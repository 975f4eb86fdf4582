package chart

import (
	"math"
	"slices"
	"strconv"
	"time"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
)

// isContinuous reports whether the labels of a field are times or numbers, whose values are their positions on the
// axis. All other labels are placed at equal distances.
func isContinuous(labels []label, f field) bool {
	if f.time {
		return true
	}
	numbers := 0
	for _, l := range labels {
		switch {
		case l.value.Type.Numeric():
			numbers++
		case !l.value.IsNull():
			return false
		}
	}
	return numbers > 0
}

// place returns the position of a label on an axis of times or numbers.
func (l label) place() float64 {
	if v, ok := l.value.Number(); ok {
		return v
	}
	at := l.value.Time()
	return float64(at.Unix()) + float64(at.Nanosecond())/1e9
}

// orderAxis draws the labels of an ordered field below the free area, and returns a function that returns the position
// of label i.
func (d *drawing) orderAxis(labels []label, f field) func(i int) float64 {
	if !isContinuous(labels, f) {
		size := (d.right - d.left) / float64(len(labels))
		b := bands{d.left, size}
		d.bottomLabels(labels, b.middle, d.footOf(labels, size, true), d.bottom)
		return b.middle
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, l := range labels {
		lo, hi = min(lo, l.place()), max(hi, l.place())
	}
	const margin = 8
	from, to := d.left+margin, d.right-margin
	at := func(v float64) float64 {
		if hi/2 == lo/2 {
			return (from + to) / 2
		}
		return from + (v/2-lo/2)/(hi/2-lo/2)*(to-from) // the halves prevent an overflow
	}
	switch {
	case f.time && hi > lo:
		d.timeTicks(lo, hi, at, labels[0].value.Unit)
	case d.fitTicks(labels, at):
		until := math.Inf(-1)
		for _, l := range labels {
			until = d.tick(at(l.place()), l.text, until)
		}
	default:
		d.numberTicks(lo, hi, at, !slices.ContainsFunc(labels, func(l label) bool { return l.value.Type != data.Int }))
	}
	return func(i int) float64 { return at(labels[i].place()) }
}

// fitTicks reports whether all labels of numbers fit at their positions without touching each other.
func (d *drawing) fitTicks(labels []label, at func(float64) float64) bool {
	until := math.Inf(-1)
	for _, l := range labels {
		x, half := at(l.place()), d.fonts.width(l.text, small, false)/2
		if x-half < until {
			return false
		}
		until = x + half + tickGap
	}
	return true
}

// numberTicks draws ticks at round numbers, without separators between thousands, like labels. whole says whether the
// labels are integers.
func (d *drawing) numberTicks(lo, hi float64, at func(float64) float64, whole bool) {
	l, err := newLinear(lo, hi, ticksIn(d.right-d.left, 80), pivot.Format{}, whole)
	if err != nil {
		return
	}
	places := max(0, -int(math.Floor(math.Log10(l.step)+1e-9)))
	if l.step*math.Pow10(places) != math.Round(l.step*math.Pow10(places)) { // a step such as 2.5
		places++
	}
	until := math.Inf(-1)
	for _, v := range l.ticks() {
		if v >= lo && v <= hi {
			until = d.tick(at(v), d.fonts.withMinus(separators.Show(strconv.FormatFloat(v, 'f', places, 64))), until)
		}
	}
}

// tickGap is the least distance between the labels of two ticks.
const tickGap = 10

// tick draws the label of a tick below the free area, except if it would touch the previous label, which ends at until.
// It returns the end of the last label that is drawn.
func (d *drawing) tick(x float64, s string, until float64) float64 {
	half := d.fonts.width(s, small, false) / 2
	if x-half < until {
		return until
	}
	middleOf := min(x, d.scene.Width-half-2)
	d.scene.add(rect{crisp(x), d.bottom, crisp(x) + 1, d.bottom + 4, d.colors.zero})
	d.scene.add(text{middleOf, d.bottom + small + 5, s, small, false, d.colors.subtle, middle, false})
	return x + half + tickGap
}

// stepOf is a distance in time between two ticks, with the layout of the labels.
type stepOf struct {
	months, seconds int
	layout          string
}

// steps lists the distances of ticks in ascending order.
var steps = []stepOf{
	{0, 1, time.TimeOnly}, {0, 5, time.TimeOnly}, {0, 15, time.TimeOnly}, {0, 30, time.TimeOnly},
	{0, 60, "01-02 15:04"}, {0, 300, "01-02 15:04"}, {0, 900, "01-02 15:04"}, {0, 3600, "01-02 15:04"},
	{0, 3 * 3600, "01-02 15:04"}, {0, 6 * 3600, "01-02 15:04"},
	{0, 12 * 3600, "01-02 15:04"}, {0, day, time.DateOnly}, {0, 2 * day, time.DateOnly}, {0, 7 * day, time.DateOnly},
	{0, 14 * day, time.DateOnly},
	{1, 0, "2006-01"}, {2, 0, "2006-01"}, {3, 0, "2006-01"}, {6, 0, "2006-01"}, {12, 0, "2006"}, {24, 0, "2006"},
	{60, 0, "2006"},
	{120, 0, "2006"}, {240, 0, "2006"}, {600, 0, "2006"}, {1200, 0, "2006"}, {6000, 0, "2006"}, {12000, 0, "2006"},
}

const day = 86400

// timeTicks draws ticks at round times. If the labels are periods, two ticks are at least one period apart.
func (d *drawing) timeTicks(lo, hi float64, at func(float64) float64, unit calendar.Unit) {
	least := map[calendar.Unit]float64{calendar.Years: 365 * day, calendar.Quarters: 89 * day,
		calendar.Months: 27 * day, calendar.Weeks: 7 * day,
		calendar.Days: day, calendar.Hours: 3600, calendar.Minutes: 60}[unit]
	for _, s := range steps {
		length := float64(s.seconds) + float64(s.months)*30.44*day
		wide := d.fonts.width(time.Date(2000, 12, 28, 22, 58, 58, 0, time.UTC).Format(s.layout), small, false) + 18
		if length < least || length/(hi-lo)*(d.right-d.left) < wide {
			continue
		}
		until, some := math.Inf(-1), false
		for t := s.first(lo, unit); t <= hi; t = s.next(t) {
			if t >= lo {
				until = d.tick(at(t), s.write(t, unit), until)
				some = true
			}
		}
		if some {
			return
		}
		break
	}
	layout := time.DateOnly
	if hi-lo < day {
		layout = "15:04:05.999"
	}
	until := math.Inf(-1)
	for _, v := range []float64{lo, hi} {
		until = d.tick(at(v), time.UnixMilli(int64(math.Round(v*1000))).UTC().Format(layout), until)
	}
}

// first returns the last round time that is not after t.
func (s stepOf) first(t float64, unit calendar.Unit) float64 {
	at := time.Unix(int64(math.Floor(t)), 0).UTC()
	if s.months > 0 {
		months := at.Year()*12 + int(at.Month()) - 1
		months -= ((months % s.months) + s.months) % s.months
		return float64(time.Date(0, time.Month(months+1), 1, 0, 0, 0, 0, time.UTC).Unix())
	}
	shift := 0.0
	if s.seconds%(7*day) == 0 || unit == calendar.Weeks { // 1970-01-05 was a Monday
		shift = 4 * day
	}
	return math.Floor((t-shift)/float64(s.seconds))*float64(s.seconds) + shift
}

// next returns the round time after t.
func (s stepOf) next(t float64) float64 {
	if s.months > 0 {
		return float64(time.Unix(int64(t), 0).UTC().AddDate(0, s.months, 0).Unix())
	}
	return t + float64(s.seconds)
}

// write writes a round time in the form of labels of the unit.
func (s stepOf) write(t float64, unit calendar.Unit) string {
	at := time.Unix(int64(t), 0).UTC()
	switch {
	case unit == calendar.Quarters && s.months < 12, unit == calendar.Weeks && s.months == 0:
		return calendar.PeriodOf(unit, int64(t)).String()
	case s.seconds > 0 && s.seconds < day && at.Hour() == 0 && at.Minute() == 0 && at.Second() == 0:
		return at.Format(time.DateOnly)
	}
	return at.Format(s.layout)
}
