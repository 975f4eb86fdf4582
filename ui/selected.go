package ui

import (
	"cardinal/ui/state/cells"
)

// summarise shows what the selected figures add up to; one figure says that itself. It describes the column of
// a selected cell of listed rows.
func (r *result) summarise() {
	r.w.status.clear(noLabel)
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
