package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/engine/query"
	"cardinal/ui/shelf"
	"cardinal/ui/view"
)

// newFields connects the list of fields.
func newFields(w *window) *shelf.Fields {
	f := shelf.NewFields()
	f.OnAdd = func(column string, on view.Shelf) { w.add(column, on, w.session.State().Len(on)) }
	f.OnDefault = w.addDefault
	f.OnMenu = w.fieldMenu
	f.OnDragged = func(field shelf.Field, ev *fyne.DragEvent) {
		w.layer.Dragged(ev, func() (any, fyne.CanvasObject) {
			return fieldPayload{field.Name}, shelf.Ghost(shelf.ItemOf(field))
		})
	}
	f.OnDragEnd = w.layer.End
	return f
}

// fieldMenu offers every shelf for a field.
func (w *window) fieldMenu(column string, at fyne.Position) {
	var items []*fyne.MenuItem
	for _, on := range view.Shelves {
		items = append(items, fyne.NewMenuItem("Add to "+on.String(), func() { w.add(column, on, w.session.State().Len(on)) }))
	}
	if c := w.session.Column(column); c != nil {
		m := query.Measure{Func: view.FuncsOf(c)[0], Column: column}
		items = append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem("Formula with it…", func() {
			w.askFormula("Add a formula", m.String(), w.appendMeasure)
		}))
	}
	w.popUp(at, items...)
}
