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
	"cardinal/internal/each"
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

// Grid shows a Source. Only the main goroutine may use it; callbacks run there and may be nil. Row and column numbers
// begin at 0 and include the headers, as in Source.
type Grid struct {
	widget.BaseWidget

	// a cell was double-clicked, or Enter pressed on it
	OnActivate     func(row, col int)
	OnHeaderTapped func(col int) // the lowest header of a column was tapped
	// a name above the headers of columns was tapped
	OnFieldTapped func(row, col int)
	// the triangle of a label on rows or on columns was tapped
	OnFold func(onRows bool, node int)
	// the secondary button or the menu key was pressed; at is on the canvas
	OnSecondaryTapped func(row, col int, at fyne.Position)
	// cells are to be copied, with or without their headers
	OnCopy func(src Source, areas []cells.Rect, headers bool)
	// other cells are selected, or the cells have other figures
	OnSelected func()
	// the first frame of a new source is on the screen
	OnPainted func()
	// rows in view are blank, as they take time until they can be read; SetSource shows them then. It is called once
	// for each scroll position.
	OnUnready func()
	// a label is about to be dragged: returns where each sibling label begins and where the last one ends, and the
	// label's position among them; nil lines: it cannot be dragged
	OnLift func(row, col int) (lines []int, own int)
	// the label of a cell, or of its row or column, moves by some positions among its siblings
	OnMoved func(row, col int, down bool, by int)
	// the pointer came onto a cut text, in a cell at a position of the canvas; text "": it left the cell
	OnClipped func(text string, at fyne.Position, height float32)
	OnBeyond  func(*fyne.ScrollEvent) // the grid cannot scroll further

	src    Source
	lay    layout
	m      *metrics
	cols   []column
	chosen map[string]float32 // widths that a person chose, by column key
	tracks map[string]float32 // by measure with data bars, the least width of its columns; nil: not decided
	bars   map[string]int     // by measure, the pixels of a full bar: the width of its narrowest column
	sel    selection
	also   []selection              // further picked labels in the column of sel, or further picked columns
	held   bool                     // also stays while the keyboard moves the active cell
	told   []selection              // the selections at the last OnSelected
	news   bool                     // src changed since the last OnSelected
	found  func(c *pivot.Cell) bool // marks cells; nil: none
	shown  cellAt                   // the header cell that ShowCell led to; row -1: none

	// the text of the old figure of a cell, and whether the figure has moved; nil: none has
	before func(row, col int) (text string, moved bool)

	arrows []pivot.Arrow // columns that sort rows, and their headings

	stale  bool        // cols describes an older source
	fresh  bool        // no frame of src was painted
	asked  int         // OnUnready was called at this scroll position, counted from 1; 0: it was not called for src
	rescan atomic.Bool // a refresh for glyphs of fonts that were found is due

	focused    bool
	shift      bool
	press      press
	hover      hover
	lastTap    tapped
	carried    *carry // nil: no label is dragged
	handled    bool   // MouseDown handled the press of the coming tap
	picks      bool   // MouseDown picked columns
	autoscroll *fyne.Animation

	raster *canvas.Raster
	frame  *image.RGBA
	paint  painter
}

// New returns a grid without a source.
func New() *Grid {
	g := &Grid{chosen: map[string]float32{}, bars: map[string]int{}}
	g.lay.xs = []int{0}
	g.hover.reset()
	g.shown.row = -1
	g.ExtendBaseWidget(g)
	return g
}

// Source returns the source that is shown, or nil.
func (g *Grid) Source() Source { return g.src }

// SetSource shows another source. Scroll position, selection and arrows stay if the new source has equally many
// header rows and label columns, with the same field names.
func (g *Grid) SetSource(src Source) {
	keep := sameFrame(g.src, src)
	g.src, g.stale, g.fresh, g.news, g.asked, g.before = src, true, true, true, 0, nil
	if g.also, g.held = nil, false; !keep {
		g.lay.x, g.lay.y, g.sel, g.arrows = 0, 0, selection{}, nil
	}
	g.endDrag()
	g.hover.reset()
	g.redraw()
}

// SetBefore marks the figures of the source that have moved. before returns the text of the old figure, and whether the
// figure has moved; nil removes the marks. SetBefore reports whether there were marks. Another source has none.
func (g *Grid) SetBefore(before func(row, col int) (text string, moved bool)) (had bool) {
	had, g.before = g.before != nil, before
	if had || before != nil {
		g.redraw()
	}
	return had
}

// sameFrame reports whether two sources have the same texts in their upper left corner: the cells that are both
// header rows and label columns.
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

// SetArrows replaces the sort arrows in the headings.
func (g *Grid) SetArrows(arrows []pivot.Arrow) {
	g.arrows = arrows
	for _, a := range arrows {
		if a.Col < len(g.cols) && !g.stale && !g.cols[a.Col].wide {
			g.cols[a.Col].fitted = false // the heading needs room for the arrow
		}
	}
	g.redraw()
}

// Arrows returns the sort arrows in the headings.
func (g *Grid) Arrows() []pivot.Arrow { return g.arrows }

// arrowsAt returns the sort arrows of a cell. Two row fields may be sorted by the same column in opposite directions.
func (g *Grid) arrowsAt(row, col int) (arrows []pivot.Arrow) {
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

// arrowsIn counts the sort arrows of a column.
func (g *Grid) arrowsIn(col int) (n int) {
	return each.Count(g.arrows, func(a pivot.Arrow) bool { return a.Col == col })
}

// heading returns the lowest header row in which a column has a text.
func (g *Grid) heading(col int) int {
	_, _, head, _ := g.src.Size()
	for row := head - 1; row > 0; row-- {
		if c := g.cell(row, col); !c.Empty() {
			return row
		}
	}
	return 0
}

// Active returns the cell that the keyboard moves; ok is false if no cell is selected.
func (g *Grid) Active() (row, col int, ok bool) {
	return g.sel.head.row, g.sel.head.col, g.sel.some
}

// Areas returns the selected areas: the picked labels or columns, and Selected at last. It returns nil if nothing is
// selected.
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

// Selected returns the selected rectangle, the last one of several areas. It is empty if nothing is selected.
func (g *Grid) Selected() cells.Rect {
	if !g.sync() || !g.sel.some {
		return cells.Rect{LastRow: -1, LastCol: -1}
	}
	return g.sel.rect()
}

// tell calls OnSelected if the selection or its figures changed.
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

// ShowCell brings a cell into view and selects it. A header cell is framed instead, since it cannot be selected.
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

// SetFound marks the cells for which found returns true; nil marks none.
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

func (g *Grid) cell(row, col int) pivot.Cell {
	if ready(g.src, row) {
		return g.src.Cell(row, col)
	}
	if at := g.lay.y + 1; g.asked != at && g.OnUnready != nil {
		g.asked = at
		fyne.Do(g.OnUnready)
	}
	return pivot.Cell{Role: pivot.Note}
}

// Waiting reports whether rows were asked for that could not be read yet.
func (g *Grid) Waiting() bool { return g.asked > 0 }

// ready reports whether a row of a source can be read while painting.
func ready(src Source, row int) bool {
	some, ok := src.(interface{ Ready(row int) bool })
	return !ok || some.Ready(row)
}

// bodyCells returns the first and the last cell that can be selected.
func (g *Grid) bodyCells() (first, last cellAt) {
	return cellAt{g.lay.headRows, 0}, cellAt{g.lay.rows - 1, g.lay.cols() - 1}
}
