package input

import "fyne.io/fyne/v2"

// Parts is the renderer of a widget that always has the same objects, without their layout.
type Parts []fyne.CanvasObject

// Objects implements fyne.WidgetRenderer.
func (p Parts) Objects() []fyne.CanvasObject { return p }

// Destroy implements fyne.WidgetRenderer.
func (p Parts) Destroy() {}

// RefreshAll draws all objects again.
func (p Parts) RefreshAll() {
	for _, o := range p {
		o.Refresh()
	}
}
