package grid

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	own "cardinal/ui/look/theme"
)

var _ fyne.WidgetRenderer = (*renderer)(nil)

// renderer has the image of the grid, and over it the highlight of the row under the mouse, which moves without a new
// frame.
type renderer struct {
	grid *Grid
}

func (g *Grid) CreateRenderer() fyne.WidgetRenderer {
	g.raster = canvas.NewRaster(g.generate)
	g.raster.ScaleMode = canvas.ImageScalePixels
	g.hover.mark = canvas.NewRectangle(g.Theme().Color(theme.ColorNameHover, variant()))
	g.hover.mark.Hide()
	return &renderer{grid: g}
}

func (r *renderer) Destroy() { r.grid.endDrag() }

func (r *renderer) Layout(fyne.Size) {
	r.grid.snap()
	r.grid.hover.reset()
	r.grid.hover.mark.Hide()
}

func (r *renderer) MinSize() fyne.Size { return fyne.NewSize(120, 80) }

func (r *renderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.grid.raster, r.grid.hover.mark}
}

func (r *renderer) Refresh() {
	g := r.grid
	g.hover.mark.FillColor = g.Theme().Color(theme.ColorNameHover, variant())
	g.placeHover()
	g.snap()
	g.raster.Refresh()
}

// snap sets the size of the image to the size of the grid in whole pixels. This depends on the screen, which is known
// only after the first layout.
func (g *Grid) snap() { g.raster.Resize(own.WholePixels(g, g.Size())) }

// redraw asks for a new frame.
func (g *Grid) redraw() {
	if g.raster == nil {
		return
	}
	g.placeHover()
	g.snap()
	g.raster.Refresh()
	g.tell()
}

func variant() fyne.ThemeVariant { return fyne.CurrentApp().Settings().ThemeVariant() }

// generate paints a frame of w by h device pixels. It always uses the same buffer, since the toolkit copies it at once.
func (g *Grid) generate(w, h int) image.Image {
	if g.src == nil || w <= 0 || h <= 0 {
		return image.Transparent
	}
	if g.frame == nil || g.frame.Rect.Dx() != w || g.frame.Rect.Dy() != h {
		g.frame = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	if !g.arrange(w, h, scaleOf(w, g.raster.Size().Width)) {
		return image.Transparent
	}
	g.paint.frame(g)
	if g.widenFigures() {
		g.paint.frame(g)
	}
	if g.fresh {
		g.fresh = false
		if g.OnPainted != nil {
			fyne.Do(g.OnPainted) // runs when the frame is on the screen
		}
	}
	return g.frame
}

// widenFigures widens the columns that were too narrow for a figure, except columns whose width a person chose. It
// reports whether a width has changed.
func (g *Grid) widenFigures() bool {
	changed := false
	for _, n := range g.paint.narrow {
		if c := &g.cols[n.col]; !c.wide {
			c.least = max(c.least, float32(n.need)/g.m.scale)
			c.width = max(c.width, c.least)
			changed = true
		}
	}
	if changed {
		g.computeEdges()
		g.lay.place()
	}
	return changed
}
