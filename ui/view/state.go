package view

import (
	"slices"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// Shelf names one of the four places where a field can stand.
type Shelf uint8

// The shelves, in the order in which they stand in the window.
const (
	Rows Shelf = iota
	Cols
	Values
	Filters
)

// Shelves lists the shelves in the order of the window.
var Shelves = []Shelf{Rows, Cols, Values, Filters}

var shelfNames = [...]string{"Rows", "Columns", "Values", "Filters"}

func (s Shelf) String() string { return shelfNames[s] }

// State is everything a person chose about the pivot. The zero value has empty shelves.
type State struct {
	Rows, Cols []query.Field
	Values     []query.Measure
	Filters    []Filter
	Sort       Sort
	Top        Top
	Folds      pivot.Folds
	Tier       string // auto, serial, workers, gpu; "" is auto
}

// Sort is the order of the row labels. The zero value is by label, ascending.
type Sort struct {
	By   query.Measure // the zero measure: by label
	Desc bool
}

// Top keeps the first N labels of the outermost row field. It holds while that is Of.
type Top struct {
	Of query.Field
	N  int // 0: all of them
}

// TopN is how many labels of the outermost row field are kept, 0 where all are.
func (s State) TopN() int {
	if len(s.Rows) > 0 && s.Rows[0] == s.Top.Of {
		return s.Top.N
	}
	return 0
}

// ByLabel reports whether the labels themselves decide the order.
func (s Sort) ByLabel() bool { return s.By == query.Measure{} }

// countRows is the measure shown while the Values shelf is empty.
var countRows = query.Measure{Func: query.Count}

// Empty reports whether nothing is asked: no key and no measure.
func (s State) Empty() bool { return len(s.Rows)+len(s.Cols)+len(s.Values) == 0 }

// Measures is what is computed: the Values shelf, or the count of rows while that is empty.
func (s State) Measures() []query.Measure {
	if len(s.Values) == 0 {
		return []query.Measure{countRows}
	}
	return s.Values
}

// Query is the pivot that the state asks for.
func (s State) Query() query.Query {
	q := query.Query{
		Rows:   slices.Clone(s.Rows),
		Cols:   slices.Clone(s.Cols),
		Values: slices.Clone(s.Measures()),
		Filter: filterExpr(s.Filters),
		Top:    s.TopN(),
	}
	if i := slices.Index(q.Values, s.Sort.By); i >= 0 {
		q.Sort = &query.Sort{Value: i, Desc: s.Sort.Desc}
	} else if s.Sort.Desc {
		q.Sort = &query.Sort{Value: -1, Desc: true}
	}
	return q
}

// SameQuery reports whether both states ask for the same figures by the same tier: what differs, if anything, is
// which nodes are folded away.
func (s State) SameQuery(o State) bool {
	return slices.Equal(s.Rows, o.Rows) && slices.Equal(s.Cols, o.Cols) && slices.Equal(s.Measures(), o.Measures()) &&
		slices.EqualFunc(s.Filters, o.Filters, Filter.equal) && s.Sort == o.Sort && s.TopN() == o.TopN() && s.Tier == o.Tier
}

// Len is the number of chips on a shelf.
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
