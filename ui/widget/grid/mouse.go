package grid

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/engine/pivot"
	"cardinal/ui/widget/input"
)

// doubleTap is the longest time between the two taps of a double-click.
const doubleTap = 400 * time.Millisecond

// press is what the pressed mouse button does, and where it was pressed.
type press struct {
	zone  zone // where it was pressed; nothing: no button is pressed
	col   int
	pos   fyne.Position
	start int     // the x of the press, in device pixels
	width float32 // of the column that is resized, before the drag
	grab  int     // the distance of the press from the start of the thumb
	moved float32 // the greatest distance of the mouse from pos so far
	lifts bool    // a drag moves the label of the pressed cell
	label cellAt  // the pressed cell
}

// tapped is where and when the last tap was.
type tapped struct {
	hit
	when time.Time
}

// record stores the tap h. It returns true if h is the second of two quick taps on the same cell.
func (t *tapped) record(h hit) bool {
	again := t.zone == h.zone && t.row == h.row && t.col == h.col && time.Since(t.when) < doubleTap
	*t = tapped{hit: h, when: time.Now()}
	if again {
		t.zone = nothing
	}
	return again
}

// MouseDown begins what the button does: it selects cells, labels or columns, or begins to drag a border, a label or a
// scrollbar.
func (g *Grid) MouseDown(ev *desktop.MouseEvent) {
	if !g.focused {
		input.Focus(g)
	}
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	g.handled = true
	h := g.hitAt(ev.Position)
	g.press = press{zone: h.zone, col: h.col, pos: ev.Position,
		lifts: ev.Modifier == 0 && g.canLift(h), label: cellAt{h.row, h.col}}
	switch h.zone {
	case onBody:
		if c := (cellAt{h.row, h.col}); ev.Modifier&fyne.KeyModifierShortcutDefault != 0 && g.canPick(c) {
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

// pressBar begins to drag the thumb. If the press was before or after the thumb, it scrolls by a page instead.
func (g *Grid) pressBar(b bar, pos int, offset *int, page int) {
	if side := b.side(pos); side != 0 {
		*offset += side * max(page, g.lay.rowH)
		g.lay.place()
		g.press.zone = nothing
		return
	}
	g.press.grab = pos - b.thumb
}

// MouseUp ends a press without a drag. After a drag, the toolkit calls DragEnd next.
func (g *Grid) MouseUp(*desktop.MouseEvent) {
	if g.press.moved == 0 {
		g.endDrag()
	}
}

// Tapped activates a cell, folds a label, handles a tap on a header, or fits a column to its cells.
func (g *Grid) Tapped(ev *fyne.PointEvent) {
	h := g.hitAt(ev.Position)
	pressed, picks := g.handled, g.picks
	g.handled, g.picks = false, false
	again := g.lastTap.record(h)
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

// tapHeader handles a tap on a header cell. A tap on the lowest heading of a column is reported. A tap on a label above
// the heading selects the columns below the label.
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

// toggle calls OnFold for the label of a cell, if the label can be folded.
func (g *Grid) toggle(row, col int) {
	c := g.cell(row, col)
	if c.Fold == pivot.NoFold || g.OnFold == nil {
		return
	}
	g.OnFold(c.Role != pivot.ColLabel, c.Node)
}

// TappedSecondary selects the cell, unless it is selected already, and opens its menu.
func (g *Grid) TappedSecondary(ev *fyne.PointEvent) {
	h := g.hitAt(ev.Position)
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

// Scrolled scrolls the body by the wheel. With shift, it scrolls sideways.
func (g *Grid) Scrolled(ev *fyne.ScrollEvent) {
	if !g.sync() {
		return
	}
	d := ev.Scrolled
	if d.DX == 0 && g.shiftPressed() {
		d.DX, d.DY = d.DY, 0
	}
	x, y := g.lay.x, g.lay.y
	g.lay.x -= g.m.px(d.DX)
	g.lay.y -= g.m.px(d.DY)
	g.lay.place()
	if x != g.lay.x || y != g.lay.y {
		g.hoverText(hit{x: -1})
		g.redraw()
	} else if g.OnBeyond != nil {
		g.OnBeyond(ev)
	}
}
