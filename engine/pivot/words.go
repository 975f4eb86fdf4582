package pivot

import (
	"strings"

	"cardinal/data"
)

// The words that stand where labels do and are no values of the table.
const (
	blank     = "(blank)"
	total     = "Total"
	ofTotal   = " total"   // after a label: EU total
	all       = " of all " // after a total: how many labels it is of, some of them left out
	notShown  = " more not shown"
	allRows   = "All rows"
	separator = " · " // between what a column's heading in one line is made of
)

// Label writes a value as a label or a plain cell: numbers without grouping, null as (blank). A text that reads like a word
// of Cardinal's own stands in quotes, and so does an empty one: "Total" is a value of the table, Total is the total.
func Label(v data.Value) string {
	switch {
	case v.IsNull():
		return blank
	case v.Type == data.Text && (unquoted(v.Text) == "" || unquoted(v.Text) == blank || LikeTotal(v.Text) || strings.HasSuffix(unquoted(v.Text), notShown)):
		return `"` + v.Text + `"`
	case v.Type == data.Timestamp:
		return strings.Replace(v.String(), "T", " ", 1)
	}
	return v.String()
}

// LikeTotal reports whether a label of the table reads like that of a total.
func LikeTotal(label string) bool {
	s := unquoted(label)
	if i := strings.LastIndex(s, all); i >= 0 && strings.Trim(s[i+len(all):], "0123456789,") == "" {
		s = s[:i]
	}
	return s == total || s == allRows || strings.HasSuffix(s, ofTotal)
}

// unquoted takes every pair of quotes around s away, so that no text reads like another one in quotes.
func unquoted(s string) string {
	for len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	return s
}

// Heading names a column in one line, by its labels and its measure: 2023 · Sum of revenue.
func Heading(labels []string, measure string) string {
	return strings.Join(append(labels, measure), separator)
}
