package chart

import (
	"fmt"
	"math"
	"strconv"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// linear maps figures to positions along an axis.
type linear struct {
	lo, hi, step float64 // the ends of the axis are multiples of step
	from, to     float64 // the positions of lo and hi
	log          bool    // the axis is logarithmic, and its ends are 1, 2 or 5 times powers of ten
	format       pivot.Format
}

// newLinear returns a scale for figures from lo to hi, with about `about` ticks at round numbers. If whole is set, the
// figures are integers, and so are the ticks.
func newLinear(lo, hi float64, about int, format pivot.Format, whole bool) (linear, error) {
	if size := max(math.Abs(lo), math.Abs(hi)); hi-lo <= size*1e-12 { // all figures are equal
		pad := size / 2
		if size == 0 {
			pad = 1
		}
		lo, hi = lo-pad, hi+pad
		if size == 0 {
			lo = 0
		}
	}
	span := hi - lo
	if math.IsInf(span, 0) || max(math.Abs(lo), math.Abs(hi)) > 1e307 {
		return linear{}, fmt.Errorf("figures from %.3g to %.3g are too far apart to draw", lo, hi)
	}
	raw := span / float64(max(about, 1))
	l := linear{format: format, step: roundStep(raw, whole)}
	if format.Duration {
		l.step = clockStep(raw*secondsOfDay) / secondsOfDay
	}
	if l.step == 0 || l.step < 1e-300 {
		return linear{}, fmt.Errorf("figures from %.3g to %.3g are too small to draw", lo, hi)
	}
	l.lo, l.hi = min(lo, math.Floor(lo/l.step+1e-9)*l.step), max(hi, math.Ceil(hi/l.step-1e-9)*l.step)
	return l, nil
}

// roundStep returns the least of 1, 2, 2.5 and 5 times a power of ten that is at least raw.
func roundStep(raw float64, whole bool) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 2.5, 5, 10} {
		step := m * power
		if step >= raw*(1-1e-9) && (!whole || step >= 1 && step == math.Trunc(step)) {
			return step
		}
	}
	if whole && raw < 1 {
		return 1
	}
	return 10 * power
}

const secondsOfDay = 86400

// clockStep returns the least round number of seconds, minutes or hours that is at least raw seconds.
func clockStep(raw float64) float64 {
	if raw < 1 {
		return roundStep(raw, false)
	}
	for _, step := range []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600} {
		if step >= raw*(1-1e-9) {
			return step
		}
	}
	return 3600 * roundStep(raw/3600, true)
}

// newLog returns a logarithmic scale for figures above zero.
func newLog(lo, hi float64, format pivot.Format) linear {
	return linear{log: true, lo: roundRatio(lo, false), hi: roundRatio(max(hi, lo*1.5), true), format: format}
}

// roundRatio rounds v to 1, 2 or 5 times a power of ten: upwards if up is set, else downwards.
func roundRatio(v float64, up bool) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)+1e-12))
	best := power
	for _, m := range []float64{2, 5, 10} {
		if up && best < v*(1-1e-9) || !up && m*power <= v*(1+1e-9) {
			best = m * power
		}
	}
	return best
}

// newScale returns a linear scale or, if the style asks for it, a logarithmic scale. A logarithmic scale cannot have
// figures of zero or below.
func (d *drawing) newScale(lo, hi float64, about int, format pivot.Format, whole bool) (linear, error) {
	if !d.style.Log {
		return newLinear(lo, hi, about, format, whole)
	}
	if lo > 0 && (hi > 1e307 || lo < 1e-300) {
		return linear{}, fmt.Errorf("figures from %.3g to %.3g are too far apart to draw", lo, hi)
	}
	if lo <= 0 {
		return linear{}, fmt.Errorf("a logarithmic axis shows only figures above zero, and the least figure here is "+
			"%s: leave out such figures by a filter, or turn the logarithmic axis off",
			format.Text(data.FloatValue(lo)))
	}
	l := newLog(lo, hi, format)
	l.step = float64(about)
	return l, nil
}

// at returns the position of a figure.
func (l linear) at(v float64) float64 {
	if l.log {
		return l.from + math.Log(v/l.lo)/math.Log(l.hi/l.lo)*(l.to-l.from)
	}
	return l.from + (v-l.lo)/(l.hi-l.lo)*(l.to-l.from)
}

// value returns the figure at a position.
func (l linear) value(at float64) float64 {
	share := (at - l.from) / (l.to - l.from)
	if l.log {
		return l.lo * math.Pow(l.hi/l.lo, share)
	}
	return l.lo + share*(l.hi-l.lo)
}

// ticks returns the figures of the ticks.
func (l linear) ticks() (all []float64) {
	if l.log {
		return l.ratioTicks()
	}
	first := math.Round(l.lo / l.step)
	return each.Times(1+int(math.Round((l.hi-l.lo)/l.step)), func(i int) float64 {
		return (first + float64(i)) * l.step
	})
}

// ratioTicks returns the ticks of a logarithmic axis: 1, 2 and 5 times powers of ten. If these are more than about
// l.step ticks, it returns only powers of ten.
func (l linear) ratioTicks() (all []float64) {
	first, last := int(math.Floor(math.Log10(l.lo)+1e-9)), int(math.Floor(math.Log10(l.hi)+1e-9))
	marks, stride := []float64{1, 2, 5}, 1
	if decades := last - first + 1; float64(3*decades) > l.step+3 {
		marks, stride = marks[:1], 1+decades/max(2, int(l.step))
	}
	for e := first; e <= last; e += stride {
		for _, m := range marks {
			if v := m * math.Pow(10, float64(e)); v >= l.lo*(1-1e-9) && v <= l.hi*(1+1e-9) {
				all = append(all, v)
			}
		}
	}
	return all
}

// units shortens figures of axes.
var units = []struct {
	from float64
	name string
}{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}}

// text writes the figure of a tick in the format of the measure, with as many decimal places as the ticks need. On axes
// that reach two million or more, it shortens figures.
func (l linear) text(v float64) string {
	f := l.format
	if f.Chosen != nil || f.Duration {
		return f.Text(data.FloatValue(v))
	}
	step, most, unit := l.step, max(math.Abs(l.lo), math.Abs(l.hi)), ""
	if l.log { // each tick has the decimal places that it needs
		step, most = v, 2*v
	}
	if most < 1e15 && !f.Percent && (f.Currency == "" || !f.After) {
		for _, u := range units {
			if most >= 2*u.from {
				v, step, unit = v/u.from, step/u.from, u.name
				break
			}
		}
	}
	if f.Percent {
		step *= 100
	}
	f.Places, f.Halves = 0, false
	if v == 0 {
		return f.Text(data.FloatValue(0)) // zero has no minus sign and no decimal places
	}
	for f.Places < 12 && math.Abs(step-math.Round(step)) > 1e-6*step {
		f.Places++
		step *= 10
	}
	if most < 1e-9 {
		return separators.Show(strconv.FormatFloat(v, 'g', 3, 64))
	}
	return f.Text(data.FloatValue(v)) + unit
}
