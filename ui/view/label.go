package view

import (
	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// LabelText writes a value as labels show it.
func LabelText(v data.Value) string { return pivot.Label(v) }

var partTitles = map[query.Part]string{
	query.Whole: "Whole value", query.Year: "Year", query.Quarter: "Quarter", query.Month: "Month",
	query.Day: "Day of month", query.Weekday: "Weekday", query.Hour: "Hour", query.Bin: "Bins",
}

// PartTitle names a part for menus.
func PartTitle(p query.Part) string { return partTitles[p] }

var funcTitles = map[query.Func]string{
	query.Sum: "Sum", query.Count: "Count", query.Avg: "Average", query.Min: "Minimum",
	query.Max: "Maximum", query.Distinct: "Distinct count",
}

// FuncTitle names an aggregate for menus.
func FuncTitle(f query.Func) string {
	if t, ok := funcTitles[f]; ok {
		return t
	}
	return string(f)
}

// Shows lists the ways to show a measure, in the order of menus.
var Shows = []query.Show{query.AsIs, query.PctRow, query.PctCol, query.PctTotal}

var showTitles = map[query.Show]string{
	query.AsIs: "The value itself", query.PctRow: "% of row", query.PctCol: "% of column", query.PctTotal: "% of total",
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

// MeasureText is a measure as its chip says it: sum of revenue · % of row.
func MeasureText(m query.Measure) string {
	text := "count of rows"
	if m.Column != "" {
		text = string(m.Func) + " of " + m.Column
	}
	if m.Show != query.AsIs {
		text += " · " + ShowTitle(m.Show)
	}
	return text
}

var partNames = map[query.Part]string{
	query.Year: "year", query.Quarter: "quarter", query.Month: "month", query.Day: "day",
	query.Weekday: "weekday", query.Hour: "hour",
}
