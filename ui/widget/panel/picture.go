package panel

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

const curveTitle = "Time by number of groups"

// inks are the colours of the tiers' lines, in the order of the curve's tiers.
var inks = []fyne.ThemeColorName{own.ColorSubtle, theme.ColorNamePrimary, theme.ColorNameWarning, own.ColorFilterText}

// picture draws how the predicted time of every tier depends on the number of groups. It also shows the expected range
// of groups and the measured times.
func (p *Panel) picture(r *profiler.Record) *fyne.Container {
	c := p.curve()
	if c == nil || len(c.Tiers) == 0 {
		return stack(5, caption(lang.L("Nothing was predicted for this pivot.")))
	}
	trials := map[string]profiler.Trial{}
	for _, t := range trialsOf(r, p.comparison) {
		trials[t.Name] = t
	}
	c = drawableCurve(c, trials)
	legend := container.New(layout.NewRowWrapLayoutWithCustomPadding(10, 2))
	drawn := newPlot(c, r, trials)
	for i, line := range c.Tiers {
		name := line.Tier
		if t, ok := trials[line.Tier]; ok {
			name = lang.L(t.Short())
		}
		swatch := canvas.NewRectangle(theme.Color(inks[i%len(inks)]))
		swatch.SetMinSize(fyne.NewSize(14, 3))
		legend.Add(container.New(layout.NewCustomPaddedHBoxLayout(5), container.NewCenter(swatch), subtle(name)))
	}
	key := lang.L("Lines: predicted. Ring: expected. Dots: measured.")
	if r.GroupsLow != r.GroupsHigh {
		key += " " + lang.L("Band: the range of groups that was expected.")
	}
	return stack(5, drawn, legend, caption(key), caption(crossoverText(c, trials)))
}

// drawableCurve returns a curve without the tiers that could not be chosen.
func drawableCurve(c *profiler.Curve, trials map[string]profiler.Trial) *profiler.Curve {
	out := *c
	out.Tiers = slices.DeleteFunc(slices.Clone(c.Tiers), func(t profiler.TierCurve) bool {
		_, known := trials[t.Tier]
		return !known
	})
	return &out
}

// crossoverText says from which numbers of groups on another tier would be chosen.
func crossoverText(c *profiler.Curve, trials map[string]profiler.Trial) string {
	noun := func(tier string) string {
		if t, ok := trials[tier]; ok {
			return lang.L(t.Noun)
		}
		return tier
	}
	if len(c.Crossovers) == 0 {
		return lang.L("No number of groups would make another choice.")
	}
	var parts []string
	for _, x := range c.Crossovers {
		parts = append(parts, lang.N("{{.Hardware}} up to {{.N}} group", "{{.Hardware}} up to {{.N}} groups", x.Groups,
			lang.With{"Hardware": noun(x.Before)}))
	}
	return capital(strings.Join(append(parts, noun(c.Crossovers[len(c.Crossovers)-1].After)), lang.L(", then")+" "))
}

// plot is a diagram with logarithmic axes: groups to the right, milliseconds upwards.
type plot struct {
	right, low, high float64           // log10 of the axes' ends: the most groups, the least and the most ms
	place            []func(fyne.Size) // one function for each object, which places it in the diagram
	objects          []fyne.CanvasObject
}

// The margins of the plot, which have the labels of its axes, and its height.
const (
	roomLeft, roomRight, roomTop, roomBottom = 44, 10, 6, 18
	plotHeight                               = 190
)

func newPlot(c *profiler.Curve, r *profiler.Record, trials map[string]profiler.Trial) fyne.CanvasObject {
	p := &plot{low: math.Inf(1), high: math.Inf(-1)}
	p.right = max(1, math.Log10(float64(c.Groups[len(c.Groups)-1])))
	reach := func(ms float64) {
		if ms > 0 && !math.IsInf(ms, 1) {
			p.low, p.high = min(p.low, math.Log10(ms)), max(p.high, math.Log10(ms))
		}
	}
	for _, line := range c.Tiers {
		for _, ms := range line.MS {
			reach(float64(ms))
		}
	}
	for _, t := range trials {
		reach(t.MS)
	}
	if p.low > p.high {
		p.low, p.high = -1, 1
	}
	p.low, p.high = math.Floor(p.low), max(math.Ceil(p.high), math.Floor(p.low)+1)
	p.axes()
	if r.GroupsLow != r.GroupsHigh {
		p.band(float64(r.GroupsLow), float64(r.GroupsHigh))
	}
	for i, line := range c.Tiers {
		p.line(c.Groups, line.MS, theme.Color(inks[i%len(inks)]))
	}
	for i, line := range c.Tiers {
		ink := theme.Color(inks[i%len(inks)])
		if t := trials[line.Tier]; t.PredictedMS > 0 && line.Tier == r.Tier {
			p.dot(float64(r.GroupsEstimated), t.PredictedMS, 5, theme.Color(own.ColorSurface), ink)
		}
		if t := trials[line.Tier]; t.MS > 0 {
			p.dot(float64(r.GroupsActual), t.MS, 3.5, ink, ink)
		}
	}
	return container.New(p, p.objects...)
}

// MinSize implements fyne.Layout.
func (p *plot) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, plotHeight) }

// Layout implements fyne.Layout.
func (p *plot) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	for _, put := range p.place {
		put(size)
	}
}

// pointAt returns the position of a number of groups and a time.
func (p *plot) pointAt(size fyne.Size, groups, ms float64) fyne.Position {
	x := clamp(math.Log10(max(1, groups)) / p.right)
	y := clamp((math.Log10(max(ms, 1e-9)) - p.low) / (p.high - p.low))
	return fyne.NewPos(roomLeft+float32(x)*(size.Width-roomLeft-roomRight),
		roomTop+float32(1-y)*(size.Height-roomTop-roomBottom))
}

func (p *plot) add(o fyne.CanvasObject, put func(fyne.Size)) {
	p.objects, p.place = append(p.objects, o), append(p.place, put)
}

// rule draws a straight line between two points.
func (p *plot) rule(from, to [2]float64, width float32, in fyne.ThemeColorName) {
	l := canvas.NewLine(theme.Color(in))
	l.StrokeWidth = width
	p.add(l, func(size fyne.Size) {
		l.Position1, l.Position2 = p.pointAt(size, from[0], from[1]), p.pointAt(size, to[0], to[1])
	})
}

// axes draws a line and a label for each power of ten. If they would be too close to each other, it skips some.
func (p *plot) axes() {
	most, least, greatest := math.Pow(10, p.right), math.Pow(10, p.low), math.Pow(10, p.high)
	for d := p.low; d <= p.high; d += math.Ceil((p.high - p.low) / 6) {
		ms := math.Pow(10, d)
		p.rule([2]float64{1, ms}, [2]float64{most, ms}, 1, theme.ColorNameSeparator)
		t := rightText(subtle(powerText(ms)))
		p.add(t, func(size fyne.Size) {
			at := p.pointAt(size, 1, ms)
			input.Place(t, 0, at.Y-t.MinSize().Height/2, roomLeft-6, t.MinSize().Height)
		})
	}
	for d := 0.0; d <= p.right; d += math.Ceil(p.right / 5) {
		groups := math.Pow(10, d)
		p.rule([2]float64{groups, least}, [2]float64{groups, greatest}, 1, theme.ColorNameSeparator)
		t := subtle(shortText(groups))
		t.Alignment = fyne.TextAlignCenter
		p.add(t, func(size fyne.Size) {
			at := p.pointAt(size, groups, least)
			input.Place(t, at.X-20, at.Y+1, 40, t.MinSize().Height)
		})
	}
}

// band draws a range of numbers of groups.
func (p *plot) band(from, to float64) {
	b := canvas.NewRectangle(theme.Color(theme.ColorNameSelection))
	p.add(b, func(size fyne.Size) {
		a, z := p.pointAt(size, from, math.Pow(10, p.high)), p.pointAt(size, to, math.Pow(10, p.low))
		b.Move(a)
		b.Resize(fyne.NewSize(max(2, z.X-a.X), z.Y-a.Y))
	})
}

// line draws the line of a tier: its times for some numbers of groups.
func (p *plot) line(groups []int, times []profiler.Number, ink color.Color) {
	for i := 1; i < len(groups); i++ {
		from, to := float64(times[i-1]), float64(times[i])
		if from <= 0 || to <= 0 || math.IsInf(from, 1) || math.IsInf(to, 1) {
			continue
		}
		l := canvas.NewLine(ink)
		l.StrokeWidth = 2
		p.add(l, func(size fyne.Size) {
			l.Position1 = p.pointAt(size, float64(groups[i-1]), from)
			l.Position2 = p.pointAt(size, float64(groups[i]), to)
		})
	}
}

// dot draws a disc around a point.
func (p *plot) dot(groups, ms float64, radius float32, fill, stroke color.Color) {
	c := canvas.NewCircle(fill)
	c.StrokeColor, c.StrokeWidth = stroke, 2
	p.add(c, func(size fyne.Size) {
		c.Move(p.pointAt(size, groups, ms).SubtractXY(radius, radius))
		c.Resize(fyne.NewSquareSize(2 * radius))
	})
}

// powerText writes a time that is a power of ten milliseconds.
func powerText(ms float64) string {
	switch {
	case ms < 0.0009:
		return fmt.Sprintf("%.0f ns", ms*1e6)
	case ms < 0.9:
		return fmt.Sprintf("%.0f µs", ms*1e3)
	case ms < 900:
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.0f s", ms/1e3)
}

// shortText writes a power of ten in a short form, e.g. 100, 1K or 10M.
func shortText(n float64) string {
	switch {
	case n < 900:
		return fmt.Sprintf("%.0f", n)
	case n < 9e5:
		return fmt.Sprintf("%.0fK", n/1e3)
	case n < 9e8:
		return fmt.Sprintf("%.0fM", n/1e6)
	}
	return fmt.Sprintf("%.0fG", n/1e9)
}
