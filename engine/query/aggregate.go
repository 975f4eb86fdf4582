package query

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Func is the name of an aggregate, as it is written: sum.
type Func string

// The names of the aggregates that code refers to. Formula is arithmetic over aggregates and not a word of the
// language.
const (
	Count     Func = "count"
	Sum       Func = "sum"
	Avg       Func = "avg"
	Min       Func = "min"
	Max       Func = "max"
	Distinct  Func = "distinct"
	Median    Func = "median"
	Quantile  Func = "p"
	Stddev    Func = "stddev"
	StddevPop Func = "stddevp"
	Var       Func = "var"
	VarPop    Func = "varp"
	First     Func = "first"
	Last      Func = "last"
	Mode      Func = "mode"
	Product   Func = "product"
	Ratio     Func = "ratio"
	Corr      Func = "corr"
	Top       Func = "top"
	Labels    Func = "list"
	Formula   Func = "formula"
)

// Aggregate is the half of an aggregate's description that the language, menus, headings and help need: its names, its
// arguments and its result. The other half is in package measure: the states from which the figure is computed. Package
// measure defines both halves together.
//
// All aggregates skip null. A group without values has a null figure, and a count of 0.
type Aggregate struct {
	Func     Func
	Title    string // in menus: Average
	Help     string // one line of the help that says what the figure is
	Menu     Menu
	Place    int         // the position in its part of the menu; ties follow the order of Funcs
	Takes    ColumnTypes // the types of columns that the aggregate can aggregate
	Offered  ColumnTypes // the types in Takes for which menus offer the aggregate
	NoColumn bool        // a column is optional: count()
	Pair     bool        // a second column is needed: corr(a, b)
	Number   *Number     // the number after the column: p(a, 0.9); nil: none

	// Words writes the measure in words, given its column or expression; nil: the title and the column, Average of
	// price.
	Words func(m Measure, of string) string

	Result Result
	InUnit bool // the figure has the unit of the column, and is written like its numbers
	Within bool // the figure lies within the values of its column: one of them, or between two neighbours
	Adds   bool // the figures of disjoint sets of rows add up to the figure of all rows
}

// ColumnTypes is a set of types of columns.
type ColumnTypes uint8

// The types that aggregates tell apart.
const (
	Numbers ColumnTypes = 1 << iota
	Dates               // and times
	Bools
	Texts
	Ordered    = Numbers | Dates | Texts
	AnyColumns = Numbers | Dates | Bools | Texts
)

// Result says of which type the figures of an aggregate are.
type Result uint8

// The types of figures.
const (
	Float       Result = iota
	OfColumn           // the column's type
	Rows               // an integer: a number of rows or values, 0 if there are none
	WholeOrReal        // an integer if the column has integers and the figure fits 128 bits, else a float
	List               // a text that lists values
)

// Menu is the part of the menu that has the aggregate.
type Menu uint8

// The parts of the menu, in its order.
const (
	Usual     Menu = iota // the menu itself; the other parts are in its submenu More
	Quantiles             // quantiles of all values
	Spread                // measures of spread
	Picks                 // values of the column, and their product
	Pairs                 // aggregates of two columns
)

// Title returns the title of a part of the menu, or "".
func (m Menu) Title() string {
	if m == Spread {
		return "Spread"
	}
	return ""
}

// defined maps names to descriptions.
var defined = map[Func]*Aggregate{}

// Funcs lists the names of all aggregates in the order of messages and help.
var Funcs []Func

// Define adds an aggregate to the language. Package measure calls it for every aggregate when the program starts.
func Define(a *Aggregate) {
	if defined[a.Func] != nil {
		panic(fmt.Sprintf("BUG: two aggregates are called %s", a.Func))
	}
	defined[a.Func] = a
	Funcs = append(Funcs, a.Func)
}

// Describe returns the description of the aggregate. For an undefined aggregate, such as Formula, it returns a
// description whose title is the name and whose result is a float.
func (f Func) Describe() *Aggregate {
	if a := defined[f]; a != nil {
		return a
	}
	return &Aggregate{Func: f, Title: string(f), Takes: Numbers}
}

// Title returns the title of the aggregate in menus: Average.
func (f Func) Title() string { return f.Describe().Title }

// NeedsNumbers reports whether the aggregate takes only columns of numbers.
func (f Func) NeedsNumbers() bool { return f.Describe().Takes == Numbers }

// FuncNames lists the aggregates for a message: sum, count, avg.
func FuncNames() string {
	names := each.Of(Funcs, func(f Func) string { return string(f) })
	return strings.Join(names, ", ")
}

// TakesAny lists the aggregates that take columns of every type for a message, the counts first: count, min and max.
func TakesAny() string {
	var counts, others []string
	for _, f := range Funcs {
		switch a := defined[f]; {
		case a.Takes != AnyColumns:
		case a.Result == Rows:
			counts = append(counts, string(f))
		default:
			others = append(others, string(f))
		}
	}
	return separators.Join(slices.Concat(counts, others), "and")
}

// Help lists the aggregates for the help, one per line: syntax and result.
func Help() string {
	lines := each.Of(Funcs, func(f Func) string { return fmt.Sprintf("%-14s %s", f.Example(), f.Describe().Help) })
	return strings.Join(lines, "\n")
}

// Example returns a measure of the aggregate as it is written: corr(x, y).
func (f Func) Example() string {
	switch a := f.Describe(); {
	case a.Pair:
		return string(f) + "(x, y)"
	case a.Number != nil:
		return strings.Replace(a.Number.Example, "price", "x", 1)
	case a.NoColumn:
		return string(f) + "()"
	}
	return string(f) + "(x)"
}
