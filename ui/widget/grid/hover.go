package grid

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/engine/pivot"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
)

// hover is what is under the mouse.
type hover struct {
	zone   zone
	row    int    // -1: no row
	label  bool   // a drag from here would move a label
	border int    // the column with the highlighted border; -1: none
	text   string // the text under the mouse, if it is cut
	mark   *canvas.Rectangle
}

func (h *hover) reset() { h.zone, h.row, h.label, h.border, h.text = nothing, -1, false, -1, "" }

func (g *Grid) MouseIn(ev *desktop.MouseEvent) { g.MouseMoved(ev) }

// MouseMoved highlights the row, border or scrollbar under the mouse.
func (g *Grid) MouseMoved(ev *desktop.MouseEvent) {
	if g.press.zone != nothing {
		return
	}
	h := g.hitAt(ev.Position)
	g.hoverText(h)
	zone, border := g.hover.zone, g.hover.border
	g.hover.zone, g.hover.row, g.hover.border, g.hover.label = h.zone, -1, -1, g.canLift(h)
	switch h.zone {
	case onBorder:
		g.hover.border = h.col
	case onBody, onFold:
		if h.row >= g.lay.headRows {
			g.hover.row = h.row
		}
	}
	if border != g.hover.border || zone != h.zone && (zone.isBar() || h.zone.isBar()) {
		g.redraw()
		return
	}
	g.placeHover()
}

// MouseOut removes the highlights.
func (g *Grid) MouseOut() {
	g.hoverText(hit{x: -1})
	lit := g.hover.zone.isBar() || g.hover.border >= 0
	g.hover.reset()
	if lit && g.press.zone == nothing {
		g.redraw()
	}
	g.placeHover()
}

// hoverText calls OnClipped when the pointer comes onto a cell that needs an explanation, or leaves it. A cell needs
// one if its text is cut, or if its figure has changed or is blank.
func (g *Grid) hoverText(h hit) {
	var under clipped
	for _, c := range g.paint.clipped {
		if image.Pt(h.x, h.y).In(c.box) {
			under = c
		}
	}
	if g.before != nil && h.zone == onBody && h.row >= g.lay.headRows {
		if was, moved := g.before(h.row, h.col); moved {
			under.text = lang.L("Before: {{.Figure}}", lang.With{"Figure": was})
			under.box.Min = image.Pt(g.lay.colX(h.col), g.lay.rowY(h.row))
		}
	}
	if h.zone == onBody && under.text == "" && h.row >= g.lay.headRows {
		if c := g.cell(h.row, h.col); c.Role == pivot.Body && c.Value.IsNull() {
			under.text = lang.L("Blank: these rows have no value to show here.")
			if c.NoRows {
				under.text = lang.L("No row of the table has these labels together. Layout > Cells without rows " +
					"can show 0 or a text here.")
			}
			under.box.Min = image.Pt(g.lay.colX(h.col), g.lay.rowY(h.row))
		}
	}
	if under.text == g.hover.text {
		return
	}
	g.hover.text = under.text
	if g.OnClipped != nil {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(g)
		if under.text != "" {
			at = at.AddXY(float32(under.box.Min.X)/g.m.scale, float32(under.box.Min.Y)/g.m.scale)
		}
		g.OnClipped(under.text, at, float32(g.lay.rowH)/max(g.m.scale, 1))
	}
}

// Cursor returns the shape of the pointer: a hand on what can be tapped or dragged, arrows on a column's border.
func (g *Grid) Cursor() desktop.Cursor {
	switch {
	case g.press.zone == onBorder || g.hover.zone == onBorder:
		return desktop.HResizeCursor
	case g.hover.zone == onFold, g.hover.label, g.carried != nil:
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// placeHover moves the highlight to the row under the mouse.
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
	top, bottom := 0, 0
	for _, s := range l.stripes() {
		if row >= s.first && row < s.end {
			top, bottom = max(l.rowY(row), s.from), min(l.rowY(row)+l.rowH, s.to)
		}
	}
	if top >= bottom {
		mark.Hide()
		return
	}
	s := g.m.scale
	input.Place(mark, 0, float32(top)/s, float32(l.end())/s, float32(bottom-top)/s)
	mark.Show()
}
