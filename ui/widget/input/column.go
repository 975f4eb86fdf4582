package input

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// Column places three objects below each other, and gives middle the remaining room. top and bottom may be nil. Tab
// goes from the top to the bottom; with the toolkit's own border, Tab would begin in the middle.
func Column(top, middle, bottom fyne.CanvasObject) *fyne.Container {
	objects := slices.DeleteFunc([]fyne.CanvasObject{top, middle, bottom}, func(o fyne.CanvasObject) bool {
		return o == nil
	})
	return container.New(layout.NewBorderLayout(top, bottom, nil, nil), objects...)
}
