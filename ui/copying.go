package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/data/remote"
	"cardinal/ui/look/lang"
	"cardinal/ui/menu"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/session"
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

// copyPivotAs returns the menu with the forms in which the pivot itself is copied, for other programs to run.
func (w *window) copyPivotAs() *fyne.MenuItem {
	item := menu.Child(lang.L("Copy the pivot as"))
	add := func(form string, write func(then func(text string))) {
		item.ChildMenu.Items = append(item.ChildMenu.Items, fyne.NewMenuItem(form, func() {
			write(func(text string) {
				w.clipboard.Set(text, "")
				w.Say(session.Message{Text: lang.L("The pivot is on the clipboard: {{.Form}}.",
					lang.With{"Form": form})})
			})
		}))
	}
	add(lang.L("Command"), func(then func(string)) { w.keeps.Text("command", then) })
	for _, k := range remote.Written() {
		add(lang.L("SQL for {{.Program}}", lang.With{"Program": k.Title}), func(then func(string)) {
			w.session.SQL(k.Name, then)
		})
	}
	add(lang.L("JSON"), func(then func(string)) { w.keeps.Text("json", then) })
	item.Disabled = w.session.Table() == nil || w.session.Begun()
	return item
}
