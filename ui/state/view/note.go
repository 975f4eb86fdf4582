package view

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// Note returns the note beside the text of chip i: the sort of the labels, which labels are kept, and whether a filter
// holds in every tab. `there` returns how many labels at the beginning of a path the answer has, as
// session.Answer.Depth does. It is nil if there is no answer to this state.
func (s State) Note(on Shelf, i int, there func([]At) int) string {
	switch on {
	case Rows, Cols:
		return s.fieldNote(s.keys(on)[i], there)
	case Values:
		return s.measureNote(s.Values[i], there)
	}
	if s.Filters[i].EveryTab {
		return lang.L("every tab")
	}
	return ""
}

// fieldNote describes the top, the conditions and the own sort of a field.
func (s State) fieldNote(f query.Field, there func([]At) int) string {
	var notes []string
	order, own := s.SortOf(f)
	labels := ""
	if t := s.TopOf(f); t.Limits() {
		notes = append(notes, s.topText(t, s.HasOthers(f)))
		if own && order.followsTop(t) {
			notes[0] += " " + arrow(order.Desc)
			own = false
		}
		labels = " " + lang.L("labels") // the arrow is about the labels, not about the measure of the top
	}
	for _, c := range s.Conditions {
		if c.Of == f {
			notes = append(notes, s.conditionText(c))
		}
	}
	if s.HasOthers(f) && !s.TopOf(f).Limits() {
		notes = append(notes, lang.L("with Others"))
	}
	switch {
	case !own:
	case len(order.Hand) > 0:
		notes = append(notes, lang.L("by hand"))
	case order.Natural:
		notes = append(notes, arrow(order.Desc)+" "+lang.L("natural"))
	case order.ByLabel():
		notes = append(notes, arrow(order.Desc)+labels)
	default:
		notes = append(notes, arrow(order.Desc)+" "+MeasureTitle(order.By)+placeText(order.At, there))
	}
	return strings.Join(notes, "  ")
}

// measureNote describes the common sort of the row fields. It returns "" if the sort is not by this measure.
func (s State) measureNote(m query.Measure, there func([]At) int) string {
	common := slices.ContainsFunc(s.Rows, func(f query.Field) bool {
		_, own := s.SortOf(f)
		return !own
	})
	if s.Sort.By != m || !common {
		return ""
	}
	return arrow(s.Sort.Desc) + placeText(s.Sort.At, there)
}

// topText returns a top in words, e.g. "top 10 by Sum of revenue" or "top 10 and Others by Sum of revenue".
func (s State) topText(t Top, others bool) string {
	q := query.Query{Values: s.Measures()}
	with := lang.With{"Amount": t.Amount(), "Measure": MeasureTitle(q.WithName(t.By))}
	switch {
	case t.Bottom && others:
		return lang.L("bottom {{.Amount}} and Others by {{.Measure}}", with)
	case t.Bottom:
		return lang.L("bottom {{.Amount}} by {{.Measure}}", with)
	case others:
		return lang.L("top {{.Amount}} and Others by {{.Measure}}", with)
	}
	return lang.L("top {{.Amount}} by {{.Measure}}", with)
}

// topOrder says, after a comma, how the labels that a top keeps are sorted. It returns "" if they are sorted by another
// figure.
func (s State) topOrder(t Top) string {
	switch order, _ := s.SortOf(t.Of); {
	case order.followsTop(t) && order.Desc:
		return lang.L(", the largest first")
	case order.followsTop(t):
		return lang.L(", the smallest first")
	case order.Equal(Sort{}):
		return lang.L(", in the order of their labels")
	}
	return ""
}

// conditionText returns a condition in words, e.g. "Sum of revenue > 100".
func (s State) conditionText(c Condition) string {
	q := query.Query{Values: s.Measures()}
	c.By = q.WithName(c.By)
	return c.Title()
}

// KeptSentence returns a line break and a sentence that says which labels of field i of Rows or Cols are kept. It
// returns "" if all labels are kept.
func (s State) KeptSentence(on Shelf, i int) string {
	f := s.keys(on)[i]
	var kept []string
	order := ""
	for _, c := range s.Conditions {
		if c.Of == f {
			kept = append(kept, lang.L("those with {{.Condition}}", lang.With{"Condition": s.conditionText(c)}))
		}
	}
	if t := s.TopOf(f); t.Limits() { // the top selects among the labels that pass the conditions
		kept = append(kept, lang.L("the {{.Top}}", lang.With{"Top": s.topText(t, false)}))
		order = s.topOrder(t)
	}
	if len(kept) == 0 {
		return ""
	}
	within, rest := "", lang.L("totals are of all")
	if i > 0 {
		within = lang.L(", for each {{.Field}}", lang.With{"Field": s.keys(on)[i-1].Title()})
	}
	if s.HasOthers(f) {
		rest = lang.L("the others are in Others")
	}
	return "\n" + lang.L("Only {{.Labels}} are shown{{.Order}}{{.Within}}; {{.Rest}}.", lang.With{
		"Labels": strings.Join(kept, lang.L(", and of them")+" "), "Order": order, "Within": within, "Rest": rest})
}

// placeText names the column or row whose figures a sort compares. If the answer does not have it, placeText also names
// the total that is used instead.
func placeText(at []At, there func([]At) int) string {
	if len(at) == 0 {
		return ""
	}
	labels := make([]string, len(at))
	for i, a := range at {
		if labels[i] = a.Label.Text; !a.Others { // Others is not in the table, and needs no quotes
			labels[i] = LabelOf(a.Of, a.Label)
		}
	}
	column := strings.Join(labels, data.NameSeparator)
	if there == nil || there(at) == len(at) {
		return " " + column
	}
	return " " + strings.TrimSpace(lang.L("{{.Labels}} total, as there is no {{.Column}}",
		lang.With{"Labels": strings.Join(labels[:there(at)], " "), "Column": column}))
}

func arrow(desc bool) string {
	if desc {
		return "↓"
	}
	return "↑"
}
