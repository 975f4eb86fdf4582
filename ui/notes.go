package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
)

// noteLine is what the foot of the window says of a table that has notes.
func noteLine(t *data.Table) string {
	text := "Note on this file: " + t.Notes[0]
	if more := len(t.Notes) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more: File, Notes on this file)", more)
	}
	return text
}

// notes are those on the table, none where there is no table.
func (w *window) notes() []string {
	if t := w.session.Table(); t != nil {
		return t.Notes
	}
	return nil
}

// showNotes lists what the file lost on its way into the table, or what was assumed of it.
func (w *window) showNotes() {
	list := container.NewVBox()
	for _, n := range w.notes() {
		label := widget.NewLabel(n)
		label.Wrapping = fyne.TextWrapWord
		list.Add(label)
	}
	w.dialogs.Tell("Notes on "+w.session.Table().Name, container.NewVScroll(list), 620, 420)
}
