package view

import (
	"slices"

	"cardinal/data/shape/lookup"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// Shelf names one of the four shelves on which a field can be.
type Shelf uint8

// The shelves, in their order in the window.
const (
	Rows Shelf = iota
	Cols
	Values
	Filters
)

// Shelves lists the shelves in the order of the window.
var Shelves = []Shelf{Rows, Cols, Values, Filters}

var shelfNames = [...]string{lang.Key("Rows"), lang.Key("Columns"), lang.Key("Values"),
	lang.Key("Filters")}

// String returns the name of the shelf in the language of the window.
func (s Shelf) String() string { return lang.L(shelfNames[s]) }

// State is all that a person chose about the pivot. The zero value has empty shelves.
type State struct {
	Rows, Cols []query.Field   // the keys, from the outermost on
	Values     []query.Measure // in the order of the columns
	Filters    []Filter        // every filter must pass
	Sort       Sort            // the common sort: of row fields without a sort of their own
	Own        []Own           // sorts of single fields, at most one for each
	Tops       []Top           // at most one for each field
	Conditions []Condition     // on figures; at most one for each field and measure
	Rest       []query.Field   // fields whose excluded labels become the label Others
	Lets       []query.Let     // calculated fields
	Lookups    []lookup.Spec   // columns of other files, in the order in which they are joined
	Folds      pivot.Folds     // folded labels
	Layout     query.Layout    // may name fields that have left the shelves
	Chart      Chart           // figures do not depend on it
	Tier       string          // auto, serial, workers, gpu; "": auto
	Dashboard  bool            // the tab shows the pivots of other tabs, and has only filters
	LeftOut    []string        // names of the tabs that the dashboard does not show
}

// countRows is the measure shown while the Values shelf is empty.
var countRows = query.Measure{Func: query.Count}

// Empty reports whether the state has no key and no measure, and is no dashboard.
func (s State) Empty() bool { return len(s.Rows)+len(s.Cols)+len(s.Values) == 0 && !s.Dashboard }

// Measures returns the measures to compute: the measures on Values, or the count of rows if Values is empty.
func (s State) Measures() []query.Measure {
	if len(s.Values) == 0 {
		return []query.Measure{countRows}
	}
	return s.Values
}

// Query returns the pivot that the state asks for.
func (s State) Query() query.Query {
	return query.Query{
		Rows:    slices.Clone(s.Rows),
		Cols:    slices.Clone(s.Cols),
		Values:  slices.Clone(s.Measures()),
		Filter:  filterExpr(s.Filters),
		Sorts:   s.sorts(),
		Tops:    s.tops(),
		Havings: s.havings(),
		Layout:  s.Layout,
		Lets:    slices.Clone(s.Lets),
	}
}

// SameQuery reports whether both states ask for the same figures on the same tier. Folds, conditional formats, blank
// totals and layout settings that change no labels may differ.
func (s State) SameQuery(o State) bool {
	return slices.Equal(s.Rows, o.Rows) && slices.Equal(s.Cols, o.Cols) && slices.Equal(query.Unmarked(s.Measures()),
		query.Unmarked(o.Measures())) &&
		slices.EqualFunc(s.Filters, o.Filters, Filter.equal) && slices.EqualFunc(s.sorts(), o.sorts(),
		query.Sort.Equal) &&
		slices.Equal(s.tops(), o.tops()) && slices.EqualFunc(s.havings(), o.havings(), query.Having.Equal) &&
		s.Layout.SameLabels(o.Layout) && slices.Equal(s.Layout.SubtotalsBy, o.Layout.SubtotalsBy) &&
		slices.Equal(s.Lets, o.Lets) && s.SameLookups(o) && s.Tier == o.Tier
}

// Len returns the number of chips on a shelf.
func (s State) Len(on Shelf) int {
	switch on {
	case Rows:
		return len(s.Rows)
	case Cols:
		return len(s.Cols)
	case Values:
		return len(s.Values)
	}
	return len(s.Filters)
}

// Title returns the text of chip i of a shelf.
func (s State) Title(on Shelf, i int) string {
	switch on {
	case Values:
		return MeasureTitle(s.Values[i].InLanguage(s.Rows, s.Cols))
	case Filters:
		return s.Filters[i].String()
	}
	return FieldTitle(s.keys(on)[i])
}

// ColumnOf returns the column of chip i of a shelf. It returns "" for the count of rows, or if there is no such chip.
func (s State) ColumnOf(on Shelf, i int) string {
	switch {
	case i >= s.Len(on):
		return ""
	case on == Values:
		return s.Values[i].Column
	case on == Filters:
		return s.Filters[i].Field.Column
	}
	return s.keys(on)[i].Column
}
