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

// Mark is a conditional format of a measure: a bar, a colour or an arrow shows how large each figure is relative to the
// others. Marks can be compared with ==. The zero Mark formats nothing.
type Mark struct {
	Kind MarkKind
	N    int    // Scale: 2 or 3 colours; Icons: 3 or 5 arrows; Most, Least: how many figures are highlighted
	If   string // Passing: a comparison, such as > 1000, between 10 and 20, or > '2024-12-31'
	Per  Scope  // the figures with which each figure is compared; PerAll for Passing
	By   string // the measure whose figures decide, as Measure.Reference writes it; "": the measure itself
}

// Scope says with which other figures a conditional format compares a figure. Subtotals are compared only with
// subtotals of the same level.
type Scope string

// The scopes: all figures of the measure, or those of the same row, column or group. A group is the rows whose labels
// are under the same parent label.
const (
	PerAll    Scope = ""
	PerRow    Scope = "row"
	PerColumn Scope = "column"
	PerGroup  Scope = "group"
)

// MarkKind is the kind of a conditional format.
type MarkKind string

// The kinds.
const (
	NoMark MarkKind = ""
	Bars   MarkKind = "bars"   // a bar behind each figure; the greater the figure, the longer the bar
	Scale  MarkKind = "scale"  // a background from one colour for the least figure to another for the greatest
	Icons  MarkKind = "arrows" // an arrow from down for the least figures to up for the greatest
	Most   MarkKind = "top"    // the N greatest figures are highlighted
	Least  MarkKind = "bottom" // the N least figures are highlighted
	Above  MarkKind = "above"  // figures above the average are highlighted
	Below  MarkKind = "below"  // figures below the average are highlighted

	Passing MarkKind = "passing" // figures that pass a comparison are highlighted
)

// maxHighlighted is the largest N of a top or a bottom: Excel's limit.
const maxHighlighted = 1000

// OfferedMarks lists the conditional formats that menus offer, in their order.
var OfferedMarks = []Mark{
	{Kind: Bars}, {Kind: Scale, N: 2}, {Kind: Scale, N: 3}, {Kind: Icons, N: 3}, {Kind: Icons, N: 5},
	{Kind: Most, N: 10}, {Kind: Least, N: 10}, {Kind: Above}, {Kind: Below},
}

// Highlights reports whether a conditional format marks only some of the figures.
func (m Mark) Highlights() bool {
	return m.Kind != NoMark && m.Kind != Bars && m.Kind != Scale && m.Kind != Icons
}

// Counts reports whether the conditional format highlights a fixed number of figures.
func (m Mark) Counts() bool { return m.Kind == Most || m.Kind == Least }

// Suits returns an error if figures of the given types cannot have the conditional format. figures is a set, since the
// type of a figure may not be known yet.
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
		return fmt.Errorf("%s gives dates, which have no %s: highlight the top or the bottom ones, or compare them "+
			"with a date, as in %s > 2024-12-31", of, m.name(), of.Figure())
	case figures&Numbers == 0 && m.Kind == Passing && !dates:
		return fmt.Errorf("%s gives dates, and is highlighted by %s: compare it with a date, as in %s > 2024-12-31", of,
			m.If, of.Figure())
	case figures&Dates == 0 && dates:
		return fmt.Errorf("%s gives numbers, and is highlighted by %s: compare it with a number, without quotes",
			of, m.If)
	}
	return nil
}

// name returns the name of the format in the error for figures of dates.
func (m Mark) name() string {
	switch m.Kind {
	case Bars:
		return "data bars"
	case Scale:
		return "colour scale"
	case Icons:
		return "arrows"
	}
	return "average"
}

// quotes reports whether a comparison has quoted operands, such as dates.
func (e *Expr) quotes() bool {
	return slices.ContainsFunc(append([]*Expr{e}, e.Args...), func(arg *Expr) bool {
		return slices.ContainsFunc(arg.Values, func(l Literal) bool { return l.Quoted })
	})
}

// UnsuitedMark is the error for a conditional format that does not suit the figures of its measure.
type UnsuitedMark struct {
	Value int // the index of the measure in Values
	error
}

// Unsuited returns an error if a conditional format of value i does not suit the figures that decide. figures returns
// the type of the figures of a value.
func (q *Query) Unsuited(i int, figures func(value int) ColumnTypes) error {
	for _, m := range q.Values[i].Marks.All() {
		by := m.Source(q.Values, i)
		if by < 0 {
			return &UnsuitedMark{i, fmt.Errorf("%s is coloured by %s, which is not among the values: add it, or leave "+
				"the format out", q.Values[i], m.By)}
		}
		if err := m.Suits(q.Values[by], figures(by)); err != nil {
			return &UnsuitedMark{i, err}
		}
	}
	return nil
}

// Source returns the index of the value whose figures decide a conditional format of value own, or -1 if the values
// lack it.
func (m Mark) Source(values []Measure, own int) int {
	if m.By == "" {
		return own
	}
	return slices.IndexFunc(values, func(v Measure) bool { return v.Reference() == m.By })
}

// Reference writes a measure as the conditional formats of other measures name it: sum(x), or (sum(x))=pct_row.
func (m Measure) Reference() string {
	if m.Show.Kind == AsIs {
		return m.String()
	}
	return "(" + m.String() + ")=" + m.Show.String()
}

// IsLow reports whether a conditional format highlights low figures.
func (m Mark) IsLow() bool {
	return m.Kind == Least || m.Kind == Below || strings.HasPrefix(m.If, "<") && !strings.HasPrefix(m.If, "<>")
}

// Condition returns the comparison that highlighted figures pass, or nil for other kinds.
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

// parseComparison reads a comparison without a left side: > 1000.
func parseComparison(text string) (*Expr, error) {
	return parse(plainNumbers(" "+text), func(p *parser) (*Expr, error) { return p.parseRightSide(&Expr{}) })
}

// Passed returns the conditional format that highlights figures that pass a comparison. ParseCondition has read the
// comparison.
func Passed(e *Expr) (Mark, error) {
	if !comparesFigures(e) {
		return Mark{}, errCompared
	}
	values := e.Values
	if isBetween(e) {
		values = []Literal{e.Args[0].Values[0], e.Args[1].Values[0]}
	}
	for _, l := range values {
		_, date := l.Time()
		// 'nan' in quotes is no number, although ParseFloat accepts it
		if _, err := strconv.ParseFloat(l.Text, 64); (err != nil || l.Quoted) && date != nil || l.Null {
			return Mark{}, fmt.Errorf("%s is neither a number nor a date: figures are highlighted by a comparison "+
				"with numbers, without quotes, or with dates such as 2024-12-31", l)
		}
	}
	if isBetween(e) && values[0].Quoted != values[1].Quoted {
		return Mark{}, fmt.Errorf("no figure is between %s and %s: one is a number, and one a date",
			values[0], values[1])
	}
	if isBetween(e) && isLess(values[1], values[0]) {
		return Mark{}, fmt.Errorf("no figure is between %s and %s: write the lower one first", values[0], values[1])
	}
	switch {
	case isBetween(e), e.Op == Eq, e.Op == Ne, e.Op == Lt, e.Op == Le, e.Op == Gt, e.Op == Ge:
		return Mark{Kind: Passing, If: strings.TrimSpace(e.comparisonText(""))}, nil
	}
	return Mark{}, errCompared
}

// isLess compares two numbers or two dates.
func isLess(a, b Literal) bool {
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

// Title returns the conditional format in words.
func (m Mark) Title() string {
	if by := m.By; by != "" {
		m.By = ""
		return m.Title() + " by " + by
	}
	if m.Per != PerAll {
		return Mark{Kind: m.Kind, N: m.N}.Title() + " in each " + string(m.Per)
	}
	switch m.Kind {
	case Bars:
		return "Data bars"
	case Scale:
		return "Colour scale of " + map[int]string{2: "two", 3: "three"}[m.N] + " colours"
	case Icons:
		return map[int]string{3: "Three", 5: "Five"}[m.N] + " arrows"
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

// Comparison returns the condition of a conditional format for people: > 1,000.
func (m Mark) Comparison() string {
	words := strings.Fields(strings.ReplaceAll(m.If, "'", "")) // dates are in quotes
	for i, w := range words {
		f, err := strconv.ParseFloat(w, 64)
		if err == nil && strings.ContainsAny(w, "eE") && math.Abs(f) < 1e18 {
			w = strconv.FormatFloat(f, 'f', -1, 64)
		}
		if err == nil {
			words[i] = separators.Show(separators.Group(w)) // keeps all digits of the text, which a float would not
		}
	}
	return strings.Join(words, " ")
}

// Sentence returns a sentence that says what the conditional format shows.
func (m Mark) Sentence() string {
	title := strings.ToLower(m.Title()[:1]) + m.Title()[1:]
	switch m.Kind {
	case Bars, Icons:
		return m.Title() + " show how great the figures are."
	case Scale:
		return "A " + title + " shows how great the figures are."
	case NoMark:
		return ""
	case Passing:
		title = strings.TrimPrefix(title, "figures ")
	}
	return "Highlighted figures: " + title + "."
}

// Check returns an error if the number or the comparison of a conditional format is invalid.
func (m Mark) Check() error {
	switch {
	case m.Per != PerAll && m.Per != PerRow && m.Per != PerColumn && m.Per != PerGroup:
		return fmt.Errorf("figures are compared per row, per column or per group, and not per %s", m.Per)
	case m.Kind == Bars && m.By != "":
		return errors.New("data bars show the figures of their own measure: colour by another measure with a colour " +
			"scale, with arrows or with highlights")
	case m.Kind == Scale && m.N != 2 && m.N != 3:
		return separators.Errorf("a colour scale has 2 or 3 colours, not %d", m.N)
	case m.Kind == Icons && m.N != 3 && m.N != 5:
		return separators.Errorf("3 or 5 arrows can be shown, not %d", m.N)
	case m.Kind == Passing && m.Per != PerAll:
		return fmt.Errorf("%q compares each figure with a number: leave 'per %s' out", m.If, m.Per)
	case m.Counts() && (m.N < 1 || m.N > maxHighlighted):
		return separators.Errorf("1 to %d figures can be highlighted, not %d", maxHighlighted, m.N)
	case m.Kind == Passing && m.Condition() == nil:
		return fmt.Errorf("%q is no comparison", m.If)
	}
	return nil
}

// ParseHighlighted reads how many figures are highlighted from text that a person typed.
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

// String writes a conditional format as ParseMark reads it, or "" for none.
func (m Mark) String() string {
	if by := m.By; by != "" {
		m.By = ""
		return m.String() + " by " + by
	}
	if m.Per != PerAll {
		return Mark{Kind: m.Kind, N: m.N}.String() + " per " + string(m.Per)
	}
	switch m.Kind {
	case Scale:
		return strconv.Itoa(m.N) + " colours"
	case Icons:
		return strconv.Itoa(m.N) + " arrows"
	case Most, Least:
		return string(m.Kind) + " " + strconv.Itoa(m.N)
	case Above, Below:
		return string(m.Kind) + " average"
	case Passing:
		return m.If
	}
	return string(m.Kind)
}
