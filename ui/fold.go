package ui

import (
	"cardinal/engine/pivot"
	"cardinal/ui/grid"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

func (r *result) fold(axis grid.Axis, node int) {
	a := r.w.session.Answer()
	if a == nil {
		return
	}
	side, folds := &a.Tab.Rows, a.State.Folds.Rows
	if axis == grid.ColAxis {
		side, folds = &a.Tab.Cols, a.State.Folds.Cols
	}
	key := pivot.PathKey(side.Path(node))
	r.w.edit(func(s view.State) view.State { return s.Fold(axis == grid.RowAxis, key, !folds[key]) })
}

// lay puts the figures of an answer on the grid. Where only folds differ from what is there, the active cell stays with
// its line, or goes to the one that its line was folded into.
func (r *result) lay(a *session.Answer) {
	row, col, active := r.grid.Active()
	old, is := r.grid.Source().(*pivot.Grid)
	r.grid.SetSource(a.Grid)
	if is && active && old.Tab() == a.Tab && old != a.Grid {
		r.grid.Select(a.Grid.Place(old, row, col))
	}
}
