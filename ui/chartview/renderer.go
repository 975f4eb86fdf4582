package chartview

import (
	"image"
	"image/draw"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	own "cardinal/ui/theme"
)

// pixels is the picture for an image of so many pixels. A picture that is a pixel too large or too small is cut or filled up, so that texts stay
// sharp; any other one is of another size and is stretched until its successor comes.
func (c *Chart) pixels(w, h int) image.Image {
	p := c.picture
	if p == nil {
		return image.NewRGBA(image.Rect(0, 0, 1, 1))
	}
	if p.Rect.Dx() == w && p.Rect.Dy() == h || math.Abs(float64(p.Rect.Dx()-w)) > 2 || math.Abs(float64(p.Rect.Dy()-h)) > 2 {
		return p
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Rect, image.NewUniform(p.At(0, 0)), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, p, image.Point{}, draw.Src)
	return out
}

// CreateRenderer implements fyne.Widget.
func (c *Chart) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{chart: c, ground: canvas.NewRectangle(nil), picture: canvas.NewRaster(c.pixels), hover: canvas.NewRectangle(nil),
		selected: canvas.NewRectangle(nil), message: widget.NewLabel("")}
	r.message.Wrapping, r.message.Alignment = fyne.TextWrapWord, fyne.TextAlignCenter
	r.Refresh()
	return r
}

// renderer lays the marks' frames over the picture.
type renderer struct {
	chart           *Chart
	ground          *canvas.Rectangle
	picture         *canvas.Raster
	hover, selected *canvas.Rectangle
	message         *widget.Label
	shown           *image.RGBA
}

// Layout implements fyne.WidgetRenderer.
func (r *renderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	r.picture.Resize(own.WholePixels(r.chart, s))
	const pad = 24
	wide := max(s.Width-2*pad, 60)
	r.message.Resize(fyne.NewSize(wide, 0)) // a wrapped text knows its height once it has its width
	high := r.message.MinSize().Height
	r.message.Resize(fyne.NewSize(wide, high))
	r.message.Move(fyne.NewPos((s.Width-wide)/2, max(0, (s.Height-high)/2)))
	r.frame(r.hover, r.chart.hovered)
	r.frame(r.selected, r.chart.selected)
}

// frame puts a frame around a mark.
func (r *renderer) frame(f *canvas.Rectangle, i int) {
	if r.chart.scene == nil || i < 0 || i >= len(r.chart.scene.Marks) {
		f.Hide()
		return
	}
	m := r.chart.scene.Marks[i]
	const out = 2
	f.Move(fyne.NewPos(float32(m.X0)-out, float32(m.Y0)-out))
	f.Resize(fyne.NewSize(float32(m.X1-m.X0)+2*out, float32(m.Y1-m.Y0)+2*out))
	f.Show()
}

// MinSize implements fyne.WidgetRenderer.
func (r *renderer) MinSize() fyne.Size { return r.chart.MinSize() }

// Refresh implements fyne.WidgetRenderer.
func (r *renderer) Refresh() {
	c := r.chart
	r.ground.FillColor = theme.Color(own.ColorSurface)
	r.ground.Refresh()
	r.message.SetText(c.message)
	r.message.Hidden = c.message == ""
	r.picture.Hidden = c.picture == nil
	if r.shown != c.picture {
		r.shown = c.picture
		r.picture.Refresh()
	}
	for _, f := range []*canvas.Rectangle{r.hover, r.selected} {
		f.StrokeWidth, f.CornerRadius = 2, 2
	}
	r.hover.StrokeColor = theme.Color(theme.ColorNamePlaceHolder)
	r.selected.StrokeColor = theme.Color(theme.ColorNameForeground)
	if !c.focused {
		r.selected.StrokeColor = theme.Color(own.ColorSubtle)
	}
	r.Layout(c.Size())
	r.hover.Refresh()
	r.selected.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *renderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.picture, r.hover, r.selected, r.message}
}

// Destroy implements fyne.WidgetRenderer.
func (r *renderer) Destroy() {}
