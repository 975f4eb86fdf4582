package input

import "fyne.io/fyne/v2"

// Parts is a renderer for a widget whose objects are always the same. It does not lay them out.
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
