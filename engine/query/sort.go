package query

import (
	"fmt"
	"slices"
	"strings"
)

// The Values of a Sort by the labels themselves. ByNatural compares digits in texts as numbers, so that size 2
// comes before size 10.
const (
	ByLabel   = -1
	ByNatural = -2
	ByHand    = -3
)

// ByUnshown is the Value of a Sort by a measure that is not among the Values.
const ByUnshown = -4

// Sort is the order of a field's labels under each label of the field before it. Equal figures come in the
// order of their labels. Null labels, missing figures and NaN come last, ascending or descending. Others comes
// after all of them.
type Sort struct {
	Cols  bool    // of a column field
	Field int     // index into Rows, or into Cols
	Value int     // index into Values, ByLabel, ByNatural, ByHand or ByUnshown
	By    Measure // of ByUnshown
	// labels of the other axis, outermost first: the column, or the row, whose figures decide. None: the total
	At   []Literal
	Desc bool
	Hand []Literal // of ByHand: the labels that come first, in this order; the others follow in natural order
}

// Equal reports whether both are one order.
func (s Sort) Equal(o Sort) bool {
	return s.Cols == o.Cols && s.Field == o.Field && s.Value == o.Value && s.By == o.By && s.Desc == o.Desc && slices.Equal(s.At, o.At) && slices.Equal(s.Hand, o.Hand)
}

// Labels reports whether the labels decide the order, and no figures.
func (s Sort) Labels() bool { return s.Value < 0 && s.Value != ByUnshown }

// measure is the measure whose figures decide the order.
func (q *Query) measure(s Sort) Measure {
	if s.Value == ByUnshown {
		return s.By
	}
	return q.Values[s.Value]
}

// Side is the fields of the columns, or those of the rows.
func (q *Query) Side(cols bool) []Field {
	if cols {
		return q.Cols
	}
	return q.Rows
}

// SortText writes a sort as ParseSorts reads it: city: sum(revenue) at 2024, Q1 desc.
func (q *Query) SortText(s Sort) string {
	var text string
	switch s.Value {
	case ByLabel:
		text = "label"
	case ByNatural:
		text = "natural"
	case ByHand:
		for i, l := range s.Hand {
			text += []string{"", ", "}[min(i, 1)] + labelText(l)
		}
		if len(s.Hand) == 1 {
			text = s.Hand[0].String()
		}
	default:
		text = q.measure(s).String()
	}
	for i, l := range s.At {
		text += []string{" at ", ", "}[min(i, 1)] + labelText(l)
	}
	if s.Desc {
		text += " desc"
	}
	return q.Side(s.Cols)[s.Field].String() + ": " + text
}

// SortTitle is a sort in words: city: Sum of revenue at 2024, Q1, descending.
func (q *Query) SortTitle(s Sort) string {
	field := q.Side(s.Cols)[s.Field].Title() + ": "
	var text string
	switch s.Value {
	case ByLabel:
		text = "labels"
	case ByNatural:
		text = "labels in natural order"
	case ByHand:
		labels := make([]string, len(s.Hand))
		for i, l := range s.Hand {
			labels[i] = l.Label()
		}
		return field + "by hand, " + strings.Join(labels, ", ")
	default:
		text = q.measure(s).Title()
	}
	for i, l := range s.At {
		text += []string{" at ", ", "}[min(i, 1)] + l.Label()
	}
	return field + text + map[bool]string{false: ", ascending", true: ", descending"}[s.Desc]
}

// ParseSorts reads the orders of fields: 'sum(revenue) desc', 'label desc', 'natural', 'city: label desc',
// 'city: sum(revenue) at 2024 desc', 'size: S, M, L'. One without a field is for every row field that has none
// of its own.
func (q *Query) ParseSorts(texts []string) ([]Sort, error) {
	var out []Sort
	var rest *Sort
	for _, text := range texts {
		field, order := cutField(text)
		s, err := parseOrder(order, q.Values, field != "")
		switch {
		case err != nil:
			return nil, err
		case field == "" && rest != nil:
			return nil, fmt.Errorf("two orders for every field, the second %q: name the field that it is for, as in 'city: label desc'", text)
		case field == "":
			rest = &s
			continue
		}
		if s.Cols, s.Field, err = q.fieldOf(field); err != nil {
			return nil, err
		}
		if sorted(out, s.Cols, s.Field) {
			return nil, fmt.Errorf("two orders for %s, the second %q", q.Side(s.Cols)[s.Field], text)
		}
		out = append(out, s)
	}
	for f := range q.Rows {
		if rest != nil && !sorted(out, false, f) {
			s := *rest
			s.Field = f
			out = append(out, s)
		}
	}
	slices.SortFunc(out, compareSorts)
	return out, nil
}

// compareSorts compares sorts by their fields, those of the rows before those of the columns.
func compareSorts(a, b Sort) int {
	switch {
	case a.Cols == b.Cols:
		return a.Field - b.Field
	case a.Cols:
		return 1
	}
	return -1
}

func sorted(list []Sort, cols bool, field int) bool {
	return slices.ContainsFunc(list, func(s Sort) bool { return s.Cols == cols && s.Field == field })
}

// cutField splits an order after the field that it is for, if it names one.
func cutField(text string) (field, order string) {
	head, _ := cut(text, " at ") // labels may hold a colon
	if field, by := cut(head, ":"); by != "" {
		return field, text[len(field)+1:]
	}
	return "", text
}

// fieldOf finds a field of the rows or the columns.
func (q *Query) fieldOf(text string) (cols bool, at int, err error) {
	fields, err := ParseFields(text)
	if err != nil {
		return false, 0, err
	}
	if len(fields) == 1 {
		if at = slices.Index(q.Rows, fields[0]); at >= 0 {
			return false, at, nil
		}
		if at = slices.Index(q.Cols, fields[0]); at >= 0 {
			return true, at, nil
		}
	}
	return false, 0, fmt.Errorf("%s is neither among the fields of the rows nor among those of the columns", strings.TrimSpace(text))
}

// parseOrder reads an order without its field. Only an order that names its field may be one by hand.
func parseOrder(text string, values []Measure, named bool) (Sort, error) {
	out := Sort{Value: ByLabel}
	text = strings.TrimSpace(text)
	for _, way := range []string{"asc", "desc"} {
		if head, found := cutSuffixWord(text, way); found {
			text, out.Desc = head, way == "desc"
			break
		}
	}
	by, at := cut(text, " at ")
	if first, rest := cut(by, ","); rest != "" || isText(first) {
		if !named {
			return out, fmt.Errorf("%q is no order of every field: write 'city: %s' with the field that has the labels", text, text)
		}
		if out.Desc {
			return out, fmt.Errorf("an order by hand has no desc: write the labels the other way round, not %q", text)
		}
		out.Value, out.Hand = ByHand, parseLabels(text)
		return out, repeated(out.Hand)
	}
	p, err := newParser(by)
	if err != nil {
		return out, err
	}
	word := p.peek().text
	switch {
	case p.take("label"):
	case p.take("natural"):
		out.Value = ByNatural
	default:
		m, err := p.measure()
		if err != nil {
			return out, err
		}
		if out.Value = indexOf(values, m); out.Value < 0 {
			out.Value, out.By = ByUnshown, m
		}
	}
	if out.Labels() && at != "" {
		return out, fmt.Errorf("labels have no figures at %s: sort by a measure there, not by %s", at, word)
	}
	out.At = parseLabels(at)
	return out, p.done()
}

// isText reports whether a text is one in single quotes. One in double quotes may be a name.
func isText(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), "'") }

// repeated is an error where a label stands twice in an order by hand.
func repeated(hand []Literal) error {
	for i, l := range hand {
		if slices.Contains(hand[:i], l) {
			return fmt.Errorf("%s stands twice in the order by hand", l.Label())
		}
	}
	return nil
}
