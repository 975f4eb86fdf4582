package ui

import (
	"errors"

	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/input"
	"cardinal/ui/view"
)

// askBin asks for the width of the bins of a key.
func (w *window) askBin(on view.Shelf, i int, c *data.Column) {
	width := input.New()
	width.SetText(view.BinText(view.DefaultBin(c)))
	width.Validator = func(text string) error {
		if _, ok := view.ParseBin(c.Name, text); !ok {
			return errors.New("a number above 0 with at most 9 places")
		}
		return nil
	}
	d := dialog.NewForm("Bins of "+c.Name, "Use", "Cancel", []*widget.FormItem{widget.NewFormItem("Width", width)}, func(ok bool) {
		if f, valid := view.ParseBin(c.Name, width.Text); ok && valid {
			w.edit(func(s view.State) view.State { return s.SetKey(on, i, f) })
		}
	}, w.win)
	w.ask(d, 360, 160)
	w.win.Canvas().Focus(width)
}
