package dialogs

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// Layouts that place objects beside each other.
var (
	boxes   = reflect.TypeOf(layout.NewHBoxLayout())
	grids   = reflect.TypeOf(layout.NewGridLayout(1))
	forms   = reflect.TypeOf(layout.NewFormLayout())
	borders = reflect.TypeOf(layout.NewBorderLayout(nil, nil, nil, nil))
)

// narrow changes the parts of a dialog that are wider than a room: texts wrap, and objects that are beside each other
// go below each other.
func narrow(o fyne.CanvasObject, room float32) {
	switch o := o.(type) {
	case *widget.Label:
		if isWide(o, room) && o.Truncation == fyne.TextTruncateOff {
			o.Wrapping = fyne.TextWrapWord
			o.Refresh()
		}
	case *widget.RadioGroup:
		if isWide(o, room) {
			o.Horizontal = false
			o.Refresh()
		}
	case *container.Scroll:
		narrow(o.Content, room)
	case *widget.Form:
		for _, item := range o.Items {
			narrow(item.Widget, room)
		}
		if isWide(o, room) {
			o.Orientation = widget.Vertical
			o.Refresh()
		}
	case *fyne.Container:
		part := false // a part of a border is wide: the parts are below each other already
		for _, p := range o.Objects {
			narrow(p, room)
			part = part || isWide(p, room)
		}
		switch kind := reflect.TypeOf(o.Layout); {
		case !isWide(o, room):
		case kind == boxes:
			o.Layout = layout.NewRowWrapLayout()
		case kind == grids:
			if o.Layout = layout.NewGridLayout(2); isWide(o, room) {
				o.Layout = layout.NewGridLayout(1)
			}
		case kind == forms || kind == borders && !part:
			o.Layout = layout.NewVBoxLayout()
		}
	}
}

func isWide(o fyne.CanvasObject, room float32) bool { return o.MinSize().Width > room }
