package panel

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

const (
	barHeight = 8
	thinBar   = 5 // the height of each of two bars below each other
)

// segment is a coloured part of a bar, between two fractions of the bar's width.
type segment struct {
	from, to float64
	color    fyne.ThemeColorName
}

// newBar returns a bar with segments on a track. ticks are fractions of the width at which upright lines cross it.
func newBar(height float32, segments []segment, ticks ...float64) fyne.CanvasObject {
	l := &barLayout{height: height, segments: segments, ticks: ticks}
	track := rectangle(theme.Color(own.ColorTrack), 3)
	objects := []fyne.CanvasObject{track}
	for _, s := range segments {
		objects = append(objects, rectangle(theme.Color(s.color), 3))
	}
	for range ticks {
		objects = append(objects, rectangle(theme.Color(theme.ColorNameForeground), 0))
	}
	return container.New(l, objects...)
}

func rectangle(c color.Color, radius float32) *canvas.Rectangle {
	r := canvas.NewRectangle(c)
	r.CornerRadius = radius
	return r
}

type barLayout struct {
	height   float32
	segments []segment
	ticks    []float64
}

func (l *barLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(40, l.height+4) }

func (l *barLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := (size.Height - l.height) / 2
	put := func(o fyne.CanvasObject, from, to float64, grow float32) {
		x := float32(from) * size.Width
		input.Place(o, x, y-grow, max(float32(to)*size.Width-x, 2), l.height+2*grow)
	}
	put(objects[0], 0, 1, 0)
	for i, s := range l.segments {
		put(objects[1+i], clamp(s.from), clamp(s.to), 0)
	}
	for i, t := range l.ticks {
		o := objects[1+len(l.segments)+i]
		put(o, clamp(t), clamp(t), 2)
		o.Move(o.Position().SubtractXY(1, 0))
	}
}

// clamp limits v to 0..1. It returns 0 for NaN, e.g. for 0 divided by 0.
func clamp(v float64) float64 {
	if v != v {
		return 0
	}
	return min(max(v, 0), 1)
}
