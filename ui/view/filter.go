package view

import (
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// FilterKind says how a filter chooses rows.
type FilterKind uint8

// The kinds of filter.
const (
	List  FilterKind = iota // by a set of values
	Range                   // between two bounds
)

// Filter is one chip of the Filters shelf. A new one passes every row.
type Filter struct {
	Column string            // its name
	Type   data.Type         // of the column
	Kind   FilterKind        // which of the fields below count
	Format data.NumberFormat // of the numbers in the file; bounds may be typed in it

	Values  []data.Value // List: what is chosen; null stands for the rows without a value
	Exclude bool         // List: the chosen values are left out instead of kept

	Low, High string // Range: the bounds, both included, as typed and readable; "" is open
}

// NewFilter is the filter of a column that passes every row: a range for numbers and dates, a list for the rest.
func NewFilter(c *data.Column) Filter {
	f := Filter{Column: c.Name, Type: c.Type, Format: c.Format}
	if c.Type != data.Text && c.Type != data.Bool {
		f.Kind = Range
	}
	return f
}

// passesAll reports whether the filter leaves nothing out.
func (f Filter) passesAll() bool {
	if f.Kind == Range {
		return f.Low == "" && f.High == ""
	}
	return len(f.Values) == 0
}

func (f Filter) equal(o Filter) bool {
	return f.Column == o.Column && f.Kind == o.Kind && f.Exclude == o.Exclude && f.Low == o.Low && f.High == o.High &&
		slices.Equal(f.Values, o.Values)
}

// Expr is the condition of the filter, nil if every row passes. A range leaves rows without a value out. A list that excludes values
// keeps rows without a value unless null is among the excluded values.
func (f Filter) Expr() *query.Expr {
	if f.passesAll() {
		return nil
	}
	field := query.Field{Column: f.Column}
	if f.Kind == Range {
		var bounds []*query.Expr
		if f.Low != "" {
			bounds = append(bounds, f.compare(query.Ge, f.bound(f.Low).from))
		}
		if f.High != "" {
			bounds = append(bounds, f.upTo(f.bound(f.High)))
		}
		return all(bounds)
	}
	blank := false
	var in []query.Literal
	for _, v := range f.Values {
		if v.IsNull() {
			blank = true
		} else {
			in = append(in, f.literal(v.String()))
		}
	}
	null := &query.Expr{Op: query.IsNull, Field: field}
	chosen := &query.Expr{Op: query.In, Field: field, Values: in}
	if len(in) == 0 {
		chosen = null
	}
	kept := chosen
	if f.Exclude {
		kept = &query.Expr{Op: query.Not, Args: []*query.Expr{chosen}}
	}
	if len(in) > 0 && blank != f.Exclude { // a row without a value passes neither the list nor its opposite
		kept = &query.Expr{Op: query.Or, Args: []*query.Expr{kept, null}}
	}
	return kept
}

// bound reads a bound. An unreadable bound keeps its text, which the engine refuses.
func (f Filter) bound(text string) bound {
	b, err := f.readBound(text)
	if err != nil {
		return bound{from: text, to: text}
	}
	return b
}

// upTo is the condition of the upper bound. A year, day or minute that the bound names belongs to the range as a whole.
func (f Filter) upTo(b bound) *query.Expr {
	if b.past {
		return f.compare(query.Lt, b.to)
	}
	return f.compare(query.Le, b.to)
}

func (f Filter) compare(op query.Op, with string) *query.Expr {
	return &query.Expr{Op: op, Field: query.Field{Column: f.Column}, Values: []query.Literal{f.literal(with)}}
}

// literal writes a constant as the column's type reads it: numbers and truth values bare, all else quoted.
func (f Filter) literal(text string) query.Literal {
	return query.Literal{Text: text, Quoted: !f.Type.Numeric() && f.Type != data.Bool}
}

func filterExpr(filters []Filter) *query.Expr {
	var conditions []*query.Expr
	for _, f := range filters {
		if e := f.Expr(); e != nil {
			conditions = append(conditions, e)
		}
	}
	return all(conditions)
}

// all joins conditions that must hold together.
func all(conditions []*query.Expr) *query.Expr {
	switch len(conditions) {
	case 0:
		return nil
	case 1:
		return conditions[0]
	}
	return &query.Expr{Op: query.And, Args: conditions}
}

// String is the condition as short as a chip needs it: region: EU, US.
func (f Filter) String() string {
	switch {
	case f.passesAll():
		return f.Column + ": all"
	case f.Kind == Range && f.High == "":
		return f.Column + " ≥ " + f.Low
	case f.Kind == Range && f.Low == "":
		return f.Column + " ≤ " + f.High
	case f.Kind == Range:
		return f.Column + ": " + f.Low + " – " + f.High
	}
	const shown = 3
	var names []string
	for _, v := range f.Values[:min(shown, len(f.Values))] {
		names = append(names, LabelText(v, f.Format))
	}
	text := strings.Join(names, ", ")
	if more := len(f.Values) - shown; more > 0 {
		text += " +" + strconv.Itoa(more)
	}
	if f.Exclude {
		return f.Column + ": not " + text
	}
	return f.Column + ": " + text
}
