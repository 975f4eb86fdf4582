package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
)

// dialogs are those that are open, the one on top last.
type dialogs []dialog.Dialog

// ask shows a dialog of at most a size. Esc closes it.
func (w *window) ask(d dialog.Dialog, width, height float32) {
	w.asking = append(w.asking, d)
	d.SetOnClosed(func() { w.asking = slices.DeleteFunc(w.asking, func(o dialog.Dialog) bool { return o == d }) })
	size := w.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(width, size.Width-40), min(height, size.Height-40)))
	d.Show()
}

// unask closes the dialog on top as its Cancel does, and reports whether there was one.
func (w *window) unask() bool {
	if len(w.asking) == 0 {
		return false
	}
	w.asking[len(w.asking)-1].Dismiss()
	return true
}
