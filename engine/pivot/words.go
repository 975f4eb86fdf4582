package pivot

import (
	"strings"

	"cardinal/data"
)

// The texts of Cardinal that stand in the place of labels.
const (
	blank    = "(blank)"
	total    = "Total"
	others   = "Others"   // the labels that are left out, as one label
	ofTotal  = " total"   // after a label: EU total
	all      = " of all " // after a total, before the number of labels, some of which are left out
	notShown = " more not shown"
	allRows  = "All rows"
	values   = "Values" // above the names of measures that are labels of the rows
	value    = "Value"  // above their figures
)

// Label writes a value as a label: numbers without grouping, null as (blank). An empty text stands in quotes,
// and so does a text that reads like one of Cardinal's: "Total" is a value of the table, Total is the total.
func Label(v data.Value) string {
	switch {
	case v.IsNull():
		return blank
	case v.Type == data.Text && (unquoted(v.Text) == "" || unquoted(v.Text) == blank || LikeOthers(v.Text) ||
		LikeTotal(v.Text) || strings.HasSuffix(unquoted(v.Text), notShown)):
		return `"` + v.Text + `"`
	case v.Type == data.Timestamp:
		return strings.Replace(v.String(), "T", " ", 1)
	}
	return v.String()
}

// LikeTotal reports whether a label of the table reads like the label of a total.
func LikeTotal(label string) bool {
	s := unquoted(label)
	if i := strings.LastIndex(s, all); i >= 0 && strings.Trim(s[i+len(all):], "0123456789,.’\u00a0") == "" {
		s = s[:i]
	}
	return s == total || s == allRows || strings.HasSuffix(s, ofTotal)
}

// LikeOthers reports whether a label of the table reads like the label of the labels that are left out.
func LikeOthers(label string) bool { return unquoted(label) == others }

// unquoted is s without the pairs of quotes around it.
func unquoted(s string) string {
	for len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	return s
}

// Heading is the name of a column in one line, from its labels and its measure: 2023 · Sum of revenue.
func Heading(labels []string, measure string) string {
	return strings.Join(append(labels, measure), data.NameSeparator)
}
