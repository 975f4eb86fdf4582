package grid

import (
	"image"
	"slices"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine/pivot"
	"cardinal/ui/state/cells"
)

var (
	_ fyne.Widget            = (*Grid)(nil)
	_ fyne.Focusable         = (*Grid)(nil)
	_ fyne.Tappable          = (*Grid)(nil)
	_ fyne.SecondaryTappable = (*Grid)(nil)
	_ fyne.Scrollable        = (*Grid)(nil)
	_ fyne.Draggable         = (*Grid)(nil)
	_ fyne.Shortcutable      = (*Grid)(nil)
	_ desktop.Mouseable      = (*Grid)(nil)
	_ desktop.Hoverable      = (*Grid)(nil)
	_ desktop.Cursorable     = (*Grid)(nil)
	_ desktop.Keyable        = (*Grid)(nil)
)

// Grid shows a Source. Like every widget it belongs to the main goroutine; the callbacks are called there and may be
// nil. Rows and columns are counted from 0 with the headers, as in Source.
type Grid struct {
	widget.BaseWidget

	// a cell was double-clicked, or Enter pressed on it
	OnActivate     func(row, col int)
	OnHeaderTapped func(col int) // the lowest header of a column was tapped
	// a name above the headers of columns was tapped
	OnFieldTapped func(row, col int)
	// the triangle of a label was tapped, of a row or of a column
	OnFold func(onRows bool, node int)
	// the other button, or the menu key; at is on the canvas
	OnSecondaryTapped func(row, col int, at fyne.Position)
	// cells are to be copied, with or without their headers
	OnCopy func(src Source, areas []cells.Rect, headers bool)
	// other cells are selected, or the cells have other figures
	OnSelected func()
	// the first frame of a new source is on the screen
	OnPainted func()
	// a label is about to be dragged: where the labels beside it begin, where the last one ends, and its number
	// among them; nil where it stays
	OnLift func(row, col int) (lines []int, own int)
	// the label of a cell, of its row or its column, goes some places among those beside it
	OnMoved func(row, col int, down bool, by int)
	// the pointer came onto a cut text, in a cell at a position of the canvas, or ("") left it
	OnClipped func(text string, at fyne.Position, height float32)

	src    Source
	lay    layout
	m      *metrics
	cols   []column
	chosen map[string]float32 // widths chosen by hand, by column key
	tracks map[string]float32 // by measure with data bars, the width that its columns have at least; nil: not decided
	bars   map[string]int     // by measure, the pixels that its bars are shares of: its narrowest column
	sel    selection
	also   []selection              // further labels that were picked, in the column of sel, or further whole columns
	held   bool                     // they stay while the keyboard moves
	told   []selection              // what OnSelected has told of
	news   bool                     // src is newer than that
	found  func(c *pivot.Cell) bool // marks cells; nil: none
	shown  cellAt                   // the header cell that ShowCell led to; row -1: none

	arrows []pivot.Arrow // headings that the rows are sorted by

	stale  bool        // cols are not of src
	fresh  bool        // no frame of src was painted
	rescan atomic.Bool // a refresh for found glyphs is on its way

	focused    bool
	shift      bool
	press      press
	hover      hover
	lastTap    tapped
	carried    *carry // nil where no label is dragged
	handled    bool   // the press that leads to a tap was seen
	picks      bool   // that press picked columns
	autoscroll *fyne.Animation

	raster *canvas.Raster
	frame  *image.RGBA
	paint  painter
}

// New makes a grid with nothing to show.
func New() *Grid {
	g := &Grid{chosen: map[string]float32{}, bars: map[string]int{}}
	g.lay.xs = []int{0}
	g.hover.reset()
	g.shown.row = -1
	g.ExtendBaseWidget(g)
	return g
}

// Source is what is shown, nil for nothing.
func (g *Grid) Source() Source { return g.src }

// SetSource shows another source. Scroll position, selection and arrows stay if the new source has as many
// header rows and label columns, with the same field names.
func (g *Grid) SetSource(src Source) {
	keep := sameFrame(g.src, src)
	g.src, g.stale, g.fresh, g.news = src, true, true, true
	if g.also, g.held = nil, false; !keep {
		g.lay.x, g.lay.y, g.sel, g.arrows = 0, 0, selection{}, nil
	}
	g.endDrag()
	g.hover.reset()
	g.redraw()
}

// sameFrame compares the fixed corner of two sources.
func sameFrame(a, b Source) bool {
	if a == nil || b == nil {
		return false
	}
	_, _, h, l := a.Size()
	_, _, bh, bl := b.Size()
	if h != bh || l != bl || l == 0 {
		return false
	}
	for row := range h {
		for col := range l {
			x, y := a.Cell(row, col), b.Cell(row, col)
			if cells.Plain(&x) != cells.Plain(&y) {
				return false
			}
		}
	}
	return true
}

// SetArrows shows arrows in the headings of columns, in place of those before.
func (g *Grid) SetArrows(arrows []pivot.Arrow) {
	g.arrows = arrows
	for _, a := range arrows {
		if a.Col < len(g.cols) && !g.stale && !g.cols[a.Col].wide {
			g.cols[a.Col].fitted = false // it needs room for the arrow
		}
	}
	g.redraw()
}

// Arrows are the arrows in the headings.
func (g *Grid) Arrows() []pivot.Arrow { return g.arrows }

// sorted lists the arrows of a cell. Two row fields may be sorted by the same column in opposite directions.
func (g *Grid) sorted(row, col int) (arrows []pivot.Arrow) {
	_, _, head, _ := g.src.Size()
	for _, a := range g.arrows {
		at := a.Row
		if at == head-1 {
			at = g.heading(a.Col)
		}
		if a.Col == col && at == row {
			arrows = append(arrows, a)
		}
	}
	return arrows
}

// arrowsIn is the number of arrows in a column.
func (g *Grid) arrowsIn(col int) (n int) {
	for _, a := range g.arrows {
		if a.Col == col {
			n++
		}
	}
	return n
}

// heading is the lowest header row in which a column has a text.
func (g *Grid) heading(col int) int {
	_, _, head, _ := g.src.Size()
	for row := head - 1; row > 0; row-- {
		if c := g.cell(row, col); !c.Empty() {
			return row
		}
	}
	return 0
}

// Active is the cell that the keyboard moves, false where there is none.
func (g *Grid) Active() (row, col int, ok bool) {
	return g.sel.head.row, g.sel.head.col, g.sel.some
}

// Areas are the selected cells: the labels or the columns that were picked one by one, and Selected at last.
// There is none where nothing is selected.
func (g *Grid) Areas() (areas []cells.Rect) {
	if !g.sync() || !g.sel.some {
		return nil
	}
	for _, s := range g.also {
		if s.rect() != g.sel.rect() {
			areas = append(areas, s.rect())
		}
	}
	return append(areas, g.sel.rect())
}

// Selected are the cells that are selected, the last of several areas, none in an empty rectangle.
func (g *Grid) Selected() cells.Rect {
	if !g.sync() || !g.sel.some {
		return cells.Rect{LastRow: -1, LastCol: -1}
	}
	return g.sel.rect()
}

// tell calls OnSelected where the selection or its figures changed.
func (g *Grid) tell() {
	now := append(slices.Clone(g.also), g.sel)
	if slices.Equal(now, g.told) && !g.news {
		return
	}
	g.told, g.news = now, false
	if g.OnSelected != nil {
		g.OnSelected()
	}
}

// ShowCell brings a cell into view: it is selected, or marked where it is a header.
func (g *Grid) ShowCell(row, col int) {
	if !g.sync() {
		return
	}
	if g.shown = (cellAt{row, col}); row < g.lay.headRows {
		g.lay.reveal(row, col)
		g.redraw()
		return
	}
	g.shown.row = -1
	g.move(cellAt{row, col}, false)
}

// SetFound marks the cells for which found holds; nil marks none.
func (g *Grid) SetFound(found func(c *pivot.Cell) bool) {
	g.found, g.shown.row = found, -1
	g.redraw()
}

// Select makes a cell the only one selected and brings it into view.
func (g *Grid) Select(row, col int) {
	if g.sync() {
		g.move(cellAt{row, col}, false)
	}
}

// cell asks the source.
func (g *Grid) cell(row, col int) pivot.Cell { return g.src.Cell(row, col) }

// bodyCells are the first and the last cell that can be selected.
func (g *Grid) bodyCells() (first, last cellAt) {
	return cellAt{g.lay.headRows, 0}, cellAt{g.lay.rows - 1, g.lay.cols() - 1}
}
