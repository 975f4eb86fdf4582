package view

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
)

// FilterKind says how a filter selects rows.
type FilterKind uint8

// A filter of each kind selects rows
const (
	List     FilterKind = iota // by a set of labels
	Range                      // by two bounds
	Texts                      // by a comparison of texts
	Relative                   // by a period relative to a day
)

// Filter is one chip of the Filters shelf. A new filter passes every row.
type Filter struct {
	Field  query.Field       // a column; for a List, also a part of a date or bins
	Type   data.Type         // of the column's values
	Kind   FilterKind        // says which of the fields below are used
	Format data.NumberFormat // of the numbers in the file; a person may type bounds in it
	Pinned bool              // List: its labels are shown beside the table
	// the filter holds in every tab
	EveryTab bool

	Values  []data.Value // List: the selected labels; null means rows without a value
	Exclude bool         // List, Texts: the selected rows do not pass, and the others do

	Low, High string // Range: as Typed returns them; both bounds pass; "": no bound

	Text   Text         // Texts
	Period query.Period // Relative; if it has no unit, every row passes
}

// Text compares texts with a pattern. If the pattern is empty, every row passes.
type Text struct {
	Op        query.Op // one of TextOps
	Pattern   string   // as typed
	MatchCase bool     // upper and lower case are different
}

// TextOps lists the comparisons of texts in the order of menus.
var TextOps = []query.Op{query.Contains, query.Begins, query.Ends, query.Eq, query.Matches}

// textWords names each comparison and its opposite.
var textWords = map[query.Op][2]string{
	query.Contains: {lang.Key("contains"), lang.Key("does not contain")}, query.Begins: {lang.Key("begins with"),
		lang.Key("does not begin with")},
	query.Ends: {lang.Key("ends with"), lang.Key("does not end with")},
	query.Eq:   {lang.Key("equals"), lang.Key("does not equal")}, query.Matches: {lang.Key("matches"),
		lang.Key("does not match")},
}

// TextWords returns the name of a comparison of texts, e.g. "begins with".
func TextWords(op query.Op) string { return lang.L(textWords[op][0]) }

// NewFilter returns a filter on a column that passes every row. It is a range for numbers and dates, and a list for
// other columns.
func NewFilter(c *data.Column) Filter {
	f := Filter{Field: query.Field{Column: c.Name}, Type: c.Type, Format: c.Format, Text: Text{Op: query.Contains}}
	if c.Type != data.Text && c.Type != data.Bool {
		f.Kind = Range
	}
	return f
}

// Cleared returns the filter without its condition.
func (f Filter) Cleared() Filter {
	return Filter{Field: f.Field, Type: f.Type, Kind: f.Kind, Format: f.Format, Pinned: f.Pinned, EveryTab: f.EveryTab,
		Text: Text{Op: query.Contains}}
}

// passesAll reports whether every row passes the filter.
func (f Filter) passesAll() bool {
	switch f.Kind {
	case Range:
		return f.Low == "" && f.High == ""
	case Texts:
		return f.Text.Pattern == ""
	case Relative:
		return f.Period.Unit == ""
	}
	return len(f.Values) == 0
}

// Pinnable reports whether the labels of the filter can be pinned: it is a list, or has no condition yet.
func (f Filter) Pinnable() bool { return f.Kind == List || f.passesAll() }

// equal reports whether both filters have the same field and condition. It ignores whether they are pinned or hold in
// every tab.
func (f Filter) equal(o Filter) bool {
	return f.Field == o.Field && f.Kind == o.Kind && f.Exclude == o.Exclude && f.Low == o.Low && f.High == o.High &&
		f.Text == o.Text && f.Period == o.Period && equalValues(f.Values, o.Values)
}

// equalValues reports whether two lists are equal. Most filters that are compared share one list.
func equalValues(a, b []data.Value) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}

// Expr returns the condition of the filter, or nil if every row passes. Rows without a value do not pass a range, a
// comparison of texts or a period. If Exclude is true, they pass unless null is among the labels.
func (f Filter) Expr() *query.Expr {
	if f.passesAll() {
		return nil
	}
	switch f.Kind {
	case Range:
		return f.rangeExpr()
	case Texts:
		chosen := &query.Expr{Op: f.Text.Op, Field: f.Field, AnyCase: !f.Text.MatchCase,
			Values: []query.Literal{{Text: f.Text.Pattern, Quoted: true}}}
		if f.Exclude {
			return &query.Expr{Op: query.Or, Args: []*query.Expr{negate(chosen), f.isNull()}}
		}
		return chosen
	case Relative:
		return &query.Expr{Op: query.Within, Field: f.Field, Period: f.Period}
	}
	return f.listExpr()
}

// rangeExpr returns the condition of a range.
func (f Filter) rangeExpr() *query.Expr {
	var bounds []*query.Expr
	if f.Low != "" {
		bounds = append(bounds, f.compare(query.Ge, f.bound(f.Low).from))
	}
	if f.High != "" {
		bounds = append(bounds, f.upperExpr(f.bound(f.High)))
	}
	return query.AllOf(bounds...)
}

// listExpr returns the condition of a list.
func (f Filter) listExpr() *query.Expr {
	blank := false
	var in []query.Literal
	for _, v := range f.Values {
		if v.IsNull() {
			blank = true
		} else {
			in = append(in, pivot.LabelLiteral(v))
		}
	}
	chosen := &query.Expr{Op: query.In, Field: f.Field, Values: in}
	if len(in) == 0 {
		chosen = f.isNull()
	}
	kept := chosen
	if f.Exclude {
		kept = negate(chosen)
	}
	if len(in) > 0 && blank != f.Exclude { // SQL: null passes neither a list nor its opposite
		kept = &query.Expr{Op: query.Or, Args: []*query.Expr{kept, f.isNull()}}
	}
	return kept
}

func (f Filter) isNull() *query.Expr { return &query.Expr{Op: query.IsNull, Field: f.Field} }

func negate(e *query.Expr) *query.Expr {
	return &query.Expr{Op: query.Not, Args: []*query.Expr{e}}
}

// bound reads a bound. If the text cannot be read, the bound is the text itself, and the engine returns the error.
func (f Filter) bound(text string) bound {
	b, err := f.readBound(text)
	if err != nil {
		return bound{from: text, to: text}
	}
	return b
}

// upperExpr returns the condition of the upper bound. If the bound is a period, such as a year, a day or a minute, the
// whole period belongs to the range.
func (f Filter) upperExpr(b bound) *query.Expr {
	if b.past {
		return f.compare(query.Lt, b.to)
	}
	return f.compare(query.Le, b.to)
}

func (f Filter) compare(op query.Op, with string) *query.Expr {
	return &query.Expr{Op: op, Field: f.Field, Values: []query.Literal{{Text: with, Quoted: !f.Type.Numeric()}}}
}

func filterExpr(filters []Filter) *query.Expr {
	var conditions []*query.Expr
	for _, f := range filters {
		if e := f.Expr(); e != nil {
			conditions = append(conditions, e)
		}
	}
	return query.AllOf(conditions...)
}

// String returns the condition in the short form for a chip, e.g. "region: EU, US".
func (f Filter) String() string {
	name := FieldTitle(f.Field)
	switch {
	case f.passesAll():
		return lang.L("{{.Field}}: all", lang.With{"Field": name})
	case f.Kind == Texts:
		words := textWords[f.Text.Op][0]
		if f.Exclude {
			words = textWords[f.Text.Op][1]
		}
		text := name + " " + lang.L(words) + " “" + f.Text.Pattern + "”"
		if f.Text.MatchCase {
			text += lang.L(", case matters")
		}
		return text
	case f.Kind == Relative:
		return name + ": " + PeriodText(f.Period)
	case f.Kind == Range && f.High == "":
		return name + " ≥ " + f.Shown(f.Low)
	case f.Kind == Range && f.Low == "":
		return name + " ≤ " + f.Shown(f.High)
	case f.Kind == Range:
		return name + ": " + f.Shown(f.Low) + " – " + f.Shown(f.High)
	}
	const shown = 3
	format := labelFormat(f.Field, f.Values, f.Format)
	values := f.Values
	switch {
	case format.Names:
		values = slices.SortedFunc(slices.Values(values), byCalendar)
	case format.Edges:
		values = slices.SortedStableFunc(slices.Values(values), byEdge)
	}
	names := each.Of(values[:min(shown, len(values))], func(v data.Value) string { return LabelText(v, format) })
	text := strings.Join(names, ", ")
	if more := len(f.Values) - shown; len(f.Values) > query.MostNamed {
		text = lang.N("{{.N}} value", "{{.N}} values", len(f.Values))
	} else if more > 0 {
		text += " +" + strconv.Itoa(more)
	}
	if f.Exclude {
		return lang.L("{{.Field}}: not {{.Labels}}", lang.With{"Field": name, "Labels": text})
	}
	return name + ": " + text
}

// byCalendar compares names of months or weekdays by their order in the year or the week.
func byCalendar(a, b data.Value) int {
	at := func(v data.Value) int {
		return max(slices.Index(calendar.MonthNames[:], v.String()), slices.Index(calendar.WeekdayNames[:], v.String()))
	}
	return cmp.Compare(at(a), at(b))
}

// byEdge compares labels of bins by their lower edges. Bins without a lower edge come first, and other labels last.
func byEdge(a, b data.Value) int {
	at := func(v data.Value) float64 {
		text, below := strings.CutPrefix(v.Text, "below ")
		if below || v.IsNull() {
			return math.Inf(-1)
		}
		text, _, _ = strings.Cut(text, " ")
		edge, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
		if err != nil {
			return math.Inf(1)
		}
		return edge
	}
	return cmp.Compare(at(a), at(b))
}

// PeriodText returns a period in words, e.g. "last 30 days".
func PeriodText(p query.Period) string {
	text := lang.L(query.PeriodKinds[p.Kind] + " " + p.Unit)
	switch p.Kind {
	case query.LastUnits:
		text = lang.N("last {{.N}} "+p.Unit, "last {{.N}} "+p.Unit+"s", p.N)
	case query.NextUnits:
		text = lang.N("next {{.N}} "+p.Unit, "next {{.N}} "+p.Unit+"s", p.N)
	}
	switch p.Of {
	case "":
		return text
	case query.Today:
		return lang.L("{{.Period}}, from today", lang.With{"Period": text})
	}
	return lang.L("{{.Period}}, from {{.Day}}", lang.With{"Period": text, "Day": p.Of})
}
