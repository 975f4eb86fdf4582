package ui

import (
	"errors"

	"cardinal/data"
	"cardinal/ui/view"
)

// askBin asks for the width of the bins of a key.
func (w *window) askBin(on view.Shelf, i int, c *data.Column) {
	check := func(text string) error {
		if _, ok := view.ParseBin(c.Name, text); !ok {
			return errors.New("write a number above 0 with at most 9 places")
		}
		return nil
	}
	w.askText("Bins of "+c.Name, "Width", view.DefaultBin(c).Width(), check, func(text string) {
		f, _ := view.ParseBin(c.Name, text)
		w.edit(func(s view.State) view.State { return s.SetKey(on, i, f) })
	})
}
