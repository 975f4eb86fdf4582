package query

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/lazyregexp"

	"cardinal/internal/wording"
)

// Having is a condition on figures. It keeps a label of a field if the label's total of a measure passes the condition.
// Under each label of the previous field, labels are kept separately. Totals still include all labels.
type Having struct {
	Cols   bool    // the field is a column field
	Field  int     // index into Rows, or into Cols
	Of     Measure // the measure as computed (Measure.Figure), which need not be among Values
	If     *Expr   // Or, And, Not and comparisons, whose Field is ignored
	Others bool    // adds one label, Others, for the labels that are left out
}

// Equal reports whether two conditions are the same.
func (h Having) Equal(o Having) bool {
	return h.Cols == o.Cols && h.Field == o.Field && h.Of == o.Of && h.Others == o.Others &&
		h.Condition() == o.Condition()
}

// Condition writes the condition in the syntax of ParseHaving, without the field: sum(x) > 100.
func (h Having) Condition() string {
	of := h.Of.String()
	if h.Of.Where != "" {
		of = "(" + of + ")"
	}
	return h.If.comparisonText(of)
}

// comparisonText writes the condition so that the parser can read it. of is the text of the figure that is compared.
func (e *Expr) comparisonText(of string) string {
	if isBetween(e) {
		return of + " between " + e.Args[0].Values[0].String() + " and " + e.Args[1].Values[0].String()
	}
	return e.write(func(Field) string { return of }, Literal.String, exactly)
}

// isBetween reports whether a condition can be written with between.
func isBetween(e *Expr) bool {
	return e.Op == And && len(e.Args) == 2 && e.Args[0].Op == Ge && e.Args[1].Op == Le
}

// ConditionTitle returns the condition in words: Sum of x > 100.
func (h Having) ConditionTitle() string { return h.conditionIn(nil) }

func (h Having) conditionIn(w *wording.Words) string {
	return h.If.write(func(Field) string { return h.Of.TitleIn(w) }, Literal.title, exactly)
}

// HavingText writes a condition in the syntax of ParseHaving: city: sum(x) > 100.
func (q *Query) HavingText(h Having) string {
	return q.Side(h.Cols)[h.Field].String() + ": " + h.Condition()
}

// HavingTitle returns HavingTitleIn in English.
func (q *Query) HavingTitle(h Having) string { return q.HavingTitleIn(nil, h) }

// HavingTitleIn returns a condition in words of the given language: city with Sum of x > 100, and Others.
func (q *Query) HavingTitleIn(w *wording.Words, h Having) string {
	return withOthers(w, w.L("{{.Field}} with {{.Condition}}", wording.With{
		"Field": q.Side(h.Cols)[h.Field].TitleIn(w), "Condition": h.conditionIn(w)}), h.Others)
}

// ParseHaving reads a condition on figures: sum(x) > 100, or city: sum(x) between 10 and 20. If the text names no
// field, the condition is for the innermost row field or, in a query without row fields, for the innermost column
// field.
func (q *Query) ParseHaving(text string) (Having, error) {
	h := Having{Cols: len(q.Rows) == 0}
	h.Field = len(q.Side(h.Cols)) - 1
	condition := text
	var err error
	// only the text before the comparison names a field: a time in the comparison has colons, too
	if field, _ := cutField(text[:comparisonIn(text)]); field != "" {
		condition = text[len(field)+1:]
		h.Cols, h.Field, err = q.fieldOf(field)
	}
	if err == nil && h.Field < 0 {
		err = fmt.Errorf("there is no field whose labels could pass %s", strings.TrimSpace(text))
	}
	if err != nil {
		return h, err
	}
	h.Of, h.If, err = ParseCondition(condition)
	return h, err
}

// ParseCondition reads a condition on a measure: sum(x) > 100, avg(x) not between 1 and 2, max(day) is null. Numbers
// may have the forms that people write: 1,000, 5%, 2.5K.
func ParseCondition(text string) (Measure, *Expr, error) {
	p, err := newParser(plainNumbers(text))
	if err != nil {
		return Measure{}, nil, err
	}
	of, err := p.measure()
	if err != nil {
		return of, nil, err
	}
	e, err := p.parseRightSide(&Expr{})
	if err != nil {
		return of, nil, err
	}
	if !comparesFigures(e) {
		return of, nil, fmt.Errorf("%s: figures are compared with =, <>, <, <=, >, >=, in, between and is null",
			strings.TrimSpace(text))
	}
	return of, e, p.done()
}

// comparesFigures reports whether a condition has only operators that can compare figures.
func comparesFigures(e *Expr) bool {
	switch e.Op {
	case And, Or, Not, Eq, Ne, Lt, Le, Gt, Ge, In, IsNull:
		return e.With == nil && !slices.ContainsFunc(e.Args, func(arg *Expr) bool { return !comparesFigures(arg) })
	}
	return false
}

// written matches a number with commas between thousands, a per cent sign, or a letter for thousands, millions or
// billions.
var written = lazyregexp.New(`(?i)([0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)(?:(%|[kmb]\b)|\b)`)

// comparisonIn returns the offset of the comparison in a condition, or the length of the text.
func comparisonIn(text string) int {
	return outside(text, func(i int) bool {
		return strings.IndexByte("<>=!", text[i]) >= 0 || hasWord(text[i:], " between ") || hasWord(text[i:], " in ")
	})
}

// plainNumbers rewrites the numbers after the comparison into the syntax of the parser: 1,000 becomes 1000. In a list,
// a comma separates numbers.
func plainNumbers(text string) string {
	at := comparisonIn(text)
	if strings.ContainsAny(text[at:], `'"`) {
		return text
	}
	list := strings.Contains(text[at:], "(")
	return text[:at] + written().ReplaceAllStringFunc(text[at:], func(n string) string {
		power := map[string]string{"%": "e-2", "k": "e3", "m": "e6", "b": "e9"}[strings.ToLower(n[len(n)-1:])]
		if power != "" {
			n = n[:len(n)-1]
		}
		if !list {
			n = strings.ReplaceAll(n, ",", "")
		}
		return n + power
	})
}

func hasWord(text, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}
