package grid

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
)

// hover is what the mouse is over.
type hover struct {
	zone   zone
	row    int // -1 for none
	border int // the column whose border is lit, -1 for none
	mark   *canvas.Rectangle
}

func (h *hover) reset() { h.zone, h.row, h.border = nothing, -1, -1 }

// MouseIn is called by the toolkit.
func (g *Grid) MouseIn(ev *desktop.MouseEvent) { g.MouseMoved(ev) }

// MouseMoved is called by the toolkit.
func (g *Grid) MouseMoved(ev *desktop.MouseEvent) {
	if g.press.zone != nothing {
		return
	}
	h := g.at(ev.Position)
	zone, border := g.hover.zone, g.hover.border
	g.hover.zone, g.hover.row, g.hover.border = h.zone, -1, -1
	switch h.zone {
	case onBorder:
		g.hover.border = h.col
	case onBody, onFold:
		if h.row >= g.lay.headRows {
			g.hover.row = h.row
		}
	}
	if border != g.hover.border || zone != h.zone && (zone.bar() || h.zone.bar()) {
		g.redraw()
		return
	}
	g.placeHover()
}

// MouseOut is called by the toolkit.
func (g *Grid) MouseOut() {
	lit := g.hover.zone.bar() || g.hover.border >= 0
	g.hover.reset()
	if lit && g.press.zone == nothing {
		g.redraw()
	}
	g.placeHover()
}

// Cursor is called by the toolkit.
func (g *Grid) Cursor() desktop.Cursor {
	switch {
	case g.press.zone == onBorder || g.hover.zone == onBorder:
		return desktop.HResizeCursor
	case g.hover.zone == onFold:
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// placeHover moves the highlight onto the row under the mouse.
func (g *Grid) placeHover() {
	mark := g.hover.mark
	if mark == nil {
		return
	}
	row, l := g.hover.row, &g.lay
	if g.src == nil || g.m == nil || row < l.headRows || row >= l.rows {
		mark.Hide()
		return
	}
	top, bottom := max(l.rowY(row), l.top), min(l.rowY(row)+l.rowH, l.bottom)
	if top >= bottom {
		mark.Hide()
		return
	}
	s := g.m.scale
	mark.Move(fyne.NewPos(0, float32(top)/s))
	mark.Resize(fyne.NewSize(float32(l.end())/s, float32(bottom-top)/s))
	mark.Show()
}
