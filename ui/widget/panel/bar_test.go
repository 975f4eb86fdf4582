package panel

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/profiler"
	own "cardinal/ui/look/theme"
)

// TestBar checks the positions of a bar's parts in percent of its width.
func TestBar(t *testing.T) {
	nan := math.NaN()
	for _, tc := range []struct {
		from, to, tick float64
		x, width, mark float32
	}{
		{0, 1, 0.5, 0, 100, 49},
		{0.25, 0.75, 0, 25, 50, -1},
		{0.5, 0.5, 1, 50, 2, 99}, // nothing is still seen
		{-3, 7, 9, 0, 100, 99},
		{nan, nan, nan, 0, 2, -1},
		{0, math.Inf(1), math.Inf(-1), 0, 100, -1},
	} {
		b := newBar(8, []segment{{tc.from, tc.to, own.ColorSubtle}}, tc.tick).(*fyne.Container)
		b.Resize(fyne.NewSize(100, 12))
		track, stretch, tick := b.Objects[0], b.Objects[1], b.Objects[2]
		if track.Size() != fyne.NewSize(100, 8) || stretch.Position().X != tc.x || stretch.Size().Width != tc.width ||
			tick.Position().X != tc.mark {
			t.Errorf("%v to %v, tick %v: %v at %v, tick at %v", tc.from, tc.to, tc.tick, stretch.Size(),
				stretch.Position(), tick.Position())
		}
	}
}

// TestFactor looks to which side of the middle a factor points.
func TestFactor(t *testing.T) {
	for _, tc := range []struct {
		v       float64
		divides bool
		x       float32
		width   float32
	}{
		{1, false, 50, 2}, {2, false, 50, 25}, {0.5, false, 25, 25}, {2, true, 25, 25}, {0.5, true, 50, 25},
		{1000, false, 50, 50}, {0.0001, false, 0, 50}, {0.0001, true, 50, 50}, {-1, false, 0, 50},
	} {
		bar := factor("x", profiler.Number(tc.v), tc.divides).(*fyne.Container).Objects[1].(*fyne.Container)
		bar.Resize(fyne.NewSize(100, 10))
		if s := bar.Objects[1]; s.Position().X != tc.x || s.Size().Width != tc.width {
			t.Errorf("%v, divides %v: %v at %v", tc.v, tc.divides, s.Size(), s.Position())
		}
	}
}
