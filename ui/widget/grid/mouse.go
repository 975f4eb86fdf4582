package grid

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/engine/pivot"
	"cardinal/ui/widget/input"
)

// doubleTap is how soon a second tap must follow.
const doubleTap = 400 * time.Millisecond

// press is what the pressed mouse button does.
type press struct {
	zone  zone // nothing where no button is pressed
	col   int
	pos   fyne.Position
	start int     // where it began, in device pixels across
	width float32 // of the column being resized
	grab  int     // from the start of the thumb
	moved float32 // the farthest it went from pos
	lifts bool    // a drag carries the label
	label cellAt  // that label's cell
}

// tapped is the tap before.
type tapped struct {
	hit
	when time.Time
}

// twice reports whether h is the second of two quick taps at one place, and remembers it.
func (t *tapped) twice(h hit) bool {
	again := t.zone == h.zone && t.row == h.row && t.col == h.col && time.Since(t.when) < doubleTap
	*t = tapped{hit: h, when: time.Now()}
	if again {
		t.zone = nothing
	}
	return again
}

// MouseDown is called by the toolkit.
func (g *Grid) MouseDown(ev *desktop.MouseEvent) {
	if !g.focused {
		input.Focus(g)
	}
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	g.handled = true
	h := g.at(ev.Position)
	g.press = press{zone: h.zone, col: h.col, pos: ev.Position, lifts: ev.Modifier == 0 && g.liftable(h), label: cellAt{h.row, h.col}}
	switch h.zone {
	case onBody:
		if c := (cellAt{h.row, h.col}); ev.Modifier&fyne.KeyModifierShortcutDefault != 0 && g.pickable(c) {
			g.pick(selection{anchor: c, head: c, some: true})
		} else {
			g.move(c, ev.Modifier&fyne.KeyModifierShift != 0)
		}
	case onFold:
		if h.row >= g.lay.headRows {
			g.move(cellAt{h.row, h.col}, false)
		}
	case onHeader:
		if g.picks = ev.Modifier&fyne.KeyModifierShortcutDefault != 0 && h.col >= g.lay.labels; g.picks {
			g.pickColumns(cellAt{h.row, h.col})
		}
	case onBorder:
		g.press.start, g.press.width = h.x, float32(g.lay.xs[h.col+1]-g.lay.xs[h.col])/g.m.scale
	case onVertical:
		g.pressBar(g.lay.vertical(), h.y, &g.lay.y, g.lay.floor-g.lay.top-g.lay.rowH)
	case onHorizontal:
		g.pressBar(g.lay.horizontal(), h.x, &g.lay.x, (g.lay.wall-g.lay.left)*9/10)
	}
	g.redraw()
}

// pressBar grabs the thumb, or pages where the press was beside it.
func (g *Grid) pressBar(b bar, pos int, offset *int, page int) {
	if side := b.side(pos); side != 0 {
		*offset += side * max(page, g.lay.rowH)
		g.lay.place()
		g.press.zone = nothing
		return
	}
	g.press.grab = pos - b.thumb
}

// MouseUp is called by the toolkit, before DragEnd where there was a drag.
func (g *Grid) MouseUp(*desktop.MouseEvent) {
	if g.press.moved == 0 {
		g.endDrag()
	}
}

// Tapped is called by the toolkit when the primary button is released where it was pressed.
func (g *Grid) Tapped(ev *fyne.PointEvent) {
	h := g.at(ev.Position)
	pressed, picks := g.handled, g.picks
	g.handled, g.picks = false, false
	again := g.lastTap.twice(h)
	switch h.zone {
	case onBody:
		if !pressed {
			g.move(cellAt{h.row, h.col}, false)
		}
		if again && g.OnActivate != nil {
			g.OnActivate(h.row, h.col)
		}
	case onFold:
		g.toggle(h.row, h.col)
	case onHeader:
		if !picks {
			g.tapHeader(h)
		}
	case onBorder:
		if again {
			g.fitColumn(h.col)
		}
	}
}

// tapHeader reports a tap on the heading of a column, and selects the columns below a label above the heading.
func (g *Grid) tapHeader(h hit) {
	if h.row >= g.heading(h.col) {
		if g.OnHeaderTapped != nil {
			g.OnHeaderTapped(h.col)
		}
		return
	}
	c := g.cell(h.row, h.col)
	if (c.Role == pivot.Corner || c.Role == pivot.Name) && g.OnFieldTapped != nil {
		g.OnFieldTapped(h.row, h.col)
	}
	if c.Role == pivot.Corner {
		return
	}
	g.also, g.held, g.sel = nil, false, g.columns(cellAt{h.row, h.col})
	g.redraw()
}

// toggle reports that a label is to be folded or unfolded.
func (g *Grid) toggle(row, col int) {
	c := g.cell(row, col)
	if c.Fold == pivot.NoFold || g.OnFold == nil {
		return
	}
	g.OnFold(c.Role != pivot.ColLabel, c.Node)
}

// TappedSecondary is called by the toolkit.
func (g *Grid) TappedSecondary(ev *fyne.PointEvent) {
	h := g.at(ev.Position)
	if h.row < 0 {
		return
	}
	if (h.zone == onBody || h.zone == onFold && h.row >= g.lay.headRows) && !g.selected(cellAt{h.row, h.col}) {
		g.move(cellAt{h.row, h.col}, false)
	}
	if g.OnSecondaryTapped != nil {
		g.OnSecondaryTapped(h.row, h.col, ev.AbsolutePosition)
	}
}

// Scrolled is called by the toolkit for the wheel.
func (g *Grid) Scrolled(ev *fyne.ScrollEvent) {
	if !g.sync() {
		return
	}
	d := ev.Scrolled
	if d.DX == 0 && g.shifted() {
		d.DX, d.DY = d.DY, 0
	}
	x, y := g.lay.x, g.lay.y
	g.lay.x -= g.m.px(d.DX)
	g.lay.y -= g.m.px(d.DY)
	g.lay.place()
	if x != g.lay.x || y != g.lay.y {
		g.hoverText(hit{x: -1})
		g.redraw()
	}
}
