package ui

import (
	"slices"

	"cardinal/profiler"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// mostMoved is the greatest number of labels among which a label is moved by hand.
const mostMoved = 10_000

// moving is a label that was moved by hand.
type moving struct {
	path     []view.At
	down     bool
	row, col int // of the active cell, beside the label's own line
}

// lift says where a dragged label can be dropped.
func (r *result) lift(row, col int) (lines []int, own int) {
	a := r.answer()
	if a == nil {
		return nil, 0
	}
	if lines, own = a.LinesBeside(row, col); len(lines)-1 > mostMoved {
		r.tooMany(len(lines) - 1)
		return nil, 0
	}
	return lines, own
}

// moved gives the label of a cell, of its row or its column, another place among the labels beside it.
func (r *result) moved(row, col int, down bool, by int) {
	a := r.answer()
	if a == nil {
		return
	}
	b, ok := a.Beside(row, col, down)
	switch to := b.At + by; {
	case !ok || to < 0 || to >= len(b.Labels):
		return
	case len(b.Labels) > mostMoved:
		r.tooMany(len(b.Labels))
		return
	}
	r.follow = &moving{path: b.Path, down: down, row: row, col: col}
	r.w.menus.MoveLabel(b, by)
}

func (r *result) tooMany(labels int) {
	r.w.Say(session.Message{Text: "Labels are moved by hand among at most " + profiler.Count(mostMoved) + ", and there are " + profiler.Count(labels) +
		" beside this one. Sort them, or keep fewer with a filter or a top."})
}

// followLabel selects the label that was moved, at its new place.
func (r *result) followLabel(a *session.Answer) {
	f := r.follow
	r.follow = nil
	if f == nil {
		return
	}
	orders := func(o view.Own) bool { return o.Of == f.path[len(f.path)-1].Of && len(o.Hand) > 0 }
	line, there := a.LineOf(f.path, f.down)
	switch {
	case !there || !slices.ContainsFunc(a.State.Own, orders):
	case f.down:
		r.grid.Select(line, min(f.col, a.Grid.Cols-1))
	case f.row < a.Grid.HeaderRows:
		r.grid.Select(a.Grid.HeaderRows, line)
	default:
		r.grid.Select(min(f.row, a.Grid.Rows-1), line)
	}
}
