package view

import (
	"slices"

	"cardinal/data"
	"cardinal/data/shape/lookup"
)

// SameLookups reports whether both states look up the same columns.
func (s State) SameLookups(o State) bool {
	return slices.EqualFunc(s.Lookups, o.Lookups, lookup.Spec.Equal)
}

// AddLookup adds a look-up.
func (s State) AddLookup(l lookup.Spec) State {
	s.Lookups = append(slices.Clone(s.Lookups), l)
	return s
}

// RemoveLookup removes look-up i, and the chips and calculated fields that use its columns. These are the columns that
// the table `with` has and the table `without` does not have.
func (s State) RemoveLookup(i int, with, without *data.Table) State {
	if i < 0 || i >= len(s.Lookups) {
		return s
	}
	for _, c := range with.Columns {
		if !without.Has(c.Name) {
			s = s.RemoveLet(c.Name)
		}
	}
	s.Lookups = shift(s.Lookups, i, nowhere)
	return s
}
