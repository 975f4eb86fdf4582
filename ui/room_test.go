package ui

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"cardinal/ui/dialog/prefs"
	"cardinal/ui/state/view"
)

// box is a rectangle of the window.
type box struct{ x0, y0, x1, y1 float32 }

func (b box) within(o box) bool {
	const slack = 1.5
	return b.x0 >= o.x0-slack && b.y0 >= o.y0-slack && b.x1 <= o.x1+slack && b.y1 <= o.y1+slack
}

// overhanging lists what is painted in an object outside the room of an object around it. It leaves out what a scroll
// clips.
func overhanging(o fyne.CanvasObject, at fyne.Position, room box, path string) (found []string) {
	if o == nil || !o.Visible() {
		return nil
	}
	at = at.Add(o.Position())
	size := o.Size()
	name := path + fmt.Sprintf("/%T", o)
	own := box{at.X, at.Y, at.X + size.Width, at.Y + size.Height}
	var parts []fyne.CanvasObject
	switch p := o.(type) {
	case *container.Scroll:
		if !own.within(room) {
			return []string{fmt.Sprintf("%s %v is outside %v", name, own, room)}
		}
		return nil
	case *fyne.Container:
		parts = p.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(p).Objects()
	case *canvas.Text:
		if p.Text == "" {
			return nil
		}
		name += " " + p.Text
	case *canvas.Rectangle:
		if p.FillColor == nil && p.StrokeWidth == 0 {
			return nil
		}
	}
	if size.Width <= 0 || size.Height <= 0 {
		return nil
	}
	if !own.within(room) {
		return []string{fmt.Sprintf("%s %v is outside %v", name, own, room)}
	}
	for _, part := range parts {
		found = append(found, overhanging(part, at, own, name)...)
	}
	return found
}

// TestNothingOutsideItsRoom gives the window and its panes random sizes, down to the least ones, and texts of 100% to
// 200%, of which 1440 by 900 pixels have room for 720 by 450. Nothing is painted outside the room of its pane, and the
// figures keep some room.
func TestNothingOutsideItsRoom(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Append("region", view.Rows)
	s.editor.Append("units", view.Cols)
	s.answered()
	r := rand.New(rand.NewPCG(5, 9))
	sizes := []fyne.Size{{Width: 430, Height: 300}, {Width: 682, Height: 320}, {Width: 1024, Height: 700},
		{Width: 720, Height: 450}, {Width: 1440, Height: 900}}
	for i := range 60 {
		size := fyne.NewSize(430+r.Float32()*900, 300+r.Float32()*500)
		if i < 2*len(sizes) {
			size = sizes[i%len(sizes)]
		}
		s.prefs.Profiler = []prefs.Profiler{prefs.Opened, prefs.Closed}[r.IntN(2)]
		place := []view.Place{view.Nowhere, view.Beside, view.Instead}[r.IntN(3)]
		if i < len(sizes) {
			s.prefs.Profiler, place = prefs.Opened, view.Beside
		}
		s.editor.Edit(func(v view.State) view.State { return v.SetChart(view.Chart{Place: place}) })
		s.showPanel()
		scale := []float32{1, 1.1, 1.25, 1.5, 1.75, 2}[i%6]
		s.win.Canvas().(test.WindowlessCanvas).SetScale(scale)
		s.win.Resize(size)
		content := s.win.Content()
		// the menus above the content take some 28
		if least := content.MinSize(); least.Width > max(430, size.Width) || least.Height > 272 {
			t.Errorf("in %v at %v, the window needs %v", size, scale, least)
		}
		for _, what := range overhanging(content, fyne.Position{}, box{0, 0, size.Width, size.Height}, "") {
			t.Errorf("%v at %v, profiler %q, chart %v: %s", size, scale, s.prefs.Profiler, place, what)
		}
		if grid := s.result.grid.Size(); s.result.chart.split.Leading.Visible() &&
			(grid.Width < 190 || grid.Height < 60) {
			t.Errorf("%v at %v, profiler %q, chart %v: the figures have %v", size, scale, s.prefs.Profiler, place,
				grid)
		}
		if t.Failed() {
			return
		}
	}
}

// TestPanesGiveWay makes the window smaller with everything open: the profiler goes first, then the chart, and the
// figures stay. In a large window both are there again.
func TestPanesGiveWay(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.prefs.Profiler = prefs.Opened
	s.editor.Append("region", view.Rows)
	s.editor.Edit(func(v view.State) view.State { return v.SetChart(view.Chart{Place: view.Beside}) })
	s.answered()
	for _, c := range []struct {
		width, height float32
		panel, chart  bool
	}{{1600, 900, true, true}, {1024, 700, false, true}, {682, 320, false, false}, {430, 300, false, false},
		{1600, 900, true, true}} {
		s.win.Resize(fyne.NewSize(c.width, c.height))
		if p, d := s.panel.Object().Visible(), s.result.chart.root.Visible(); p != c.panel || d != c.chart ||
			!s.result.grid.Visible() {
			t.Errorf("%v by %v: the profiler is there: %v, the chart: %v, the figures: %v", c.width, c.height, p, d,
				s.result.grid.Visible())
		}
	}
}
