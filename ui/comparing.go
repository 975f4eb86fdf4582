package ui

import (
	"cardinal/data/load"
	"cardinal/ui/dialog/comparing"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// askCompared asks for another version of the open file, and then whether to compare the figures or the rows.
func (w *window) askCompared() {
	if w.session.Unread(lang.L("compare it")) || w.session.Elsewhere(lang.L("compare it")) {
		return
	}
	w.files.AskSecond(lang.L("Compare with another file"), w.askWhat)
}

// askWhat asks whether to compare the figures or the rows of the open table with those of a file.
func (w *window) askWhat(path string) {
	t := w.session.Source()
	comparing.Ask(w.dialogs, comparing.Question{
		Title: lang.L("Compare {{.File}} with {{.Other}}", lang.With{"File": session.NameOf(t),
			"Other": load.Title(path)}),
		Table: t, Pivot: !w.session.State().Empty(), Figures: func() { w.keeps.CompareWith(path) },
		Rows: func(keys []string) { w.keeps.CompareRows(path, keys) },
	})
}

// askVersions asks how to compare the rows of the open table with the rows of another version of its file.
func (w *window) askVersions() {
	if w.session.Unread(lang.L("compare it")) {
		return
	}
	t := w.session.Source()
	said := lang.L("The table as it was read, and then the file as it is on the disk now.")
	if older := w.session.Older(); older != nil {
		said = lang.L("The {{.Rows}} from before the file was read again, and then the table as it is now.",
			lang.With{"Rows": lang.N("{{.N}} row", "{{.N}} rows", older.Rows)})
	}
	comparing.Ask(w.dialogs, comparing.Question{Title: lang.L("Compare two versions of {{.File}}",
		lang.With{"File": session.NameOf(t)}), Says: said, Table: t,
		Rows: func(keys []string) { w.keeps.CompareRows("", keys) }})
}
