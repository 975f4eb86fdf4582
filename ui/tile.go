package ui

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/export/chart"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/chartview"
	"cardinal/ui/widget/grid"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// tile shows a title and below it the chart of a tab on the dashboard, or the figures if the tab has no chart.
type tile struct {
	d       *dashboard
	of      session.Tile
	root    *fyne.Container
	back    *canvas.Rectangle
	title   *title
	named   string // the text of title
	body    *fyne.Container
	grid    *grid.Grid
	chart   *chartview.Chart
	said    *widget.Label
	veil    *canvas.Rectangle // over figures that will be replaced
	shown   *session.Answer   // the answer whose figures are in view, or drawn
	drawing bool              // the chart of shown is being drawn
	picture session.Picture
}

func newTile(d *dashboard) *tile {
	w := d.w
	t := &tile{d: d, back: canvas.NewRectangle(nil), grid: grid.New(), chart: chartview.New(),
		said: widget.NewLabel(""), veil: canvas.NewRectangle(nil)}
	t.title = newTitle(w.tip, t.open)
	t.title.SizeName = theme.SizeNameText
	t.title.Show()
	t.said.Wrapping, t.said.Alignment = fyne.TextWrapWord, fyne.TextAlignCenter
	off := tip.NewButton(theme.NewColoredResource(theme.CancelIcon(), theme.ColorNamePlaceHolder),
		lang.L("Take it off the dashboard"), w.tip, func() { d.toggle(t.of.Name) })
	t.grid.OnActivate = func(int, int) { t.open() }
	t.grid.OnClipped, t.grid.OnBeyond = w.showTip, d.scroll.Scrolled
	t.grid.OnUnready = t.order
	t.chart.OnRoom, t.chart.OnTip = t.draw, w.showTip
	t.chart.OnActivate = func(int) { t.open() }
	t.chart.OnMenu, t.chart.OnChoose = t.offer, t.offer
	t.body = container.NewStack(t.grid, t.chart, container.NewVScroll(t.said), t.veil)
	t.root = container.NewStack(t.back, container.New(layout.NewCustomPaddedLayout(2, 6, 6, 6), container.NewBorder(
		container.NewBorder(nil, nil, nil, off, t.title), nil, nil, nil, t.body)))
	t.paint()
	return t
}

// paint gives the tile the colours of the theme.
func (t *tile) paint() {
	t.back.FillColor, t.back.StrokeColor = theme.Color(own.ColorSurface), theme.Color(theme.ColorNameSeparator)
	t.back.CornerRadius, t.back.StrokeWidth = 5, 1
	t.veil.FillColor = theme.Color(own.ColorVeil)
	t.back.Refresh()
	t.veil.Refresh()
}

// open shows the tab of the tile.
func (t *tile) open() { t.d.w.session.ShowTab(t.of.Tab) }

// show shows the tile of a tab as the session has it. Old figures stay below a veil until the new ones are there.
func (t *tile) show(of session.Tile) {
	before, q, a := t.of, of.State.Query(), of.Answer
	t.of = of
	if title := view.PivotTitle(&q); title != t.named {
		t.named = title
		t.title.SetText(title)
	}
	switch {
	case before.Name != "" && before.Answer == a && before.Late == of.Late && errors.Is(of.Err, before.Err):
		return
	case of.Err != nil:
		t.tell(session.Sentence(of.Err))
	case a == nil && t.shown == nil:
		t.tell(lang.L("Working out the pivot") + "…")
	case a == nil || a == t.shown:
	case a.Profile.RowsSelected == 0 && !of.Late:
		t.tell(lang.L("No row passes the filters"))
	case of.State.Chart.Place != view.Nowhere:
		t.shown, t.drawing = a, true
		t.reveal(t.chart)
		t.draw()
	default:
		t.shown, t.drawing = a, false
		t.reveal(t.grid)
		t.grid.SetSource(a.Grid)
		t.grid.SetArrows(a.Grid.Arrows())
	}
	t.cover()
}

// cover lays the veil over figures that will be replaced, or removes it.
func (t *tile) cover() {
	input.Show(t.veil, t.shown != nil && (t.of.Late || t.drawing && t.chart.Scene() != nil))
}

// reveal shows the grid, the chart or the sentence, and hides the other two.
func (t *tile) reveal(o fyne.CanvasObject) {
	for _, part := range t.body.Objects[:3] {
		input.Show(part, part == o)
	}
}

// tell shows a sentence in place of figures.
func (t *tile) tell(text string) {
	t.shown, t.drawing = nil, false
	t.said.SetText(text)
	t.reveal(t.body.Objects[2])
}

// order orders the rest of the pivot's rows in the background, and shows them.
func (t *tile) order() {
	if a := t.shown; a != nil {
		t.d.w.session.Await(a.Grid, a.Grid.Rows-1, func() {
			if t.shown == a && t.grid.Waiting() {
				t.grid.SetSource(a.Grid)
			}
		})
	}
}

// draw draws the chart in the size of its area.
func (t *tile) draw() {
	a, size := t.shown, t.chart.Size()
	if a == nil || !t.chart.Visible() || size.IsZero() {
		return
	}
	of, as := t.of, look(t.chart)
	of.Answer, as.Untitled = a, true
	t.d.w.session.DrawTile(&of, float64(size.Width), float64(size.Height), as,
		func(p session.Picture, err error) {
			if t.shown != a {
				return
			}
			t.drawing, t.picture = false, p
			switch {
			case errors.Is(err, chart.ErrNoRoom):
				t.chart.Tell(lang.L("There is too little room for a chart. Make the window larger."))
			case err != nil:
				t.chart.Tell(session.Sentence(err))
			default:
				t.chart.SetScene(p.Scene, p.Image)
			}
			t.cover()
			t.d.complete()
		})
}

// offer opens the menu of the chosen marks. Labels that are kept or excluded there are kept or excluded in all tiles.
func (t *tile) offer(at fyne.Position) {
	w := t.d.w
	items := []*fyne.MenuItem{fyne.NewMenuItem(lang.L("Go to the tab {{.Tab}}", lang.With{"Tab": t.of.Name}), t.open)}
	if t.shown != nil && t.chart.Scene() != nil && t.picture.Grid == t.shown.Grid {
		marks := each.Of(t.chart.Chosen(), func(i int) chart.Mark { return t.picture.Marks[i] })
		for _, l := range t.shown.ChosenLabels(marks) {
			if w.session.Column(l.Field.Column) != nil {
				items = append(items, w.menus.LabelItems([]session.Labels{l})[:2]...)
			}
		}
	}
	w.popUp(at, items...)
}

// tiling lays out tiles of equal heights in rows, with as many columns as the width allows, at most three. The tiles of
// a row share its width equally.
type tiling struct {
	room   fyne.Size // in view
	scroll *container.Scroll
}

// tileGap is the gap between tiles. A tile is at least leastTile high. If a row has several tiles, each is at least
// leastTileWidth wide.
const tileGap, leastTile, leastTileWidth = 8, 230, 300

// rows returns the number of tiles in each row. If the numbers differ, the first rows have one tile more than the last
// ones.
func (l *tiling) rows(tiles int) []int {
	columns := min(max(int((l.room.Width+tileGap)/(leastTileWidth+tileGap)), 1), 3, max(tiles, 1))
	rows := make([]int, (tiles+columns-1)/columns)
	for i := range tiles {
		rows[i%len(rows)]++
	}
	return rows
}

// MinSize implements fyne.Layout.
func (l *tiling) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(100, max(float32(len(l.rows(len(o))))*(leastTile+tileGap)-tileGap, 0))
}

// Layout implements fyne.Layout.
func (l *tiling) Layout(o []fyne.CanvasObject, s fyne.Size) {
	rows, i := l.rows(len(o)), 0
	high := (s.Height+tileGap)/float32(max(len(rows), 1)) - tileGap
	for r, n := range rows {
		wide := (s.Width+tileGap)/float32(n) - tileGap
		for c := range n {
			input.Place(o[i], float32(c)*(wide+tileGap), float32(r)*(high+tileGap), wide, high)
			i++
		}
	}
}

// tilingRoom lays out a scroll of tiles, which must know their width before they are asked for their height.
type tilingRoom struct{ *tiling }

// MinSize implements fyne.Layout.
func (tilingRoom) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(100, 60) }

// Layout implements fyne.Layout.
func (l tilingRoom) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.room = s
	o[0].Resize(s)
}
