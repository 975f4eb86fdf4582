package chart

import "slices"

// nameDots writes names next to the dots of the marks. A name must not cover a dot or another name. nameDots tries the
// right of a dot, its left, above, below, and then its corners. If no place is free, the dot gets no name.
func (d *drawing) nameDots(dots []dot, names []string) error {
	const longest, gap = 160.0, 3.0
	const beyond = 6.0 // how far names of dots at the ends of the plot may exceed the plot
	const ascent, descent = 0.8 * small, 0.25 * small
	taken := tiling{}
	for _, o := range dots {
		taken.add(rect{x0: o.x - o.r, y0: o.y - o.r, x1: o.x + o.r, y1: o.y + o.r})
	}
	for i, o := range dots {
		if i%64 == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		name := d.fonts.fit(names[i], small, false, longest)
		wide, away := d.fonts.width(name, small, false), o.r+gap
		above, below := o.y-o.r-descent, o.y+o.r+ascent
		for side, at := range []text{
			Right: {x: o.x + away, y: o.y + (ascent-descent)/2, anchor: start},
			Left:  {x: o.x - away, y: o.y + (ascent-descent)/2, anchor: end},
			Above: {x: o.x, y: above, anchor: middle},
			Below: {x: o.x, y: below, anchor: middle},
			{x: o.x, y: above, anchor: start},
			{x: o.x, y: above, anchor: end},
			{x: o.x, y: below, anchor: start},
			{x: o.x, y: below, anchor: end},
		} {
			left := at.x - wide*float64(at.anchor)/2
			over := rect{x0: left, y0: at.y - ascent, x1: left + wide, y1: at.y + descent}
			if name == "" || over.x0 < d.left || over.y0 < d.top-beyond || over.x1 > d.right ||
				over.y1 > d.bottom+beyond || taken.meets(over) {
				continue
			}
			at.s, at.size, at.ink = name, small, d.colors.ink
			d.scene.add(at)
			d.scene.Marks[i].Name, d.scene.Marks[i].Side = name, min(Side(side), Corner)
			taken.add(over)
			break
		}
	}
	return nil
}

// tiling divides the plane into tiles, and has the rectangles that touch each tile.
type tiling map[[2]int][]rect

// tiles calls do for every tile that a rectangle touches, until do returns false.
func (tiling) tiles(r rect, do func(tile [2]int) bool) {
	const side = 32
	for x := int(r.x0 / side); x <= int(r.x1/side); x++ {
		for y := int(r.y0 / side); y <= int(r.y1/side); y++ {
			if !do([2]int{x, y}) {
				return
			}
		}
	}
}

func (t tiling) add(r rect) {
	t.tiles(r, func(tile [2]int) bool {
		t[tile] = append(t[tile], r)
		return true
	})
}

// meets reports whether a rectangle overlaps a rectangle that was added.
func (t tiling) meets(r rect) (met bool) {
	t.tiles(r, func(tile [2]int) bool {
		met = slices.ContainsFunc(t[tile], r.meets)
		return !met
	})
	return met
}

func (r rect) meets(o rect) bool { return r.x0 < o.x1 && o.x0 < r.x1 && r.y0 < o.y1 && o.y0 < r.y1 }
