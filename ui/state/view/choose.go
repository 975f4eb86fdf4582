package view

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// FilterOf is the position of the filter on a column, or on a part or the bins of one. It is -1 where there is none.
func (s State) FilterOf(f query.Field) int {
	return slices.IndexFunc(s.Filters, func(o Filter) bool { return o.Field == f })
}

// listOf is the position of the list of labels of a field, -1 where there is none.
func (s State) listOf(f query.Field) int {
	return slices.IndexFunc(s.Filters, func(o Filter) bool {
		return o.Field == f && (o.Kind == List || o.passesAll())
	})
}

// KeepLabels lets only the rows with these labels of field f pass. c is the column of the field.
func (s State) KeepLabels(f query.Field, c *data.Column, labels []data.Value) State {
	return s.setLabels(f, c, labels, false)
}

// LeaveOut leaves the rows with these labels of field f out. c is the column of the field.
func (s State) LeaveOut(f query.Field, c *data.Column, labels []data.Value) State {
	i := s.listOf(f)
	if i < 0 || s.Filters[i].passesAll() {
		return s.setLabels(f, c, labels, true)
	}
	now := s.Filters[i]
	if now.Exclude {
		return s.setLabels(f, c, append(slices.Clone(now.Values), labels...), true)
	}
	rest := slices.DeleteFunc(slices.Clone(now.Values), func(v data.Value) bool { return slices.Contains(labels, v) })
	if len(rest) == 0 { // a list without labels would pass every row: all labels but these remain
		return s.setLabels(f, c, now.Values, true)
	}
	return s.setLabels(f, c, rest, false)
}

// setLabels gives a field a list of labels, in place of the list that it has.
func (s State) setLabels(f query.Field, c *data.Column, labels []data.Value, exclude bool) State {
	next := NewFilter(c)
	next.Field, next.Kind, next.Exclude = f, List, exclude
	next.Values = slices.Clone(labels)
	slices.SortFunc(next.Values, data.Compare)
	next.Values = slices.Compact(next.Values)
	i := s.listOf(f)
	if i < 0 {
		s.Filters = insert(s.Filters, len(s.Filters), next)
		return s
	}
	next.Pinned = s.Filters[i].Pinned
	return s.SetFilter(i, next)
}

// ToggleLabel chooses a label of list i, or chooses it no longer. Where no label is chosen, every row passes.
func (s State) ToggleLabel(i int, label data.Value) State {
	f := s.Filters[i]
	f.Kind = List
	if at := slices.Index(f.Values, label); at >= 0 {
		f.Values = slices.Delete(slices.Clone(f.Values), at, at+1)
	} else {
		f.Values = append(slices.Clone(f.Values), label)
		slices.SortFunc(f.Values, data.Compare)
	}
	return s.SetFilter(i, f)
}

// Pin keeps the labels of filter i in view beside the table, or no longer.
func (s State) Pin(i int, on bool) State {
	f := s.Filters[i]
	if f.Pinned = on; on && f.passesAll() {
		f.Kind = List
	}
	return s.SetFilter(i, f)
}

// PinOf is the position of the filter on a field that is in view, -1 where there is none.
func (s State) PinOf(f query.Field) int {
	return slices.IndexFunc(s.Filters, func(o Filter) bool { return o.Pinned && o.Field == f })
}

// SamePins reports whether the same filters are in view in both states.
func (s State) SamePins(o State) bool {
	return slices.EqualFunc(s.Filters, o.Filters, func(a, b Filter) bool { return a.Field == b.Field && a.Pinned == b.Pinned })
}

// Others is the condition of all filters but filter i. A negative i is all filters.
func (s State) Others(i int) *query.Expr {
	others := slices.Clone(s.Filters)
	if i >= 0 {
		others = slices.Delete(others, i, i+1)
	}
	return filterExpr(others)
}
