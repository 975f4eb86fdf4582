package grid

import (
	"math"

	"fyne.io/fyne/v2"
)

// sync updates metrics, columns and layout for the present size and scale. It returns false if there is nothing to lay
// out.
func (g *Grid) sync() bool {
	scale := float32(1)
	if c := fyne.CurrentApp().Driver().CanvasForObject(g); c != nil {
		scale = c.Scale()
	}
	if g.m != nil && g.frame != nil {
		scale = g.m.scale // the scale of the last frame, which a dense screen makes greater than the canvas's scale
	}
	size := g.Size()
	return g.arrange(int(math.Round(float64(size.Width*scale))), int(math.Round(float64(size.Height*scale))), scale)
}

// arrange updates metrics, columns and layout for a frame of w by h pixels. It returns false if there is nothing to lay
// out.
func (g *Grid) arrange(w, h int, scale float32) bool {
	if g.src == nil || w <= 0 || h <= 0 {
		return false
	}
	old := g.m
	g.m = metricsFor(g.m, g.Theme(), scale, g.glyphsFound)
	l := &g.lay
	moved := g.m != old && old != nil
	if moved && old.rowH > 0 {
		l.y = int(float64(l.y) / float64(old.rowH) * float64(g.m.rowH))
		l.x = int(float64(l.x) / float64(old.scale) * float64(scale))
	}
	resized := l.w != w
	l.w, l.h = w, h
	l.rowH, l.gutter, l.minThumb = g.m.rowH, g.m.gutter, g.m.px(28)
	if g.stale || g.m != old {
		g.loadColumns(moved)
	} else if resized {
		g.computeEdges()
	}
	l.place()
	for range 3 { // fitted columns may be narrower, so that others come into view
		if !g.fitVisible() {
			break
		}
	}
	g.sel = g.sel.clampTo(g.bodyCells())
	return true
}

// loadColumns prepares the columns of a new source. If the old source had a column of the same name that was a little
// wider, the new one gets its width, so that columns do not move when labels are sorted or folded.
func (g *Grid) loadColumns(rescaled bool) {
	before := map[string]float32{}
	if !rescaled {
		for i := range g.cols {
			if c := &g.cols[i]; c.fitted && !c.wide {
				before[c.key] = c.width
			}
		}
	}
	rows, cols, headRows, labels := g.src.Size()
	l := &g.lay
	l.rows, l.headRows, l.labels = rows, headRows, min(labels, cols)
	g.cols = make([]column, cols)
	for i := range g.cols {
		g.cols[i].width = blankWidth
	}
	g.stale = false
	l.first, l.last = g.grands()
	g.tracks = nil
	g.computeEdges()
	g.fit(0, min(cols, l.labels+100))
	g.fit(cols-l.last.cols, cols)
	for i := range g.cols {
		if c := &g.cols[i]; c.fitted && !c.wide && before[c.key] > c.width && before[c.key] < 1.6*c.width {
			c.width = before[c.key]
		}
	}
	g.level(0, cols)
	g.computeEdges()
}

// mostGrands is the greatest number of grand totals that are counted at each end.
const mostGrands = 8

// grands counts the grand totals at both ends of the body.
func (g *Grid) grands() (first, last grands) {
	l := &g.lay
	for first.rows < mostGrands && g.isGrandRow(l.headRows+first.rows) {
		first.rows++
	}
	for last.rows < mostGrands && first.rows == 0 && g.isGrandRow(l.rows-1-last.rows) {
		last.rows++
	}
	for first.cols < mostGrands && g.isGrandCol(l.labels+first.cols) {
		first.cols++
	}
	for last.cols < mostGrands && first.cols == 0 && g.isGrandCol(len(g.cols)-1-last.cols) {
		last.cols++
	}
	return first, last
}

func (g *Grid) isGrandRow(row int) bool {
	if row < g.lay.headRows || row >= g.lay.rows {
		return false
	}
	k := plain
	for col := range g.lay.labels {
		c := g.cell(row, col)
		k = k.add(&c)
	}
	return k == grand
}

func (g *Grid) isGrandCol(col int) bool {
	if col < g.lay.labels || col >= len(g.cols) {
		return false
	}
	k := plain
	for row := range g.lay.headRows {
		c := g.cell(row, col)
		k = k.add(&c)
	}
	return k == grand
}

// computeEdges computes the edges of all columns, and the widths of full data bars, from the widths of the columns.
func (g *Grid) computeEdges() {
	g.lay.xs = g.lay.xs[:0]
	x := 0
	g.lay.least = 0
	for i := g.lay.labels; i < len(g.cols); i++ {
		if c := &g.cols[i]; !c.wide {
			g.lay.least = max(g.lay.least, g.m.px(c.least))
		}
	}
	room := g.labelCap()
	clear(g.bars)
	for i := range g.cols {
		g.lay.xs = append(g.lay.xs, x)
		if i == g.lay.labels {
			room = g.bodyCap(x)
		}
		w := g.cols[i].width
		if !g.cols[i].wide {
			w = min(w, max(room, g.cols[i].least))
		}
		x += g.m.px(w)
		if c := &g.cols[i]; g.tracks[c.name] > 0 && c.fitted && i >= g.lay.labels {
			if bar, ok := g.bars[c.name]; !ok || g.m.px(w) < bar {
				g.bars[c.name] = g.m.px(w)
			}
		}
	}
	g.lay.xs = append(g.lay.xs, x)
}

// labelCap returns the greatest width of a label column. With it, the label columns leave 45% of the view to the
// figures, and enough for the widest figure. If this would make them narrower than minCap, they are not limited, and
// scroll with the figures.
func (g *Grid) labelCap() float32 {
	room := min(float32(g.lay.w)*0.55, float32(g.lay.w-g.lay.gutter-g.lay.least)) / g.m.scale
	labels := g.cols[:g.lay.labels]
	fits := func(most float32) bool {
		sum := float32(0)
		for i := range labels {
			if w := labels[i].width; labels[i].wide {
				sum += w
			} else {
				sum += min(w, most)
			}
		}
		return sum <= room
	}
	for most := float32(maxFitLabel); most >= minCap; most -= 4 {
		if fits(most) {
			return most
		}
	}
	return maxWidth
}

// bodyCap returns the greatest width of a body column whose heading is wider than its figures. The figures, which are
// at the right, are then in view with the heading. The right edge of the label columns is at `left` pixels.
func (g *Grid) bodyCap(left int) float32 {
	if !g.lay.freezes(left) {
		left = 0
	}
	room := float32(g.lay.w-left-g.lay.gutter) / g.m.scale
	if g.lay.first.cols+g.lay.last.cols > 0 {
		room *= 2. / 3 // leave the rest to totals
	}
	return max(room, minCap)
}

// fit fits the columns from first to end-1 that are not fitted yet. It reports whether there were any.
func (g *Grid) fit(first, end int) bool {
	for first < end && g.cols[first].fitted {
		first++
	}
	if first >= end {
		return false
	}
	l := &g.lay
	f := newFitter(g.src, g.m, min(l.headRows+l.y/l.rowH, l.rows), min(l.h/l.rowH, 200), end-first)
	for i := first; i < end; i++ {
		if g.cols[i].fitted {
			continue
		}
		c := f.fit(i, g.arrowsIn(i))
		if w, ok := g.chosen[c.key]; ok {
			c.width, c.wide = w, true
		}
		g.cols[i] = c
	}
	f.widen(g.cols, first, end)
	if g.tracks != nil {
		g.level(first, end)
	}
	return true
}

// level gives all columns of a measure with data bars the same width, so that equal figures have equal bars. The
// columns that are fitted first decide this width. If a later column needs more, it becomes wider, but its bars do not.
func (g *Grid) level(first, end int) {
	widest, barred := map[string]float32{}, map[string]bool{}
	for i := max(first, g.lay.labels); i < end; i++ {
		if c := &g.cols[i]; c.fitted {
			barred[c.name] = barred[c.name] || c.barred
			if !c.wide {
				widest[c.name] = max(widest[c.name], c.width)
			}
		}
	}
	if g.tracks == nil {
		g.tracks = map[string]float32{}
	}
	for name := range barred {
		if barred[name] && g.tracks[name] == 0 {
			g.tracks[name] = widest[name]
		}
	}
	for i := max(first, g.lay.labels); i < end; i++ {
		if c := &g.cols[i]; c.fitted && !c.wide {
			c.width = max(c.width, g.tracks[c.name])
		}
	}
}

// fitVisible fits the columns that have come into view. It reports whether there were any.
func (g *Grid) fitVisible() bool {
	first, end := g.lay.visibleCols()
	fitted := g.fit(first, end)
	fitted = g.fit(g.lay.cols()-g.lay.last.cols, g.lay.cols()) || fitted
	for _, a := range g.arrows {
		fitted = a.Col < min(first, len(g.cols)) && g.fit(a.Col, a.Col+1) || fitted
	}
	if !fitted {
		return false
	}
	g.computeEdges()
	g.lay.place()
	return true
}

// glyphsFound paints again after a font with missing glyphs was found. It is called on other goroutines.
func (g *Grid) glyphsFound() {
	if g.rescan.CompareAndSwap(false, true) {
		fyne.Do(func() {
			g.rescan.Store(false)
			g.stale = true // the columns were measured with boxes in place of the glyphs
			g.redraw()
		})
	}
}
