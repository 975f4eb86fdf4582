package view

import (
	"slices"
	"strings"

	"cardinal/engine/query"
	"cardinal/profiler"
)

// Note is what a chip says beside its text of how the rows are sorted and which are kept. lost tells of an order by a column
// whether the answer has no such column; nil says nothing.
func (s State) Note(on Shelf, i int, lost func([]At) bool) string {
	switch on {
	case Rows:
		return s.fieldNote(s.Rows[i], lost)
	case Values:
		return s.measureNote(s.Values[i], lost)
	}
	return ""
}

// fieldNote is what is kept of a row field, and its order where that is its own.
func (s State) fieldNote(f query.Field, lost func([]At) bool) string {
	var parts []string
	if t := s.TopOf(f); t.N > 0 {
		parts = append(parts, t.Text())
	}
	switch order, own := s.SortOf(f); {
	case !own:
	case order.ByLabel():
		parts = append(parts, arrow(order.Desc))
	default:
		parts = append(parts, arrow(order.Desc)+" "+order.By.Title()+place(order.At, lost))
	}
	return strings.Join(parts, "  ")
}

// measureNote is the order of the row fields that have none of their own, where it is by this measure.
func (s State) measureNote(m query.Measure, lost func([]At) bool) string {
	shared := slices.ContainsFunc(s.Rows, func(f query.Field) bool {
		_, own := s.SortOf(f)
		return !own
	})
	if s.Sort.By != m || !shared {
		return ""
	}
	return arrow(s.Sort.Desc) + place(s.Sort.At, lost)
}

// Text says what is kept: top 10 by sum of revenue.
func (t Top) Text() string {
	return map[bool]string{false: "top ", true: "bottom "}[t.Bottom] + profiler.Count(t.N) + " by " + t.By.Title()
}

// place names the column of an order, or the total that stands in for it.
func place(at []At, lost func([]At) bool) string {
	if len(at) == 0 {
		return ""
	}
	labels := make([]string, len(at))
	for i, a := range at {
		labels[i] = LabelText(a.Label)
	}
	column := strings.Join(labels, " · ")
	if lost != nil && lost(at) {
		return " total, as there is no " + column
	}
	return " " + column
}

func arrow(desc bool) string {
	if desc {
		return "↓"
	}
	return "↑"
}
