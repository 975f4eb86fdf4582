package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"cardinal/ui/widget/input"
)

// fixed stacks objects. Its least width is constant, so that a long figure does not make the panel wider.
type fixed struct{}

// minWidth is the least width of the panel: that of the longest line that does not wrap.
const minWidth = 250

func (fixed) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(minWidth, 100) }

func (fixed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(size)
	}
}

// columns places objects side by side. The first object begins at 0, and the others at these fractions of the width.
type columns []float32

const columnGap = 8

func (c columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	h := float32(0)
	for _, o := range objects {
		h = max(h, o.MinSize().Height)
	}
	return fyne.NewSize(160, h)
}

func (c columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	from := float32(0)
	for i, o := range objects {
		to := size.Width
		w := to - from
		if i < len(c) {
			to = c[i] * size.Width
			w = to - from - columnGap
		}
		h := o.MinSize().Height
		input.Place(o, from, (size.Height-h)/2, w, h)
		from = to
	}
}

func right(s string) *canvas.Text { return rightText(normal(s)) }

func rightText(t *canvas.Text) *canvas.Text {
	t.Alignment = fyne.TextAlignTrailing
	return t
}
