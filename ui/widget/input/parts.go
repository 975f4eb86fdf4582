package input

import "fyne.io/fyne/v2"

// Parts is a renderer for a widget whose objects are always the same. It does not lay them out.
type Parts []fyne.CanvasObject

// Objects implements fyne.WidgetRenderer.
func (p Parts) Objects() []fyne.CanvasObject { return p }

// Destroy implements fyne.WidgetRenderer.
func (p Parts) Destroy() {}

// Place moves an object, and gives it a size.
func Place(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(width, height))
}

// RefreshAll draws all objects again.
func (p Parts) RefreshAll() {
	for _, o := range p {
		o.Refresh()
	}
}
