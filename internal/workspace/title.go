package workspace

import (
	"slices"

	"cardinal/engine/query"
	"cardinal/internal/separators"
)

// Empty reports whether the tab's shelves are empty.
func (t Tab) Empty() bool {
	return len(t.Rows)+len(t.Cols)+len(t.Values)+len(t.Filters)+len(t.Calculated) == 0 && !t.Dashboard
}

// Title returns the pivot of the tab in words: Sum of revenue by region and city (top 5). For a
// dashboard, it returns the name.
func (t Tab) Title() string {
	q, err := t.Query()
	if err != nil || t.Dashboard {
		return t.Name
	}
	var values, fields []string
	for _, m := range q.Values {
		values = append(values, m.InLanguage(q.Rows, q.Cols).Title())
	}
	for _, cols := range []bool{false, true} {
		for i, f := range q.Side(cols) {
			fields = append(fields, f.Title()+topOf(q, cols, i))
		}
	}
	text := joinNames(values)
	if len(fields) > 0 {
		text += " by " + joinNames(fields)
	}
	return text
}

// topOf returns how many labels of a field are kept, such as " (top 5)", and by which measure if there are several.
// It returns "" if all labels are kept.
func topOf(q query.Query, cols bool, field int) string {
	at := slices.IndexFunc(q.Tops, func(t query.TopN) bool { return t.Cols == cols && t.Field == field })
	if at < 0 {
		return ""
	}
	t, end := q.Tops[at], "top"
	if t.Bottom {
		end = "bottom"
	}
	by := ""
	if len(q.Measures()) > 1 {
		by = " by " + q.WithName(t.By).Title()
	}
	return " (" + end + " " + t.AmountTitle() + by + ")"
}

// joinNames joins names as a sentence does, at most four of them.
func joinNames(names []string) string {
	const most = 4
	if len(names) > most {
		names = append(append([]string{}, names[:most-1]...), "more")
	}
	return separators.Join(names, "and")
}
