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

// Grid shows a Source. Only the main goroutine may use it. Its callbacks run there, and may be nil. Row and column
// numbers begin at 0 and include the headers, as in Source.
type Grid struct {
	widget.BaseWidget

	// a cell was double-clicked, or Enter was pressed on it
	OnActivate     func(row, col int)
	OnHeaderTapped func(col int) // the lowest header of a column was tapped
	// a name above the headers of columns was tapped
	OnFieldTapped func(row, col int)
	// the triangle of a label on rows or on columns was tapped
	OnFold func(onRows bool, node int)
	// the secondary button or the menu key was pressed, at a position of the canvas
	OnSecondaryTapped func(row, col int, at fyne.Position)
	// copy cells, with or without their headers
	OnCopy func(src Source, areas []cells.Rect, headers bool)
	// the selection has changed, or the figures of the selected cells
	OnSelected func()
	// the first frame of a new source is painted
	OnPainted func()
	// some rows in view are blank, since reading them takes time; call SetSource when they can be read. The grid calls
	// OnUnready once for each scroll position
	OnUnready func()
	// a person begins to drag a label. OnLift returns the lines in which the label and its siblings begin, the line
	// after the last of them, and the label's position among them. If lines is nil, the label cannot be dragged
	OnLift func(row, col int) (lines []int, own int)
	// move the label of a cell by some positions among its siblings; for a figure: the label of its row if down is
	// true, or else of its column
	OnMoved func(row, col int, down bool, by int)
	// the pointer came onto a cell whose text is cut; the cell is at a position of the canvas. text is "" if the
	// pointer left it
	OnClipped func(text string, at fyne.Position, height float32)
	OnBeyond  func(*fyne.ScrollEvent) // the body is already scrolled to its end

	src    Source
	lay    layout
	m      *metrics
	cols   []column
	chosen map[string]float32 // widths that a person chose, by column key
	tracks map[string]float32 // least width of the columns of each measure with data bars; nil: not decided
	bars   map[string]int     // width in pixels of a full bar of each measure, i.e. of its narrowest column
	sel    selection
	also   []selection              // further selected labels in the column of sel, or further selected columns
	held   bool                     // the keyboard moves the active cell without changing also
	told   []selection              // the selections when OnSelected was last called
	news   bool                     // src has changed since OnSelected was last called
	found  func(c *pivot.Cell) bool // reports whether a cell has the searched text; nil: no search
	shown  cellAt                   // the header cell framed by ShowCell; row -1: none

	// returns the text of the older figure of a cell, and whether the figure has changed; nil: nothing is marked
	before func(row, col int) (text string, moved bool)

	arrows []pivot.Arrow // the sort arrows and their columns

	stale  bool        // cols is of an older source
	fresh  bool        // src is not painted yet
	asked  int         // 1 + the scroll position at which OnUnready was last called; 0: not called for src
	rescan atomic.Bool // glyphsFound has asked for a refresh that has not run yet

	focused    bool
	shift      bool
	press      press
	hover      hover
	lastTap    tapped
	carried    *carry // nil: no label is dragged
	handled    bool   // MouseDown has handled the press of the next tap
	picks      bool   // MouseDown has selected columns
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

// SetSource shows another source. The scroll position, the selection and the sort arrows stay if both sources have the
// same number of header rows and of label columns, and the same field names.
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

// SetBefore marks the figures of the source that have changed. `before` returns the text of a cell's older figure, and
// whether the figure has changed. If `before` is nil, SetBefore removes the marks. It reports whether there were marks.
// SetSource removes them, too.
func (g *Grid) SetBefore(before func(row, col int) (text string, moved bool)) (had bool) {
	had, g.before = g.before != nil, before
	if had || before != nil {
		g.redraw()
	}
	return had
}

// sameFrame reports whether two sources have the same texts in the upper left corner, where the header rows and the
// label columns meet.
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
			g.cols[a.Col].fitted = false // an arrow makes the heading wider
		}
	}
	g.redraw()
}

// Arrows returns the sort arrows in the headings.
func (g *Grid) Arrows() []pivot.Arrow { return g.arrows }

// arrowsAt returns the sort arrows of a cell. A cell can have two: if two row fields are sorted by the same column in
// opposite directions.
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

// Active returns the cell that the keyboard moves. ok is false if no cell is selected.
func (g *Grid) Active() (row, col int, ok bool) {
	return g.sel.head.row, g.sel.head.col, g.sel.some
}

// Areas returns all selected areas; the last one is Selected. It returns nil if nothing is selected.
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

// Selected returns the selected rectangle. If several areas are selected, it returns the last one. It is empty if
// nothing is selected.
func (g *Grid) Selected() cells.Rect {
	if !g.sync() || !g.sel.some {
		return cells.Rect{LastRow: -1, LastCol: -1}
	}
	return g.sel.rect()
}

// tell calls OnSelected if the selection or its figures have changed.
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

// ShowCell scrolls a cell into view and selects it. A header cell cannot be selected, and gets a frame instead.
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

// SetFound marks the cells for which found returns true. If found is nil, no cells are marked.
func (g *Grid) SetFound(found func(c *pivot.Cell) bool) {
	g.found, g.shown.row = found, -1
	g.redraw()
}

// Select selects only this cell, and scrolls it into view.
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

// Waiting reports whether OnUnready was called for rows that cannot be read yet.
func (g *Grid) Waiting() bool { return g.asked > 0 }

// ready reports whether a row of a source can be read so quickly that it can be painted now.
func ready(src Source, row int) bool {
	some, ok := src.(interface{ Ready(row int) bool })
	return !ok || some.Ready(row)
}

// bodyCells returns the first and the last cell that can be selected.
func (g *Grid) bodyCells() (first, last cellAt) {
	return cellAt{g.lay.headRows, 0}, cellAt{g.lay.rows - 1, g.lay.cols() - 1}
}
