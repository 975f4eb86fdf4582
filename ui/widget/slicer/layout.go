package slicer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/internal/each"
	"cardinal/ui/widget/input"
)

const (
	width = 190 // width of the slicers, if the window is wide enough
	gap   = 6
	bar   = 8 // width of the scrollbar of all slicers, beside the scrollbars of their lists
	few   = 5 // least number of labels that a slicer shows, if it has so many
)

// besideLayout lays out the slicers and the object beside them. The slicers are as wide as width, but at most a third
// of the whole.
type besideLayout struct{}

// MinSize implements fyne.Layout.
func (besideLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(260, 200) }

// Layout implements fyne.Layout.
func (besideLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := float32(0)
	if objects[0].Visible() {
		w := min(width, size.Width/3)
		input.Place(objects[0], 0, 0, w, size.Height)
		left = w + gap
	}
	input.Place(objects[1], left, 0, size.Width-left, size.Height)
}

// labels returns the number of labels of a slicer. Until they are counted, it returns few.
func (one *slicer) labels() int {
	if one.choices.Frequencies == nil {
		return few
	}
	return max(1, len(one.choices.Codes))
}

// height returns the height of a slicer with a number of labels in view.
func (one *slicer) height(lines int) float32 {
	return one.head.MinSize().Height + theme.Padding() + float32(lines)*one.list.LineHeight()
}

// stackLayout places the slicers below each other. Each shows all of its labels, or at least few labels and scrolls.
type stackLayout struct{ *Slicers }

// MinSize implements fyne.Layout.
func (s stackLayout) MinSize([]fyne.CanvasObject) (size fyne.Size) {
	for _, one := range s.all {
		size.Height += one.height(min(few, one.labels())) + theme.Padding()
	}
	return size
}

// Layout shows few labels of each slicer, and divides the rest of the height equally among the slicers with more
// labels.
func (s stackLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	rest := size.Height - s.MinSize(nil).Height
	if size.Height > s.side.Size().Height {
		size.Width -= bar
	}
	heights := each.Of(s.all, func(one *slicer) float32 { return one.height(min(few, one.labels())) })
	for rest >= 1 {
		var short []int
		for i, one := range s.all {
			if heights[i] < one.height(one.labels()) {
				short = append(short, i)
			}
		}
		if len(short) == 0 {
			break
		}
		part := rest / float32(len(short))
		for _, i := range short {
			more := min(part, s.all[i].height(s.all[i].labels())-heights[i])
			heights[i] += more
			rest -= more
		}
	}
	y := float32(0)
	for i, one := range s.all {
		input.Place(one.root, 0, y, size.Width, heights[i])
		y += heights[i] + theme.Padding()
	}
}
