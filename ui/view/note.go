package view

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Note is what a chip says beside its text of how the rows are sorted and which are kept. there tells how many labels of a column,
// from the outermost on, the answer has; it is nil while nobody knows.
func (s State) Note(on Shelf, i int, there func([]At) int) string {
	switch on {
	case Rows:
		return s.fieldNote(s.Rows[i], there)
	case Values:
		return s.measureNote(s.Values[i], there)
	}
	return ""
}

// fieldNote is what is kept of a row field, and its order where that is its own.
func (s State) fieldNote(f query.Field, there func([]At) int) string {
	var notes []string
	if t := s.TopOf(f); t.N > 0 {
		notes = append(notes, t.Text())
	}
	switch order, own := s.SortOf(f); {
	case !own:
	case order.ByLabel():
		notes = append(notes, arrow(order.Desc))
	default:
		notes = append(notes, arrow(order.Desc)+" "+order.By.Title()+place(order.At, there))
	}
	return strings.Join(notes, "  ")
}

// measureNote is the order of the row fields that have none of their own, where it is by this measure.
func (s State) measureNote(m query.Measure, there func([]At) int) string {
	common := slices.ContainsFunc(s.Rows, func(f query.Field) bool {
		_, own := s.SortOf(f)
		return !own
	})
	if s.Sort.By != m || !common {
		return ""
	}
	return arrow(s.Sort.Desc) + place(s.Sort.At, there)
}

// Text says what is kept: top 10 by sum of revenue.
func (t Top) Text() string {
	return map[bool]string{false: "top ", true: "bottom "}[t.Bottom] + profiler.Count(t.N) + " by " + t.By.Title()
}

// TopSentence says in full what Note says in short of the labels that are kept of row field i, "" where all are. It begins a line.
func (s State) TopSentence(i int) string {
	t := s.TopOf(s.Rows[i])
	if t.N == 0 {
		return ""
	}
	within := ""
	if i > 0 {
		within = ", for each " + s.Rows[i-1].Title()
	}
	return "\nOnly the " + t.Text() + " are shown" + within + "; totals are of all."
}

// place names the column of an order, or the total that stands in for it.
func place(at []At, there func([]At) int) string {
	if len(at) == 0 {
		return ""
	}
	labels := make([]string, len(at))
	for i, a := range at {
		labels[i] = LabelText(a.Label, data.NumberFormat{})
	}
	column := strings.Join(labels, " · ")
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
