package export

import (
	"strings"

	"cardinal/engine/query"
)

// pivotTitle is what a pivot counts, in words: Sum of revenue by region, city and Year of date.
func pivotTitle(q *query.Query) string {
	values := make([]string, len(q.Values))
	for i, m := range q.Values {
		values[i] = m.Title()
	}
	var by []string
	for _, fields := range [][]query.Field{q.Rows, q.Cols} {
		for _, f := range fields {
			by = append(by, f.Title())
		}
	}
	title := listed(values)
	if len(by) > 0 {
		title += " by " + listed(by)
	}
	return title
}

// pivotNotes are sentences that a reader of the figures needs: which rows are counted, and which labels are left out.
func pivotNotes(q *query.Query) []string {
	var notes []string
	if q.Filter != nil {
		notes = append(notes, "Only rows where "+filterTitle(q)+".")
	}
	for _, top := range q.Tops {
		notes = append(notes, "Kept: "+q.TopTitle(top)+". Totals are of all labels.")
	}
	for _, having := range q.Havings {
		notes = append(notes, "Kept: "+q.HavingTitle(having)+". Totals are of all labels.")
	}
	for _, l := range q.Lets {
		notes = append(notes, "Calculated: "+l.String()+".")
	}
	return notes
}

// listed joins words as a sentence does: a, b and c.
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// filterTitle is the filter in words, without brackets around the whole.
func filterTitle(q *query.Query) string {
	title := q.Filter.Title()
	if q.Filter.Op == query.And || q.Filter.Op == query.Or {
		title = title[1 : len(title)-1]
	}
	return title
}
