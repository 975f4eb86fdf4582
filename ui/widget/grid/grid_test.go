package grid

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/ui/state/cells"
)

// center returns the middle of a cell in units.
func center(g *Grid, row, col int) fyne.Position {
	l := &g.lay
	x, y := (l.colX(col)+l.colEnd(col))/2, l.rowY(row)+l.rowH/2
	return fyne.NewPos(float32(x)/g.m.scale, float32(y)/g.m.scale)
}

func down(g *Grid, pos fyne.Position, mod fyne.KeyModifier) {
	g.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: pos}, Button: desktop.MouseButtonPrimary,
		Modifier: mod})
}

func up(g *Grid, pos fyne.Position) {
	g.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: pos}, Button: desktop.MouseButtonPrimary})
}

// click does what the toolkit does for a click.
func click(g *Grid, pos fyne.Position) {
	down(g, pos, 0)
	up(g, pos)
	g.Tapped(&fyne.PointEvent{Position: pos})
}

func drag(g *Grid, pos fyne.Position) {
	g.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: pos}})
}

// drop does what the toolkit does when the button is released after a drag.
func drop(g *Grid) {
	up(g, fyne.Position{})
	g.DragEnd()
}

// scrollTo brings a cell into view, or the last one.
func scrollTo(g *Grid, row, col int) {
	if g.sync() {
		g.lay.reveal(min(row, g.lay.rows-1), min(col, g.lay.cols()-1))
		g.redraw()
	}
}

func key(g *Grid, names ...fyne.KeyName) {
	for _, n := range names {
		g.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func (s selection) is(t *testing.T, r0, c0, r1, c1 int) {
	t.Helper()
	if a, b := s.bounds(); !s.some || a != (cellAt{r0, c0}) || b != (cellAt{r1, c1}) {
		t.Errorf("selected %v to %v, want %d,%d to %d,%d", a, b, r0, c0, r1, c1)
	}
}

func TestScrollToTheEnd(t *testing.T) {
	for _, scale := range []float32{1, 1.5, 2} {
		g := show(t, long{rows: 10_000_000, figures: 4}, fyne.NewSize(500, 400), scale, theme.VariantLight)
		if g.m.scale != scale {
			t.Fatalf("painted at scale %v, want %v", g.m.scale, scale)
		}
		scrollTo(g, 9_999_999, 2)
		if y := g.lay.rowY(9_999_999); y < g.lay.top || y+g.lay.rowH != g.lay.bottom {
			t.Errorf("row 9,999,999 ends at %d, want %d", y+g.lay.rowH, g.lay.bottom)
		}
		var got hit
		pos := center(g, 9_999_999, 2)
		if got = g.hitAt(pos); got.row != 9_999_999 || got.col != 2 || got.zone != onBody {
			t.Errorf("hit %+v", got)
		}
		click(g, pos)
		if r := g.Selected(); r != (cells.Rect{FirstRow: 9_999_999, FirstCol: 2, LastRow: 9_999_999, LastCol: 2}) {
			t.Errorf("selected %v", r)
		}
	}
}

// TestUnready scrolls to rows that cannot be read yet. They are painted blank, asked for once a place, and shown
// with the next source.
func TestUnready(t *testing.T) {
	src := &partly{long{rows: 1_000_000, figures: 2}, 5000}
	g := show(t, src, fyne.NewSize(500, 400), 1, theme.VariantLight)
	asked, canvas := 0, fyne.CurrentApp().Driver().CanvasForObject(g)
	g.OnUnready = func() { asked++ }
	scrollTo(g, 4000, 2)
	canvas.Capture()
	if asked > 0 {
		t.Error("rows in view are ready, and asked for")
	}
	scrollTo(g, 900_000, 2)
	for range 2 {
		canvas.Capture()
	}
	if asked != 1 {
		t.Errorf("the rows were asked for %d times", asked)
	}
	scrollTo(g, 800_000, 2)
	canvas.Capture()
	if asked != 2 || !g.Waiting() {
		t.Errorf("at another place, the rows were asked for %d times in all", asked)
	}
	scrollTo(g, 900_000, 2)
	src.ready = 1_000_001
	g.SetSource(src)
	canvas.Capture()
	if c := g.cell(900_000, 1); c.Role != pivot.RowLabel || asked > 3 || g.Waiting() {
		t.Errorf("the row is %+v, asked for %d times", c, asked)
	}
}

func TestSelectByMouse(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(1600, 600), 1, theme.VariantLight)
	click(g, center(g, 5, 3))
	g.sel.is(t, 5, 3, 5, 3)
	if row, col, ok := g.Active(); !ok || row != 5 || col != 3 {
		t.Errorf("the active cell is %d,%d", row, col)
	}
	down(g, center(g, 8, 5), fyne.KeyModifierShift)
	g.sel.is(t, 5, 3, 8, 5)
	down(g, center(g, 6, 6), 0)
	drag(g, center(g, 4, 4))
	drop(g)
	g.sel.is(t, 4, 4, 6, 6)
	if row, col, ok := g.Active(); !ok || row != 4 || col != 4 {
		t.Errorf("the active cell is %d,%d", row, col)
	}
	drag(g, center(g, 10, 10))
	g.sel.is(t, 4, 4, 6, 6)
	test.TapAt(g, center(g, 9, 2))
	g.sel.is(t, 9, 2, 9, 2)
}

func TestSelectByKeys(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(700, 300), 1.5, theme.VariantDark)
	fyne.CurrentApp().Driver().CanvasForObject(g).Focus(g)
	g.sel.is(t, 3, 0, 3, 0)
	key(g, fyne.KeyDown, fyne.KeyRight, fyne.KeyRight)
	g.sel.is(t, 4, 2, 4, 2)
	g.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	key(g, fyne.KeyDown, fyne.KeyDown, fyne.KeyRight)
	g.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	g.sel.is(t, 4, 2, 6, 3)
	key(g, fyne.KeyEscape)
	g.sel.is(t, 6, 3, 6, 3)
	key(g, fyne.KeyEnd)
	last := g.lay.cols() - 1
	g.sel.is(t, 6, last, 6, last)
	if g.lay.x != g.lay.maxX() {
		t.Errorf("scrolled by %d, want %d", g.lay.x, g.lay.maxX())
	}
	key(g, fyne.KeyHome, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp)
	g.sel.is(t, 3, 0, 3, 0)
	key(g, fyne.KeyPageDown)
	if h := g.sel.head.row; h != 3+g.lay.page()-1 {
		t.Errorf("a page down is row %d", h)
	}
	mod := fyne.KeyModifierShortcutDefault
	g.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyEnd, Modifier: mod})
	g.sel.is(t, g.lay.rows-1, last, g.lay.rows-1, last)
	if g.lay.foot == 0 || g.lay.y != g.lay.maxY() || g.lay.y == 0 {
		t.Errorf("at the total that stays in view, the body is scrolled by %d, want %d", g.lay.y, g.lay.maxY())
	}
	g.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyHome, Modifier: mod | fyne.KeyModifierShift})
	g.sel.is(t, 3, 2, g.lay.rows-1, last)
	g.TypedShortcut(&fyne.ShortcutSelectAll{})
	g.sel.is(t, 3, 0, g.lay.rows-1, last)
}

func TestCopy(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(900, 500), 1, theme.VariantLight)
	var copied []string
	g.OnCopy = func(src Source, r []cells.Rect, headers bool) {
		c := src.Cell(r[0].FirstRow, r[0].LastCol)
		copied = append(copied, fmt.Sprint(cells.Plain(&c), " ", cells.Len(r), " ", headers))
	}
	g.Copy(false) // nothing is selected
	g.Select(3, 2)
	g.TypedShortcut(&fyne.ShortcutCopy{})
	g.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyC,
		Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift})
	g.SelectAll()
	g.TypedShortcut(&fyne.ShortcutCopy{})
	g.sel.anchor.row-- // all but the total
	g.TypedShortcut(&fyne.ShortcutCopy{})
	if got := strings.Join(copied, ", "); got != "1346.23 1 false, 1346.23 1 true, 0.8350000000000001 320 true, "+
		"0.8350000000000001 300 false" {
		t.Errorf("copied %s", got)
	}
}

// TestSelectionIsTold counts what OnSelected hears: each other selection, and other figures under the same one.
func TestSelectionIsTold(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(900, 500), 1, theme.VariantLight)
	told := 0
	g.OnSelected = func() { told++ }
	for i, do := range []func(){
		func() { g.Select(3, 2) }, g.SelectAll, func() { g.Select(4, 2) }, func() { g.SetSource(sales()) },
	} {
		do()
		g.redraw()
		if told != i+1 {
			t.Errorf("step %d: told %d times", i, told)
		}
	}
}

func TestResizeColumn(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(900, 500), 2, theme.VariantLight)
	fitted := g.cols[2].width
	edge := fyne.NewPos(float32(g.lay.colEnd(2))/2, float32(g.lay.top)/2-5)
	g.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: edge}})
	if g.Cursor() != desktop.HResizeCursor {
		t.Error("no resize cursor at the border")
	}
	down(g, edge, 0)
	drag(g, edge.AddXY(40, 0))
	drop(g)
	if got := g.cols[2].width; got < fitted+39 || got > fitted+41 {
		t.Errorf("the column is %v wide, want %v", got, fitted+40)
	}
	wide := g.cols[2].width
	g.SetSource(sales())
	g.sync()
	if g.cols[2].width != wide {
		t.Errorf("another source of the same shape made the column %v wide", g.cols[2].width)
	}
	edge = edge.AddXY(40, 0)
	click(g, edge)
	click(g, edge)
	if got := g.cols[2].width; got != fitted {
		t.Errorf("fitted again the column is %v wide, want %v", got, fitted)
	}
}

func TestCallbacks(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(1000, 500), 1, theme.VariantLight)
	header, onRows, node, menu, active := -1, false, -1, -1, -1
	g.OnHeaderTapped = func(col int) { header = col }
	g.OnFold = func(rows bool, n int) { onRows, node = rows, n }
	g.OnSecondaryTapped = func(row, _ int, _ fyne.Position) { menu = row }
	g.OnActivate = func(row, _ int) { active = row }
	click(g, center(g, 2, 3))
	if header != 3 {
		t.Errorf("header %d tapped, want 3", header)
	}
	header = -1
	down(g, center(g, 2, 4), 0)
	drag(g, center(g, 2, 4).AddXY(3, 1))
	drop(g)
	if header != 4 {
		t.Errorf("an unsteady click tapped header %d, want 4", header)
	}
	click(g, fyne.NewPos(14, float32(g.lay.rowY(8)+12)))
	if !onRows || node != 2 {
		t.Errorf("fold on rows %v, node %d, want a row, 2", onRows, node)
	}
	click(g, fyne.NewPos(float32(g.lay.colX(2)+14), 12))
	if onRows || node != 1 {
		t.Errorf("fold on rows %v, node %d, want a column, 1", onRows, node)
	}
	test.TapSecondaryAt(g, center(g, 6, 3))
	if menu != 6 || !g.sel.contains(6, 3) {
		t.Errorf("menu for row %d, want 6", menu)
	}
	click(g, center(g, 9, 3))
	if active >= 0 {
		t.Error("one click activates")
	}
	click(g, center(g, 9, 3))
	if active != 9 {
		t.Errorf("row %d activated, want 9", active)
	}
	click(g, center(g, 0, 3))
	g.sel.is(t, 3, 2, g.lay.rows-1, 7)
}

func TestScrollbar(t *testing.T) {
	g := show(t, long{rows: 10_000_000, figures: 4}, fyne.NewSize(600, 400), 1, theme.VariantLight)
	track := g.lay.verticalTrack()
	x := float32(track.Min.X + 5)
	b := g.lay.vertical()
	down(g, fyne.NewPos(x, float32(b.thumb+3)), 0)
	drag(g, fyne.NewPos(x, 1000))
	drop(g)
	if g.lay.y != g.lay.maxY() {
		t.Errorf("dragged to the end: %d, want %d", g.lay.y, g.lay.maxY())
	}
	click(g, fyne.NewPos(x, float32(track.Min.Y+2)))
	if want := g.lay.maxY() - (g.lay.bottom - g.lay.top - g.lay.rowH); g.lay.y != want {
		t.Errorf("paged up to %d, want %d", g.lay.y, want)
	}
	g.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 25)})
	if want := g.lay.maxY() - (g.lay.bottom - g.lay.top - g.lay.rowH) - 25; g.lay.y != want {
		t.Errorf("wheel up to %d, want %d", g.lay.y, want)
	}
}

func TestWheelWithShift(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(600, 300), 1, theme.VariantLight)
	g.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	g.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -30)})
	if g.lay.x != 30 || g.lay.y != 0 {
		t.Errorf("scrolled by %d,%d, want 30,0", g.lay.x, g.lay.y)
	}
}

func TestPaintedOncePerSource(t *testing.T) {
	g := show(t, nil, fyne.NewSize(600, 300), 1, theme.VariantLight)
	painted := 0
	g.OnPainted = func() { painted++ }
	c := fyne.CurrentApp().Driver().CanvasForObject(g)
	c.Capture()
	if painted != 0 {
		t.Error("nothing to show was painted")
	}
	g.SetSource(sales())
	c.Capture()
	c.Capture()
	if painted != 1 {
		t.Errorf("painted %d times", painted)
	}
}

func TestNewSourceKeepsPlaceInTheSameFrame(t *testing.T) {
	g := show(t, long{rows: 1000, figures: 3}, fyne.NewSize(600, 300), 1, theme.VariantLight)
	g.Select(500, 3)
	y := g.lay.y
	g.SetSource(long{rows: 900, figures: 3})
	g.sync()
	g.sel.is(t, 500, 3, 500, 3)
	if g.lay.y != y {
		t.Errorf("scrolled from %d to %d", y, g.lay.y)
	}
	g.SetSource(long{rows: 100, figures: 3})
	g.sync()
	g.sel.is(t, 100, 3, 100, 3)
	g.SetSource(sales())
	g.sync()
	if g.lay.y != 0 || g.sel.some {
		t.Error("another frame keeps the place")
	}
}

func TestOddSources(t *testing.T) {
	cell := pivot.Cell{Role: pivot.Name, Value: data.TextValue("x")}
	body := pivot.Cell{Role: pivot.Body, Value: data.TextValue("words")}
	for name, src := range map[string]Source{
		"headers only":   &sheet{headRows: 1, labels: 1, cells: [][]pivot.Cell{{cell, cell}}},
		"labels only":    &sheet{headRows: 1, labels: 2, cells: [][]pivot.Cell{{cell, cell}, {cell, cell}}},
		"flat table":     &sheet{headRows: 1, cells: [][]pivot.Cell{{cell, cell}, {body, body}}},
		"no headers":     &sheet{cells: [][]pivot.Cell{{body}}},
		"no columns":     &sheet{headRows: 1, cells: [][]pivot.Cell{{}}},
		"many headers":   &sheet{headRows: 30, cells: make([][]pivot.Cell, 40)},
		"ten thousand x": long{rows: 3, figures: 10_000},
	} {
		t.Run(name, func(t *testing.T) {
			g := show(t, src, fyne.NewSize(300, 120), 1, theme.VariantLight)
			for _, size := range []fyne.Size{fyne.NewSize(1, 1), fyne.NewSize(20, 400), fyne.NewSize(900, 30),
				fyne.NewSize(400, 200)} {
				g.Resize(size)
				if b := g.generate(int(size.Width), int(size.Height)).Bounds(); b.Dx() != int(size.Width) ||
					b.Dy() != int(size.Height) {
					t.Errorf("%v are painted as %v", size, b)
				}
				for _, p := range []fyne.Position{{}, fyne.NewPos(200, 100), fyne.NewPos(size.Width-2, size.Height-2),
					fyne.NewPos(-5, 900)} {
					click(g, p)
					drag(g, p.AddXY(30, 30))
					drop(g)
				}
				key(g, fyne.KeyDown, fyne.KeyRight, fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeyEnd, fyne.KeyHome,
					fyne.KeySpace, fyne.KeyEnter)
				g.SelectAll()
				g.Copy(true)
				scrollTo(g, 1000, 1000)
				g.SetArrows([]pivot.Arrow{{Col: 1, Desc: true}})
			}
		})
	}
}

// TestFirstCell gives the keyboard to a listing, whose first column numbers the rows, and to a pivot.
func TestFirstCell(t *testing.T) {
	table := data.NewTable("t", []*data.Column{data.NewInts("n", data.Int, 0, []int64{1, 2}, nil)})
	g := show(t, pivot.Listing{Table: table, Numbered: true}, fyne.NewSize(400, 300), 1, theme.VariantLight)
	g.FocusGained()
	g.sel.is(t, 1, 1, 1, 1)
	g = show(t, sales(), fyne.NewSize(900, 400), 1, theme.VariantLight)
	g.FocusGained()
	g.sel.is(t, 3, 0, 3, 0)
}

// TestFoldSelectsItsLabel taps the triangle of a label.
func TestFoldSelectsItsLabel(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(900, 400), 1, theme.VariantLight)
	folded := -1
	g.OnFold = func(_ bool, node int) { folded = node }
	row := find(t, g, "Americas")
	scrollTo(g, row, 0)
	x, y := g.lay.colX(0)+g.m.padX+2, g.lay.rowY(row)+g.lay.rowH/2
	click(g, fyne.NewPos(float32(x)/g.m.scale, float32(y)/g.m.scale))
	if folded != g.cell(row, 0).Node {
		t.Fatalf("folded node %d", folded)
	}
	g.sel.is(t, row, 0, row, 0)
}
