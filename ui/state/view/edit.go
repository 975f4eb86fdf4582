package view

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// Add puts a column on a shelf before position `at`, or at the end if `at` is greater. The column takes the form that
// suits the shelf, e.g. a number becomes its sum on Values. A key is only once on Rows and Cols: if it is added again,
// it moves. If the shelf already has a date, the date is added as its next finer part, e.g. quarters below years.
func (s State) Add(c *data.Column, on Shelf, at int) State {
	switch on {
	case Rows, Cols:
		return s.AddKey(s.NextKey(c, on), on, at)
	case Values:
		return s.AddMeasure(s.defaultMeasure(c), at)
	}
	return s.AddFilter(NewFilter(c), at)
}

// AddAll puts columns on a shelf one after the other, before position `at`.
func (s State) AddAll(columns []*data.Column, on Shelf, at int) State {
	for _, c := range columns {
		there := -1
		switch on {
		case Rows, Cols:
			there = slices.Index(s.keys(on), s.NextKey(c, on))
		case Values:
			there = slices.Index(s.Values, s.defaultMeasure(c))
		}
		s = s.Add(c, on, at)
		if there < 0 || there >= at { // otherwise the key came from before position at, and nothing shifted
			at++
		}
	}
	return s
}

// Listed names columns in a few words, e.g. "region and 2 more".
func Listed(columns []string) string {
	if n := len(columns); n > 1 {
		return lang.N("{{.Field}} and {{.N}} more", "{{.Field}} and {{.N}} more", n-1, lang.With{"Field": columns[0]})
	}
	return columns[0]
}

// AddKey puts a key on Rows or Cols before position `at`. If the key is on one of these shelves already, it moves.
func (s State) AddKey(f query.Field, on Shelf, at int) State {
	if i := slices.Index(s.keys(on), f); i >= 0 && i < at {
		at--
	}
	s.Rows = without(s.Rows, f)
	s.Cols = without(s.Cols, f)
	if on == Rows {
		s.Rows = insert(s.Rows, at, f)
	} else {
		s.Cols = insert(s.Cols, at, f)
	}
	return s.settle()
}

// AddMeasure puts a measure on Values before position `at`. If the measure is there already, it moves.
func (s State) AddMeasure(m query.Measure, at int) State {
	if i := slices.Index(s.Values, m); i >= 0 && i < at {
		at--
	}
	s.Values = insert(without(s.Values, m), at, m)
	return s.settle()
}

// AddFilter puts a filter on Filters before position `at`. If its field has a filter already, that filter moves
// instead.
func (s State) AddFilter(f Filter, at int) State {
	if i := s.FilterOf(f.Field); i >= 0 {
		f = s.Filters[i]
		if i < at {
			at--
		}
		s.Filters = shift(s.Filters, i, nowhere)
	}
	s.Filters = insert(s.Filters, at, f)
	return s
}

// Remove removes chip i from a shelf.
func (s State) Remove(on Shelf, i int) State { return s.shift(on, i, nowhere).settle() }

// Move moves chip i of a shelf to another shelf, before position `at`, in the form that suits the other shelf. If both
// shelves are the same, Move changes the order. c is the column of the chip. It is nil for the count of rows, which
// stays on Values.
func (s State) Move(from Shelf, i int, to Shelf, at int, c *data.Column) State {
	if i < 0 || i >= s.Len(from) {
		return s
	}
	if from == to {
		if at > i {
			at--
		}
		return s.shift(from, i, max(at, 0)).settle()
	}
	switch {
	case from <= Cols && to <= Cols:
		return s.AddKey(s.keys(from)[i], to, at)
	case c == nil:
		return s
	}
	return s.Remove(from, i).Add(c, to, at)
}

// shift moves chip i of a shelf to a position on the shelf, or removes it.
func (s State) shift(on Shelf, i, to int) State {
	if i < 0 || i >= s.Len(on) {
		return s
	}
	switch on {
	case Rows:
		s.Rows = shift(s.Rows, i, to)
	case Cols:
		s.Cols = shift(s.Cols, i, to)
	case Values:
		s.Values = shift(s.Values, i, to)
	case Filters:
		s.Filters = shift(s.Filters, i, to)
	}
	return s
}

// SetKey replaces key i of Rows or Cols, e.g. by another part of a date or another width of bins. The new key gets the
// sort and the top of the old key. If the new key is at another position already, it is removed there.
func (s State) SetKey(on Shelf, i int, f query.Field) State {
	if i < 0 || i >= s.Len(on) || s.keys(on)[i] == f {
		return s
	}
	old := s.keys(on)[i]
	s = s.rename(old, f)
	s = s.renameLevel(old, f)
	return s.shift(on, i, nowhere).AddKey(f, on, i)
}

// SetMeasure replaces measure i by m. If m is on Values already, measure i is only removed. Sorts by the old measure
// become sorts by m. Tops and conditions by the figure of the old measure change to the figure of m, unless another
// measure on Values has the old figure.
func (s State) SetMeasure(i int, m query.Measure) State {
	if i < 0 || i >= len(s.Values) || s.Values[i] == m {
		return s
	}
	old := s.Values[i]
	if slices.Contains(s.Values, m) {
		s.Values = shift(s.Values, i, nowhere)
	} else {
		s.Values = slices.Clone(s.Values)
		s.Values[i] = m
	}
	if s.Sort.By == old {
		s.Sort.By = m
	}
	s.Own = slices.Clone(s.Own)
	for i := range s.Own {
		if s.Own[i].By == old {
			s.Own[i].By = m
		}
	}
	return s.refer(old, m).keepBy(old.Figure(), m.Figure()).settle()
}

// SetFilter replaces filter i.
func (s State) SetFilter(i int, f Filter) State {
	if i < 0 || i >= len(s.Filters) {
		return s
	}
	s.Filters = slices.Clone(s.Filters)
	s.Filters[i] = f
	return s
}

// Swap exchanges rows and columns.
func (s State) Swap() State {
	s.Rows, s.Cols = s.Cols, s.Rows
	f := s.Folds
	s.Folds = pivot.Folds{Rows: f.Cols, Cols: f.Rows, RowsOf: f.ColsOf, ColsOf: f.RowsOf}
	return s.settle()
}

// Clear empties the shelves. Look-ups, calculated fields and the tier stay.
func (s State) Clear() State { return State{Lets: s.Lets, Lookups: s.Lookups, Tier: s.Tier} }

func (s State) keys(on Shelf) []query.Field {
	if on == Rows {
		return s.Rows
	}
	return s.Cols
}

func without[T comparable](list []T, v T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(o T) bool { return o == v })
}

func insert[T any](list []T, at int, v T) []T {
	return slices.Insert(slices.Clone(list), min(max(at, 0), len(list)), v)
}

const nowhere = -1 // position of an entry that leaves its list

// shift moves an entry of a list to a position, or removes it.
func shift[T any](list []T, from, to int) []T {
	rest := slices.Delete(slices.Clone(list), from, from+1)
	if to == nowhere {
		return rest
	}
	return insert(rest, to, list[from])
}

// ClearFilters removes all filters except pinned filters, which lose only their conditions.
func (s State) ClearFilters() State {
	var pinned []Filter
	for _, f := range s.Filters {
		if f.Pinned {
			pinned = append(pinned, f.Cleared())
		}
	}
	s.Filters = pinned
	return s
}

// SetTier chooses the tier that runs the pivot.
func (s State) SetTier(tier string) State {
	s.Tier = tier
	return s
}
