package view

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// FilterOf returns the position of the filter on a column, a part of a date or bins; -1 if the field has no filter.
func (s State) FilterOf(f query.Field) int {
	return slices.IndexFunc(s.Filters, func(o Filter) bool { return o.Field == f })
}

// listOf returns the position of the list filter of a field, or of a filter without a condition; -1 if there is none.
func (s State) listOf(f query.Field) int {
	return slices.IndexFunc(s.Filters, func(o Filter) bool {
		return o.Field == f && (o.Kind == List || o.passesAll())
	})
}

// KeepLabels filters field f to rows with these labels. c is the column of the field.
func (s State) KeepLabels(f query.Field, c *data.Column, labels []data.Value) State {
	return s.setLabels(f, c, labels, false)
}

// LeaveOut excludes the rows with these labels of field f. c is the column of the field.
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
	if len(rest) == 0 { // an empty list would pass every row, so it excludes the old labels
		return s.setLabels(f, c, now.Values, true)
	}
	return s.setLabels(f, c, rest, false)
}

// setLabels gives a field a list filter in place of its old list.
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

// ToggleLabel adds a label to list filter i, or removes it. A list without labels passes every row.
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

// Pin shows the labels of filter i beside the table, or no longer.
func (s State) Pin(i int, on bool) State {
	f := s.Filters[i]
	if f.Pinned = on; on && f.passesAll() {
		f.Kind = List
	}
	return s.SetFilter(i, f)
}

// PinOf returns the position of the pinned filter on a field, or -1.
func (s State) PinOf(f query.Field) int {
	return slices.IndexFunc(s.Filters, func(o Filter) bool { return o.Pinned && o.Field == f })
}

// SamePins reports whether both states pin the same filters.
func (s State) SamePins(o State) bool {
	return slices.EqualFunc(s.Filters, o.Filters, func(a, b Filter) bool {
		return a.Field == b.Field && a.Pinned == b.Pinned
	})
}

// Others returns the condition of all filters but filter i, or of all filters if i is negative.
func (s State) Others(i int) *query.Expr {
	others := slices.Clone(s.Filters)
	if i >= 0 {
		others = slices.Delete(others, i, i+1)
	}
	return filterExpr(others)
}
