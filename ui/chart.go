package ui

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine/explain"
	"cardinal/export/chart"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/menu"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/chartview"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// charting is the chart beside the figures, with its buttons.
type charting struct {
	w     *window
	root  fyne.CanvasObject // the chart and its buttons
	split *container.Split  // the figures and root
	room  room              // the least height of root
	drawn bool              // the state asks for a chart
	fits  bool              // the chart has room
	// the state asks for figures
	figures bool
	chart   *chartview.Chart
	kind    *input.Button
	copy    *tip.Button
	swap    *tip.Button

	shown session.Picture
}

// newCharting adds a hidden chart to figures.
func newCharting(w *window, figures fyne.CanvasObject) *charting {
	c := &charting{w: w, chart: chartview.New()}
	c.chart.OnRoom = c.draw
	c.chart.OnSelect = c.selectCell
	c.chart.OnActivate = c.drill
	c.chart.OnMenu = func(at fyne.Position) { w.popUp(at, c.menu()...) }
	c.chart.OnChoose = func(at fyne.Position) {
		if items := w.menus.LabelItems(c.labels()); len(items) > 0 {
			w.popUp(at, items...)
		}
	}
	c.chart.OnTip = w.showTip
	c.kind = input.NewButtonWithIcon("", own.Icon("open", theme.ColorNameForeground), nil)
	c.kind.OnTapped = func() {
		w.popUp(w.app.Driver().AbsolutePositionForObject(c.kind).AddXY(0, c.kind.Size().Height), w.chartItems()...)
	}
	c.kind.Importance, c.kind.IconPlacement = widget.LowImportance, widget.ButtonIconTrailingText
	save := tip.NewButton(theme.DownloadIcon(), lang.L("Save the chart as a picture"), w.tip, func() {
		w.files.AskExport("png")
	})
	c.copy = tip.NewButton(theme.ContentCopyIcon(), lang.L("Copy the chart as a picture"), w.tip, func() {
		w.session.CopyChart(w.clipboard.SetPicture)
	})
	c.swap = tip.NewButton(theme.ViewFullScreenIcon(), "", w.tip, func() {
		w.editor.Edit(func(s view.State) view.State {
			s.Chart.Place = view.Beside + view.Instead - s.Chart.Place
			return s
		})
	})
	shut := tip.NewButton(theme.CancelIcon(), lang.L("Close the chart (Ctrl+J)"), w.tip, w.toggleChart)
	bar := container.NewBorder(nil, nil, c.kind, container.NewHBox(c.copy, save, c.swap, shut))
	line := container.New(layout.NewCustomPaddedLayout(2, 2, 6, 4), bar)
	c.root = container.New(&c.room, input.Column(container.NewVBox(line, widget.NewSeparator()), c.chart, nil))
	c.root.Hide()
	c.split = container.NewHSplit(figures, c.root)
	return c
}

// object returns the figures with the chart beside them, or below them if the window is narrow.
func (c *charting) object() fyne.CanvasObject {
	return container.New(turning{c}, c.split)
}

// turning lays out the figures and the chart beside or below each other. If the figures would have too little room,
// it hides the chart.
type turning struct{ *charting }

// leastBeside is the least width of the area for the figures and the chart side by side. In a narrower area, the chart
// is below the figures. The chart with its buttons needs the height leastChart, and the figures above it need
// leastFigures.
const leastBeside, leastChart, leastFigures = 720, 205, 150

// room lays out one object with a least height.
type room struct{ height float32 }

// Layout implements fyne.Layout.
func (r *room) Layout(objects []fyne.CanvasObject, s fyne.Size) { objects[0].Resize(s) }

// MinSize implements fyne.Layout.
func (r *room) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, r.height) }

// Layout implements fyne.Layout.
func (t turning) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	if beside := s.Width >= leastBeside; t.split.Horizontal != beside {
		t.split.Horizontal = beside
		t.split.Refresh()
	}
	t.room.height, t.fits = leastChart, s.Height >= leastChart && (t.split.Horizontal ||
		s.Height >= leastChart+leastFigures)
	if !t.figures { // a chart without figures fills the area; the chart itself says if the area is too small
		t.room.height, t.fits = min(leastChart, s.Height), true
	}
	t.reveal()
	t.split.Resize(s)
}

// MinSize implements fyne.Layout.
func (t turning) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, 90) }

// update shows or hides the chart and the figures as the state asks, and draws the chart again.
func (c *charting) update() {
	r, s := c.w.result, c.w.session.State()
	place := s.Chart.Place
	if c.w.session.Answer() == nil || len(r.over.Objects) > 0 {
		place = view.Nowhere
	}
	c.drawn, c.figures = place != view.Nowhere, place != view.Instead || r.rows != nil
	c.w.showPanel()
	turning{c}.Layout(nil, c.split.Size())
	c.swap.Says, c.swap.Icon = lang.L("Show the chart alone"), theme.ViewFullScreenIcon()
	if place == view.Instead {
		c.swap.Says, c.swap.Icon = lang.L("Show the figures, too"), theme.ViewRestoreIcon()
	}
	c.swap.Refresh()
	input.Show(c.copy, c.w.clipboard.TakesPictures())
	if c.w.session.Answer() == nil && c.chart.Scene() != nil { // a hidden chart would keep its table in memory
		c.shown = session.Picture{}
		c.chart.Tell("")
	}
	c.draw()
}

// reveal shows or hides the figures and the chart, as the state asks and the area allows.
func (c *charting) reveal() {
	chart := c.drawn && c.fits
	if figures := c.figures || !chart; c.root.Visible() != chart || c.split.Leading.Visible() != figures {
		input.Show(c.root, chart)
		input.Show(c.split.Leading, figures)
		c.split.Refresh()
	}
}

// draw draws the chart of the answer in the size of its area.
func (c *charting) draw() {
	if !c.root.Visible() || c.chart.Size().IsZero() {
		return
	}
	// before the first drawing, say that the chart is being drawn: while a file is read, this takes longer
	if c.chart.Scene() == nil && c.chart.Message() == "" {
		c.kind.SetText(chartTitle(c.w.session.State().Chart.Style, nil))
		c.chart.Tell(lang.L("The chart is being drawn…"))
	}
	size := c.chart.Size()
	c.w.session.Draw(float64(size.Width), float64(size.Height), look(c.chart), func(p session.Picture, err error) {
		c.shown = p
		name := chartTitle(c.w.session.State().Chart.Style, p.Scene)
		c.kind.SetText(name)
		switch {
		case errors.Is(err, chart.ErrNoRoom):
			c.chart.Tell(lang.L("There is too little room for a chart. Make the window larger, or show the chart " +
				"alone."))
			return
		case err != nil:
			c.chart.Tell(session.Sentence(err))
			return
		}
		c.chart.SetScene(p.Scene, p.Image)
	})
}

// look returns the colours, the scale and the fonts of the window for a chart.
func look(c *chartview.Chart) chart.Look {
	r, g, b, _ := theme.Color(own.ColorSurface).RGBA()
	regular, bold := theme.TextFont(), theme.TextBoldFont()
	return chart.Look{Dark: r+g+b < 3*0x7FFF, Scale: c.Scale(), Regular: regular.Content(), Bold: bold.Content(),
		Substitutes: [][]byte{theme.DefaultSymbolFont().Content(), theme.DefaultEmojiFont().Content()}}
}

// selectCell selects the figure of a mark on the grid.
func (c *charting) selectCell(i int) {
	m, tab, r := c.shown.Marks[i], c.shown.Grid.Tab(), c.w.result
	r.awaitAll(func(a *session.Answer) {
		if a.Tab != tab {
			return
		}
		if row, col, ok := a.Grid.At(m.Row, m.Col, m.Measure); ok {
			r.grid.Select(row, col)
		}
	})
}

// drill shows the rows behind the figure of a mark.
func (c *charting) drill(i int) {
	m, tab, a := c.shown.Marks[i], c.shown.Grid.Tab(), c.w.session.Answer()
	if a == nil || a.Tab != tab {
		return
	}
	c.w.session.Await(a.Grid, a.Grid.Rows-1, func() {
		if c.w.session.Answer() != a {
			return
		}
		if row, col, ok := a.Grid.At(m.Row, m.Col, m.Measure); ok {
			c.w.result.from = [2]int{row, col}
		}
		c.w.session.DrillThrough(m.Row, m.Col)
	})
}

// labels returns the labels of the chosen marks.
func (c *charting) labels() []session.Labels {
	a := c.w.session.Answer()
	if a == nil || c.chart.Scene() == nil || a.Tab != c.shown.Grid.Tab() {
		return nil
	}
	marks := each.Of(c.chart.Chosen(), func(i int) chart.Mark { return c.shown.Marks[i] })
	return a.ChosenLabels(marks)
}

// menu returns the menu of the chart: what can be done with the chosen marks, and the kinds of charts.
func (c *charting) menu() []*fyne.MenuItem {
	var one []*fyne.MenuItem
	if all := c.chart.Chosen(); len(all) == 1 {
		i := all[0]
		m := c.shown.Marks[i]
		one = []*fyne.MenuItem{fyne.NewMenuItem(lang.L("Show the rows behind it"), func() { c.drill(i) }),
			fyne.NewMenuItem(lang.L("Explain this figure…"), func() {
				if a := c.w.session.Answer(); a != nil && a.Tab == c.shown.Grid.Tab() {
					c.w.explain(explain.Question{Row: m.Row, Col: m.Col, Measure: m.Measure})
				}
			})}
	}
	return menu.JoinGroups(one, c.w.menus.LabelItems(c.labels()), c.w.chartItems())
}

// toggleChart shows the chart beside the figures, or removes it.
func (w *window) toggleChart() { w.editChart(view.State.ToggleChart) }

// editChart makes an edit that may ask for a chart. If the shelves are empty or the chart has no room, a message says
// so.
func (w *window) editChart(change func(view.State) view.State) {
	w.editor.Edit(change)
	if c := w.result.chart; c.drawn && !c.fits {
		w.Say(session.Message{Text: lang.L("There is no room for a chart beside the figures: it comes when the " +
			"window is larger.")})
	}
	if s := w.session.State(); s.Empty() && s.Chart.Place != view.Nowhere && w.session.Table() != nil {
		w.status.say(session.Message{Text: lang.L(
			"The chart is drawn once a field stands on Rows, Columns or Values.")})
	}
}

// focusChart gives the keyboard to the chart.
func (w *window) focusChart() {
	if c := w.result.chart; c.root.Visible() {
		w.win.Canvas().Focus(c.chart)
	}
}

// askAcross asks for the number at which a line is drawn across the chart.
func (w *window) askAcross(style chart.Style) {
	text := ""
	if _, err := chart.ParseAcross(style.Across); err == nil {
		text = separators.Show(separators.Group(style.Across))
	}
	check := func(text string) error {
		_, err := chart.ParseAcross(separators.Read(text))
		return err
	}
	w.dialogs.AskText(lang.L("Reference line of the chart"), lang.L("At the figure"), text, check, func(text string) {
		style.Across, _ = chart.ParseAcross(separators.Read(text))
		w.editChart(func(s view.State) view.State { return s.DrawAs(style.String()) })
	})
}

// chartItems lists the kinds of charts, the axis, the lines that help to read a chart, the positions of the chart, and
// the formats to save it in.
func (w *window) chartItems() []*fyne.MenuItem {
	now := w.session.State().Chart
	style, _ := chart.ParseStyle(now.Style)
	as := func(to chart.Style) func() {
		return func() { w.editChart(func(s view.State) view.State { return s.DrawAs(to.String()) }) }
	}
	item := func(title string, checked bool, to chart.Style) *fyne.MenuItem {
		i := fyne.NewMenuItem(title, as(to))
		i.Checked = now.Place != view.Nowhere && checked
		return i
	}
	items := []*fyne.MenuItem{item(chartTitle("", nil), style.Kind == nil, style.As(nil)), fyne.NewMenuItemSeparator()}
	items[0].Icon = own.Icon("chart", theme.ColorNameForeground)
	for _, k := range chart.Kinds {
		of := item(lang.L(k.Title), style.Kind == k, style.As(k))
		of.Icon = own.Icon("kind-"+k.Name, theme.ColorNameForeground)
		items = append(items, of)
	}
	log, trend, panels := style, style, style
	log.Log, trend.Trend, panels.Panels = !style.Log, !style.Trend, !style.Panels
	across := func(title, at string) *fyne.MenuItem {
		to := style
		to.Across = at
		return item(title, style.Across == at, to)
	}
	typed := fyne.NewMenuItem(lang.L("At a number…"), func() { w.askAcross(style) })
	if _, err := chart.ParseAcross(style.Across); err == nil {
		typed.Label, typed.Checked = lang.L("At {{.Figure}}…",
			lang.With{"Figure": separators.Show(separators.Group(style.Across))}), true
	}
	line := fyne.NewMenuItem(lang.L("Reference line"), nil)
	line.ChildMenu = fyne.NewMenu("", across(lang.L("None"), ""), across(lang.L("At the average"), chart.Average),
		across(lang.L("At the median"), chart.Median), typed)
	line.Checked = style.Across != ""
	items = append(items, fyne.NewMenuItemSeparator(), item(lang.L("Logarithmic axis"), style.Log, log),
		item(lang.L("Trend line"), style.Trend, trend), line,
		item(lang.L("A panel for each series"), style.Panels, panels))
	place := func(title string, at view.Place) *fyne.MenuItem {
		i := fyne.NewMenuItem(title, func() {
			w.editChart(func(s view.State) view.State {
				return s.SetChart(view.Chart{Place: at, Style: s.Chart.Style})
			})
		})
		i.Checked = now.Place == at
		return i
	}
	return append(items, fyne.NewMenuItemSeparator(),
		place(lang.L("Beside the figures"), view.Beside), place(lang.L("In place of the figures"), view.Instead),
		place(lang.L("No chart"), view.Nowhere),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(lang.L("Save as PNG…"), func() { w.files.AskExport("png") }),
		fyne.NewMenuItem(lang.L("Save as SVG…"),
			func() { w.files.AskExport("svg") }))
}

// chartTitle returns the title of the kind of a style. If the choice is automatic, it adds the kind of the chart that
// is shown.
func chartTitle(style string, s *chart.Scene) string {
	if of, _ := chart.ParseStyle(style); of.Kind == nil && s != nil {
		return lang.L("Automatic: {{.Kind}}", lang.With{"Kind": lang.L(s.Kind.Title)})
	}
	return lang.L(chart.Title(style))
}
