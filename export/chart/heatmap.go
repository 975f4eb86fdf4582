package chart

import (
	"fmt"
	"image/color"
	"math"
)

// heatMap is the kind with a coloured tile for each pair of labels.
var heatMap = &Kind{
	Name: "heatmap", Noun: "heat map", Title: "Heat map", Words: "shows by colour where figures of two fields are " +
		"great or small",
	suits: func(f *figures) error {
		if len(f.fields) < 2 && len(f.measures) < 2 {
			return fmt.Errorf("a heat map needs two fields: put another field on Columns")
		}
		return nil
	},
	draw: drawHeatMap,
}

// leastTile is the least width and height of a tile.
const leastTile = 4

func drawHeatMap(d *drawing) error {
	rows, cols := d.stackSides()
	measures := d.measures[:1]
	if len(cols) == 0 {
		measures = d.measuresOfOneAxis(d.ctx)
	} else {
		d.leaveMeasures(measures)
	}
	t, err := d.table(d.ctx, rows, cols, measures) // x has a label for each row of tiles, by has one for each column
	if err != nil {
		return err
	}
	if len(rows) == 1 && d.fields[rows[0]].dated {
		t.sortX()
	}
	if len(cols) == 1 && d.fields[cols[0]].dated {
		t.sortBy()
	}
	d.note(t.keepX(max(2, min(int((d.scene.Height-110)/leastTile), 250)), len(rows) == 1 && d.fields[rows[0]].ordered))
	d.note(t.keepBy(max(2, min(int(d.scene.Width*0.6/leastTile), maxMarks/len(t.x))), "columns"))
	d.noteOdd(t)
	lo, hi, some := t.bounds()
	if !some {
		return d.emptyError(t)
	}
	title := d.titleOf(measures, append(append([]int{}, rows...), cols...))
	if err := d.frame(title); err != nil {
		return err
	}
	shade := d.shades(lo, hi)
	d.drawScale(lo, hi, shade, t)
	f := d.footOf(t.by, (d.right-d.left)*0.75/float64(len(t.by)), len(cols) == 1 && d.fields[cols[0]].ordered)
	d.bottom -= f.height
	b := bands{d.top, min((d.bottom-d.top)/float64(len(t.x)), 160)}
	d.leftLabels(t.x, b)
	across := bands{d.left, (d.right - d.left) / float64(len(t.by))}
	down := b.at(len(t.x))
	d.bottomLabels(t.by, across.middle, f, down)
	gap := 0.0
	if min(b.size, across.size) >= 9 {
		gap = 1
	}
	for s := range t.by {
		if d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		for i := range t.x {
			c := t.cells[s][i]
			if !c.ok {
				continue
			}
			x0, y0, x1, y1 := across.at(s), b.at(i), across.at(s+1)-gap, b.at(i+1)-gap
			ink := shade(c.v)
			d.scene.add(rect{x0, y0, x1, y1, ink})
			d.scene.mark(c, x0, y0, x1, y1)
			if b.size > small+6 && across.size > 24 {
				if s := d.figure(c); d.fonts.width(s, small, false) < across.size-6 {
					d.scene.add(text{(x0 + x1) / 2, (y0+y1)/2 + small*0.36, s, small, false, textColour(ink),
						middle, false})
				}
			}
		}
	}
	return nil
}

// shades returns a function that maps figures to colours. If figures of both signs occur, two scales of colours begin
// at zero. Else one scale leads from the least to the greatest figure.
func (d *drawing) shades(lo, hi float64) func(v float64) color.NRGBA {
	p := d.colors
	switch {
	case lo < 0 && hi > 0:
		most := max(-lo, hi)
		return func(v float64) color.NRGBA {
			if v < 0 {
				return mix(p.low, p.below, -v/most)
			}
			return mix(p.low, p.high, v/most)
		}
	case hi <= 0 && lo < 0:
		return func(v float64) color.NRGBA { return mix(p.low, p.below, share(v, hi, lo)) }
	}
	return func(v float64) color.NRGBA { return mix(p.low, p.high, share(v, lo, hi)) }
}

// share returns the position of v between a and b: 0 at a, 1 at b. If a equals b, it returns 0.5.
func share(v, a, b float64) float64 {
	if a == b {
		return 0.5
	}
	s := v/2/(b/2-a/2) - a/2/(b/2-a/2) // the halves prevent an overflow
	return math.Min(math.Max(s, 0), 1)
}

// drawScale draws the scale of colours, from the least to the greatest figure, at the top of the free area.
func (d *drawing) drawScale(lo, hi float64, shade func(float64) color.NRGBA, t *table) {
	least, greatest := "", ""
	for _, s := range t.cells {
		for _, c := range s {
			if c.ok && c.v == lo {
				least = d.figure(c)
			}
			if c.ok && c.v == hi {
				greatest = d.figure(c)
			}
		}
	}
	if least == greatest {
		return
	}
	const wide, parts = 120.0, 40
	x := d.left + d.fonts.width(least, small, false) + 6
	d.scene.add(text{d.left, d.top + small - 1, least, small, false, d.colors.subtle, start, false})
	for i := range parts {
		at := float64(i) / (parts - 1)
		d.scene.add(rect{x + wide*float64(i)/parts, d.top + 1, x + wide*float64(i+1)/parts, d.top + small,
			shade(lo*(1-at) + hi*at)})
	}
	d.scene.add(text{x + wide + 6, d.top + small - 1, greatest, small, false, d.colors.subtle, start, false})
	d.top += small + 12
}
