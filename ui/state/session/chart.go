package session

import (
	"context"
	"errors"
	"image"

	"cardinal/engine/pivot"
	"cardinal/export/chart"
)

// Picture is a painted chart.
type Picture struct {
	*chart.Scene
	Grid  *pivot.Grid // the figures that it shows
	Image *image.RGBA
}

// Draw draws the chart of the shown answer in the background. A newer drawing supersedes it. show receives the
// picture, or an error that says why there is none.
func (s *Session) Draw(width, height float64, look chart.Look, show func(Picture, error)) {
	a := s.answer
	if a == nil {
		return
	}
	kind := chart.Named(s.State().Chart.Kind)
	s.drawing.stop()
	generation := s.drawing.generation
	s.Await(a.Grid, a.Grid.Rows-1, func() {
		if s.drawing.generation != generation {
			return
		}
		start(s, &s.drawing, Work{},
			func(ctx context.Context, _ func(string, float64)) (Picture, error) {
				scene, err := chart.Draw(ctx, a.Grid, kind, width, height, look)
				if err != nil {
					return Picture{}, err
				}
				img, err := scene.Image(ctx)
				return Picture{scene, a.Grid, img}, err
			},
			func(p Picture, err error) {
				if !errors.Is(err, context.Canceled) {
					show(p, err)
				}
			})
	})
}
