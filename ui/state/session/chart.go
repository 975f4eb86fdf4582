package session

import (
	"bytes"
	"context"
	"errors"
	"image"
	"slices"

	"cardinal/engine/pivot"
	"cardinal/export"
	"cardinal/export/chart"
	"cardinal/ui/look/lang"
)

// Picture is a painted chart.
type Picture struct {
	*chart.Scene
	Grid  *pivot.Grid // the grid whose figures it shows
	Image *image.RGBA
}

// ChosenLabels returns the labels of chosen marks in a chart of the answer, by axis. If only some labels of one axis
// are chosen, but all labels of the other, it returns only the former.
func (a *Answer) ChosenLabels(chosen []chart.Mark) (all []Labels) {
	of := func(axis *pivot.Axis, node func(i int) int) {
		for i := range chosen {
			found := labelsOf(nil, axis, node(i), []lines{{0, len(chosen) - 1}}, node)
			if all = append(all, found...); len(found) > 0 {
				return
			}
		}
	}
	of(&a.Tab.Rows, func(i int) int { return chosen[i].Row })
	of(&a.Tab.Cols, func(i int) int { return chosen[i].Col })
	whole := func(l Labels) bool { return len(l.Values) == len(a.LabelsOf(l.Field)) }
	if slices.ContainsFunc(all, func(l Labels) bool { return !whole(l) }) {
		all = slices.DeleteFunc(all, whole)
	}
	return all
}

// Draw draws the chart of the shown answer in the background, and calls show with the picture or an error. If Draw is
// called again before that, the older drawing is stopped.
func (s *Session) Draw(width, height float64, look chart.Look, show func(Picture, error)) {
	a := s.answer
	if a == nil {
		return
	}
	style, _ := chart.ParseStyle(s.State().Chart.Style)
	s.drawing.stop()
	generation := s.drawing.generation
	s.Await(a.Grid, a.Grid.Rows-1, func() {
		if s.drawing.generation == generation {
			s.draw(&s.drawing, a, style, width, height, look, show)
		}
	})
}

// draw draws the chart of an answer in the background.
func (s *Session) draw(k *slot, a *Answer, style chart.Style, width, height float64, look chart.Look,
	show func(Picture, error)) {
	start(s, k, Work{}, func(ctx context.Context, _ func(string, float64)) (Picture, error) {
		if err := a.Tab.Order(ctx); err != nil {
			return Picture{}, err
		}
		scene, err := chart.Draw(ctx, a.Grid, style, width, height, look)
		if err != nil {
			return Picture{}, err
		}
		img, err := scene.Image(ctx)
		return Picture{scene, a.Grid, img}, err
	}, func(p Picture, err error) {
		if !errors.Is(err, context.Canceled) {
			show(p, err)
		}
	})
}

// stopDrawing stops the drawing of the charts of all tabs.
func (s *Session) stopDrawing() {
	s.drawing.stop()
	for _, t := range s.tabs {
		t.drawing.stop()
	}
}

// CopyChart draws the chart of the answer in the background, as a PNG picture like that of an export. It calls `put`
// with the picture on the UI goroutine. `put` reports whether the clipboard accepted the picture.
func (s *Session) CopyChart(put func(png []byte) bool) {
	a := s.answer
	if a == nil || s.refuses(a.table.Part, lang.L("Copy")) {
		return
	}
	p := s.exportOf(a, s.State().Chart)
	start(s, &s.copying, Work{What: lang.L("Copying"), Done: -1}, func(ctx context.Context, _ func(string,
		float64)) ([]byte, error) {
		var png bytes.Buffer
		_, err := export.FormatNamed("png").Write(ctx, &png, p)
		return png.Bytes(), err
	}, showResult(s, func(png []byte) {
		if put(png) {
			s.screen.Say(Message{Text: lang.L("The chart is on the clipboard.")})
		} else {
			s.screen.Say(Message{Error: true, Text: lang.L("The clipboard did not take the chart: save it as a picture.")})
		}
	}))
}
