package workspace

import (
	"strings"

	"cardinal/engine/query"
)

// Empty reports whether nothing stands on the shelves of the tab.
func (t Tab) Empty() bool {
	return len(t.Rows)+len(t.Cols)+len(t.Values)+len(t.Filters)+len(t.Calculated) == 0
}

// Title is what the tab shows, in words: Sum of revenue by region and quarter.
func (t Tab) Title() string {
	q, err := t.Query()
	if err != nil {
		return t.Name
	}
	var values, fields []string
	for _, m := range q.Values {
		values = append(values, m.InLanguage(q.Rows, q.Cols).Title())
	}
	for _, f := range append(append([]query.Field{}, q.Rows...), q.Cols...) {
		fields = append(fields, f.Title())
	}
	text := listed(values)
	if len(fields) > 0 {
		text += " by " + listed(fields)
	}
	return text
}

// listed joins names as a sentence does, at most four of them.
func listed(names []string) string {
	const most = 4
	if len(names) > most {
		names = append(append([]string{}, names[:most-1]...), "more")
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
