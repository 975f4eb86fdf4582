package query

import (
	"fmt"
	"math/big"
	"strings"

	"cardinal/data/int128"
)

// funcTitles are the aggregates in words. Chips, headings, menus and files take them from here.
var funcTitles = map[Func]string{
	Sum: "Sum", Count: "Count", Avg: "Average", Min: "Minimum", Max: "Maximum", Distinct: "Distinct count", Median: "Median",
	Quantile: "Percentile", Stddev: "Standard deviation", StddevPop: "Population standard deviation", Var: "Variance",
	VarPop: "Population variance", First: "First", Last: "Last", Mode: "Most frequent", Product: "Product", Ratio: "Ratio to",
	Corr: "Correlation with", Top: "Top",
}

// Title is the aggregate in words, as a menu offers it: Average.
func (f Func) Title() string {
	if t, ok := funcTitles[f]; ok {
		return t
	}
	return string(f)
}

var showTitles = map[Show]string{
	AsIs: "The value itself", PctRow: "% of row", PctCol: "% of column", PctTotal: "% of total", PctParentRow: "% of parent row",
	PctParentCol: "% of parent column", Running: "Running total", Rank: "Rank",
}

// Title is the way to show in words: % of row.
func (s Show) Title() string {
	if t, ok := showTitles[s]; ok {
		return t
	}
	return string(s)
}

// Title is the measure in words: Sum of revenue, % of row. A formula stays as it was typed.
func (m Measure) Title() string {
	if m.Show == AsIs {
		return m.figure()
	}
	return m.figure() + ", " + strings.ToLower(m.Show.Title())
}

func (m Measure) figure() string {
	of := m.Column
	if of == "" {
		of = m.Expr
	}
	switch {
	case m.Func == Formula:
		return m.Expr
	case of == "":
		return "Number of rows"
	}
	switch m.Func {
	case Quantile:
		return Ordinal(m.Param) + " percentile of " + of
	case Top:
		return "Top " + m.Param + " of " + of
	case Ratio:
		return "Ratio of " + of + " to " + m.Other
	case Corr:
		return "Correlation of " + of + " and " + m.Other
	}
	return m.Func.Title() + " of " + of
}

// Percent is the parameter of a quantile as a percentage without its sign: 0.999 is 99.9.
func Percent(param string) string {
	share, ok := new(big.Rat).SetString(param)
	if !ok {
		return param
	}
	text := share.Mul(share, big.NewRat(100, 1)).FloatString(9)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Ordinal is the parameter of a quantile as people count percentiles: 90th, 1st, 99.9th.
func Ordinal(param string) string {
	text := Percent(param)
	if !strings.Contains(text, ".") && !(len(text) > 1 && text[len(text)-2] == '1') {
		switch text[len(text)-1] {
		case '1':
			return text + "st"
		case '2':
			return text + "nd"
		case '3':
			return text + "rd"
		}
	}
	return text + "th"
}

var partTitles = map[Part]string{
	Whole: "Whole value", Year: "Year", Quarter: "Quarter", Month: "Month", Day: "Day of month", Weekday: "Weekday", Hour: "Hour", Bin: "Bins",
}

// Title is the part in words: Year.
func (p Part) Title() string { return partTitles[p] }

// Title is the field in words: Year of date, Bins of price (width 10).
func (f Field) Title() string {
	switch f.Part {
	case Whole:
		return f.Column
	case Bin:
		return fmt.Sprintf("Bins of %s (width %s)", f.Column, f.Width())
	}
	return f.Part.Title() + " of " + f.Column
}

// Width is the width of a field's bins.
func (f Field) Width() string { return int128.From(f.BinWidth).Decimal(f.BinScale) }

// Title is the condition with the names of columns as they stand, for people: the parser may not read it back.
func (e *Expr) Title() string { return e.write(Field.Title) }
