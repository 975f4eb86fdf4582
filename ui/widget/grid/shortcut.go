package grid

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/ui/widget/input"
)

// TypedShortcut runs the shortcuts of the grid, and passes all others to the window.
func (g *Grid) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		g.Copy(false)
		return
	case *fyne.ShortcutSelectAll:
		g.SelectAll()
		return
	case *desktop.CustomShortcut:
		if g.runShortcut(s) {
			return
		}
	}
	input.PassShortcut(g, s)
}

func (g *Grid) runShortcut(s *desktop.CustomShortcut) bool {
	if s.Modifier == fyne.KeyModifierAlt {
		return g.moveByKey(s.KeyName)
	}
	shift := s.Modifier&fyne.KeyModifierShift != 0
	if s.Modifier&^fyne.KeyModifierShift != fyne.KeyModifierShortcutDefault {
		return false
	}
	if s.KeyName == fyne.KeyC && shift {
		g.Copy(true)
		return true
	}
	if !g.sync() {
		return false
	}
	if s.KeyName == fyne.KeySpace && !shift {
		return g.hold()
	}
	to, ok := g.leap(g.sel.head, s.KeyName)
	if ok {
		g.walk(to, shift)
	}
	return ok
}

// moveByKey moves a label by one position. If the active cell is a figure, up and down move its row label, and left and
// right its column label.
func (g *Grid) moveByKey(key fyne.KeyName) bool {
	by := map[fyne.KeyName]int{fyne.KeyUp: -1, fyne.KeyDown: 1, fyne.KeyLeft: -1, fyne.KeyRight: 1}[key]
	if by == 0 || g.OnMoved == nil || !g.sel.some {
		return false
	}
	g.OnMoved(g.sel.head.row, g.sel.head.col, key == fyne.KeyUp || key == fyne.KeyDown, by)
	return true
}

// SelectAll selects every cell below the headers.
func (g *Grid) SelectAll() {
	if !g.sync() {
		return
	}
	first, last := g.bodyCells()
	g.also, g.held, g.sel = nil, false, selection{anchor: last, head: first, some: true}.clampTo(first, last)
	g.redraw()
}

// Copy calls OnCopy for the selection. The row labels and column headers are copied, too, if withHeaders is true or all
// cells are selected.
func (g *Grid) Copy(withHeaders bool) {
	if areas := g.Areas(); len(areas) > 0 && g.OnCopy != nil {
		first, last := g.bodyCells()
		from, to := g.sel.bounds()
		g.OnCopy(g.src, areas, withHeaders || first != last && from == first && to == last)
	}
}
