package view

import (
	"maps"
	"slices"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// Lay returns the state with the layout that change has changed.
func (s State) Lay(change func(*query.Layout)) State {
	s.Layout.NoSubtotals = slices.Clone(s.Layout.NoSubtotals)
	s.Layout.SubtotalsBy = slices.Clone(s.Layout.SubtotalsBy)
	change(&s.Layout)
	return s
}

// Levels returns the fields of Rows or Columns that can have subtotals and folds: all but the innermost field.
func (s State) Levels(on Shelf) []query.Field {
	keys := s.keys(on)
	return keys[:max(0, len(keys)-1)]
}

// Subtotal shows or hides the subtotals of the labels of some fields.
func (s State) Subtotal(show bool, fields ...query.Field) State {
	return s.Lay(func(l *query.Layout) {
		l.NoSubtotals = slices.DeleteFunc(l.NoSubtotals, func(f query.Field) bool { return slices.Contains(fields, f) })
		if !show {
			l.NoSubtotals = append(l.NoSubtotals, fields...)
		}
	})
}

// SubtotalBy shows the subtotals of a field with a function. If the function is "", each measure uses its own function.
func (s State) SubtotalBy(f query.Field, by query.Func) State {
	return s.Subtotal(true, f).Lay(func(l *query.Layout) {
		l.SubtotalsBy = slices.DeleteFunc(l.SubtotalsBy, func(s query.Subtotal) bool { return s.Field == f })
		if by != "" {
			l.SubtotalsBy = append(l.SubtotalsBy, query.Subtotal{Field: f, By: by})
		}
	})
}

// Toggle folds the node whose pivot.PathKey is key, or unfolds it if it is folded.
func (s State) Toggle(onRows bool, key string) State {
	next := pivot.Folds{Rows: s.Folds.Rows, Cols: s.Folds.Cols, RowsOf: s.Folds.RowsOf, ColsOf: s.Folds.ColsOf}
	side := &next.Cols
	if onRows {
		side = &next.Rows
	}
	*side = maps.Clone(*side)
	if *side == nil {
		*side = map[string]bool{}
	}
	if (*side)[key] {
		delete(*side, key)
	} else {
		(*side)[key] = true
	}
	s.Folds = next
	return s
}

// FoldTo folds all labels of a field of Rows or Columns, and unfolds the labels of the fields before it.
func (s State) FoldTo(on Shelf, f query.Field) State {
	if on == Rows {
		s.Folds.Rows, s.Folds.RowsOf = nil, f
	} else {
		s.Folds.Cols, s.Folds.ColsOf = nil, f
	}
	return s
}

// FoldedTo reports whether all labels of a field of Rows or Columns are folded, and no other labels are.
func (s State) FoldedTo(on Shelf, f query.Field) bool {
	if on == Rows {
		return s.Folds.RowsOf == f && len(s.Folds.Rows) == 0
	}
	return s.Folds.ColsOf == f && len(s.Folds.Cols) == 0
}

// UnfoldAll unfolds every node.
func (s State) UnfoldAll() State {
	s.Folds = pivot.Folds{}
	return s
}

// renameLevel gives the settings of subtotals and folds of field `from` to field `to`.
func (s State) renameLevel(from, to query.Field) State {
	s.Layout.NoSubtotals = renameIn(s.Layout.NoSubtotals, func(f *query.Field) *query.Field { return f }, from, to)
	field := func(s *query.Subtotal) *query.Field { return &s.Field }
	s.Layout.SubtotalsBy = renameIn(s.Layout.SubtotalsBy, field, from, to)
	if s.Folds.RowsOf == from {
		s.Folds.RowsOf = to
	}
	if s.Folds.ColsOf == from {
		s.Folds.ColsOf = to
	}
	return s
}
