package ui

import (
	"image"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/export"
	"cardinal/internal/each"
	"cardinal/profiler"
	"cardinal/ui/dialog/notice"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// dashboard shows the pivots and charts of tabs as tiles, in place of the figures of one tab.
type dashboard struct {
	w      *window
	root   *fyne.Container
	name   *title
	hint   *widget.Label // what to do if there is one pivot
	none   *fyne.Container
	tiling *tiling
	ground *container.ThemeOverride // puts the tiles on the surface colour
	scroll *container.Scroll
	dot    *canvas.Raster
	tiles  []*tile
	table  *data.Table // the table whose size the window shows
	begun  time.Time   // when the work on tiles began that are not painted yet; zero: no such work
}

func newDashboard(w *window) *dashboard {
	d := &dashboard{w: w, none: container.NewStack(),
		hint: input.Wrapped(lang.L("A dashboard shows several pivots beside each other. Make the next one in a new " +
			"tab: Ctrl+T.")), tiling: &tiling{}}
	d.name = newTitle(w.tip, func() { w.renameTab(w.session.Shown()) })
	menuOf := func(b *input.Button, items func() []*fyne.MenuItem) {
		b.OnTapped = func() {
			w.popUp(w.app.Driver().AbsolutePositionForObject(b).AddXY(0, b.Size().Height), items()...)
		}
	}
	pivots := input.NewButtonWithIcon(lang.L("Pivots"), own.Icon("open", theme.ColorNameForeground), nil)
	pivots.Importance, pivots.IconPlacement = widget.LowImportance, widget.ButtonIconTrailingText
	menuOf(pivots, d.pivots)
	exports := tip.NewButton(theme.DownloadIcon(), lang.L("Export"), w.tip, nil)
	menuOf(&exports.Button, d.exports)
	d.dot = canvas.NewRaster(func(int, int) image.Image {
		fyne.Do(d.painted)
		return image.NewAlpha(image.Rect(0, 0, 1, 1))
	})
	bar := container.New(titledBar{}, d.name, container.NewHBox(pivots, exports))
	d.ground = container.NewThemeOverride(container.New(d.tiling), own.New(w.mode).OnSurface())
	d.scroll = container.NewVScroll(d.ground)
	d.tiling.scroll = d.scroll
	d.root = container.New(layout.NewBorderLayout(bar, nil, nil, nil), bar, container.NewBorder(d.hint,
		nil, nil, nil, container.New(&tilingRoom{d.tiling}, d.scroll), d.none), container.NewWithoutLayout(d.dot))
	d.dot.Resize(fyne.NewSquareSize(1))
	d.root.Hide()
	return d
}

// titledBar lays out a title with buttons to its right. It hides the title if only 90 units of width remain for it.
type titledBar struct{}

// MinSize implements fyne.Layout.
func (titledBar) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (titledBar) Layout(o []fyne.CanvasObject, s fyne.Size) {
	buttons := o[1].MinSize().Width
	input.Show(o[0], s.Width-buttons > 90)
	o[0].Resize(fyne.NewSize(s.Width-buttons, s.Height))
	input.Place(o[1], s.Width-buttons, 0, buttons, s.Height)
}

// ShowTiles implements session.Screen.
func (w *window) ShowTiles(all []*session.Tile) {
	if d := w.result.board; d.table != w.session.Table() {
		d.table = w.session.Table()
		w.showSize()
		w.result.part.show(d.table, lang.L("the whole answer follows"))
	}
	w.tools.showAnswer(len(all) > 0)
	w.result.board.show(all)
}

// showBoard shows the dashboard in place of the figures, or the figures.
func (r *result) showBoard(on bool) {
	d := r.board
	if on == d.root.Visible() {
		return
	}
	input.Show(d.root, on)
	input.Show(r.answers, !on)
	r.w.shelves.ShowFilters(on)
	d.tiles, d.table = nil, nil // a hidden tile would keep its table in memory
	d.arrange()
	if !on {
		return
	}
	r.rows, r.over.Objects = nil, nil
	r.over.Refresh()
	r.find.Close()
	r.grid.SetSource(nil)
	r.notes.show(nil)
	r.title.Hide()
	r.banner.Hide()
	r.root.Objects[0].Refresh()
	r.w.status.showSelected(nil)
	r.w.showProfile(nil)
	r.chart.update()
}

// show shows tiles. A tile whose name was shown before keeps its old figures until it has new ones.
func (d *dashboard) show(all []*session.Tile) {
	if name := d.w.session.Tabs()[d.w.session.Shown()].Name; d.name.Text != name {
		d.name.SetText(name)
	}
	old := d.tiles
	d.tiles = nil
	for _, of := range all {
		i := slices.IndexFunc(old, func(t *tile) bool { return t.of.Name == of.Name })
		var t *tile
		if i >= 0 {
			t = old[i]
		} else {
			t = newTile(d)
		}
		d.tiles = append(d.tiles, t)
		if t.show(*of); of.Late && d.begun.IsZero() {
			d.begun = time.Now()
		}
	}
	if !slices.Equal(old, d.tiles) || len(all) == 0 {
		d.advise()
		d.arrange()
	}
	d.complete()
}

// advise says what to do if there are too few pivots.
func (d *dashboard) advise() {
	pivots := len(d.pivots())
	d.hint.Hidden = pivots != 1 || len(d.tiles) == 0
	title, text := lang.L("There is no pivot to show yet"), lang.L("A dashboard shows the pivots and charts of the "+
		"tabs. Put fields on the shelves of a tab, and come back.")
	way := notice.Action{Text: lang.L("New tab"), Do: d.w.session.NewTab}
	if pivots > 0 {
		title, text = lang.L("No pivot is chosen"), lang.L("Choose the pivots of the dashboard with the button Pivots.")
		way = notice.Action{Text: lang.L("Show all pivots"), Do: func() {
			d.w.editor.Edit(func(s view.State) view.State {
				s.LeftOut = nil
				return s
			})
		}}
	}
	if d.none.Objects = nil; len(d.tiles) == 0 {
		d.none.Objects = []fyne.CanvasObject{notice.New(own.Icon("dashboard", theme.ColorNameForeground), title, text,
			way)}
	}
	d.root.Refresh()
}

// arrange puts the tiles into the layout in their order.
func (d *dashboard) arrange() {
	objects := each.Of(d.tiles, func(t *tile) fyne.CanvasObject { return t.root })
	tiles := d.ground.Content.(*fyne.Container)
	tiles.Objects = objects
	tiles.Refresh()
	d.scroll.Refresh()
}

// complete asks for a frame, in which the time of the work is shown, once every tile has its figures.
func (d *dashboard) complete() {
	if !d.begun.IsZero() && !slices.ContainsFunc(d.tiles, func(t *tile) bool { return t.of.Late || t.drawing }) {
		d.dot.Refresh()
	}
}

// painted shows how long the tiles took. It runs when they are on the screen.
func (d *dashboard) painted() {
	if d.begun.IsZero() || slices.ContainsFunc(d.tiles, func(t *tile) bool { return t.of.Late || t.drawing }) {
		return
	}
	took := time.Since(d.begun)
	d.begun = time.Time{}
	d.w.clock.endEdit()
	d.w.status.facts.SetText(lang.N("{{.N}} pivot", "{{.N}} pivots", len(d.tiles)) + "  ·  " +
		profiler.Millis(profiler.Milliseconds(took)))
}

// repaint paints the tiles in the colours of the present theme.
func (d *dashboard) repaint() {
	d.ground.Theme = own.New(d.w.mode).OnSurface()
	d.ground.Refresh()
	for _, t := range d.tiles {
		t.paint()
		t.draw()
	}
}

// pivots lists the tabs with a pivot. A choice adds a tab to the dashboard or removes it.
func (d *dashboard) pivots() (items []*fyne.MenuItem) {
	for _, t := range d.w.session.Tabs() {
		if t.State.Dashboard || t.State.Empty() {
			continue
		}
		item := fyne.NewMenuItem(t.Name, func() { d.toggle(t.Name) })
		item.Checked = d.w.session.State().ShowsTab(t.Name)
		items = append(items, item)
	}
	return items
}

func (d *dashboard) toggle(name string) {
	d.w.editor.Edit(func(s view.State) view.State { return s.ToggleTab(name) })
}

// exports lists the formats to which all tiles can be exported together.
func (d *dashboard) exports() (items []*fyne.MenuItem) {
	for _, f := range export.Formats {
		if f.Title != "" && f.HoldsSeveral() {
			items = append(items, fyne.NewMenuItem(lang.L(f.Title)+"…", func() { d.w.files.AskExport(f.Name) }))
		}
	}
	return append(items, fyne.NewMenuItem(lang.L("Print…"), d.w.files.Print))
}
