package query_test

import (
	"strings"
	"testing"

	. "cardinal/engine/query"
)

// TestTitle holds the titles of pivots in words, and the title that a person gave.
func TestTitle(t *testing.T) {
	sum := Measure{Func: Sum, Column: "cost"}
	date := Field{Column: "date", Part: Year}
	operator := Field{Column: "operator"}
	for want, q := range map[string]Query{
		"Number of rows":                 {Values: []Measure{{Func: Count}}},
		"Sum of cost by operator":        {Rows: []Field{operator}, Values: []Measure{sum}},
		"Sum of cost and Number of rows": {Values: []Measure{sum, {Func: Count}}},
		"Sum of cost by Year of date":    {Cols: []Field{date}, Values: []Measure{sum}},
		"Sales": {Rows: []Field{operator}, Values: []Measure{sum},
			Layout: Layout{Title: "Sales"}},
		"Sum of cost by operator, bottom of operator up to 80%": {Rows: []Field{operator}, Values: []Measure{sum},
			Tops: []TopN{{Bottom: true, Until: "80%", By: sum}}},
		"Sum of cost by operator and Year of date, top 10 of operator": {Rows: []Field{operator}, Cols: []Field{date},
			Values: []Measure{sum}, Tops: []TopN{{N: 10, By: sum}}},
	} {
		if got := q.Title(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if CheckTitle("Sales of 2024") != nil || CheckTitle("a\nb") == nil || CheckTitle(strings.Repeat("x", 256)) == nil {
		t.Error("titles of several lines or of more than 255 characters are refused, others are not")
	}
}
