package ui

import (
	"cardinal/ui/cells"
)

// summarise shows what the selected figures add up to. One figure says that itself.
func (r *result) summarise() {
	src, chosen := r.grid.Source(), r.grid.Selected()
	if src == nil || chosen.Len() < 2 || !r.grid.Visible() {
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
