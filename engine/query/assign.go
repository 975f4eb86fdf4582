package query

import (
	"errors"
	"fmt"
	"strings"

	"cardinal/internal/separators"
)

// cutList splits a list after its first item, at the first comma outside quotes and brackets. If the list has no such
// comma, more is false.
func cutList(text string) (first, rest string, more bool) {
	first, rest = cut(text, ",")
	return first, rest, len(first) < len(text)
}

// findAssigned finds the value that a text such as "sum(revenue)=pct_row" names, and returns the text after the equals
// sign. If the measure occurs several times among the values, findAssigned returns the first that set does not mark.
// The argument `what` is the word for the change in errors.
func (q *Query) findAssigned(text string, set []bool, what string) (*Measure, string, error) {
	var wrong, missing error
	for at := 0; at < len(text); at++ {
		left, right := cut(text[at:], "=")
		if at+len(left) == len(text) {
			break
		}
		at += len(left)
		m, err := ParseMeasures(text[:at])
		switch {
		case err == nil && len(m) == 1:
			i, again, err := q.findUnset(m[0], set, what)
			if again {
				err = fmt.Errorf("%s is to be %s more often than it occurs among the values: add it "+
					"once more to the values", m[0], what)
			}
			if err == nil {
				return &q.Values[i], right, nil
			}
			missing = err // sum(x) where a = 'u'=pct_total has two equals signs
		case wrong == nil:
			wrong = err
		}
	}
	if missing != nil {
		return nil, "", missing
	}
	if wrong == nil {
		wrong = fmt.Errorf("%q lacks the equals sign after its measure", text)
	}
	return nil, "", wrong
}

// findUnset finds the first value that equals m and that set does not mark, and marks it in set. If set marks all
// values that equal m, findUnset returns the first of these, and again is true.
func (q *Query) findUnset(m Measure, set []bool, what string) (i int, again bool, err error) {
	first := -1
	for i, v := range q.Values {
		if v.String() != m.String() {
			continue
		}
		if !set[i] {
			set[i] = true
			return i, false, nil
		}
		if first < 0 {
			first = i
		}
	}
	if first < 0 {
		return 0, false, fmt.Errorf("%s is to be %s, but is not among the values", m, what)
	}
	return first, true, nil
}

// ApplyTitles reads titles of measures, such as "sum(revenue)=Revenue", and names the measures. If a measure occurs
// several times among the values, its first title names the first occurrence, its next title the second. Two measures
// with the same name are an error.
func (q *Query) ApplyTitles(texts []string) error {
	set := make([]bool, len(q.Values))
	for _, text := range texts {
		m, name, err := q.findAssigned(text, set, "renamed")
		if err != nil {
			return err
		}
		if m.Name = strings.TrimSpace(name); m.Name == "" {
			return fmt.Errorf("%s lacks its new name", m)
		}
	}
	for i, m := range q.Values {
		if m.Name != "" {
			if err := q.CheckName(i, m.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckName returns an error if value i cannot be called name, because another value has this name, or because the name
// is too long for a heading.
func (q *Query) CheckName(i int, name string) error {
	if len(name) > maxName || strings.ContainsAny(name, "\n\r") {
		return separators.Errorf("a name is one line of at most %d characters", maxName)
	}
	for o, other := range q.Values {
		if o != i && other.Title() == name {
			return fmt.Errorf("two measures would be called %s: give each a name of its own", name)
		}
	}
	return nil
}

// maxName is the largest length of the name of a measure, in bytes: Excel's limit for a PivotTable's field.
const maxName = 255

// ApplyNumbers reads number formats of measures, such as 'sum(revenue)=#,##0.00 "EUR"', and sets them. If a measure
// occurs several times, the order is as in ApplyTitles. check returns an error for an invalid format.
func (q *Query) ApplyNumbers(texts []string, check func(format string) error) error {
	set := make([]bool, len(q.Values))
	for _, text := range texts {
		m, format, err := q.findAssigned(text, set, "written otherwise")
		if err != nil {
			return err
		}
		if format = strings.TrimSpace(format); format == "" {
			return errors.New("a number format is missing: write one such as 'sum(x)=#,##0.00'")
		}
		for _, named := range NumberFormats {
			if strings.EqualFold(format, named.Name) {
				format = named.Code
			}
		}
		if err := check(format); err != nil {
			return err
		}
		m.Number = format
	}
	return nil
}

// NumberFormat is a number format with a name: thousands is #,##0,"K". All other formats have no name and are written
// as their code.
type NumberFormat struct{ Name, Code string }

// NumberFormats lists the formats with names, which menus and the language offer.
var NumberFormats = []NumberFormat{{Name: "Thousands", Code: `#,##0,"K"`},
	{Name: "Millions", Code: `#,##0.0,,"M"`}, {Name: "Currency", Code: `"$"#,##0.00`}, {Name: "Percent", Code: "0.0%"}}

// WithName returns the value that shows the same figure as m, unchanged. This value has the name that a person gave the
// figure. If there is no such value, WithName returns m.
func (q *Query) WithName(m Measure) Measure {
	for _, v := range q.Values {
		if v.Show.Kind == AsIs && v.Figure() == m.Figure() {
			return v
		}
	}
	return m
}

// ApplyNoTotals sets NoTotals on the measures that the texts name. If several values have the same measure, the first
// text is for the first of these values, the next text for the second.
func (q *Query) ApplyNoTotals(texts []string) error {
	set := make([]bool, len(q.Values))
	for _, text := range texts {
		measures, err := ParseMeasures(text)
		if err != nil {
			return err
		}
		for _, m := range measures {
			i, _, err := q.findUnset(m, set, "without totals")
			if err != nil {
				return err
			}
			q.Values[i].NoTotals = true
		}
	}
	return nil
}
