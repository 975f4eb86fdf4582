package query

import "fmt"

// cutList splits a list after its first item, at the first comma outside quotes and brackets. more reports whether there was a comma.
func cutList(text string) (first, rest string, more bool) {
	first, rest = cut(text, ",")
	return first, rest, len(first) < len(text)
}

// assigned is the value that a text such as "sum(revenue)=pct_row" names, and what stands after the equals sign. Where the measure stands
// several times among the values, it is the first one that is not set yet. what says for an error what happens to the measure.
func (q *Query) assigned(text string, set []bool, what string) (*Measure, string, error) {
	var wrong error
	for at := 0; at < len(text); at++ {
		left, right := cut(text[at:], "=")
		if at+len(left) == len(text) {
			break
		}
		at += len(left)
		m, err := ParseMeasures(text[:at])
		switch {
		case err == nil && len(m) == 1:
			i, err := q.unset(m[0], set, what)
			if err != nil {
				return nil, "", err
			}
			return &q.Values[i], right, nil
		case wrong == nil:
			wrong = err
		}
	}
	if wrong == nil {
		wrong = fmt.Errorf("%q lacks the equals sign after its measure", text)
	}
	return nil, "", wrong
}

// unset is the first of the equal values that is not set, the first of all where every one is, and sets it.
func (q *Query) unset(m Measure, set []bool, what string) (int, error) {
	first := -1
	for i, v := range q.Values {
		if v.String() != m.String() {
			continue
		}
		if !set[i] {
			set[i] = true
			return i, nil
		}
		if first < 0 {
			first = i
		}
	}
	if first < 0 {
		return 0, fmt.Errorf("%s is to be %s, but is not among the values", m, what)
	}
	return first, nil
}
