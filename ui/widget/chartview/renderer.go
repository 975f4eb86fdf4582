package chartview

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/export/chart"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

// pixels returns the picture for an image of w by h pixels. If the picture is a few pixels too large or too small, it
// is cut or extended, so that texts stay sharp. If the difference is greater, the picture is still the old one, and the
// toolkit stretches it until the next one is drawn.
func (c *Chart) pixels(w, h int) image.Image {
	p := c.picture
	if p == nil {
		return image.NewRGBA(image.Rect(0, 0, 1, 1))
	}
	if p.Rect.Dx() == w && p.Rect.Dy() == h || math.Abs(float64(p.Rect.Dx()-w)) > 2 ||
		math.Abs(float64(p.Rect.Dy()-h)) > 2 {
		return p
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Rect, image.NewUniform(p.At(0, 0)), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, p, image.Point{}, draw.Src)
	return out
}

// veil returns an image of w by h pixels that is painted over the picture. It makes the marks pale that are not chosen.
func (c *Chart) veil(w, h int) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	scale := float64(w) / float64(max(c.Size().Width, 1))
	paint := func(m chart.Mark, ink color.Color) {
		for y := int(m.Y0*scale) - 1; y <= int(m.Y1*scale)+1; y++ {
			for x := int(m.X0*scale) - 1; x <= int(m.X1*scale)+1; x++ {
				if m.Has((float64(x)+0.5)/scale, (float64(y)+0.5)/scale, 1) {
					out.Set(x, y, ink)
				}
			}
		}
	}
	paper := color.NRGBAModel.Convert(theme.Color(own.ColorSurface)).(color.NRGBA)
	paper.A = 0xB8
	for i, m := range c.scene.Marks {
		if _, is := slices.BinarySearch(c.veiled, i); !is {
			paint(m, paper)
		}
	}
	for _, i := range c.veiled {
		paint(c.scene.Marks[i], color.Transparent)
	}
	return out
}

// around is the distance from a mark to the frame around it.
const around = 2

// CreateRenderer implements fyne.Widget.
func (c *Chart) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{chart: c, ground: canvas.NewRectangle(nil), picture: canvas.NewRaster(c.pixels), hover: newFrame(),
		selected: newFrame(), veil: canvas.NewRaster(c.veil), drag: canvas.NewRectangle(nil),
		message: widget.NewLabel("")}
	r.drag.StrokeWidth = 1
	r.message.Wrapping, r.message.Alignment = fyne.TextWrapWord, fyne.TextAlignCenter
	r.Refresh()
	return r
}

// renderer paints the picture, and over it the veil and the frames around marks.
type renderer struct {
	chart           *Chart
	ground          *canvas.Rectangle
	picture         *canvas.Raster
	hover, selected *frame
	veil            *canvas.Raster
	drag            *canvas.Rectangle
	message         *widget.Label
	shown           *image.RGBA
}

// frame is a line around a mark: around its box, or around its slice of a pie.
type frame struct {
	box   *canvas.Rectangle
	slice *canvas.Arc
}

func newFrame() *frame {
	f := &frame{canvas.NewRectangle(nil), canvas.NewPieArc(0, 0, color.Transparent)}
	f.box.StrokeWidth, f.box.CornerRadius, f.slice.StrokeWidth = 2, 2, 2
	return f
}

// paint sets the colour of the frame.
func (f *frame) paint(c color.Color) {
	f.box.StrokeColor, f.slice.StrokeColor = c, c
	f.box.Refresh()
	f.slice.Refresh()
}

// Layout implements fyne.WidgetRenderer.
func (r *renderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	r.picture.Resize(own.WholePixels(r.chart, s))
	r.veil.Resize(own.WholePixels(r.chart, s))
	if d := r.chart.drag; d != nil {
		r.drag.Move(fyne.NewPos(min(d.from.X, d.to.X), min(d.from.Y, d.to.Y)))
		r.drag.Resize(fyne.NewSize(max(d.from.X-d.to.X, d.to.X-d.from.X), max(d.from.Y-d.to.Y, d.to.Y-d.from.Y)))
	}
	const pad = 24
	wide := max(s.Width-2*pad, 60)
	r.message.Resize(fyne.NewSize(wide, 0)) // a wrapped text needs its width before it has a height
	high := r.message.MinSize().Height
	input.Place(r.message, (s.Width-wide)/2, max(0, (s.Height-high)/2), wide, high)
	r.hover.surround(r.chart.mark(r.chart.hovered))
	r.selected.surround(r.chart.mark(r.chart.selected))
}

// surround places the frame around a mark. nil hides the frame.
func (f *frame) surround(m *chart.Mark) {
	f.box.Hide()
	f.slice.Hide()
	switch {
	case m == nil:
	case m.Slice != nil:
		s := m.Slice
		f.slice.StartAngle, f.slice.EndAngle = float32(360*s.From), float32(360*s.To)
		input.Place(f.slice, float32(s.X-s.R), float32(s.Y-s.R), float32(2*s.R), float32(2*s.R))
		f.slice.Show()
	default:
		f.box.Move(fyne.NewPos(float32(m.X0)-around, float32(m.Y0)-around))
		f.box.Resize(fyne.NewSize(float32(m.X1-m.X0)+2*around, float32(m.Y1-m.Y0)+2*around))
		f.box.Show()
	}
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
	if now := slices.Sorted(slices.Values(c.chosen)); !slices.Equal(c.veiled, now) {
		c.veiled = now
		r.veil.Refresh()
	}
	r.veil.Hidden = len(c.veiled) == 0
	r.drag.Hidden, r.drag.StrokeColor = c.drag == nil, theme.Color(theme.ColorNameForeground)
	r.Layout(c.Size())
	r.drag.Refresh()
	r.hover.paint(theme.Color(theme.ColorNamePlaceHolder))
	if c.focused {
		r.selected.paint(theme.Color(theme.ColorNameForeground))
	} else {
		r.selected.paint(theme.Color(own.ColorSubtle))
	}
}

// Objects implements fyne.WidgetRenderer.
func (r *renderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.picture, r.veil, r.drag, r.hover.box, r.hover.slice, r.selected.box,
		r.selected.slice, r.message}
}

// Destroy implements fyne.WidgetRenderer.
func (r *renderer) Destroy() {}
