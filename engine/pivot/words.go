package pivot

import (
	"strings"

	"cardinal/data"
)

// These words of Cardinal stand in the place of labels.
const (
	blank    = "(blank)"
	Total    = "Total"
	Others   = "Others"   // one label for all labels that are left out
	OfTotal  = " total"   // after a label: EU total
	all      = " of all " // after a total with labels left out, before the number of all labels
	notShown = " more not shown"
	AllRows  = "All rows"
	values   = "Values" // above measure names that are labels of the rows
	value    = "Value"  // above the figures of these measures
)

// Label writes a value as a label: numbers without grouping, null as (blank). An empty text stands in quotes. A text
// that reads like a word of Cardinal stands in quotes, too: "Total" is a value of the table, and Total is the total.
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
	if !strings.Contains(s, all) { // LastIndex looks at each byte
		return s == Total || s == AllRows || strings.HasSuffix(s, OfTotal)
	}
	if i := strings.LastIndex(s, all); strings.Trim(s[i+len(all):], "0123456789,.’\u00a0") == "" {
		s = s[:i]
	}
	return s == Total || s == AllRows || strings.HasSuffix(s, OfTotal)
}

// LikeOthers reports whether a label of the table reads like the label Others.
func LikeOthers(label string) bool { return unquoted(label) == Others }

// unquoted returns s without the pairs of quotes around it.
func unquoted(s string) string {
	for len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	return s
}

// Heading returns the name of a column in one line, from its labels and its measure: 2023 · Sum of revenue.
func Heading(labels []string, measure string) string {
	return strings.Join(append(labels, measure), data.NameSeparator)
}
