package shelf

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	own "cardinal/ui/look/theme"
)

const (
	labelWidth = 74 // width of the shelf's name, to the left of the chips
	shelfPad   = 4
	chipGap    = 6
)

var _ fyne.WidgetRenderer = (*shelfRenderer)(nil)

type shelfRenderer struct {
	shelf      *Shelf
	back       *canvas.Rectangle
	name, hint *canvas.Text
}

func (r *shelfRenderer) MinSize() fyne.Size {
	return fyne.NewSize(labelWidth+100, chipHeight+2*shelfPad)
}

func (r *shelfRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	line := func(t *canvas.Text, x float32) {
		t.Resize(t.MinSize())
		t.Move(fyne.NewPos(x, shelfPad+(chipHeight-t.MinSize().Height)/2))
	}
	r.hint.Text = ellipsis(r.shelf.hint, size.Width-labelWidth-shelfPad)
	line(r.name, 10)
	line(r.hint, labelWidth)
	widths := r.shelf.widths(size.Width)
	at, _ := flow(widths, size.Width-labelWidth-shelfPad)
	for i, c := range r.shelf.chips {
		c.Move(at[i].AddXY(labelWidth, shelfPad))
		c.Resize(fyne.NewSize(widths[i], chipHeight))
	}
}

func (r *shelfRenderer) Refresh() {
	r.paint()
	r.Layout(r.shelf.Size())
	canvas.Refresh(r.shelf)
}

func (r *shelfRenderer) paint() {
	r.back.FillColor = theme.Color(own.ColorSurface)
	r.back.StrokeColor, r.back.StrokeWidth = theme.Color(theme.ColorNameSeparator), 1
	if r.shelf.offered {
		r.back.StrokeColor = theme.Color(theme.ColorNamePrimary)
	}
	if r.shelf.under {
		r.back.FillColor = theme.Color(theme.ColorNameSelection)
		r.back.StrokeWidth = 2
	}
	r.name.Color, r.name.TextSize = theme.Color(own.ColorSubtle), theme.CaptionTextSize()
	r.hint.Color, r.hint.TextSize = theme.Color(theme.ColorNamePlaceHolder), theme.TextSize()
	r.hint.Hidden = len(r.shelf.chips) > 0
	r.back.Refresh()
	r.name.Refresh()
	r.hint.Refresh()
}

func (r *shelfRenderer) Objects() []fyne.CanvasObject {
	out := []fyne.CanvasObject{r.back, r.name, r.hint}
	for _, c := range r.shelf.chips {
		out = append(out, c)
	}
	return out
}

func (r *shelfRenderer) Destroy() {}
