package query

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardinal/internal/separators"
)

// Mark is a conditional format of a measure: a bar or a colour says how great each figure is beside the others.
// Marks compare with ==. The zero Mark is none.
type Mark struct {
	Kind MarkKind
	N    int    // Scale: the number of colours, 2 or 3; Top, Bottom: how many figures are highlighted
	If   string // Passing: a comparison, such as > 1000, between 10 and 20, or > '2024-12-31'
}

// MarkKind is the kind of a conditional format.
type MarkKind string

// The kinds.
const (
	NoMark MarkKind = ""
	Bars   MarkKind = "bars"   // a bar behind each figure, as long as the figure is great
	Scale  MarkKind = "scale"  // a colour between that of the least figure and that of the greatest
	Most   MarkKind = "top"    // the N greatest figures are highlighted
	Least  MarkKind = "bottom" // the N least
	Above  MarkKind = "above"  // those above the average of the figures
	Below  MarkKind = "below"  // those below it

	Passing MarkKind = "passing" // those that pass a comparison
)

// maxHighlighted is the most figures that a top or a bottom highlights: Excel's limit.
const maxHighlighted = 1000

// Marks lists conditional formats in the order of menus, with the usual numbers.
var Marks = []Mark{
	{Kind: Bars}, {Kind: Scale, N: 2}, {Kind: Scale, N: 3}, {Kind: Most, N: 10}, {Kind: Least, N: 10}, {Kind: Above}, {Kind: Below},
}

// Highlights reports whether a conditional format marks some of the figures, and not all of them.
func (m Mark) Highlights() bool { return m.Kind != NoMark && m.Kind != Bars && m.Kind != Scale }

// Counts reports whether the conditional format highlights a number of figures.
func (m Mark) Counts() bool { return m.Kind == Most || m.Kind == Least }

// Suits says why figures of a type have no such conditional format, nil where they have. The type may be a set
// of possible types.
func (m Mark) Suits(of Measure, figures ColumnTypes) error {
	dates := false
	if e := m.Condition(); e != nil {
		dates = e.quotes()
	}
	switch {
	case m.Kind == NoMark:
		return nil
	case figures&(Numbers|Dates) == 0:
		return fmt.Errorf("%s gives no numbers and no dates, and only these have a conditional format", of)
	case figures&Numbers == 0 && !m.Counts() && m.Kind != Passing:
		return fmt.Errorf("%s gives dates, which have no %s: highlight the top or the bottom ones, or compare them with a date, as in %s > 2024-12-31", of, m.name(), of.Figure())
	case figures&Numbers == 0 && m.Kind == Passing && !dates:
		return fmt.Errorf("%s gives dates, and is highlighted by %s: compare it with a date, as in %s > 2024-12-31", of, m.If, of.Figure())
	case figures&Dates == 0 && dates:
		return fmt.Errorf("%s gives numbers, and is highlighted by %s: compare it with a number, without quotes", of, m.If)
	}
	return nil
}

// name is what figures of dates lack.
func (m Mark) name() string {
	switch m.Kind {
	case Bars:
		return "data bars"
	case Scale:
		return "colour scale"
	}
	return "average"
}

// quotes reports whether a comparison is with texts, such as dates.
func (e *Expr) quotes() bool {
	for _, arg := range append([]*Expr{e}, e.Args...) {
		if slices.ContainsFunc(arg.Values, func(l Literal) bool { return l.Quoted }) {
			return true
		}
	}
	return false
}

// UnsuitedMark is the error of a conditional format that the figures of its measure do not have.
type UnsuitedMark struct {
	Value int // the place of the measure among the values
	error
}

// Unsuited is the error of the conditional format of value i, nil where the figures have it.
func (q *Query) Unsuited(i int, figures ColumnTypes) error {
	m := q.Values[i]
	if err := m.Mark.Suits(m, figures); err != nil {
		return &UnsuitedMark{i, err}
	}
	return nil
}

// IsLow reports whether a conditional format highlights low figures.
func (m Mark) IsLow() bool {
	return m.Kind == Least || m.Kind == Below || strings.HasPrefix(m.If, "<") && !strings.HasPrefix(m.If, "<>")
}

// Condition is the comparison that highlighted figures pass, nil where there is none.
func (m Mark) Condition() *Expr {
	if m.Kind != Passing {
		return nil
	}
	e, err := parseComparison(m.If)
	if err != nil {
		return nil
	}
	return e
}

// parseComparison reads a comparison with a figure that is not named: > 1000.
func parseComparison(text string) (*Expr, error) {
	p, err := newParser(plainNumbers(" " + text))
	if err != nil {
		return nil, err
	}
	e, err := p.compared(&Expr{})
	if err == nil {
		err = p.done()
	}
	return e, err
}

// Passed is the conditional format that highlights the figures which pass a comparison, as ParseCondition reads it.
func Passed(e *Expr) (Mark, error) {
	if !compares(e) {
		return Mark{}, errCompared
	}
	values := e.Values
	if between(e) {
		values = []Literal{e.Args[0].Values[0], e.Args[1].Values[0]}
	}
	for _, l := range values {
		_, date := l.Time()
		// a quoted text may be nan
		if _, err := strconv.ParseFloat(l.Text, 64); (err != nil || l.Quoted) && date != nil || l.Null {
			return Mark{}, fmt.Errorf("%s is neither a number nor a date: figures are highlighted by a comparison with numbers, without quotes, or with dates such as 2024-12-31", l)
		}
	}
	if between(e) && values[0].Quoted != values[1].Quoted {
		return Mark{}, fmt.Errorf("no figure is between %s and %s: one is a number, and one a date", values[0], values[1])
	}
	if between(e) && lower(values[1], values[0]) {
		return Mark{}, fmt.Errorf("no figure is between %s and %s: write the lower one first", values[0], values[1])
	}
	switch {
	case between(e), e.Op == Eq, e.Op == Ne, e.Op == Lt, e.Op == Le, e.Op == Gt, e.Op == Ge:
		return Mark{Kind: Passing, If: strings.TrimSpace(e.compared(""))}, nil
	}
	return Mark{}, errCompared
}

// lower reports whether a number or a date is less than another one.
func lower(a, b Literal) bool {
	if a.Quoted {
		x, _ := a.Time()
		y, _ := b.Time()
		return x.Before(y)
	}
	x, _ := strconv.ParseFloat(a.Text, 64)
	y, _ := strconv.ParseFloat(b.Text, 64)
	return x < y
}

var errCompared = errors.New("figures are highlighted by =, <>, <, <=, >, >= or between, with numbers or dates")

// Title is a conditional format in words.
func (m Mark) Title() string {
	switch m.Kind {
	case Bars:
		return "Data bars"
	case Scale:
		return "Colour scale of " + map[int]string{2: "two", 3: "three"}[m.N] + " colours"
	case Most:
		return "Top " + strconv.Itoa(m.N)
	case Least:
		return "Bottom " + strconv.Itoa(m.N)
	case Above:
		return "Above average"
	case Below:
		return "Below average"
	case Passing:
		return "Figures " + m.Comparison()
	}
	return "None"
}

// Comparison is the condition of a conditional format for a person: > 1,000.
func (m Mark) Comparison() string {
	words := strings.Fields(strings.ReplaceAll(m.If, "'", "")) // dates stand in quotes
	for i, w := range words {
		f, err := strconv.ParseFloat(w, 64)
		if err == nil && strings.ContainsAny(w, "eE") && math.Abs(f) < 1e18 {
			w = strconv.FormatFloat(f, 'f', -1, 64)
		}
		if err == nil {
			words[i] = separators.Show(separators.Group(w)) // with all digits, of which a float has fewer
		}
	}
	return strings.Join(words, " ")
}

// Sentence says what a conditional format shows.
func (m Mark) Sentence() string {
	switch m.Kind {
	case Bars:
		return "Data bars show how great the figures are."
	case Scale:
		return "A " + strings.ToLower(m.Title()[:1]) + m.Title()[1:] + " shows how great the figures are."
	case NoMark:
		return ""
	case Passing:
		return "Highlighted figures: " + m.Comparison() + "."
	}
	return "Highlighted figures: " + strings.ToLower(m.Title()) + "."
}

// Check says what is wrong with a conditional format.
func (m Mark) Check() error {
	switch {
	case m.Kind == Scale && m.N != 2 && m.N != 3:
		return separators.Errorf("a colour scale has 2 or 3 colours, not %d", m.N)
	case m.Counts() && (m.N < 1 || m.N > maxHighlighted):
		return separators.Errorf("1 to %d figures can be highlighted, not %d", maxHighlighted, m.N)
	case m.Kind == Passing && m.Condition() == nil:
		return fmt.Errorf("%q is no comparison", m.If)
	}
	return nil
}

// ParseHighlighted reads how many figures are highlighted, as typed.
func ParseHighlighted(text string) (int, error) {
	n, err := separators.ReadInt(text)
	if err == nil {
		err = Mark{Kind: Most, N: n}.Check()
	}
	if err != nil {
		return 0, separators.Errorf("write a whole number from 1 to %d", maxHighlighted)
	}
	return n, nil
}

// String is a conditional format as ParseMark reads it, "" for none.
func (m Mark) String() string {
	switch m.Kind {
	case Scale:
		return strconv.Itoa(m.N) + " colours"
	case Most, Least:
		return string(m.Kind) + " " + strconv.Itoa(m.N)
	case Above, Below:
		return string(m.Kind) + " average"
	case Passing:
		return m.If
	}
	return string(m.Kind)
}

// ParseMark reads a conditional format: bars, 2 colours, 3 colours, top 10, bottom 10, above average, below
// average, > 1000, between 10 and 20.
func ParseMark(text string) (m Mark, err error) {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, "olor", "olour")))
	if len(words) == 1 && words[0] == string(Bars) {
		return Mark{Kind: Bars}, nil
	}
	if len(words) == 2 {
		m.Kind = MarkKind(words[0])
		switch {
		case words[1] == "average" && (m.Kind == Above || m.Kind == Below):
			return m, nil
		case words[1] == "colours":
			m.Kind = Scale
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
	return Mark{}, fmt.Errorf("%q is none of bars, 2 colours, 3 colours, top 10, bottom 10, above average, below average and a comparison such as > 1000, between 10 and 20 or > 2024-12-31", text)
}

// ApplyBars sets data bars on the measures that the texts name, such as "sum(revenue)".
func (q *Query) ApplyBars(texts []string) error {
	return q.applyMarks(texts, func(text string) (Mark, string, error) { return Mark{Kind: Bars}, text, nil })
}

// ApplyScales sets colour scales on the measures that the texts name: "sum(revenue)" has two colours, "3
// colours of sum(revenue)" three.
func (q *Query) ApplyScales(texts []string) error {
	return q.applyMarks(texts, func(text string) (Mark, string, error) {
		head, measure, found := strings.Cut(text, " of ")
		if !found || !strings.HasSuffix(head, "colours") && !strings.HasSuffix(head, "colors") {
			return Mark{Kind: Scale, N: 2}, text, nil
		}
		m, err := ParseMark(head)
		return m, measure, err
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
			err = fmt.Errorf("%q is none of 'top 10 of sum(x)', 'bottom 10 of sum(x)', 'above average of sum(x)', 'below average of sum(x)', 'sum(x) > 1000', 'sum(x) between 10 and 20' and 'max(day) > 2024-12-31'", text)
		}
		return m, of.String(), err
	})
}

// applyMarks sets the conditional formats that parse reads from texts. Of equal measures, the first format is
// for the first one.
func (q *Query) applyMarks(texts []string, parse func(text string) (Mark, string, error)) error {
	set := make([]bool, len(q.Values))
	for i, m := range q.Values {
		set[i] = m.Mark != Mark{}
	}
	for _, text := range texts {
		mark, names, err := parse(text)
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
			i, _, err := q.unset(m, set, "formatted by its figures")
			if err != nil {
				return err
			}
			if q.Values[i].Mark != (Mark{}) {
				return fmt.Errorf("%s has a conditional format already (%s); for a second one, name the measure twice in the values", m, strings.ToLower(q.Values[i].Mark.Title()))
			}
			q.Values[i].Mark = mark
		}
	}
	return nil
}

// Unmarked is measures without their conditional formats, which change no figure.
func Unmarked(measures []Measure) []Measure {
	out := make([]Measure, len(measures))
	for i, m := range measures {
		m.Mark = Mark{}
		out[i] = m
	}
	return out
}
