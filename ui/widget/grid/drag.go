package grid

import (
	"time"

	"fyne.io/fyne/v2"
)

// Dragged handles a move of the mouse while a button is pressed. It goes on with what the press began: it drags a
// label, resizes a column, scrolls, or extends the selection.
func (g *Grid) Dragged(ev *fyne.DragEvent) {
	if g.src == nil || g.m == nil {
		return
	}
	d := ev.Position.Subtract(g.press.pos)
	g.press.moved = max(g.press.moved, d.X, -d.X, d.Y, -d.Y)
	x, y := g.pixel(ev.Position.X), g.pixel(ev.Position.Y)
	l := &g.lay
	if g.press.lifts {
		if g.press.moved < unsteady {
			return
		}
		g.press.lifts = g.carried != nil || g.lift()
	}
	if g.carried != nil {
		g.carryTo(x, y)
		g.redraw()
		return
	}
	switch g.press.zone {
	case onBorder:
		g.resize(g.press.col, g.press.width+float32(x-g.press.start)/g.m.scale)
	case onVertical:
		l.y = l.vertical().offset(y - g.press.grab)
		l.place()
	case onHorizontal:
		l.x = l.horizontal().offset(x - g.press.grab)
		l.place()
	case onBody:
		g.dragSelect(x, y)
	default:
		return
	}
	g.redraw()
}

// unsteady is how far the mouse may move during a click. The toolkit reports a drag from two units on, which an
// unsteady hand reaches.
const unsteady = 5

// DragEnd drops a dragged label. If the mouse has hardly moved, DragEnd treats the drag as a tap.
func (g *Grid) DragEnd() {
	p, c := g.press, g.carried
	g.endDrag()
	if c != nil && c.places() != 0 && g.OnMoved != nil {
		g.OnMoved(c.cell.row, c.cell.col, c.down, c.places())
	}
	if p.moved < unsteady && (p.zone == onHeader || p.zone == onFold || p.zone == onBody) {
		g.Tapped(&fyne.PointEvent{Position: p.pos})
	}
	g.handled, g.picks = false, false
}

func (g *Grid) endDrag() {
	if g.autoscroll != nil {
		g.autoscroll.Stop()
		g.autoscroll = nil
	}
	g.carried = nil
	if g.press.zone != nothing {
		g.press = press{}
		g.redraw()
	}
}

// dragSelect extends the selection to a point. If the point is outside of the body, the body scrolls: the farther the
// point, the faster.
func (g *Grid) dragSelect(x, y int) {
	l := &g.lay
	dx, dy := overshoot(x, l.left, l.wall), overshoot(y, l.top, l.floor)
	if g.sel.anchor.col < l.frozen && x < l.left || x >= l.wall && l.x == l.maxX() {
		dx = 0
	}
	if y >= l.floor && l.y == l.maxY() || y < l.top && l.y == 0 {
		dy = 0
	}
	g.extendTo(x, y)
	g.scrollOn(dx, dy, func() bool {
		if g.press.zone != onBody {
			return false
		}
		g.extendTo(x, y)
		return true
	})
}

// scrollOn scrolls the body while the mouse is dx and dy pixels outside of it. It first stops the scrolling of an
// earlier call. `after` runs after each step, and returns false to undo the step and wait.
func (g *Grid) scrollOn(dx, dy int, after func() bool) {
	if g.autoscroll != nil {
		g.autoscroll.Stop()
		g.autoscroll = nil
	}
	if dx == 0 && dy == 0 {
		return
	}
	g.autoscroll = fyne.NewAnimation(time.Second, func(float32) {
		if g.src == nil || g.press.zone == nothing {
			return
		}
		l := &g.lay
		x, y := l.x, l.y
		l.x, l.y = l.x+dx/3, l.y+dy/3
		if l.place(); !after() {
			l.x, l.y = x, y
			return
		}
		g.redraw()
	})
	g.autoscroll.RepeatCount = fyne.AnimationRepeatForever
	g.autoscroll.Start()
}

// extendTo moves the head of the selection to the cell nearest to a point. Totals at an edge can be reached only after
// the body has scrolled to that edge.
func (g *Grid) extendTo(x, y int) {
	l := &g.lay
	if l.rows <= l.headRows || l.cols() == 0 {
		return
	}
	low, high, top, bottom := l.left, l.right, l.top, l.bottom
	if x < l.left && g.sel.anchor.col < l.frozen || l.x == 0 {
		low = 0
	}
	if l.x < l.maxX() && g.sel.anchor.col < l.cols()-l.side {
		high = l.wall
	}
	if l.y == 0 || g.sel.anchor.row < l.fixed {
		top = l.head
	}
	if l.y < l.maxY() && g.sel.anchor.row < l.rows-l.foot {
		bottom = l.floor
	}
	row, ok := l.rowAt(min(max(y, top), bottom-1))
	if !ok {
		row = l.rows - 1
	}
	col, ok := l.colAt(min(max(x, low), high-1))
	if !ok {
		col = l.cols() - 1
	}
	if g.sel.some {
		g.sel.head = cellAt{row, col}
	}
}

// overshoot returns how far v is before `from`, as a negative number, or how far it is beyond `to`-1. It returns 0 if v
// is between them.
func overshoot(v, from, to int) int {
	switch {
	case v < from:
		return v - from
	case v >= to:
		return v - to + 1
	}
	return 0
}

// resize sets the width of a column, in units, that a person chose.
func (g *Grid) resize(col int, width float32) {
	if col < 0 || col >= len(g.cols) {
		return
	}
	c := &g.cols[col]
	c.width, c.wide = min(max(width, minWidth), maxWidth), true
	g.chosen[c.key] = c.width
	g.computeEdges()
	g.lay.place()
}

// fitColumn fits a column to its cells and forgets the width that a person chose.
func (g *Grid) fitColumn(col int) {
	if col < 0 || col >= len(g.cols) {
		return
	}
	delete(g.chosen, g.cols[col].key)
	g.cols[col].fitted, g.cols[col].wide = false, false
	g.fit(col, col+1)
	g.computeEdges()
	g.lay.place()
	g.redraw()
}
