package view

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// Note returns the note beside the text of chip i: the sort of the labels, and which labels are kept. there returns
// how many of the labels that lead to a column or row the answer has. It is nil while no answer is known.
func (s State) Note(on Shelf, i int, there func([]At) int) string {
	switch on {
	case Rows, Cols:
		return s.fieldNote(s.keys(on)[i], there)
	case Values:
		return s.measureNote(s.Values[i], there)
	}
	return ""
}

// fieldNote returns the top, the conditions and the own sort of a field.
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
		labels = " labels" // and not the measure of the top
	}
	for _, c := range s.Conditions {
		if c.Of == f {
			notes = append(notes, s.conditionText(c))
		}
	}
	if s.HasOthers(f) && !s.TopOf(f).Limits() {
		notes = append(notes, "with Others")
	}
	switch {
	case !own:
	case len(order.Hand) > 0:
		notes = append(notes, "by hand")
	case order.Natural:
		notes = append(notes, arrow(order.Desc)+" natural")
	case order.ByLabel():
		notes = append(notes, arrow(order.Desc)+labels)
	default:
		notes = append(notes, arrow(order.Desc)+" "+order.By.Title()+placeText(order.At, there))
	}
	return strings.Join(notes, "  ")
}

// measureNote returns the common sort of the row fields if it is by this measure.
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

// topText returns a top in words: top 10 by Sum of revenue, or top 10 and Others by Sum of revenue.
func (s State) topText(t Top, others bool) string {
	q := query.Query{Values: s.Measures()}
	text := map[bool]string{false: lang.L("top "), true: lang.L("bottom ")}[t.Bottom] + t.Amount()
	if others {
		text += lang.L(" and Others")
	}
	return text + " by " + q.Named(t.By).Title()
}

// topOrder returns the order of the labels that a top keeps, behind a comma; "" if another figure sorts them.
func (s State) topOrder(t Top) string {
	switch order, _ := s.SortOf(t.Of); {
	case order.followsTop(t) && order.Desc:
		return ", the largest first"
	case order.followsTop(t):
		return ", the smallest first"
	case order.Equal(Sort{}):
		return ", in the order of their labels"
	}
	return ""
}

// conditionText returns a condition in words: Sum of revenue > 100.
func (s State) conditionText(c Condition) string {
	q := query.Query{Values: s.Measures()}
	c.By = q.Named(c.By)
	return c.Title()
}

// KeptSentence returns a sentence, on a new line, about the labels of field i of Rows or Cols that are kept. It
// returns "" if all labels are kept.
func (s State) KeptSentence(on Shelf, i int) string {
	f := s.keys(on)[i]
	var kept []string
	order := ""
	for _, c := range s.Conditions {
		if c.Of == f {
			kept = append(kept, "those with "+s.conditionText(c))
		}
	}
	if t := s.TopOf(f); t.Limits() { // of the labels that pass the conditions
		kept = append(kept, "the "+s.topText(t, false))
		order = s.topOrder(t)
	}
	if len(kept) == 0 {
		return ""
	}
	within, rest := "", "totals are of all"
	if i > 0 {
		within = ", for each " + s.keys(on)[i-1].Title()
	}
	if s.HasOthers(f) {
		rest = "the others are in Others"
	}
	return "\nOnly " + strings.Join(kept, ", and of them ") + " are shown" + order + within + "; " + rest + "."
}

// placeText names the column of a sort, or the total that is used in its place.
func placeText(at []At, there func([]At) int) string {
	if len(at) == 0 {
		return ""
	}
	labels := make([]string, len(at))
	for i, a := range at {
		if labels[i] = a.Label.Text; !a.Others { // Others is no label of the table, and has no quotes
			labels[i] = LabelOf(a.Of, a.Label)
		}
	}
	column := strings.Join(labels, data.NameSeparator)
	if there == nil || there(at) == len(at) {
		return " " + column
	}
	labels = append(labels[:there(at)], "total")
	return " " + strings.Join(labels, " ") + ", as there is no " + column
}

func arrow(desc bool) string {
	if desc {
		return "↓"
	}
	return "↑"
}
