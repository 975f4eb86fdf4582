package input

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// Column puts three objects below each other, of which top and bottom may be nil, and gives middle the room
// that is left. Tab goes through them from the top to the bottom. In the toolkit's own border Tab begins in the
// middle.
func Column(top, middle, bottom fyne.CanvasObject) *fyne.Container {
	objects := slices.DeleteFunc([]fyne.CanvasObject{top, middle, bottom}, func(o fyne.CanvasObject) bool { return o == nil })
	return container.New(layout.NewBorderLayout(top, bottom, nil, nil), objects...)
}
