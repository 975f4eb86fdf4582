package query

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/wording"
)

// TopN keeps N labels of a field under each label of the previous field: the labels with the greatest totals of a
// measure. How the labels are sorted does not matter. If totals are equal, the labels that come first in label order
// are kept.
type TopN struct {
	Cols   bool    // the field is a column field
	Field  int     // index into Rows, or into Cols
	N      int     // 0 keeps all labels, or as many as Until says
	Until  Until   // a share of the total, or a sum, instead of N
	By     Measure // the measure as computed (Measure.Figure), which need not be among Values
	Bottom bool    // keeps the labels with the least totals
	Others bool    // adds one label, Others, for the labels that are left out
}

// Measures lists the measures that are computed: Values, and the measures of subtotals, tops, conditions and sorts that
// are not among Values.
func (q *Query) Measures() []Measure {
	all := slices.Clone(q.Values)
	add := func(m Measure) {
		if FigureIn(all, m) < 0 {
			all = append(all, m)
		}
	}
	for _, m := range q.Subtotals() {
		add(m)
	}
	for _, h := range q.Havings {
		add(h.Of)
	}
	for _, t := range q.Tops {
		if t.Limits() {
			add(t.By)
		}
	}
	for _, s := range q.Sorts {
		if s.Value == ByUnshown {
			add(s.By)
		}
	}
	return all
}

// Figure returns the index of a measure in Measures. How the measure is shown does not matter.
func (q *Query) Figure(m Measure) int { return FigureIn(q.Measures(), m) }

// FigureIn returns the index of a measure in a list, or -1. How the measure is shown does not matter.
func FigureIn(list []Measure, m Measure) int {
	return slices.IndexFunc(list, func(o Measure) bool { return o.Figure() == m.Figure() })
}

// TopText writes a top in the syntax of ParseTop: 5 of city by sum(revenue).
func (q *Query) TopText(t TopN) string {
	return fmt.Sprintf("%s of %s by %s", t.Amount(), q.Side(t.Cols)[t.Field], t.By)
}

// TopTitle returns TopTitleIn in English.
func (q *Query) TopTitle(t TopN) string { return q.TopTitleIn(nil, t) }

// TopTitleIn returns a top in words of a language: "the top 10 of city by Sum of revenue, and Others", or "the top of
// city that makes up 80% of Sum of revenue".
func (q *Query) TopTitleIn(w *wording.Words, t TopN) string {
	values := wording.With{"Amount": strings.TrimPrefix(t.AmountTitle(), sumWord),
		"Field": q.Side(t.Cols)[t.Field].TitleIn(w), "Measure": q.WithName(t.By).TitleIn(w)}
	var text string
	switch {
	case t.Until == "" && t.Bottom:
		text = w.L("the bottom {{.Amount}} of {{.Field}} by {{.Measure}}", values)
	case t.Until == "":
		text = w.L("the top {{.Amount}} of {{.Field}} by {{.Measure}}", values)
	case t.Until.Share() && t.Bottom:
		text = w.L("the bottom of {{.Field}} that makes up {{.Amount}} of {{.Measure}}", values)
	case t.Until.Share():
		text = w.L("the top of {{.Field}} that makes up {{.Amount}} of {{.Measure}}", values)
	case t.Bottom:
		text = w.L("the bottom of {{.Field}} that adds up to {{.Amount}} of {{.Measure}}", values)
	default:
		text = w.L("the top of {{.Field}} that adds up to {{.Amount}} of {{.Measure}}", values)
	}
	return withOthers(w, text, t.Others)
}

// withOthers adds "and Others" to the text `kept` if others is set.
func withOthers(w *wording.Words, kept string, others bool) string {
	if !others {
		return kept
	}
	return w.L("{{.Kept}}, and Others", wording.With{"Kept": kept})
}

// ParseTop reads how many labels are kept, of which field, and by which measure: 10, or 10 of city by sum(revenue), or
// 80% of city. If the text names no field, the top is for the first row field or, in a query without row fields, for
// the first column field. If the text names no measure, By is the zero measure.
func (q *Query) ParseTop(text string) (TopN, error) {
	var t TopN
	rest, by := cut(text, " by ")
	count, of := cut(rest, " of ")
	err := t.SetAmount(count)
	if err != nil {
		return t, err
	}
	t.Cols = len(q.Rows) == 0
	if of != "" {
		if t.Cols, t.Field, err = q.fieldOf(of); err != nil {
			return t, err
		}
	}
	if by != "" {
		m, err := ParseMeasures(by)
		if err != nil {
			return t, err
		}
		if len(m) != 1 {
			return t, fmt.Errorf("a top is by one measure, not by %s", strings.TrimSpace(by))
		}
		t.By = m[0]
	}
	return t, nil
}

// SortByTops adds a sort for each field that has a top but no sort. It sorts by the measure of the top, in descending
// order for a top and in ascending order for a bottom.
func (q *Query) SortByTops() {
	for _, t := range q.Tops {
		if sorted(q.Sorts, t.Cols, t.Field) {
			continue
		}
		s := Sort{Cols: t.Cols, Field: t.Field, Value: ByUnshown, By: t.By, Desc: !t.Bottom}
		if i := slices.IndexFunc(q.Values, func(m Measure) bool {
			return m.Figure() == t.By && m.Show == (Show{})
		}); i >= 0 {
			s.Value, s.By = i, Measure{}
		}
		q.Sorts = append(q.Sorts, s)
	}
	slices.SortFunc(q.Sorts, compareSorts)
}

// TopMeasure returns the default measure for a top of a field: the measure by which the field is sorted, or else the
// first measure.
func (q *Query) TopMeasure(cols bool, field int) Measure {
	m := Measure{Func: Count}
	if len(q.Values) > 0 {
		m = q.Values[0]
	}
	for _, s := range q.Sorts {
		if s.Cols == cols && s.Field == field && !s.Labels() {
			m = q.measure(s)
		}
	}
	return m.Figure()
}
