package ui

import (
	"path/filepath"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"cardinal/data"
	"cardinal/export"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// askVerified asks for an exported workbook, and verifies it.
func (w *window) askVerified() { w.files.AskWorkbook(lang.L("Verify a workbook"), w.verify) }

// verify runs the pivot of an exported workbook again, and shows what differs.
func (w *window) verify(path string) {
	w.session.Verify(path, func(v session.Verdict) { w.showVerdict(filepath.Base(path), v) })
}

// showVerdict shows what verify found in a workbook.
func (w *window) showVerdict(name string, v session.Verdict) {
	title := lang.L("Verified: {{.File}}", lang.With{"File": name})
	if v.Differs {
		title = lang.L("{{.File}} differs from its source", lang.With{"File": name})
	}
	copied := input.NewButton(lang.L("Copy"), func() { w.Copy(v.Words) })
	content := container.NewBorder(nil, container.NewHBox(layout.NewSpacer(), copied), nil, nil,
		container.NewVScroll(input.Wrapped(v.Words)))
	w.dialogs.Tell(title, content, 620, 320)
}

// offerVerify offers to verify a table that is a sheet of an exported workbook.
func (w *window) offerVerify(t *data.Table) {
	if t.Format == "xlsx" && !t.Encrypted && export.HasProof(t.Sheets) {
		w.Offer(lang.L("{{.File}} carries the pivot that made it: Cardinal can run it again, and name each cell that "+
			"differs.",
			lang.With{"File": t.Name}), lang.L("Verify"), func() { w.verify(t.Path) }, func() {})
	}
}
