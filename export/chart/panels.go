package chart

import "image/color"

// The least width and height of a panel with its axes.
const leastPanelWidth, leastPanelHeight = 150, 110

// hasPanels reports whether each series is drawn in a panel of its own.
func (d *drawing) hasPanels(t *table) bool { return d.style.Panels && len(t.by) > 1 }

// panelGrid returns how many panels are side by side, and how many below each other, so that their shape is close to 8
// by 5.
func (d *drawing) panelGrid(t *table) (across, down int) {
	if !d.hasPanels(t) {
		return 1, 1
	}
	best := 0.0
	for cols := 1; cols <= len(t.by); cols++ {
		rows := (len(t.by) + cols - 1) / cols
		if size := min(d.scene.Width/float64(cols), 1.6*d.scene.Height/float64(rows)); size > best {
			best, across, down = size, cols, rows
		}
	}
	return across, down
}

// keepSeries leaves out the series for which there is no colour or, with panels, no room for a panel. It adds a note.
func (d *drawing) keepSeries(t *table) {
	most := maxSeries
	if d.style.Panels {
		most = max(1, int(d.scene.Width/leastPanelWidth)*int(d.scene.Height/leastPanelHeight))
	}
	d.note(t.keepBy(most, "series"))
}

// eachPanel calls draw once with all series or, if the style asks for panels, once for each series, with the panel as
// the free area. Each panel has the name of its series above it, instead of a legend.
func (d *drawing) eachPanel(t *table, names []entry, inks []color.NRGBA,
	draw func(first int, t *table, inks []color.NRGBA) error) error {
	if !d.hasPanels(t) {
		return draw(0, t, inks)
	}
	const gap = 18.0
	across, down := d.panelGrid(t)
	left, top, right, bottom := d.left, d.top, d.right, d.bottom
	wide, high := (right-left+gap)/float64(across), (bottom-top+gap)/float64(down)
	for s := range t.by {
		d.left, d.top = left+float64(s%across)*wide, top+float64(s/across)*high
		d.right, d.bottom = d.left+wide-gap, d.top+high-gap
		name := names[s].text
		if names[s].share != "" {
			name += ", " + names[s].share
		}
		d.top += small
		d.scene.add(text{d.left, d.top, d.fonts.fit(name, small, true, d.right-d.left), small, true, d.colors.ink, start,
			false})
		d.top += 6
		one := *t
		one.by, one.cells = t.by[s:s+1], t.cells[s:s+1]
		if err := draw(s, &one, inks[:1]); err != nil {
			return err
		}
	}
	d.left, d.top, d.right, d.bottom = left, top, right, bottom
	return nil
}

// panelLegend removes the legend if there are panels, and returns its entries, which are the names of the panels.
func (d *drawing) panelLegend(t *table) (names []entry) {
	if d.hasPanels(t) {
		names, d.legend = d.legend, nil
	}
	return names
}
