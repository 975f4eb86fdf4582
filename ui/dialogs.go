package ui

import (
	"errors"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/input"
	"cardinal/ui/session"
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

// askText asks for one line of text. The dialog says what check finds wrong with it, and only text that passes is used.
func (w *window) askText(title, label, text string, check func(string) error, use func(string)) {
	entry := input.New()
	entry.SetText(text)
	entry.Validator = func(text string) error {
		if err := check(text); err != nil {
			return errors.New(session.Sentence(err))
		}
		return nil
	}
	d := dialog.NewForm(title, "Use", "Cancel", []*widget.FormItem{widget.NewFormItem(label, entry)}, func(ok bool) {
		if ok && check(entry.Text) == nil {
			use(entry.Text)
		}
	}, w.win)
	entry.OnSubmitted = func(string) { d.Submit() }
	w.ask(d, 430, 180)
	w.win.Canvas().Focus(entry)
}
