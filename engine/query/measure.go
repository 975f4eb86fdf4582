package query

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Func is an aggregate function.
type Func string

// The aggregates. All skip null; a group without a value has a null figure, and a count of 0.
const (
	Count     Func = "count"    // without a column: rows; with one: its values that are not null
	Sum       Func = "sum"      // exact
	Avg       Func = "avg"      // exact sum over count, rounded once
	Min       Func = "min"      // NaN only where there is nothing else
	Max       Func = "max"      // likewise
	Distinct  Func = "distinct" // distinct values
	Median    Func = "median"   // p(column, 0.5)
	Quantile  Func = "p"        // p(column, 0.9): between two values in proportion; NaN is above every number
	Stddev    Func = "stddev"   // of a sample: null for fewer than two values
	StddevPop Func = "stddevp"  // of the population
	Var       Func = "var"      // of a sample
	VarPop    Func = "varp"     // of the population
	First     Func = "first"    // value in row order that is not null
	Last      Func = "last"
	Mode      Func = "mode"    // the most frequent value, the least of them where several are
	Product   Func = "product" // exact in 128 bits where whole numbers fit
	Ratio     Func = "ratio"   // ratio(a, b): the sum of a over the sum of b
	Corr      Func = "corr"    // corr(a, b): Pearson's, over the rows where both have a value
	Top       Func = "top"     // top(column, k): the k greatest values, descending
	Formula   Func = "formula" // arithmetic over aggregates; no word of the language
)

// Funcs lists the aggregates in the order menus show them.
var Funcs = []Func{Sum, Count, Avg, Min, Max, Distinct, Median, Quantile, Stddev, StddevPop, Var, VarPop, First, Last, Mode, Product, Ratio, Corr, Top}

// FuncNames lists the aggregates for a message.
func FuncNames() string {
	names := make([]string, len(Funcs))
	for i, f := range Funcs {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}

// NeedsNumbers reports whether the aggregate takes columns of numbers only.
func (f Func) NeedsNumbers() bool {
	switch f {
	case Count, Min, Max, Distinct, First, Last, Mode, Top:
		return false
	}
	return true
}

// Args is what stands between the brackets beside the column: nothing, another column, or a number.
type Args uint8

// The kinds of arguments.
const (
	NoArgs Args = iota
	ColumnArg
	NumberArg
)

// Args tells what the aggregate takes beside its column.
func (f Func) Args() Args {
	switch f {
	case Ratio, Corr:
		return ColumnArg
	case Quantile, Top:
		return NumberArg
	}
	return NoArgs
}

// Show is how a measure is shown: as itself, as a share of a total, or by its place among the labels beside.
type Show string

// The ways to show. A share is a fraction of 1. The labels beside one are those under the same parent, in the order of the axis.
const (
	AsIs         Show = ""
	PctRow       Show = "pct_row"        // of the row's total
	PctCol       Show = "pct_col"        // of the column's total
	PctTotal     Show = "pct_total"      // of the grand total
	PctParentRow Show = "pct_parent_row" // of the label that the row's stands under
	PctParentCol Show = "pct_parent_col" // of the label that the column's stands under
	Running      Show = "running"        // added to those of the labels before it, down the rows, or by label where rows are sorted by it; of sums and counts
	Rank         Show = "rank"           // 1 is the greatest of the row labels beside, equal figures share the better one
)

// Shows lists the ways.
var Shows = []Show{AsIs, PctRow, PctCol, PctTotal, PctParentRow, PctParentCol, Running, Rank}

// Adds reports whether a measure's figures of some rows add up to that of all of them.
func (m Measure) Adds() bool { return m.Func == Sum || m.Func == Count }

// Measure is an aggregate of a column on the Values shelf. Measures compare with ==.
type Measure struct {
	Func   Func
	Column string // "" for count(), and where Expr is set
	Expr   string // of a Formula; else arithmetic over the columns of a row, which is aggregated in place of a column
	Other  string // of ratio and corr
	Param  string // of p and top, as it was written
	Show   Show
}

// String is the measure without its Show: sum(revenue), p(delay, 0.9).
func (m Measure) String() string {
	switch {
	case m.Func == Formula:
		return m.Expr
	case m.Column == "" && m.Expr == "":
		return string(m.Func) + "()"
	}
	args := m.Expr
	if args == "" {
		args = quoteName(m.Column)
	}
	switch {
	case m.Other != "":
		args += ", " + quoteName(m.Other)
	case m.Param != "":
		args += ", " + m.Param
	}
	return string(m.Func) + "(" + args + ")"
}

// Share is the quantile that a median or p asks for as num/den, den at most 10^9.
func (m Measure) Share() (num, den uint64, err error) {
	if m.Func == Median {
		return 1, 2, nil
	}
	plain := strings.Trim(m.Param, "0123456789.") == "" && len(m.Param) <= 20
	q := new(big.Rat)
	if plain {
		_, plain = q.SetString(m.Param)
	}
	if !plain || q.Sign() < 0 || q.Num().Cmp(q.Denom()) > 0 || !q.Denom().IsUint64() || q.Denom().Uint64() > 1e9 {
		return 0, 0, fmt.Errorf("%s: a quantile is a number from 0 to 1 with at most 9 places, such as 0.9, not %q", m, m.Param)
	}
	return q.Num().Uint64(), q.Denom().Uint64(), nil
}

// maxPlaces is the most values that top keeps.
const maxPlaces = 100

// Places is how many values a top keeps.
func (m Measure) Places() (int, error) {
	k, err := strconv.Atoi(m.Param)
	if err != nil || k < 1 || k > maxPlaces {
		return 1, fmt.Errorf("%s: top keeps 1 to %d values, not %q", m, maxPlaces, m.Param)
	}
	return k, nil
}

// measure is an aggregate, or arithmetic over some.
func (p *parser) measure() (Measure, error) {
	a, err := p.arith(p.aggregate)
	switch {
	case err != nil:
		return Measure{}, err
	case a.Measure != nil:
		return *a.Measure, nil
	case len(a.Measures()) == 0:
		return Measure{}, fmt.Errorf("%s is no measure: it aggregates nothing", a)
	}
	return Measure{Func: Formula, Expr: a.String()}, nil
}

// call is one aggregate with its arguments.
func (p *parser) call() (Measure, error) {
	t := p.peek()
	if t.kind != word || len(p.tokens) < 2 || p.tokens[1].text != "(" {
		return Measure{}, p.unexpected("an aggregate such as sum(column) or count()")
	}
	p.next()
	p.next()
	m := Measure{Func: Func(strings.ToLower(t.text))}
	known := false
	for _, f := range Funcs {
		known = known || f == m.Func
	}
	if !known {
		return m, fmt.Errorf("no aggregate %q; there are %s", t.text, FuncNames())
	}
	if p.take(")") {
		if m.Func != Count {
			return m, fmt.Errorf("%s needs a column: %s(name)", t.text, t.text)
		}
		return m, nil
	}
	of, err := p.arith(p.column)
	switch {
	case err != nil:
		return m, err
	case of.Op == 0 && of.Column != "":
		m.Column = of.Column
	case len(of.Columns()) == 0:
		return m, fmt.Errorf("%s(%s) names no column", t.text, of)
	default:
		m.Expr = of.String()
	}
	switch m.Func.Args() {
	case ColumnArg:
		if !p.take(",") {
			return m, fmt.Errorf("%s takes two columns: %s(a, b)", t.text, t.text)
		}
		if m.Other, err = p.name(); err != nil {
			return m, err
		}
	case NumberArg:
		if !p.take(",") {
			return m, fmt.Errorf("%s takes a column and a number, such as %s", t.text, map[Func]string{Quantile: "p(price, 0.9)", Top: "top(price, 3)"}[m.Func])
		}
		m.Param = p.next().text
		if m.Func == Top {
			_, err = m.Places()
		} else {
			_, _, err = m.Share()
		}
		if err != nil {
			return m, err
		}
	}
	return m, p.expect(")")
}
