package grid

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/ui/widget/input"
)

// FocusGained selects the first cell if nothing is selected. It skips the column of the row numbers.
func (g *Grid) FocusGained() {
	g.focused = true
	if !g.sel.some && g.sync() {
		first, last := g.bodyCells()
		if g.numbersRows() {
			first.col = min(g.lay.labels, last.col)
		}
		g.sel = selection{anchor: first, head: first, some: true}.clampTo(first, last)
	}
	g.redraw()
}

// numbersRows reports whether the label column has row numbers, which it has if it has no name.
func (g *Grid) numbersRows() bool {
	if g.lay.labels == 0 || g.lay.headRows == 0 {
		return false
	}
	c := g.cell(g.lay.headRows-1, 0)
	return c.Empty()
}

// FocusLost sets shift to released: the grid will not see its release.
func (g *Grid) FocusLost() {
	g.focused, g.shift = false, false
	g.redraw()
}

// TypedRune does nothing, since nothing can be typed into the grid.
func (g *Grid) TypedRune(rune) {}

// KeyDown remembers that shift is pressed.
func (g *Grid) KeyDown(ev *fyne.KeyEvent) {
	if input.IsShift(ev) {
		g.shift = true
	}
}

// KeyUp remembers that shift is released.
func (g *Grid) KeyUp(ev *fyne.KeyEvent) {
	if input.IsShift(ev) {
		g.shift = false
	}
}

// shiftPressed reports whether shift is pressed.
func (g *Grid) shiftPressed() bool { return input.Shifted(g.shift) }

// TypedKey handles a key without control. It moves the active cell, calls OnActivate, folds a label, or opens the menu.
func (g *Grid) TypedKey(ev *fyne.KeyEvent) {
	if !g.sync() {
		return
	}
	h := g.sel.head
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if g.sel.some && g.OnActivate != nil {
			g.OnActivate(h.row, h.col)
		}
	case fyne.KeySpace:
		if g.sel.some {
			g.toggle(h.row, h.col)
		}
	case fyne.KeyEscape:
		if g.carried != nil {
			g.endDrag()
			return
		}
		g.also, g.held, g.sel.anchor = nil, false, h
		g.redraw()
		input.Pass(g, ev) // the window handles the key, too: it may stop a run
	case desktop.KeyMenu:
		g.menuKey()
	case fyne.KeyF10:
		if g.shiftPressed() {
			g.menuKey()
		}
	default:
		if to, ok := g.step(h, ev.Name); ok {
			g.walk(to, g.shiftPressed())
		} else {
			input.Pass(g, ev)
		}
	}
}

// step returns the cell to which a key moves from the active cell h. It returns false if the key does not move.
func (g *Grid) step(h cellAt, key fyne.KeyName) (cellAt, bool) {
	page := max(1, g.lay.page()-1)
	switch key {
	case fyne.KeyUp:
		h.row--
	case fyne.KeyDown:
		h.row++
	case fyne.KeyLeft:
		h.col--
	case fyne.KeyRight:
		h.col++
	case fyne.KeyPageUp:
		h.row -= page
		g.lay.y -= page * g.lay.rowH
	case fyne.KeyPageDown:
		h.row += page
		g.lay.y += page * g.lay.rowH
	case fyne.KeyHome:
		h.col, g.lay.x = 0, 0
	case fyne.KeyEnd:
		h.col, g.lay.x = g.lay.cols()-1, g.lay.maxX()
	default:
		return h, false
	}
	return h, true
}

// leap returns the cell to which a key with control moves from the active cell h. It returns false if the key does not
// move. It also scrolls to the end of the body, since moving to a total that is always in view would not scroll.
func (g *Grid) leap(h cellAt, key fyne.KeyName) (cellAt, bool) {
	first, last := g.bodyCells()
	l := &g.lay
	switch key {
	case fyne.KeyUp:
		h.row, l.y = first.row, 0
	case fyne.KeyDown:
		h.row, l.y = last.row, l.maxY()
	case fyne.KeyLeft:
		h.col, l.x = first.col, 0
	case fyne.KeyRight:
		h.col, l.x = last.col, l.maxX()
	case fyne.KeyHome:
		h, l.x, l.y = cellAt{first.row, min(l.labels, last.col)}, 0, 0
	case fyne.KeyEnd:
		h, l.x, l.y = last, l.maxX(), l.maxY()
	default:
		return h, false
	}
	return h, true
}

// walk moves the active cell to another cell. What hold has selected stays selected while the active cell moves among
// labels of the same column, or among figures of the same row.
func (g *Grid) walk(to cellAt, extend bool) {
	also, held, from, y := g.also, g.held, g.sel, g.lay.y
	g.move(to, extend)
	switch head := g.sel.head; {
	case !held:
	case g.coversColumns(from):
		if head.row == from.head.row && head.col >= g.lay.labels {
			g.also, g.held, g.sel, g.lay.y = also, true, g.columns(head), y
			g.lay.place()
		}
	case head.col == also[0].head.col:
		g.also, g.held = also, true
	}
}

// move makes a cell active and selects only this cell. If extend is true, the selection is extended to the cell
// instead.
func (g *Grid) move(to cellAt, extend bool) {
	first, last := g.bodyCells()
	if !extend || !g.sel.some {
		g.also, g.held, g.sel.anchor = nil, false, to
	}
	g.sel.head, g.sel.some = to, true
	g.sel = g.sel.clampTo(first, last)
	if g.sel.some {
		g.lay.reveal(g.sel.head.row, g.sel.head.col)
	}
	g.redraw()
}

// menuKey opens the menu of the active cell. It does the same as the secondary mouse button.
func (g *Grid) menuKey() {
	if !g.sel.some || g.OnSecondaryTapped == nil {
		return
	}
	h, l := g.sel.head, &g.lay
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(g)
	x := min(max(l.colX(h.col), 0), l.right)
	y := min(max(l.rowY(h.row)+l.rowH, l.top), l.bottom)
	g.OnSecondaryTapped(h.row, h.col, at.AddXY(float32(x)/g.m.scale, float32(y)/g.m.scale))
}
