package view

import (
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// KeepWhere keeps only the rows that pass a condition on column c. If exclude is true, it leaves these rows out
// instead, and keeps the rows without a value. A condition that no form of a filter can hold becomes a calculated
// field, whose name begins with the given name.
func (s State) KeepWhere(c *data.Column, where *query.Expr, name string, exclude bool) State {
	f, ok := NewFilter(c).withCondition(where, c)
	if ok && f.Kind == Texts {
		f.Exclude = exclude
		s.Filters = insert(s.Filters, len(s.Filters), f)
		return s
	}
	if !ok || f.Kind != List { // the opposite of a range would leave out the rows without a value, too
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
