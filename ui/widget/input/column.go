package input

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// Column places three objects below each other. middle takes the height that the others leave. top and bottom may be
// nil. Tab goes from top to bottom. In the toolkit's own border layout, Tab would begin in the middle.
func Column(top, middle, bottom fyne.CanvasObject) *fyne.Container {
	objects := slices.DeleteFunc([]fyne.CanvasObject{top, middle, bottom}, func(o fyne.CanvasObject) bool {
		return o == nil
	})
	return container.New(layout.NewBorderLayout(top, bottom, nil, nil), objects...)
}
