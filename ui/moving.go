package ui

import (
	"slices"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// mostMoved is the greatest number of siblings among which a person can move a label by hand.
const mostMoved = 10_000

// moving is a label that a person has moved.
type moving struct {
	path     []view.At
	down     bool
	row, col int // of the active cell; a column label keeps its row, and a row label its column
}

// lift returns the lines at which a drop can insert a dragged label: those in which its siblings begin, and the line
// after the last sibling. `own` is the position of the label among its siblings.
func (r *result) lift(row, col int) (lines []int, own int) {
	a := r.answer()
	if a == nil {
		return nil, 0
	}
	if !a.Grid.Ready(a.Grid.Rows - 1) { // the label has many thousands of siblings
		r.order()
		return nil, 0
	}
	if lines, own = a.SiblingLines(row, col); len(lines)-1 > mostMoved {
		r.tooMany(len(lines) - 1)
		return nil, 0
	}
	return lines, own
}

// moveLabel moves the label of a cell by some positions among its siblings. For a figure, it moves the label of the row
// if down is true, or else of the column.
func (r *result) moveLabel(row, col int, down bool, by int) {
	r.awaitAll(func(a *session.Answer) {
		b, ok := a.Siblings(row, col, down)
		switch to := b.At + by; {
		case !ok || to < 0 || to >= len(b.Labels):
			return
		case len(b.Labels) > mostMoved:
			r.tooMany(len(b.Labels))
			return
		}
		r.follow = &moving{path: b.Path, down: down, row: row, col: col}
		r.w.menus.MoveLabel(b, by)
	})
}

func (r *result) tooMany(labels int) {
	r.w.Say(session.Message{Text: lang.L("Labels are moved by hand among at most {{.Most}}, and there are {{.Labels}} "+
		"beside this one. Sort them, or keep fewer with a filter or a top.",
		lang.With{"Most": profiler.Count(mostMoved), "Labels": profiler.Count(labels)})})
}

// followLabel selects the moved label at its new position.
func (r *result) followLabel(a *session.Answer) {
	f := r.follow
	r.follow = nil
	if f == nil || !a.Grid.Ready(a.Grid.Rows-1) { // rows that a person ordered by hand are always ordered completely
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
