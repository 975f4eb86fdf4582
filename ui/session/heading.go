package session

import (
	"slices"

	"cardinal/engine/query"
	"cardinal/ui/view"
)

// SortByHeading sorts the rows as a click on the heading of a column of the answer's grid does: by the figures of that column, or one
// row field by its labels. Another click turns the order round.
func (s *Session) SortByHeading(col int) {
	if a := s.answer; a != nil {
		s.Edit(func(now view.State) view.State {
			if f, ok := a.RowField(col); ok && slices.Contains(now.Rows, f) {
				return now.TapField(f)
			}
			m, at, ok := a.Column(0, col)
			if !ok || !slices.Contains(now.Measures(), m) {
				return now
			}
			node := a.Grid.ColNode(col)
			return now.TapColumn(m, at, func(o []view.At) bool {
				return view.Node(o, &a.Tab.Cols) == node
			})
		})
	}
}

// RowField is the row field whose labels stand in a column of the answer's grid.
func (a *Answer) RowField(col int) (f query.Field, ok bool) {
	if col < 0 || col >= len(a.Tab.Rows.Fields) {
		return f, false
	}
	return a.Tab.Rows.Fields[col], true
}

// Column is the measure of a cell of the answer's grid, and the labels above its column.
func (a *Answer) Column(row, col int) (m query.Measure, at []view.At, ok bool) {
	i, ok := a.Grid.Measure(row, col)
	if !ok {
		return m, nil, false
	}
	for depth, label := range a.Tab.Cols.Path(a.Grid.ColNode(col)) {
		at = append(at, view.At{Of: a.Tab.Cols.Fields[depth], Label: label})
	}
	return a.Tab.Measures[i].Measure, at, true
}

// There is the number of leading labels of at that lead to a column of the answer. It is less than len(at) if the column is missing.
func (a *Answer) There(at []view.At) int {
	return a.Tab.Cols.Nodes[view.Node(at, &a.Tab.Cols)].Depth
}
