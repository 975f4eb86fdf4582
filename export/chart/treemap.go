package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"unicode/utf8"

	"cardinal/engine/query"
	"cardinal/profiler"
)

// treemap is the kind with a tile for each label, whose area is in proportion to the label's figure.
var treemap = &Kind{
	Name: "treemap", Noun: "treemap", Title: "Treemap", Words: "shows by size how many labels share a whole",
	suits: func(f *figures) error {
		if err := f.addsUp(f.measures[0]); err != nil {
			return err
		}
		if f.tab.Measures[f.measures[0]].Show.Kind == query.PctRow ||
			f.tab.Measures[f.measures[0]].Show.Kind == query.PctCol {
			return fmt.Errorf("%s has several wholes, and a treemap shows parts of one: show the value itself, or %% "+
				"of total", f.title(f.measures[0]))
		}
		return nil
	},
	draw: drawTreemap,
}

// maxTiles is the largest number of tiles that are drawn.
const maxTiles = 1000

// tile is a part of a treemap.
type tile struct {
	label label
	cell  cell
	size  float64
	parts []tile
}

func drawTreemap(d *drawing) error {
	d.leaveMeasures(d.measures[:1])
	x, by := places(1, len(d.fields)), places(0, 1)
	if len(x) == 0 {
		x, by = by, nil
	}
	t, err := d.table(d.ctx, x, by, d.measures[:1])
	if err != nil {
		return err
	}
	d.noteOdd(t)
	if _, _, some := t.bounds(); !some {
		return d.emptyError(t)
	}
	groups, below, none := t.tiles()
	if below > 0 {
		d.note(d.words.N("{{.N}} figure below zero is left out: a tile has no negative size.",
			"{{.N}} figures below zero are left out: a tile has no negative size.", below))
	}
	if len(groups) == 0 {
		if below > 0 {
			return fmt.Errorf("there is nothing to draw: no figure is above zero, and a tile has no negative size; " +
				"choose bars")
		}
		return fmt.Errorf("there is nothing to draw: all %s are zero, and a tile needs a size",
			profiler.Counted(none, "figure"))
	}
	groups, of := keepGreatest(groups, maxTiles)
	if of > maxTiles {
		d.note(keptNote(d.words, maxTiles, of, "labels", false))
	}
	nested := len(t.by) > 1
	if err := d.frame(d.titleOf(d.measures[:1], places(0, len(d.fields)))); err != nil {
		return err
	}
	for i, g := range squarify(groups, d.left, d.top, d.right, d.bottom) {
		if d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		ink := d.colors.series[0]
		if nested && len(groups) <= maxSeries {
			ink = d.colors.series[i%len(d.colors.series)]
		}
		if !nested || len(g.of.parts) == 1 && g.of.parts[0].label.text == "" {
			d.drawTile(g, g.of.parts[0].cell, g.of.label.text, ink)
			continue
		}
		d.drawGroup(g, ink)
	}
	return nil
}

// tiles returns a tile for each series, which contains a tile for each of its figures above zero. For a single series,
// it returns a tile for each label. below is the number of figures below zero, and none the number of zeros.
func (t *table) tiles() (groups []tile, below, none int) {
	single := len(t.by) == 1
	for s, l := range t.by {
		g := tile{label: l}
		for i, c := range t.cells[s] {
			switch {
			case !c.ok:
			case c.v < 0:
				below++
			case c.v == 0:
				none++
			case single:
				groups = append(groups, tile{label: t.x[i], size: c.v, parts: []tile{{cell: c, size: c.v}}})
			default:
				g.parts = append(g.parts, tile{label: t.x[i], cell: c, size: c.v})
				g.size += c.v
			}
		}
		if len(g.parts) > 0 {
			groups = append(groups, g)
		}
	}
	return groups, below, none
}

// keepGreatest keeps the n greatest tiles, and returns how many tiles there were before.
func keepGreatest(groups []tile, n int) (kept []tile, of int) {
	var sizes []float64
	for _, g := range groups {
		for _, p := range g.parts {
			sizes = append(sizes, p.size)
		}
	}
	of = len(sizes)
	if of <= n {
		return groups, of
	}
	slices.SortFunc(sizes, func(a, b float64) int { return cmp.Compare(b, a) })
	least, left := sizes[n-1], n
	for _, g := range groups {
		parts := g.parts
		g.parts, g.size = nil, 0
		for _, p := range parts {
			if p.size >= least && left > 0 {
				g.parts, g.size = append(g.parts, p), g.size+p.size
				left--
			}
		}
		if len(g.parts) > 0 {
			kept = append(kept, g)
		}
	}
	return kept, of
}

// drawGroup draws the name of a series, and its tiles below the name.
func (d *drawing) drawGroup(g placed, ink color.NRGBA) {
	top := g.y0
	if g.x1-g.x0 > 40 && g.y1-g.y0 > 2*lineSpace {
		name := d.fonts.fit(g.of.label.text, small, true, g.x1-g.x0-6)
		d.scene.add(text{g.x0 + 1, g.y0 + small, name, small, true, d.colors.ink, start, false})
		top += lineSpace + 1
	}
	for _, p := range squarify(g.of.parts, g.x0, top, g.x1-2, g.y1-2) {
		d.drawTile(p, p.of.cell, p.of.label.text, ink)
	}
}

// lineSpace is the distance between lines of small texts.
const lineSpace = small + 3

// drawTile draws a tile. It writes the label and the figure into the tile if they fit.
func (d *drawing) drawTile(p placed, c cell, label string, ink color.NRGBA) {
	x1, y1 := max(p.x1-1, p.x0+0.5), max(p.y1-1, p.y0+0.5)
	d.scene.add(rect{p.x0, p.y0, x1, y1, ink})
	d.scene.mark(c, p.x0, p.y0, p.x1, p.y1)
	room := x1 - p.x0 - 8
	if room < 24 || y1-p.y0 < lineSpace+2 {
		return
	}
	name := d.fonts.fit(label, small, false, room)
	if utf8.RuneCountInString(name) < 5 && name != label { // too few characters remain to be read
		return
	}
	d.scene.add(text{p.x0 + 4, p.y0 + small + 2, name, small, false, textColour(ink), start, false})
	if s := d.figure(c); y1-p.y0 > 2*lineSpace+2 && d.fonts.width(s, small, false) <= room {
		d.scene.add(text{p.x0 + 4, p.y0 + small + 2 + lineSpace, s, small, false, textColour(ink), start, false})
	}
}
