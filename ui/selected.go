package ui

import (
	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/session"
)

// summarise shows the summary of the selection if it has several cells. If rows are listed, it also describes the
// column of the active cell.
func (r *result) summarise() {
	r.w.status.clear(session.Message{Text: lang.L(noLabel)})
	src, chosen := r.grid.Source(), r.grid.Areas()
	if rows := r.listing(); rows != nil && len(chosen) > 0 {
		if _, col, _ := r.grid.Active(); col > 0 {
			r.w.fields.Describe(rows.Heading(col))
		}
	}
	if src == nil || cells.Len(chosen) < 2 || !r.grid.Visible() {
		r.w.status.showSelected(nil)
		return
	}
	r.w.session.Summarise(src, chosen, func(s cells.Summary) {
		if s.Count == 0 {
			r.w.status.showSelected(nil)
		} else {
			r.w.status.showSelected(&s)
		}
	})
}
