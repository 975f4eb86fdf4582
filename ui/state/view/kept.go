package view

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
	"cardinal/ui/look/lang"
)

// Top keeps only N labels of a field, those with the greatest totals of By. It does so separately under each label of
// the field before. The labels may be sorted in another order.
type Top struct {
	Of     query.Field
	N      int           // 0: all labels, or those that Until selects
	Until  query.Until   // in place of N: a sum, or a share of the total, that the labels must reach
	By     query.Measure // as Measure.Figure returns it; Values need not have it
	Bottom bool          // the labels with the least totals are kept
}

// query returns the top in the form of a query, without the position of its field, which the caller adds.
func (t Top) query() query.TopN {
	return query.TopN{N: t.N, Until: t.Until, By: t.By, Bottom: t.Bottom}
}

// Limits reports whether the top excludes labels.
func (t Top) Limits() bool { return t.query().Limits() }

// Amount returns the limit as a person types it, e.g. "10", "80%" or "sum 1,000".
func (t Top) Amount() string { return t.query().AmountTitle() }

// SetAmount returns the top with the limit that a person typed.
func (t Top) SetAmount(text string) (Top, error) {
	n := t.query()
	if err := n.SetAmount(separators.Read(strings.TrimSpace(text))); err != nil || !n.Limits() {
		return t, errors.New(lang.L("write a whole number above zero, a share such as 80%, or a sum such as "+
			"{{.Example}}",
			lang.With{"Example": "sum " + separators.Show("1,000")}))
	}
	t.N, t.Until = n.N, n.Until
	return t, t.Until.Suits(t.By)
}

// Condition keeps only the labels of a field whose totals of By pass If. It does so separately under each label of the
// field before.
type Condition struct {
	Of query.Field
	By query.Measure // as Measure.Figure returns it; Values need not have it
	If *query.Expr   // as in query.Having
}

func (c Condition) having() query.Having { return query.Having{Of: c.By, If: c.If} }

// Title returns the condition in words, e.g. "Sum of revenue > 1,000".
func (c Condition) Title() string {
	if text := c.Text(); text != "" {
		return MeasureTitle(c.By) + " " + text
	}
	return c.having().ConditionTitle()
}

// comparisons are the signs that people type. A longer sign comes before its first character, e.g. <= before <.
var comparisons = []struct {
	text string
	op   query.Op
}{{"<=", query.Le}, {"≤", query.Le}, {">=", query.Ge}, {"≥", query.Ge}, {"<>", query.Ne}, {"!=", query.Ne},
	{"≠", query.Ne}, {"<", query.Lt}, {">", query.Gt}, {"=", query.Eq}}

// Text returns the condition as ParseCondition reads it, e.g. "> 1,000" or "10 to 20". It returns "" for a condition
// that ParseCondition never returns.
func (c Condition) Text() string {
	number := func(e *query.Expr) (string, bool) {
		if len(e.Values) != 1 {
			return "", false
		}
		if _, err := e.Values[0].Time(); err == nil {
			return e.Values[0].Text, true
		}
		_, err := strconv.ParseFloat(e.Values[0].Text, 64)
		return separators.Show(separators.Group(e.Values[0].Text)), err == nil
	}
	if e := c.If; e.Op == query.And && len(e.Args) == 2 && e.Args[0].Op == query.Ge && e.Args[1].Op == query.Le {
		low, is := number(e.Args[0])
		high, also := number(e.Args[1])
		if is && also {
			return low + " to " + high
		}
		return ""
	}
	for _, o := range comparisons {
		if text, is := number(c.If); is && o.op == c.If.Op {
			return o.text + " " + text
		}
	}
	return ""
}

// position returns whether a field is on Rows or Cols, and its position there. The position is -1 if it is on neither
// shelf.
func (s State) position(f query.Field) (cols bool, at int) {
	if at = slices.Index(s.Rows, f); at >= 0 {
		return false, at
	}
	return true, slices.Index(s.Cols, f)
}

// TopOf returns the top of a field. If all labels are kept, the top has no limit, and By is the measure that a new
// top would use.
func (s State) TopOf(f query.Field) Top {
	if i := slices.IndexFunc(s.Tops, func(t Top) bool { return t.Of == f }); i >= 0 {
		return s.Tops[i]
	}
	q := s.Query()
	cols, at := s.position(f)
	return Top{Of: f, By: q.TopMeasure(cols, at)}
}

// Keep sets the top of a field. A top without a limit removes the present one. If the field has the default sort, a new
// top also sorts its labels: the greatest first, or for a bottom the least first. This sort changes and ends with the
// top.
func (s State) Keep(t Top) State {
	before := s.TopOf(t.Of)
	order, own := s.SortOf(t.Of)
	orders := !own && order.Equal(Sort{})
	if before.Limits() {
		orders = own && order.followsTop(before) && order.Desc != before.Bottom
	}
	s.Tops = slices.DeleteFunc(slices.Clone(s.Tops), func(o Top) bool { return o.Of == t.Of })
	if t.Limits() {
		s.Tops = append(s.Tops, t)
	}
	if orders {
		s.Own = slices.DeleteFunc(slices.Clone(s.Own), func(o Own) bool { return o.Of == t.Of })
		if t.Limits() {
			s.Own = append(s.Own, Own{t.Of, Sort{By: t.By, Desc: !t.Bottom, Unshown: true}})
		}
	}
	return s.settle()
}

// followsTop reports whether the sort is by the totals that a top compares. A sort by a measure that is not on Values
// ignores the measure's Show.
func (o Sort) followsTop(t Top) bool {
	figures := t.By
	figures.Show = query.Show{}
	return !o.ByLabel() && (o.By == t.By || o.By == figures) && len(o.At) == 0
}

// ConditionOf returns the condition on a field's labels by a measure. If the field has none, it returns a condition
// that is not set yet, and false.
func (s State) ConditionOf(f query.Field, by query.Measure) (c Condition, there bool) {
	if i := slices.IndexFunc(s.Conditions, func(c Condition) bool { return c.Of == f && c.By == by.Figure() }); i >= 0 {
		return s.Conditions[i], true
	}
	return Condition{Of: f, By: by.Figure()}, false
}

// Conditioned reports whether a field has a condition.
func (s State) Conditioned(f query.Field) bool {
	return slices.ContainsFunc(s.Conditions, func(c Condition) bool { return c.Of == f })
}

// SetCondition sets the condition of a field and a measure. If c.If is nil, it removes the condition.
func (s State) SetCondition(c Condition) State {
	s.Conditions = slices.DeleteFunc(slices.Clone(s.Conditions), func(o Condition) bool {
		return o.Of == c.Of && o.By == c.By
	})
	if c.If != nil {
		s.Conditions = append(s.Conditions, c)
	}
	return s.settle()
}

// ClearConditions removes the conditions of a field.
func (s State) ClearConditions(f query.Field) State {
	s.Conditions = slices.DeleteFunc(slices.Clone(s.Conditions), func(c Condition) bool { return c.Of == f })
	return s.settle()
}

// keepBy replaces the figure `old` by the figure `now` in tops and conditions. If a measure on Values still has the
// figure `old`, it changes nothing.
func (s State) keepBy(old, now query.Measure) State {
	if old == now || slices.ContainsFunc(s.Values, func(m query.Measure) bool { return m.Figure() == old }) {
		return s
	}
	s.Tops = slices.Clone(s.Tops)
	for i := range s.Tops {
		if s.Tops[i].By == old && s.Tops[i].Until.Suits(now) == nil {
			s.Tops[i].By = now
		}
	}
	all := s.Conditions
	s.Conditions = slices.DeleteFunc(slices.Clone(all), func(c Condition) bool {
		return c.By == old && slices.ContainsFunc(all, func(o Condition) bool { return o.Of == c.Of && o.By == now })
	})
	for i := range s.Conditions {
		if s.Conditions[i].By == old {
			s.Conditions[i].By = now
		}
	}
	return s
}

// HasOthers reports whether the excluded labels of a field become one label, Others.
func (s State) HasOthers(f query.Field) bool { return slices.Contains(s.Rest, f) }

// SetOthers sets whether the excluded labels of a field become one label, Others.
func (s State) SetOthers(f query.Field, on bool) State {
	s.Rest = without(s.Rest, f)
	if on {
		s.Rest = append(s.Rest, f)
	}
	return s.settle()
}

// tops returns the tops of fields on Rows and Cols in the form of a query.
func (s State) tops() (tops []query.TopN) {
	for _, t := range s.Tops {
		if cols, i := s.position(t.Of); i >= 0 {
			top := t.query()
			top.Cols, top.Field, top.Others = cols, i, s.HasOthers(t.Of)
			tops = append(tops, top)
		}
	}
	return tops
}

func (s State) havings() (havings []query.Having) {
	for _, c := range s.Conditions {
		if cols, i := s.position(c.Of); i >= 0 {
			havings = append(havings, query.Having{Cols: cols, Field: i, Of: c.By, If: c.If, Others: s.HasOthers(c.Of)})
		}
	}
	return havings
}

// settleKept removes tops and conditions whose field is on no shelf any more. It also removes Others from fields that
// exclude no labels.
func (s State) settleKept() State {
	gone := func(f query.Field) bool {
		_, at := s.position(f)
		return at < 0
	}
	s.Tops = slices.DeleteFunc(slices.Clone(s.Tops), func(t Top) bool { return gone(t.Of) })
	s.Conditions = slices.DeleteFunc(slices.Clone(s.Conditions), func(c Condition) bool { return gone(c.Of) })
	s.Rest = slices.DeleteFunc(slices.Clone(s.Rest), func(f query.Field) bool {
		return !s.Conditioned(f) && !slices.ContainsFunc(s.Tops, func(t Top) bool { return t.Of == f })
	})
	return s
}

// spans are the forms in which people type a range of figures.
var spans = []func() *regexp.Regexp{lazyregexp.New(`(?is)^between (.*?) and (.*)$`),
	lazyregexp.New(`(?is)^(.*?) to (.*)$`)}

// ParseCondition reads a condition on a figure as a person types it: "> 1,000", ">= 12.5%", "10 to 20", or a number,
// which figures must equal. t is the type of the measure's figures, and format is their number format. Dates are typed
// as 2024-12-31 or 2024-12-31 18:30.
func ParseCondition(t data.Type, format data.NumberFormat, text string) (*query.Expr, error) {
	f := Filter{Type: t, Format: format}
	read := func(text string) (query.Literal, error) {
		if text = strings.TrimSpace(text); t.Temporal() {
			l := query.Literal{Text: text, Quoted: true}
			if _, err := l.Time(); err != nil {
				return l, errors.New(lang.L("“{{.Text}}” is not a date like 2024-12-31 or 2024-12-31 18:30",
					lang.With{"Text": text}))
			}
			return l, nil
		}
		b, err := f.readNumber(f.Typed(text))
		return query.Literal{Text: b.from}, err
	}
	example, span := separators.Show("1,000"), "10 to 20"
	if t.Temporal() {
		example, span = "2024-12-31", "2024-01-01 to 2024-12-31"
	}
	if text = strings.TrimSpace(text); text == "" {
		return nil, errors.New(lang.L("write a condition such as > {{.Example}} or {{.Range}}",
			lang.With{"Example": example, "Range": span}))
	}
	for _, form := range spans {
		if m := form().FindStringSubmatch(text); m != nil {
			least, err := read(m[1])
			if err != nil {
				return nil, err
			}
			most, err := read(m[2])
			return &query.Expr{Op: query.And, Args: []*query.Expr{{Op: query.Ge, Values: []query.Literal{least}},
				{Op: query.Le, Values: []query.Literal{most}}}}, err
		}
	}
	op := query.Eq
	for _, o := range comparisons {
		if rest, is := strings.CutPrefix(text, o.text); is {
			op, text = o.op, rest
			break
		}
	}
	if strings.TrimSpace(text) == "" {
		if t.Temporal() {
			return nil, errors.New(lang.L("write a date after the sign, such as > {{.Example}}",
				lang.With{"Example": example}))
		}
		return nil, errors.New(lang.L("write a number after the sign, such as > {{.Example}}",
			lang.With{"Example": example}))
	}
	l, err := read(text)
	return &query.Expr{Op: op, Values: []query.Literal{l}}, err
}
