package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ByLabel is the Value of a Sort by the labels themselves.
const ByLabel = -1

// Sort is the order of a row field's labels under each label of the field before it. Equal figures come in the order of
// their labels. Null labels, missing figures and NaN come last, ascending or descending.
type Sort struct {
	Field int       // index into Rows
	Value int       // index into Values, or ByLabel
	At    []Literal // labels of the column fields, outermost first: the column whose figures decide. None: the row's total
	Desc  bool
}

// TopN keeps N labels of a row field under each label of the field before it: those whose totals of a measure are the
// greatest, in whatever order they are shown.
type TopN struct {
	Field  int     // index into Rows
	N      int     // 0 keeps all
	By     Measure // as computed (Measure.Figure); Values need not have it
	Bottom bool    // keeps the least in place of the greatest
}

// Equal reports whether both are one order.
func (s Sort) Equal(o Sort) bool {
	return s.Field == o.Field && s.Value == o.Value && s.Desc == o.Desc && slices.Equal(s.At, o.At)
}

// Measures lists what is computed: Values, and the measures that a top goes by and Values does not have.
func (q *Query) Measures() []Measure {
	all := slices.Clone(q.Values)
	for _, t := range q.Tops {
		if t.N > 0 && figureOf(all, t.By) < 0 {
			all = append(all, t.By)
		}
	}
	return all
}

// Figure is the index in Measures of a measure, however it is shown.
func (q *Query) Figure(m Measure) int { return figureOf(q.Measures(), m) }

func figureOf(list []Measure, m Measure) int {
	return slices.IndexFunc(list, func(o Measure) bool { return o.Figure() == m.Figure() })
}

// SortText writes a sort as ParseSorts reads it: city: sum(revenue) at 2024, Q1 desc.
func (q *Query) SortText(s Sort) string {
	text := "label"
	if s.Value != ByLabel {
		text = q.Values[s.Value].String()
	}
	for i, l := range s.At {
		text += []string{" at ", ", "}[min(i, 1)] + labelText(l)
	}
	if s.Desc {
		text += " desc"
	}
	return q.Rows[s.Field].String() + ": " + text
}

// SortTitle is a sort in words: city: Sum of revenue at 2024, Q1, descending.
func (q *Query) SortTitle(s Sort) string {
	text := "labels"
	if s.Value != ByLabel {
		text = q.Values[s.Value].Title()
	}
	for i, l := range s.At {
		text += []string{" at ", ", "}[min(i, 1)] + l.Label()
	}
	return q.Rows[s.Field].Title() + ": " + text + map[bool]string{false: ", ascending", true: ", descending"}[s.Desc]
}

// TopTitle is a top in words: the top 10 of city by Sum of revenue.
func (q *Query) TopTitle(t TopN) string {
	return fmt.Sprintf("the %s %d of %s by %s", map[bool]string{false: "top", true: "bottom"}[t.Bottom], t.N, q.Rows[t.Field].Title(), t.By.Title())
}

// ParseSorts reads the orders of rows: 'sum(revenue) desc', 'label desc', 'city: label desc', 'city: sum(revenue) at 2024 desc'.
// One without a field is for every field that has none of its own.
func ParseSorts(texts []string, rows []Field, values []Measure) ([]Sort, error) {
	own := make([]*Sort, len(rows))
	var rest *Sort
	for _, text := range texts {
		field, order := cutField(text)
		s, err := parseOrder(order, values)
		switch {
		case err != nil:
			return nil, err
		case field == "" && rest != nil:
			return nil, fmt.Errorf("two orders for every field, the second %q: name the field that it is for, as in 'city: label desc'", text)
		case field == "":
			rest = &s
			continue
		}
		if s.Field, err = fieldOf(field, rows); err != nil {
			return nil, err
		}
		if own[s.Field] != nil {
			return nil, fmt.Errorf("two orders for %s, the second %q", rows[s.Field], text)
		}
		own[s.Field] = &s
	}
	var out []Sort
	for f := range rows {
		s := own[f]
		if s == nil {
			s = rest
		}
		if s != nil {
			out = append(out, Sort{f, s.Value, s.At, s.Desc})
		}
	}
	return out, nil
}

// cutField splits an order after the field that it is for, if it names one.
func cutField(text string) (field, order string) {
	head, _ := cut(text, " at ") // labels may hold a colon
	if field, by := cut(head, ":"); by != "" {
		return field, text[len(field)+1:]
	}
	return "", text
}

func fieldOf(text string, rows []Field) (int, error) {
	fields, err := ParseFields(text)
	if err != nil {
		return 0, err
	}
	at := -1
	if len(fields) == 1 {
		at = slices.Index(rows, fields[0])
	}
	if at < 0 {
		return 0, fmt.Errorf("%s is not among the fields of the rows", strings.TrimSpace(text))
	}
	return at, nil
}

// parseOrder reads an order without its field.
func parseOrder(text string, values []Measure) (Sort, error) {
	out := Sort{Value: ByLabel}
	text = strings.TrimSpace(text)
	for _, way := range []string{"asc", "desc"} {
		if head, found := cutSuffixWord(text, way); found {
			text, out.Desc = head, way == "desc"
			break
		}
	}
	by, at := cut(text, " at ")
	p, err := newParser(by)
	if err != nil {
		return out, err
	}
	if !p.take("label") {
		m, err := p.measure()
		if err != nil {
			return out, err
		}
		if out.Value = indexOf(values, m); out.Value < 0 {
			return out, fmt.Errorf("sorted by %s, which is not among the values", m)
		}
	} else if at != "" {
		return out, fmt.Errorf("labels have no figures at %s: sort by a measure there", at)
	}
	out.At = parseLabels(at)
	return out, p.done()
}

// ParseTop reads how many labels are kept, of which field and by which measure: 10, or 10 of city by sum(revenue). Where no
// field is named it is the first one, and By is the zero measure where none is.
func ParseTop(text string, rows []Field) (TopN, error) {
	var t TopN
	rest, by := cut(text, " by ")
	count, of := cut(rest, " of ")
	n, err := strconv.Atoi(strings.TrimSpace(count))
	if err != nil || n < 0 {
		return t, fmt.Errorf("%q is not a number of labels: write 10, or 10 of city by sum(revenue)", text)
	}
	t.N = n
	if of != "" {
		if t.Field, err = fieldOf(of, rows); err != nil {
			return t, err
		}
	}
	if by != "" {
		m, err := ParseMeasures(by)
		if err != nil {
			return t, err
		}
		if len(m) != 1 {
			return t, fmt.Errorf("a top goes by one measure, not by %s", strings.TrimSpace(by))
		}
		t.By = m[0]
	}
	return t, nil
}

// TopMeasure is what a top of a field goes by where nothing is said: the measure that sorts the field, else the first one.
func (q *Query) TopMeasure(field int) Measure {
	m := Measure{Func: Count}
	if len(q.Values) > 0 {
		m = q.Values[0]
	}
	for _, s := range q.Sorts {
		if s.Field == field && s.Value != ByLabel {
			m = q.Values[s.Value]
		}
	}
	return m.Figure()
}

// cut splits a text around the first mark that stands outside quotes and brackets; after is "" where there is none. Case does
// not matter.
func cut(text, mark string) (before, after string) {
	depth, quote := 0, byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case depth == 0 && len(text)-i >= len(mark) && strings.EqualFold(text[i:i+len(mark)], mark):
			return text[:i], text[i+len(mark):]
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
	}
	return text, ""
}

// cutSuffixWord takes a last word off a text.
func cutSuffixWord(text, word string) (string, bool) {
	n := len(text) - len(word)
	if n > 0 && strings.EqualFold(text[n:], word) && text[n-1] == ' ' {
		return strings.TrimSpace(text[:n]), true
	}
	return text, false
}

// parseLabels reads labels between commas as they are printed; one in quotes may hold anything, and null is the missing one.
func parseLabels(text string) []Literal {
	var out []Literal
	for text != "" {
		var one string
		one, text = cutLabel(text)
		l := Literal{Text: strings.TrimSpace(one), Quoted: true}
		switch {
		case strings.EqualFold(l.Text, "null") || l.Text == "(blank)":
			l = Literal{Null: true}
		case l.Text != "" && (l.Text[0] == '\'' || l.Text[0] == '"'):
			if s, n, ok := unquote(l.Text, l.Text[0]); ok && n == len(l.Text) {
				l.Text = s
			}
		}
		out = append(out, l)
	}
	return out
}

// cutLabel splits a list of labels after its first one. Only a label that begins with a quote is quoted.
func cutLabel(text string) (first, rest string) {
	start := strings.TrimLeft(text, " ")
	if start != "" && (start[0] == '\'' || start[0] == '"') {
		if _, n, ok := unquote(start, start[0]); ok {
			_, rest, _ = strings.Cut(start[n:], ",")
			return start[:n], rest
		}
	}
	first, rest, _ = strings.Cut(text, ",")
	return first, rest
}

// ParseCell reads the labels of a cell of a pivot and the fields that have them: region=North, year(date)=2024. A label is written as
// it is printed. A label in quotes may hold anything, and null is the missing one.
func ParseCell(text string) (fields []Field, labels []Literal, err error) {
	for rest := text; rest != ""; {
		name, label := cut(rest, "=")
		field, err := ParseFields(name)
		switch {
		case err != nil:
			return nil, nil, err
		case len(field) != 1 || label == "":
			return nil, nil, fmt.Errorf("%q names no field and its label, as in 'region=North, year(date)=2024'", text)
		}
		label, rest = cutLabel(label)
		fields, labels = append(fields, field[0]), append(labels, parseLabels(label)...)
	}
	return fields, labels, nil
}

// Label is a literal as labels are printed.
func (l Literal) Label() string {
	if l.Null {
		return "(blank)"
	}
	return l.Text
}

// labelText writes a label so that parseLabels reads it back.
func labelText(l Literal) string {
	if l.Null {
		return "null"
	}
	plain := l.Text != "" && l.Text == strings.TrimSpace(l.Text) && !strings.EqualFold(l.Text, "null") && l.Text != "(blank)" &&
		!strings.ContainsAny(l.Text, `,'":()`) && !strings.Contains(strings.ToLower(l.Text), " along ")
	for _, word := range []string{"asc", "desc"} {
		if _, ends := cutSuffixWord(" "+l.Text, word); ends {
			plain = false
		}
	}
	if plain {
		return l.Text
	}
	return Literal{Text: l.Text, Quoted: true}.String()
}
