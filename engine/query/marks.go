package query

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/internal/each"
)

// maxMarks is the largest number of conditional formats of a measure.
const maxMarks = 4

// Marks are the conditional formats of a measure, in order. Elements after the last format have the Kind NoMark. If
// several formats would colour a cell, the first of them colours it, as in Excel. Marks can be compared with ==.
type Marks [maxMarks]Mark

// MarkList returns the first maxMarks of the given conditional formats.
func MarkList(marks ...Mark) (list Marks) {
	copy(list[:], marks)
	return list
}

// All returns the conditional formats, without the elements of kind NoMark.
func (l Marks) All() []Mark {
	n := 0
	for n < len(l) && l[n].Kind != NoMark {
		n++
	}
	return l[:n]
}

// Has reports whether one of the conditional formats is m.
func (l Marks) Has(m Mark) bool { return slices.Contains(l.All(), m) }

// Of returns the conditional format of a kind, or the zero Mark if there is none.
func (l Marks) Of(kind MarkKind) Mark {
	return each.First(l.All(), func(m Mark) bool { return m.Kind == kind })
}

// With adds m to the conditional formats. If the list has a format of the same kind, m replaces it, unless the formats
// are comparisons: a measure may have several of these.
func (l Marks) With(m Mark) (Marks, error) {
	all := l.All()
	if i := slices.IndexFunc(all, func(o Mark) bool {
		return o == m || o.Kind == m.Kind && m.Kind != Passing
	}); i >= 0 {
		l[i] = m
		return l, nil
	}
	if len(all) == maxMarks {
		return l, fmt.Errorf("a measure has at most %d conditional formats: remove one first", maxMarks)
	}
	l[len(all)] = m
	return l, nil
}

// Without returns the conditional formats without m.
func (l Marks) Without(m Mark) Marks {
	return MarkList(slices.DeleteFunc(slices.Clone(l.All()), func(o Mark) bool { return o == m })...)
}

// InEach returns the conditional formats with the given scope. Comparisons with a number have no scope and stay
// unchanged.
func (l Marks) InEach(per Scope) Marks {
	for i, m := range l.All() {
		if m.Kind != Passing {
			l[i].Per = per
		}
	}
	return l
}

// Per returns the scope of the first conditional format that has a scope. Comparisons with a number have none.
func (l Marks) Per() Scope {
	for _, m := range l.All() {
		if m.Kind != Passing {
			return m.Per
		}
	}
	return PerAll
}

// InBy returns the conditional formats, coloured by the measure with the reference `by` (see Mark.By). Data bars stay
// unchanged.
func (l Marks) InBy(by string) Marks {
	for i, m := range l.All() {
		if m.Kind != Bars {
			l[i].By = by
		}
	}
	return l
}

// By returns Mark.By of the first format other than data bars, or "" if there is no such format.
func (l Marks) By() string {
	return each.First(l.All(), func(m Mark) bool { return m.Kind != Bars }).By
}

// Suit returns an error if figures of the given types cannot have one of the conditional formats (see Mark.Suits). It
// ignores formats by another measure.
func (l Marks) Suit(of Measure, figures ColumnTypes) error {
	for _, m := range l.All() {
		if err := m.Suits(of, figures); err != nil && m.By == "" {
			return err
		}
	}
	return nil
}

// Title returns the conditional formats in words.
func (l Marks) Title() string {
	return cmp.Or(strings.Join(texts(l.All(), Mark.Title), "; "), Mark{}.Title())
}

// Sentence returns a line for each conditional format, with a sentence that says what the format shows.
func (l Marks) Sentence() string { return strings.Join(texts(l.All(), Mark.Sentence), "\n") }

// String writes the conditional formats in the syntax of ParseMarks.
func (l Marks) String() string { return strings.Join(texts(l.All(), Mark.String), "; ") }

// texts returns a text for each mark.
func texts(marks []Mark, text func(Mark) string) []string {
	return each.Of(marks, func(m Mark) string { return text(m) })
}

// ParseMarks reads conditional formats that are separated by semicolons.
func ParseMarks(text string) (list Marks, err error) {
	for one, rest := "", text; rest != ""; {
		one, rest = cut(rest, ";")
		m, err := ParseMark(strings.TrimSpace(one))
		if err != nil {
			return list, err
		}
		if list, err = list.With(m); err != nil {
			return list, err
		}
	}
	return list, nil
}

// ParseMark reads a conditional format: bars, 2 colours, 3 colours, 3 arrows, 5 arrows, top 10, bottom 10, above
// average, below average, > 1000, between 10 and 20. All formats except comparisons may end with per row, per column or
// per group. All formats except bars may then end with another measure: by avg(price).
func ParseMark(text string) (m Mark, err error) {
	if head, by := cut(text, " by "); by != "" {
		if m, err = ParseMark(head); err == nil {
			m.By = strings.TrimSpace(by)
			err = m.Check()
		}
		return m, err
	}
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, "olor", "olour")))
	if n := len(words) - 2; n > 0 && words[n] == "per" {
		m.Per, words = Scope(words[n+1]), words[:n]
	}
	switch {
	case len(words) == 1 && words[0] == string(Bars):
		m.Kind = Bars
		return m, m.Check()
	case len(words) == 2:
		switch m.Kind = MarkKind(words[0]); {
		case words[1] == "average" && (m.Kind == Above || m.Kind == Below):
			return m, m.Check()
		case words[1] == "colours":
			m.Kind = Scale
			m.N, err = strconv.Atoi(words[0])
		case words[1] == string(Icons):
			m.Kind = Icons
			m.N, err = strconv.Atoi(words[0])
		case m.Counts():
			m.N, err = strconv.Atoi(words[1])
		default:
			m.Kind = NoMark
		}
		if m.Kind != NoMark && err == nil {
			return m, m.Check()
		}
	}
	if e, err := parseComparison(text); err == nil {
		return Passed(e)
	}
	return Mark{}, fmt.Errorf("%q is none of bars, 2 colours, 3 colours, 3 arrows, 5 arrows, top 10, bottom 10, above "+
		"average, below average and a comparison such as > 1000, between 10 and 20 or > 2024-12-31", text)
}

// ApplyBars sets data bars on the measures that the texts name: "sum(revenue)", "per row of sum(revenue)".
func (q *Query) ApplyBars(texts []string) error { return q.applyKind(texts, Mark{Kind: Bars}) }

// ApplyScales sets colour scales on the measures that the texts name: "sum(revenue)" gets two colours, "3 colours of
// sum(revenue)" three.
func (q *Query) ApplyScales(texts []string) error { return q.applyKind(texts, Mark{Kind: Scale, N: 2}) }

// ApplyIcons sets arrows on the measures that the texts name: "sum(revenue)" gets three arrows, "5 arrows of
// sum(revenue)" five.
func (q *Query) ApplyIcons(texts []string) error { return q.applyKind(texts, Mark{Kind: Icons, N: 3}) }

// applyKind sets conditional formats of the same kind as usual. A text that has only a measure sets usual itself.
func (q *Query) applyKind(texts []string, usual Mark) error {
	return q.applyMarks(texts, func(text string) (Mark, string, error) {
		head, measure, _ := strings.Cut(text, " of ")
		if strings.HasPrefix(head, "per ") {
			head = usual.String() + " " + head
		}
		if m, err := ParseMark(head); m.Kind == usual.Kind {
			return m, measure, err
		}
		return usual, text, nil
	})
}

// ApplyHighlights highlights figures: "top 10 of sum(revenue)", "bottom 5 of avg(price)", "above average of
// sum(x)", "below average of sum(x)", "sum(x) > 1000", "sum(x) between 10 and 20".
func (q *Query) ApplyHighlights(texts []string) error {
	return q.applyMarks(texts, func(text string) (Mark, string, error) {
		head, measure, _ := strings.Cut(text, " of ")
		m, err := ParseMark(head)
		if m.Highlights() {
			return m, measure, err
		}
		of, e, err := ParseCondition(text)
		if err == nil {
			m, err = Passed(e)
		} else if !strings.ContainsAny(text, "<>=") && !strings.Contains(text, "between") {
			err = fmt.Errorf("%q is none of 'top 10 of sum(x)', 'bottom 10 of sum(x)', 'above average of sum(x)', "+
				"'below average of sum(x)', 'sum(x) > 1000', 'sum(x) between 10 and 20' and 'max(day) > 2024-12-31'",
				text)
		}
		return m, of.String(), err
	})
}

// applyMarks adds the conditional formats that parse reads from texts. If several values have the same measure, the
// first format is for the first of these values, the next format for the second, and so on. Once each has a format,
// further formats are for the first value. A text may end with another measure that decides: by avg(price), by
// sum(x)=diff_prev.
func (q *Query) applyMarks(texts []string, parse func(text string) (Mark, string, error)) error {
	set := each.Of(q.Values, func(m Measure) bool { return m.Marks != Marks{} })
	for _, text := range texts {
		head, by := cut(text, " by ")
		mark, names, err := parse(head)
		if mark.By = by; err == nil && by != "" {
			if mark.By, err = q.refer(by); err == nil {
				err = mark.Check()
			}
		}
		if err != nil {
			return err
		}
		measures, err := ParseMeasures(names)
		if err == nil && len(measures) == 0 {
			err = fmt.Errorf("%q names no measure: name one of the values, such as sum(x)", text)
		}
		if err != nil {
			return err
		}
		for _, m := range measures {
			i, _, err := q.findUnset(m, set, "formatted by its figures")
			if err != nil {
				return err
			}
			v := &q.Values[i]
			if old := v.Marks.Of(mark.Kind); old != (Mark{}) && mark.Kind != Passing {
				return fmt.Errorf("%s has such a conditional format already (%s); for a second one, name the measure "+
					"twice in the values", m, strings.ToLower(old.Title()))
			}
			if v.Marks, err = v.Marks.With(mark); err != nil {
				return fmt.Errorf("%s: %w", m, err)
			}
		}
	}
	return nil
}

// refer reads a measure by which other figures are coloured, and returns its reference. sum(x)=diff_prev is the value
// sum(x) that is shown as diff_prev.
func (q *Query) refer(text string) (string, error) {
	text = strings.TrimSpace(text)
	if m, err := ParseMeasures(text); err == nil && len(m) == 1 {
		text = m[0].String()
	}
	i := slices.IndexFunc(q.Values, func(v Measure) bool { return v.Reference() == text })
	if i < 0 {
		i = slices.IndexFunc(q.Values, func(v Measure) bool {
			shown := v.String() + "=" + v.Show.String() // the axis may be left out
			return v.String() == text ||
				strings.HasPrefix(text, v.String()+"=") && strings.HasPrefix(shown+" ", text+" ")
		})
	}
	if i < 0 {
		return "", fmt.Errorf("figures are to be coloured by %s, which is not among the values", text)
	}
	return q.Values[i].Reference(), nil
}

// Unmarked returns the measures without conditional formats and without NoTotals. Neither of these changes what is
// computed.
func Unmarked(measures []Measure) []Measure {
	out := make([]Measure, len(measures))
	for i, m := range measures {
		m.Marks, m.NoTotals = Marks{}, false
		out[i] = m
	}
	return out
}
