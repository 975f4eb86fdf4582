package query

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
	"cardinal/internal/wording"
)

// Values of Sort.Value for sorts by label. ByNatural compares digits in texts as numbers, so that size 2 comes before
// size 10.
const (
	ByLabel   = -1
	ByNatural = -2
	ByHand    = -3
)

// ByUnshown is the Sort.Value for a sort by a measure that is not among Values.
const ByUnshown = -4

// Sort is the order of a field's labels under each label of the previous field. Labels with equal figures are in label
// order. Null labels, missing figures and NaN come last, whether the order ascends or descends. The label Others comes
// after all other labels.
type Sort struct {
	Cols  bool    // the field is a column field
	Field int     // index into Rows, or into Cols
	Value int     // index into Values, ByLabel, ByNatural, ByHand or ByUnshown
	By    Measure // the measure, for ByUnshown
	// labels of the other axis, outermost first, that name the column or row whose figures decide the order; empty: the
	// totals decide
	At   []Literal
	Desc bool
	Hand []Literal // for ByHand: the labels that come first, in order; all other labels follow in natural order
}

// Equal reports whether two sorts are the same.
func (s Sort) Equal(o Sort) bool {
	return s.Cols == o.Cols && s.Field == o.Field && s.Value == o.Value && s.By == o.By && s.Desc == o.Desc &&
		slices.Equal(s.At, o.At) && slices.Equal(s.Hand, o.Hand)
}

// Labels reports whether the sort orders by labels instead of figures.
func (s Sort) Labels() bool { return s.Value < 0 && s.Value != ByUnshown }

// measure returns the measure whose figures decide the order.
func (q *Query) measure(s Sort) Measure {
	if s.Value == ByUnshown {
		return s.By
	}
	return q.Values[s.Value]
}

// Side returns the column fields or the row fields.
func (q *Query) Side(cols bool) []Field {
	if cols {
		return q.Cols
	}
	return q.Rows
}

// SortText writes a sort in the syntax of ParseSorts: city: sum(revenue) at 2024, Q1 desc.
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

// SortTitle returns SortTitleIn in English.
func (q *Query) SortTitle(s Sort) string { return q.SortTitleIn(nil, s) }

// SortTitleIn returns a sort in words of a language: city: Sum of revenue at 2024, Q1, descending.
func (q *Query) SortTitleIn(w *wording.Words, s Sort) string {
	labels := func(of []Literal) string {
		return strings.Join(each.Of(of, func(l Literal) string { return l.labelIn(w) }), ", ")
	}
	var text string
	switch s.Value {
	case ByLabel:
		text = w.L("labels")
	case ByNatural:
		text = w.L("labels in natural order")
	case ByHand:
		text = w.L("by hand, {{.Labels}}", wording.With{"Labels": labels(s.Hand)})
	default:
		text = q.measure(s).TitleIn(w)
	}
	if len(s.At) > 0 {
		text = w.L("{{.Measure}} at {{.Labels}}", wording.With{"Measure": text, "Labels": labels(s.At)})
	}
	text = q.Side(s.Cols)[s.Field].TitleIn(w) + ": " + text
	switch {
	case s.Value == ByHand:
		return text
	case s.Desc:
		return w.L("{{.Order}}, descending", wording.With{"Order": text})
	}
	return w.L("{{.Order}}, ascending", wording.With{"Order": text})
}

// ParseSorts reads sorts of fields: 'sum(revenue) desc', 'label desc', 'natural', 'city: label desc', 'city:
// sum(revenue) at 2024 desc', 'size: S, M, L'. If a sort names no field, it applies to every row field without a sort
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
			return nil, fmt.Errorf("two orders for every field, the second %q: name the field that it is for, as in "+
				"'city: label desc'", text)
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

// compareSorts orders sorts by their fields: row fields first.
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

// cutField splits a sort after the name of its field. If the sort names no field, field is "".
func cutField(text string) (field, order string) {
	head, _ := cut(text, " at ") // labels may contain a colon
	if field, by := cut(head, ":"); by != "" {
		return field, text[len(field)+1:]
	}
	return "", text
}

// fieldOf finds a field among the rows and the columns.
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
	return false, 0, fmt.Errorf("%s is neither among the fields of the rows nor among those of the columns",
		strings.TrimSpace(text))
}

// parseOrder reads the text of a sort after its field. named says whether the sort names a field; a sort by hand must.
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
			return out, fmt.Errorf("%q is no order of every field: write 'city: %s' with the field that has the labels",
				text, text)
		}
		if out.Desc {
			return out, fmt.Errorf("an order by hand has no desc: write the labels the other way round, not %q", text)
		}
		out.Value, out.Hand = ByHand, parseLabels(text)
		return out, checkRepeated(out.Hand)
	}
	p, err := newParser(by)
	if err != nil {
		return out, err
	}
	word := p.peek().text
	switch {
	case p.accept("label"):
	case p.accept("natural"):
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

// isText reports whether a text is in single quotes. A text in double quotes may be a name.
func isText(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), "'") }

// checkRepeated returns an error if a label occurs twice in a sort by hand.
func checkRepeated(hand []Literal) error {
	for i, l := range hand {
		if slices.Contains(hand[:i], l) {
			return fmt.Errorf("%s stands twice in the order by hand", l.Label())
		}
	}
	return nil
}
