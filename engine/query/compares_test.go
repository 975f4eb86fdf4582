package query

import "testing"

// TestOnlyCompares finds columns that a query reads only in comparisons of its filter.
func TestOnlyCompares(t *testing.T) {
	for _, c := range []struct {
		filter, rows, measure, let string
		want                       bool
	}{
		{filter: "comment contains 'x'", want: true},
		{filter: "Comment = 'x' or not (comment is null and stars > 3)", rows: "stars", measure: "sum(n)", want: true},
		{filter: "comment in ('x', 'y') and comment < 'z'", want: true},
		{filter: "stars > 3"},
		{filter: ""},
		{filter: "comment contains 'x'", rows: "COMMENT"},
		{filter: "comment contains 'x'", measure: "distinct(comment)"},
		{filter: "comment contains 'x'", measure: "mode(comment)"},
		{filter: "comment contains 'x'", measure: "sum(n) where comment = 'y'"},
		{filter: "comment = reply"},
		{filter: "len(comment) > 3 and comment contains 'x'"},
		{filter: "comment contains 'x' and hour(comment) > 3"},
		{filter: "comment contains 'x'", let: "len = len(comment)"},
	} {
		var q Query
		var err error
		if c.filter != "" {
			q.Filter, err = ParseFilter(c.filter)
		}
		if err == nil && c.rows != "" {
			q.Rows, err = ParseFields(c.rows)
		}
		if err == nil && c.measure != "" {
			q.Values, err = ParseMeasures(c.measure)
		}
		if err == nil && c.let != "" {
			var l Let
			l, err = ParseLet(c.let)
			q.Lets = []Let{l}
		}
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		if got := q.OnlyCompares("comment"); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
