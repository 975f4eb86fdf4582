package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/ui/state/view"
)

// charted opens the orders with units by region, and waits for the chart.
func charted(t *testing.T) *stage {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Edit(func(v view.State) view.State {
		v.Rows, v.Values = []query.Field{{Column: "region"}}, []query.Measure{{Func: query.Sum, Column: "units"}}
		return v
	})
	s.answered()
	s.toggleChart()
	s.until("a chart", func() bool { return s.result.chart.chart.Scene() != nil })
	return s
}

// TestChartByKeyboard opens the chart, walks to the mark of a figure, sees the figure selected in the grid, and
// sees the rows behind it.
func TestChartByKeyboard(t *testing.T) {
	s := charted(t)
	c := s.result.chart.chart
	if !c.Visible() || len(c.Scene().Marks) != 3 || c.Scene().Kind.Name != "bar" {
		t.Fatalf("%d marks", len(c.Scene().Marks))
	}
	s.focusChart()
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	row, col, ok := s.result.grid.Active()
	m := c.Scene().Marks[c.Selected()]
	a := s.session.Answer()
	if r, k := a.Grid.Nodes(row, col); !ok || c.Selected() != 1 || r != m.Row || k != m.Col {
		t.Errorf("the cell at %d, %d is selected", row, col)
	}
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	s.until("the rows behind a mark", func() bool { return s.result.rows != nil })
	if title := s.result.rows.Title; !strings.Contains(title, a.Tab.Rows.Text(m.Row)) {
		t.Errorf("the rows are %q", title)
	}
	s.escape()
	if row2, col2, _ := s.result.grid.Active(); s.result.rows != nil || row2 != row || col2 != col {
		t.Error("Esc does not lead back to the figure")
	}
}

// TestChartIsUndone chooses kinds and places; each choice is undone, and none runs the pivot again.
func TestChartIsUndone(t *testing.T) {
	s := charted(t)
	record := s.session.Answer().Profile
	item := func(name string) {
		for _, i := range s.chartItems() {
			if i.Label == name {
				i.Action()
				return
			}
		}
		t.Fatalf("no item %q", name)
	}
	kind := func(name string) func() bool {
		return func() bool { sc := s.result.chart.chart.Scene(); return sc != nil && sc.Kind.Name == name }
	}
	item("Treemap")
	s.until("a sentence on negative figures or a treemap", kind("treemap"))
	item("In place of the figures")
	s.until("the figures are gone", func() bool { return !s.result.chart.split.Leading.Visible() })
	item("Points")
	s.until("the reason", func() bool { return strings.Contains(s.result.chart.chart.Message(), "two measures") })
	s.undo()
	s.until("the treemap again", kind("treemap"))
	s.undo()
	s.until("the figures again", func() bool { return s.result.chart.split.Leading.Visible() })
	s.undo()
	s.until("bars again", kind("bar"))
	s.undo()
	s.until("no chart", func() bool { return !s.result.chart.root.Visible() })
	if s.session.Answer().Profile != record {
		t.Error("the pivot ran again")
	}
}

// TestChartByMouse points at a mark, which says what it is, clicks it, and double-clicks it.
func TestChartByMouse(t *testing.T) {
	s := charted(t)
	c := s.result.chart.chart
	m := c.Scene().Marks[2]
	at := fyne.NewPos(float32(m.X0+m.X1)/2, float32(m.Y0+m.Y1)/2)
	test.TapAt(c, at)
	if c.Selected() != 2 {
		t.Errorf("mark %d is selected", c.Selected())
	}
	test.TapAt(c, at)
	s.until("the rows behind a mark", func() bool { return s.result.rows != nil })
	if !c.Visible() {
		t.Error("the chart beside the rows is gone")
	}
}

// TestChartDragKeeps drags across bars and along the labels of the axis, and adds bars by Shift: the menu, or a key,
// keeps or excludes their labels. Undo takes each back, and Esc drops the choice.
func TestChartDragKeeps(t *testing.T) {
	s := charted(t)
	s.win.Show()
	c := s.result.chart.chart
	filter := func(want string) {
		t.Helper()
		s.answered()
		got := ""
		if f := s.session.State().Query().Filter; f != nil {
			got = f.String()
		}
		if got != want {
			t.Errorf("asks for %q, want %q", got, want)
		}
		s.until("a chart of the answer", func() bool {
			return c.Scene() != nil && s.result.chart.shown.Grid == s.session.Answer().Grid
		})
	}
	drag := func(x0, y0, x1, y1 float64) {
		t.Helper()
		from, to := fyne.NewPos(float32(x0), float32(y0)), fyne.NewPos(float32(x1), float32(y1))
		for _, by := range []fyne.Position{fyne.NewPos(to.X, from.Y).Subtract(from), to.Subtract(from)} {
			c.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: from.Add(by)},
				Dragged: fyne.NewDelta(by.X, by.Y)})
		}
		c.DragEnd()
	}
	first, second, third := c.Scene().Marks[0], c.Scene().Marks[1], c.Scene().Marks[2]
	drag(first.X0-4, first.Y0-2, first.X0+9, second.Y1-2)
	if got := s.read(s.popped); !strings.Contains(got, "Keep only these 2 of region") {
		t.Errorf("a drag across two bars offers:\n%s", got)
	}
	s.popped.Hide()
	s.focusChart()
	s.result.keepSelected(true)
	filter("(not region in ('Asia', 'US') or region is null)")
	s.undo()
	filter("")
	drag(3, third.Y0+1, 9, third.Y1-1)
	s.popped.Hide()
	s.focusChart()
	s.result.keepSelected(false)
	filter("region in ('EU')")
	s.undo()
	filter("")
	s.focusChart()
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	c.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	c.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	if n := len(c.Chosen()); n != 2 {
		t.Errorf("Shift with an arrow chooses %d marks", n)
	}
	if c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}); len(c.Chosen()) != 1 {
		t.Errorf("after Esc %d marks are chosen", len(c.Chosen()))
	}
	test.TapAt(c, fyne.NewPos(3, float32(first.Y0+first.Y1)/2))
	if got := c.Chosen(); len(got) != 1 || got[0] != 0 {
		t.Errorf("a click on a label chooses %v", got)
	}
	drag(first.X0+1, first.Y0+1, first.X0+2, first.Y0+2)
	if got := c.Chosen(); len(got) != 1 || c.Selected() != 0 {
		t.Errorf("an unsteady click chooses %v", got)
	}
}

// TestChartGuides switches the lines to read by in the menu of the chart, and types the figure of a reference line. The
// legend and the tip have the trend, another kind drops what it cannot have, and undo leads back.
func TestChartGuides(t *testing.T) {
	s := charted(t)
	s.editor.Edit(func(v view.State) view.State {
		v.Rows, v.Values = []query.Field{{Column: "day"}}, []query.Measure{{Func: query.Max, Column: "price"}}
		return v
	})
	style := func(want string) {
		t.Helper()
		if got := s.session.State().Chart.Style; got != want {
			t.Errorf("the style is %q, want %q", got, want)
		}
	}
	s.chooseIn(s.chartItems(), "Trend line")
	s.chooseIn(s.chartItems(), "Logarithmic axis")
	style("auto log trend")
	c := s.result.chart.chart
	s.until("the reason", func() bool { return strings.Contains(c.Message(), "least figure here is -2.50") })
	s.chooseIn(s.chartItems(), "Logarithmic axis")
	s.until("a trend", func() bool {
		return c.Scene() != nil && len(c.Scene().Marks) == 4 && strings.Contains(c.Scene().Tip(0), "per day, R² = ")
	})
	s.chooseIn(s.chartItems(), "Reference line", "At a number…")
	s.typed("1,000.5")
	s.dialogs.Confirm()
	style("auto trend 1000.5")
	if i := named(s.chartItems(), "At 1,000.5…"); i == nil || !i.Checked {
		t.Error("the typed figure has no mark")
	}
	s.chooseIn(s.chartItems(), "Bars")
	style("bar 1000.5")
	s.undo()
	s.undo()
	style("auto trend")
}

// TestHistogram draws the histogram of a field by its menu. Its bars touch, with the empty bins between them, and undo
// leads back.
func TestHistogram(t *testing.T) {
	s := charted(t)
	s.editor.Edit(func(v view.State) view.State {
		return v.LeaveOut(query.Field{Column: "region"}, s.session.Column("region"), []data.Value{data.TextValue("x")})
	})
	before := s.session.State()
	if named(s.menus.Fields("region"), "Histogram") != nil {
		t.Error("a text has a histogram")
	}
	s.chooseIn(s.menus.Fields("price"), "Histogram")
	s.answered()
	c := s.result.chart.chart
	s.until("a chart of bins", func() bool {
		return c.Scene() != nil && strings.HasPrefix(c.Scene().Title, "Number of rows by Bins of price")
	})
	marks := c.Scene().Marks
	if a, b := marks[0], marks[1]; len(marks) != 3 || b.X0-a.X1 > 1.01 {
		t.Errorf("the bars are %+v", marks)
	}
	if now := s.session.State(); len(now.Filters) != 1 || now.Chart.Style != "bar" {
		t.Errorf("the state is %+v", now)
	}
	s.undo()
	if now := s.session.State(); !now.SameQuery(before) || now.Chart != before.Chart {
		t.Error("undo does not lead back")
	}
}

// TestBoxPlot draws the box plot of a field by its menu: the rows stay, and undo leads back.
func TestBoxPlot(t *testing.T) {
	s := charted(t)
	before := s.session.State()
	s.chooseIn(s.menus.Fields("price"), "Box plot")
	s.answered()
	c := s.result.chart.chart
	s.until("boxes", func() bool {
		return c.Scene() != nil && strings.HasPrefix(c.Scene().Title, "Spread of price by ")
	})
	if now := s.session.State(); len(now.Values) != 5 || now.Chart.Style != "box" ||
		!slices.Equal(now.Rows, before.Rows) {
		t.Errorf("the state is %+v", now)
	}
	s.undo()
	if now := s.session.State(); !now.SameQuery(before) || now.Chart != before.Chart {
		t.Error("undo does not lead back")
	}
}

// TestKindsHavePictures looks for the icon of each kind in the menu of the chart.
func TestKindsHavePictures(t *testing.T) {
	s := newStage(t, orders())
	for _, k := range chart.Kinds {
		if i := named(s.chartItems(), k.Title); i == nil || i.Icon == nil {
			t.Errorf("%s has no icon", k.Title)
		}
	}
}

// TestPieInTheWindow chooses a pie, points at its slices, walks around it by the arrow keys, and sees the rows
// behind a slice. The chosen slice has a frame of its own form.
func TestPieInTheWindow(t *testing.T) {
	s := charted(t)
	for _, i := range s.chartItems() {
		if i.Label == "Pie" {
			i.Action()
		}
	}
	c := s.result.chart.chart
	s.until("the reason", func() bool {
		return strings.Contains(c.Message(), "A pie shows parts of a whole, and some figures are negative")
	})
	s.editor.Edit(func(v view.State) view.State {
		v.Values = []query.Measure{{Func: query.Count}}
		return v
	})
	s.until("a pie", func() bool { return c.Scene() != nil && c.Scene().Kind.Name == "pie" })
	if n := len(c.Scene().Marks); n != 3 {
		t.Fatalf("%d slices", n)
	}
	for i, m := range c.Scene().Marks {
		x, y := m.Middle()
		test.TapAt(c, fyne.NewPos(float32(x), float32(y)))
		if c.Selected() != i {
			t.Errorf("slice %d is selected in the middle of slice %d", c.Selected(), i)
		}
	}
	frames := 0
	for _, o := range test.WidgetRenderer(c).Objects() {
		if arc, is := o.(*canvas.Arc); is && arc.Visible() {
			last := c.Scene().Marks[2].Slice
			if arc.EndAngle != 360 || arc.StartAngle != float32(360*last.From) ||
				arc.Size().Width != float32(2*last.R) {
				t.Errorf("the frame is from %v to %v and %v wide", arc.StartAngle, arc.EndAngle, arc.Size().Width)
			}
			frames++
		}
	}
	if frames != 1 {
		t.Errorf("%d slices have a frame", frames)
	}
	s.focusChart()
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if c.Selected() != 0 {
		t.Errorf("right of the last slice is slice %d", c.Selected())
	}
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	s.until("the rows behind a slice", func() bool { return s.result.rows != nil })
	if title := s.result.rows.Title; !strings.Contains(title,
		s.session.Answer().Tab.Rows.Text(c.Scene().Marks[0].Row)) {
		t.Errorf("the rows are %q", title)
	}
}

// TestChartBesideRows opens the rows behind a figure in a narrow window. The chart stands below the rows and keeps
// the room that it needs. If only one of the two has room, the chart gives way.
func TestChartBesideRows(t *testing.T) {
	s := charted(t)
	s.win.Resize(fyne.NewSize(900, 640))
	s.result.activate(s.session.Answer().Grid.HeaderRows, 1)
	s.until("the rows", func() bool { return s.result.rows != nil })
	c := s.result.chart
	s.until("a chart", func() bool { return c.chart.Scene() != nil })
	if rows := c.split.Leading.Size().Height; c.split.Horizontal || c.root.Size().Height < leastChart ||
		rows < leastFigures {
		t.Errorf("beside: %v; the chart is %.0f high, and the rows %.0f", c.split.Horizontal,
			c.root.Size().Height, rows)
	}
	if (turning{c}).Layout(nil, fyne.NewSize(600, 150)); c.root.Visible() || !c.split.Leading.Visible() {
		t.Errorf("150 high, the chart is there: %v, and the rows: %v", c.root.Visible(), c.split.Leading.Visible())
	}
}

// TestChartOfEmptyShelves asks for a chart while the shelves are empty. The window says when the chart will be drawn,
// and removes the message once it is.
func TestChartOfEmptyShelves(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.toggleChart()
	if !s.status.message.Visible() || !strings.Contains(s.status.text.Text, "once a field stands on Rows") {
		t.Errorf("the window says %q", s.status.text.Text)
	}
	s.editor.Add("region", view.Rows, 0)
	s.until("a chart", func() bool { return s.result.chart.root.Visible() })
	if s.status.message.Visible() {
		t.Errorf("beside the chart the window says %q", s.status.text.Text)
	}
	s.editor.Edit(view.State.Clear)
	if s.toggleChart(); s.session.State().Chart.Place == view.Nowhere && s.status.message.Visible() {
		t.Error("a chart that is taken away is promised")
	}
}

// TestMenuOfAFigure changes the aggregate, and how a measure is shown, in the menu of a figure.
func TestMenuOfAFigure(t *testing.T) {
	s := charted(t)
	items := func() []*fyne.MenuItem { return s.menus.CellItems(s.session.Answer(), 1, 1, nil) }
	s.chooseIn(items(), "Aggregate", "Average")
	s.answered()
	if m := s.session.State().Values[0]; m.Func != query.Avg {
		t.Errorf("the measure is %v", m)
	}
	s.chooseIn(items(), "Show as", "% of row")
	s.answered()
	if m := s.session.State().Values[0]; m.Show.Kind != query.PctRow {
		t.Errorf("the measure is shown as %v", m.Show)
	}
}
