package query

import (
	"fmt"
	"slices"
	"strings"
)

// Func is the name of an aggregate, as it is written: sum.
type Func string

// The names of the aggregates that the code speaks of. Formula is arithmetic over aggregates, and no word of
// the language.
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

// Aggregate is the half of an aggregate's description that the language, menus, headings and help need: how it
// is written, what it is called, what it takes and what it gives. Package measure has the other half, the
// states that it is computed from, and defines both together.
//
// All aggregates skip null. A group without a value has a null figure, and a count of 0.
type Aggregate struct {
	Func     Func
	Title    string // in a menu: Average
	Help     string // what the figure is, in one line of the help
	Menu     Menu
	Place    int         // in its part of the menu; equal places are in the order of Funcs
	Takes    ColumnTypes // the columns that it can be computed of
	Offered  ColumnTypes // those of Takes that menus offer it for
	NoColumn bool        // it may stand without a column: count()
	Pair     bool        // it takes a second column: corr(a, b)
	Number   *Number     // what it takes beside the column: p(a, 0.9); nil: nothing

	// Words is the measure in words, where of is its column or expression; nil: Average of price.
	Words func(m Measure, of string) string

	Result Result
	InUnit bool // the figure is written like the numbers of its column, which have the same unit
	Within bool // the figure is within the values of its column: one of them, or between two neighbours
	Adds   bool // the figures of some rows add up to that of all of them
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

// Result is the type of a figure.
type Result uint8

// The types of figures.
const (
	Float       Result = iota
	OfColumn           // the type of the column
	Rows               // an integer: a number of rows or values, 0 where there are none
	WholeOrReal        // an integer where the column has integers and the figure fits 128 bits, else a float
	List               // a text that lists values
)

// Menu is the part of the menu that an aggregate stands in.
type Menu uint8

// The parts of the menu, in its order.
const (
	Usual     Menu = iota // in the menu itself; the others stand under More
	Quantiles             // of all values
	Spread                // under a title of its own
	Picks                 // values out of the column, and their product
	Pairs                 // of two columns
)

// Title is the title that a part of the menu stands under, "" where it has none.
func (m Menu) Title() string {
	if m == Spread {
		return "Spread"
	}
	return ""
}

// defined are the descriptions by name.
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

// Describe is the description of the aggregate. One that nobody defined, as Formula, gives a float and has its
// name as its title.
func (f Func) Describe() *Aggregate {
	if a := defined[f]; a != nil {
		return a
	}
	return &Aggregate{Func: f, Title: string(f), Takes: Numbers}
}

// Title is the aggregate in words, as a menu offers it: Average.
func (f Func) Title() string { return f.Describe().Title }

// NeedsNumbers reports whether the aggregate takes columns of numbers only.
func (f Func) NeedsNumbers() bool { return f.Describe().Takes == Numbers }

// FuncNames lists the aggregates for a message: sum, count, avg.
func FuncNames() string {
	var names []string
	for _, f := range Funcs {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// TakesAny lists the aggregates that take columns of any type for a message, the counts first: count, min and max.
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
	all := slices.Concat(counts, others)
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

// Help lists the aggregates for the help, a line each: how it is written and what it gives.
func Help() string {
	var lines []string
	for _, f := range Funcs {
		lines = append(lines, fmt.Sprintf("%-14s %s", f.Example(), f.Describe().Help))
	}
	return strings.Join(lines, "\n")
}

// Example is a measure of the aggregate as it is written: corr(x, y).
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
