package view

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// LabelText writes a value as labels show it: a negative number with the minus sign that figures have.
func LabelText(v data.Value) string {
	text := pivot.Label(v)
	if digits, negative := strings.CutPrefix(text, "-"); negative && v.Type.Numeric() {
		return "−" + digits
	}
	return text
}

var partTitles = map[query.Part]string{
	query.Whole: "Whole value", query.Year: "Year", query.Quarter: "Quarter", query.Month: "Month",
	query.Day: "Day of month", query.Weekday: "Weekday", query.Hour: "Hour", query.Bin: "Bins",
}

// PartTitle names a part for menus.
func PartTitle(p query.Part) string { return partTitles[p] }

var funcTitles = map[query.Func]string{
	query.Sum: "Sum", query.Count: "Count", query.Avg: "Average", query.Min: "Minimum",
	query.Max: "Maximum", query.Distinct: "Distinct count", query.Median: "Median", query.Quantile: "Percentile",
	query.Stddev: "Standard deviation", query.StddevPop: "Standard deviation, population", query.Var: "Variance",
	query.VarPop: "Variance, population", query.First: "First", query.Last: "Last", query.Mode: "Most frequent",
	query.Product: "Product", query.Ratio: "Ratio to", query.Corr: "Correlation with", query.Top: "Greatest",
}

// FuncTitle names an aggregate for menus.
func FuncTitle(f query.Func) string {
	if t, ok := funcTitles[f]; ok {
		return t
	}
	return string(f)
}

// ShowsOf lists the ways to show a measure, in the order of menus.
func ShowsOf(m query.Measure) []query.Show {
	return slices.DeleteFunc(slices.Clone(query.Shows), func(s query.Show) bool { return s == query.Running && !m.Adds() })
}

var showTitles = map[query.Show]string{
	query.AsIs: "The value itself", query.PctRow: "% of row", query.PctCol: "% of column", query.PctTotal: "% of total",
	query.PctParentRow: "% of parent row", query.PctParentCol: "% of parent column", query.Running: "Running total", query.Rank: "Rank",
}

// ShowTitle names a way to show for menus.
func ShowTitle(s query.Show) string {
	if t, ok := showTitles[s]; ok {
		return t
	}
	return string(s)
}

// KeyText is a key as its chip says it: date · year.
func KeyText(f query.Field) string {
	switch f.Part {
	case query.Whole:
		return f.Column
	case query.Bin:
		return f.Column + " · by " + BinText(f)
	}
	return f.Column + " · " + partNames[f.Part]
}

// BinText is the width of a bin as people write it.
func BinText(f query.Field) string {
	return int128.From(f.BinWidth).Decimal(f.BinScale)
}

// funcWords are what stands before "of" where the aggregate's own name is no word.
var funcWords = map[query.Func]string{
	query.Avg: "average", query.Distinct: "distinct count", query.Stddev: "std deviation", query.StddevPop: "population std deviation",
	query.Var: "variance", query.VarPop: "population variance", query.Mode: "most frequent",
}

// MeasureText is a measure as its chip says it: sum of revenue · % of row.
func MeasureText(m query.Measure) string {
	text := figureText(m)
	if m.Show != query.AsIs {
		text += " · " + strings.ToLower(ShowTitle(m.Show))
	}
	return text
}

func figureText(m query.Measure) string {
	of := m.Column
	if of == "" {
		of = m.Expr
	}
	switch {
	case m.Func == query.Formula:
		return m.Expr
	case of == "":
		return "count of rows"
	case m.Func == query.Quantile:
		return Ordinal(m.Param) + " percentile of " + of
	case m.Func == query.Top:
		return "top " + m.Param + " of " + of
	case m.Func == query.Ratio && m.Column == "":
		return "(" + of + ") / " + m.Other
	case m.Func == query.Ratio:
		return of + " / " + m.Other
	case m.Func == query.Corr:
		return "correlation of " + of + " and " + m.Other
	}
	word, ok := funcWords[m.Func]
	if !ok {
		word = string(m.Func)
	}
	return word + " of " + of
}

// Ordinal writes the parameter of a quantile as people count percentiles: 90th, 1st, 99.9th.
func Ordinal(param string) string {
	text := PercentText(param)
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

var partNames = map[query.Part]string{
	query.Year: "year", query.Quarter: "quarter", query.Month: "month", query.Day: "day",
	query.Weekday: "weekday", query.Hour: "hour",
}
