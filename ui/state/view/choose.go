package view

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// FilterOf returns the position of the filter on a field: a column, a part of a date, or bins. It returns -1 if the
// field has no filter.
func (s State) FilterOf(f query.Field) int {
	return slices.IndexFunc(s.Filters, func(o Filter) bool { return o.Field == f })
}

// listOf returns the position of the filter on a field if it is a list or has no condition. It returns -1 if there is
// none.
func (s State) listOf(f query.Field) int {
	return slices.IndexFunc(s.Filters, func(o Filter) bool {
		return o.Field == f && (o.Kind == List || o.passesAll())
	})
}

// KeepLabels filters field f so that only the rows with these labels pass. c is the column of the field.
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
	if len(rest) == 0 { // an empty list passes every row: exclude the labels of the old list instead
		return s.setLabels(f, c, now.Values, true)
	}
	return s.setLabels(f, c, rest, false)
}

// setLabels gives a field a filter on a list of labels. If the field has one already, the new list replaces the old
// list.
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
	next.Pinned, next.EveryTab = s.Filters[i].Pinned, s.Filters[i].EveryTab
	return s.SetFilter(i, next)
}

// ToggleLabel adds a label to the list of filter i, or removes it. If the list is empty, every row passes.
func (s State) ToggleLabel(i int, label data.Value) State {
	f := s.Filters[i]
	f.Kind = List
	if at := slices.Index(f.Values, label); at >= 0 {
		f.Values = shift(f.Values, at, nowhere)
	} else {
		f.Values = append(slices.Clone(f.Values), label)
		slices.SortFunc(f.Values, data.Compare)
	}
	return s.SetFilter(i, f)
}

// Pin pins filter i, so that its labels are shown beside the table, or unpins it.
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

// Slicers lists the fields of the filters that are pinned or hold in every tab. A person can filter exported pages by
// them.
func (s State) Slicers() (fields []query.Field) {
	for _, f := range s.Filters {
		if f.Pinned || f.EveryTab {
			fields = append(fields, f.Field)
		}
	}
	return fields
}

// SamePins reports whether both states have filters on the same fields, of which the same are pinned and the same hold
// in every tab.
func (s State) SamePins(o State) bool {
	return slices.EqualFunc(s.Filters, o.Filters, func(a, b Filter) bool {
		return a.Field == b.Field && a.Pinned == b.Pinned && a.EveryTab == b.EveryTab
	})
}

// HoldInEveryTab makes filter i hold in every tab, or only in this tab.
func (s State) HoldInEveryTab(i int, on bool) State {
	f := s.Filters[i]
	f.EveryTab = on
	return s.SetFilter(i, f)
}

// Sharing returns the state with those filters of another tab that hold in every tab. They replace filters of the state
// on the same fields, and its own filters that held in every tab. Calculated fields and look-ups that the filters may
// need are added.
func (s State) Sharing(from State) State {
	shared := slices.DeleteFunc(slices.Clone(from.Filters), func(f Filter) bool { return !f.EveryTab })
	var filters []Filter
	for _, f := range s.Filters {
		i := slices.IndexFunc(shared, func(o Filter) bool { return o.Field == f.Field })
		if i >= 0 {
			f = shared[i]
			shared = slices.Delete(shared, i, i+1)
		}
		if i >= 0 || !f.EveryTab {
			filters = append(filters, f)
		}
	}
	filters = append(filters, shared...)
	s.Filters = filters
	if !slices.ContainsFunc(filters, func(f Filter) bool { return f.EveryTab }) {
		return s
	}
	s.Lets, s.Lookups = slices.Clone(s.Lets), slices.Clone(s.Lookups)
	for _, l := range from.Lookups {
		if !slices.ContainsFunc(s.Lookups, l.Equal) {
			s.Lookups = append(s.Lookups, l)
		}
	}
	for _, l := range from.Lets {
		if !slices.ContainsFunc(s.Lets, func(o query.Let) bool { return o.Name == l.Name }) {
			s.Lets = append(s.Lets, l)
		}
	}
	return s
}

// Others returns the condition of all filters but filter i, or of all filters if i is negative.
func (s State) Others(i int) *query.Expr {
	others := slices.Clone(s.Filters)
	if i >= 0 {
		others = slices.Delete(others, i, i+1)
	}
	return filterExpr(others)
}
