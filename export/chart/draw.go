package chart

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"math"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/wording"
	"cardinal/profiler"
)

// drawing is a scene that is being laid out.
type drawing struct {
	*figures
	style  Style
	ctx    context.Context
	scene  *Scene
	colors palette
	fonts  fonts
	legend []entry

	left, top, right, bottom float64 // the free area, in which nothing is drawn yet
}

// ErrNoRoom means that the width or the height is too small.
var ErrNoRoom = errors.New("there is too little room for this chart")

// entry is a series in the legend.
type entry struct {
	text  string
	ink   color.NRGBA
	share string // its share of a whole, written after the text; "": none
}

// The least width and height of a chart.
const (
	leastWidth  = 160
	leastHeight = 120
)

// Draw lays out the chart of a grid in the given width and height, in units of 1/96 inch. The error says why the chart
// is impossible.
func Draw(ctx context.Context, g *pivot.Grid, style Style, width, height float64, look Look) (*Scene, error) {
	if width < leastWidth || height < leastHeight {
		return nil, ErrNoRoom
	}
	if err := g.Order(ctx); err != nil {
		return nil, err
	}
	f, err := read(g)
	if err != nil {
		return nil, err
	}
	kind, err := f.choose(ctx, style)
	if err != nil {
		return nil, err
	}
	if look.Scale <= 0 {
		look.Scale = 1
	}
	d := &drawing{figures: f, style: style, ctx: ctx, colors: look.palette(),
		scene: &Scene{Kind: kind, Width: width, Height: height, look: look, tab: f.tab}}
	if d.fonts, err = newFonts(look); err != nil {
		return nil, err
	}
	d.minus = d.fonts.minus()
	if err := kind.draw(d); err != nil {
		return nil, err
	}
	d.scene.Notes, d.scene.plot = d.notes, rect{x0: d.left, y0: d.top, x1: d.right, y1: d.bottom}
	return d.scene, nil
}

// note adds a sentence below the chart. An empty sentence is ignored.
func (d *drawing) note(s string) {
	if s != "" {
		d.notes = append(d.notes, s)
	}
}

// noteOdd adds a note about the figures that are not finite numbers.
func (d *drawing) noteOdd(t *table) {
	if t.odd > 0 {
		d.note(d.words.N("{{.N}} figure is infinite or no number, and not drawn.",
			"{{.N}} figures are infinite or no number, and not drawn.", t.odd))
	}
}

// frame draws the title, the legend and the notes. If Look.Untitled is set, it draws no title. The room that remains is
// the free area.
func (d *drawing) frame(title string) error {
	s := d.scene
	pad := 16.0
	switch {
	case s.Height < 180:
		pad = 8
	case s.Width < 420:
		pad = 10
	}
	d.left, d.top, d.right, d.bottom = pad, pad, s.Width-pad, s.Height-pad
	if given := d.tab.Query.Layout.Title; given != "" {
		title = given
	}
	s.Title = title
	if s.look.Untitled {
		title, d.top = "", 0
	}
	for _, l := range d.fonts.wrap(title, header, true, d.right-d.left, 2) {
		d.top += header
		s.add(text{d.left, d.top, l, header, true, d.colors.ink, start, false})
		d.top += 5
	}
	if filter := d.tab.Query.Filter; filter != nil {
		d.top += small
		where := d.words.L("Where {{.Condition}}", wording.With{"Condition": filter.TitleIn(d.words)})
		s.add(text{d.left, d.top, d.fonts.fit(where, small, false, d.right-d.left), small, false, d.colors.subtle,
			start, false})
		d.top += 5
	}
	d.drawLegend()
	for i := len(d.notes) - 1; i >= 0; i-- {
		lines := d.fonts.wrap(d.notes[i], small, false, d.right-d.left, 2)
		for n := len(lines) - 1; n >= 0; n-- {
			s.add(text{d.left, d.bottom - 3, lines[n], small, false, d.colors.subtle, start, false})
			d.bottom -= small + 4
		}
	}
	d.top += 10
	if len(d.notes) > 0 {
		d.bottom -= 4
	}
	if d.right-d.left < 80 || d.bottom-d.top < 60 {
		return ErrNoRoom
	}
	return nil
}

// drawLegend draws the legend, which names the colours of series or slices.
func (d *drawing) drawLegend() {
	if len(d.legend) == 0 {
		return
	}
	const swatch, gap = 10.0, 16.0
	most := 200.0
	if len(d.legend) == 1 {
		most = d.right - d.left
	}
	d.top += 4
	x, y := d.left, d.top+small
	for _, e := range d.legend {
		behind := 0.0
		if e.share != "" {
			behind = 5 + d.fonts.width(e.share, small, false)
		}
		name := d.fonts.fit(e.text, small, false, min(most, d.right-d.left-swatch-6-behind))
		wide := swatch + 6 + d.fonts.width(name, small, false) + behind
		if x > d.left && x+wide > d.right {
			x, y = d.left, y+small+7
		}
		d.scene.add(rect{x, y - swatch + 1, x + swatch, y + 1, e.ink})
		d.scene.add(text{x + swatch + 6, y, name, small, false, d.colors.ink, start, false})
		if e.share != "" {
			d.scene.add(text{x + wide, y, e.share, small, false, d.colors.subtle, end, false})
		}
		x += wide + gap
	}
	d.top = y + 5
}

// series gives each of several series a colour and an entry in the legend. A single series has the first colour.
func (d *drawing) series(t *table) []color.NRGBA {
	inks := make([]color.NRGBA, len(t.by))
	for i, l := range t.by {
		inks[i] = d.colors.series[i%len(d.colors.series)]
		if len(t.by) > 1 {
			d.legend = append(d.legend, entry{text: l.text, ink: inks[i]})
		}
	}
	return inks
}

// titleOf joins the titles of measures, and of the fields with the given indices: Sum of revenue by region and year.
func (d *drawing) titleOf(measures []int, fields []int) string {
	names := each.Of(measures, func(m int) string { return d.title(m) })
	return d.titleBy(names, fields)
}

// titleBy joins the names of what is drawn, and the titles of the fields with the given indices.
func (d *drawing) titleBy(names []string, fields []int) string {
	return query.TitleOf(d.words, names, each.Of(fields, func(f int) query.Field { return d.fields[f].Field }))
}

// figure returns the text of a figure in the form in which the pivot prints it.
func (d *drawing) figure(c cell) string {
	return d.fonts.withMinus(d.tab.Measures[c.measure].Format.Text(d.tab.OfMeasure(c.row, c.col, c.measure)))
}

// emptyError returns the error of a chart without figures.
func (d *drawing) emptyError(t *table) error {
	if t.odd > 0 {
		return fmt.Errorf("there is nothing to draw: every figure is infinite or no number")
	}
	return fmt.Errorf("there is nothing to draw: every figure is empty")
}

func tooMany(a, b int) error {
	return fmt.Errorf("%s labels by %s are too many to draw: filter the pivot, or keep the top labels",
		profiler.Count(a), profiler.Count(b))
}

// crisp rounds the position of a thin line down to a whole pixel, so that the line is sharp.
func crisp(v float64) float64 { return math.Floor(v) }
