package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
)

// copy puts cells on the clipboard as text and, if the system takes it, also as HTML.
func (r *result) copy(src cells.Source, chosen []cells.Rect, headers bool) {
	r.w.session.Copy(src, chosen, headers, []cells.Form{cells.Tabbed, cells.HTML}, func(texts []string) {
		r.w.clipboard.Set(texts[0], texts[1])
	})
}

// copyText puts the selected cells with their headers on the clipboard in one form.
func (r *result) copyText(f cells.Form) {
	if chosen := r.grid.Areas(); len(chosen) > 0 {
		r.w.session.Copy(r.grid.Source(), chosen, true, []cells.Form{f}, func(texts []string) {
			r.w.clipboard.Set(texts[0], "")
		})
	}
}

// copyAs returns the menu with the forms of a copy that other programs read as text.
func (w *window) copyAs() *fyne.MenuItem {
	item := fyne.NewMenuItem(lang.L("Copy as"), nil)
	item.ChildMenu = fyne.NewMenu("")
	for _, f := range []cells.Form{cells.Markdown, cells.HTML} {
		item.ChildMenu.Items = append(item.ChildMenu.Items, fyne.NewMenuItem(lang.L(f.Title),
			func() { w.result.copyText(f) }))
	}
	return item
}
