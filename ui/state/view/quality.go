package view

import (
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// KeepWhere adds a filter that keeps only the rows that pass a condition on column c. If exclude is true, it keeps the
// other rows instead, also those without a value. If no kind of filter can express the condition, it becomes a
// calculated field with the given name, or with this name and a number.
func (s State) KeepWhere(c *data.Column, where *query.Expr, name string, exclude bool) State {
	f, ok := NewFilter(c).withCondition(where, c)
	if ok && f.Kind == Texts {
		f.Exclude = exclude
		s.Filters = insert(s.Filters, len(s.Filters), f)
		return s
	}
	if !ok || f.Kind != List { // the opposite of a range would also exclude the rows without a value
		l := query.Let{Name: name, Expr: where.String()}
		for n := 2; ; n++ {
			old, is := s.Let(l.Name)
			if is && old == l {
				break
			}
			if !is && !strings.EqualFold(l.Name, c.Name) {
				s = s.SetLet("", l)
				break
			}
			l.Name = fmt.Sprintf("%s %d", name, n)
		}
		c = &data.Column{Name: l.Name, Type: data.Bool}
		f.Field, f.Values = query.Field{Column: l.Name}, []data.Value{data.BoolValue(true)}
	}
	if exclude {
		return s.LeaveOut(f.Field, c, f.Values)
	}
	return s.KeepLabels(f.Field, c, f.Values)
}
