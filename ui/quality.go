package ui

import (
	"cardinal/engine"
	"cardinal/ui/dialog/quality"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// askQuality shows what is doubtful in some columns of the table. If columns is nil, it checks all columns.
func (w *window) askQuality(columns []string) { w.session.Check(columns, w.showQuality) }

// showQuality shows what is doubtful in the table.
func (w *window) showQuality(c *session.Checked) {
	quality.Show(w.dialogs, c, quality.Actions{
		Show: func(f engine.Finding) {
			w.result.from = [2]int{}
			w.session.ShowDoubtful(c, f)
		},
		Keep: func(f engine.Finding, leave bool) {
			if column := w.session.Column(f.Columns[0]); column != nil {
				name := column.Name + " " + session.DoubtTitle(f.Doubt)
				w.editor.Edit(func(s view.State) view.State { return s.KeepWhere(column, f.Where, name, leave) })
			}
		},
		Group: func(f engine.Finding) {
			w.editor.Edit(func(s view.State) view.State { return s.GroupAlike(f.Columns[0], f.Groups) })
		},
		Duplicates: func(columns []string) { w.session.CheckDuplicates(c, columns, w.showQuality) },
	})
}
