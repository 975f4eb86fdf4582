package chart

import (
	"context"
	"fmt"
	"image/color"
)

// areas is the kind with filled areas below lines. The areas of several series are stacked.
var areas = &Kind{
	Name: "area", Noun: "areas", Title: "Areas", Words: "follows a whole and its parts over time or over numbers",
	suits: func(f *figures) error {
		if err := f.needsOrder(); err != nil {
			return err
		}
		if len(f.fields) > 1 {
			if err := f.addsUp(f.measures[0]); err != nil {
				return fmt.Errorf("areas lie on top of each other: %w", err)
			}
		}
		return nil
	},
	draw:    func(d *drawing) error { return d.course(true) },
	shelves: func(f *figures, ctx context.Context) (x, by, measures []int) { return f.courseShelves(ctx, true) },
}

// drawAreas draws an area for each series on top of the area of the previous series. Where a series has no figure, its
// area has no height, and no line is drawn. Where no series has a figure, the chart has a gap.
func (d *drawing) drawAreas(t *table, l linear, x func(int) float64, inks []color.NRGBA) error {
	base := make([]float64, len(t.x))
	some := make([]bool, len(t.x))
	for _, cells := range t.cells {
		for i, c := range cells {
			some[i] = some[i] || c.ok
		}
	}
	for s, cells := range t.cells {
		if d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		ink := inks[s]
		ink.A = 0xB0
		var upper, lower, line []point
		stroke := func() {
			if len(line) > 1 {
				d.scene.add(polyline{line, 1.5, inks[s]})
			}
			line = nil
		}
		flush := func() {
			if len(upper) == 1 { // a single figure has no area
				p, q := upper[0], lower[0]
				d.scene.add(rect{p.x - 1, min(p.y, q.y), p.x + 1, max(p.y, q.y), inks[s]})
			}
			if len(upper) > 1 {
				outline := append([]point{}, upper...)
				for i := len(lower) - 1; i >= 0; i-- {
					outline = append(outline, lower[i])
				}
				d.scene.add(polygon{outline, ink})
			}
			stroke()
			upper, lower = nil, nil
		}
		for i, c := range cells {
			if !some[i] {
				flush()
				continue
			}
			px := x(i)
			lower = append(lower, point{px, l.at(base[i])})
			base[i] += c.v
			upper = append(upper, point{px, l.at(base[i])})
			if !c.ok {
				stroke()
				continue
			}
			y := l.at(base[i])
			line = append(line, point{px, y})
			d.scene.mark(c, px-3, y-3, px+3, y+3)
		}
		flush()
	}
	return nil
}
