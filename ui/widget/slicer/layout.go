package slicer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/internal/each"
)

const (
	width = 190 // of the slicers, in a wide window
	gap   = 6
	bar   = 8 // width of the common scrollbar, beside the scrollbars of the lists
	few   = 5 // the least lines of a longer list
)

// besideLayout gives the first object its width, at most a third, and the second one the rest.
type besideLayout struct{}

// MinSize implements fyne.Layout.
func (besideLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(260, 200) }

// Layout implements fyne.Layout.
func (besideLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := float32(0)
	if objects[0].Visible() {
		w := min(width, size.Width/3)
		objects[0].Move(fyne.NewPos(0, 0))
		objects[0].Resize(fyne.NewSize(w, size.Height))
		left = w + gap
	}
	objects[1].Move(fyne.NewPos(left, 0))
	objects[1].Resize(fyne.NewSize(size.Width-left, size.Height))
}

// labels returns the number of labels of a slicer, or few before they are counted.
func (one *slicer) labels() int {
	if one.choices.Frequencies == nil {
		return few
	}
	return max(1, len(one.choices.Codes))
}

// height returns the height of a slicer whose list shows a number of lines.
func (one *slicer) height(lines int) float32 {
	return one.head.MinSize().Height + theme.Padding() + float32(lines)*one.list.LineHeight()
}

// stackLayout places the slicers below each other. Each shows all of its labels, or some if there is no room.
type stackLayout struct{ *Slicers }

// MinSize implements fyne.Layout.
func (s stackLayout) MinSize([]fyne.CanvasObject) (size fyne.Size) {
	for _, one := range s.all {
		size.Height += one.height(min(few, one.labels())) + theme.Padding()
	}
	return size
}

// Layout gives the remaining room in equal parts to the slicers with labels out of view.
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
		one.root.Move(fyne.NewPos(0, y))
		one.root.Resize(fyne.NewSize(size.Width, heights[i]))
		y += heights[i] + theme.Padding()
	}
}
