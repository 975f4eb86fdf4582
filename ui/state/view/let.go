package view

import (
	"errors"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
	"cardinal/internal/ellipsis"
	"cardinal/ui/look/lang"
)

// Let returns the calculated field with a name. It returns false if there is none.
func (s State) Let(name string) (query.Let, bool) {
	i := slices.IndexFunc(s.Lets, func(l query.Let) bool { return l.Name == name })
	if i < 0 {
		return query.Let{}, false
	}
	return s.Lets[i], true
}

// SetLet adds a calculated field, or replaces the field named `old`. If the name changes, it also changes in chips and
// in other calculated fields.
func (s State) SetLet(old string, l query.Let) State {
	if _, there := s.Let(old); !there {
		s.Lets = append(slices.Clone(s.Lets), l)
		return s
	}
	if old != l.Name {
		s = s.renameColumn(old, l.Name)
	}
	s.Lets = slices.Clone(s.Lets)
	for i := range s.Lets {
		if s.Lets[i].Name == l.Name {
			s.Lets[i] = l
		}
	}
	return s
}

// RemoveLet removes a calculated field, the fields that are calculated from it, and their chips.
func (s State) RemoveLet(name string) State {
	gone := s.dependents(name)
	uses := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool {
			return slices.ContainsFunc(gone, func(g string) bool { return strings.EqualFold(g, n) })
		})
	}
	s.Lets = slices.DeleteFunc(slices.Clone(s.Lets), func(l query.Let) bool { return uses(l.Name) })
	s.Rows = slices.DeleteFunc(slices.Clone(s.Rows), func(f query.Field) bool { return uses(f.Column) })
	s.Cols = slices.DeleteFunc(slices.Clone(s.Cols), func(f query.Field) bool { return uses(f.Column) })
	s.Values = slices.DeleteFunc(slices.Clone(s.Values), func(m query.Measure) bool { return uses(m.Columns()...) })
	s.Filters = slices.DeleteFunc(slices.Clone(s.Filters), func(f Filter) bool { return uses(f.Field.Column) })
	s.Tops = slices.DeleteFunc(slices.Clone(s.Tops), func(t Top) bool { return uses(t.By.Columns()...) })
	s = s.dropUnshown(func(m query.Measure) bool { return uses(m.Columns()...) })
	s.Conditions = slices.DeleteFunc(slices.Clone(s.Conditions), func(c Condition) bool {
		return uses(c.By.Columns()...)
	})
	s.Layout.NoSubtotals = slices.DeleteFunc(slices.Clone(s.Layout.NoSubtotals), func(f query.Field) bool {
		return uses(f.Column)
	})
	s.Layout.SubtotalsBy = slices.DeleteFunc(slices.Clone(s.Layout.SubtotalsBy), func(by query.Subtotal) bool {
		return uses(by.Field.Column)
	})
	return s.settle()
}

// dependents lists a calculated field and all fields that are calculated from it.
func (s State) dependents(name string) []string {
	names := []string{name}
	for i := 0; i < len(names); i++ {
		for _, l := range s.Lets {
			reads := slices.ContainsFunc(l.Columns(), func(c string) bool { return strings.EqualFold(c, names[i]) })
			if reads && !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
		}
	}
	return names
}

// renameColumn gives a column another name everywhere in the state.
func (s State) renameColumn(from, to string) State {
	field := func(f query.Field) query.Field {
		if f.Column == from {
			f.Column = to
		}
		return f
	}
	order := func(o Sort) Sort {
		o.By = o.By.Renamed(from, to)
		o.At = mapAll(o.At, func(a At) At { return At{Of: field(a.Of), Label: a.Label, Others: a.Others} })
		return o
	}
	s.Lets = mapAll(s.Lets, func(l query.Let) query.Let { return l.Renamed(from, to) })
	s.Rows, s.Cols = mapAll(s.Rows, field), mapAll(s.Cols, field)
	old := s.Values
	s.Values = mapAll(s.Values, func(m query.Measure) query.Measure { return m.Renamed(from, to) })
	for i, m := range old {
		s = s.refer(m, s.Values[i])
	}
	s.Filters = mapAll(s.Filters, func(f Filter) Filter {
		f.Field = field(f.Field)
		return f
	})
	s.Sort = order(s.Sort)
	s.Own = mapAll(s.Own, func(o Own) Own { return Own{field(o.Of), order(o.Sort)} })
	s.Tops = mapAll(s.Tops, func(t Top) Top {
		t.Of, t.By = field(t.Of), t.By.Renamed(from, to)
		return t
	})
	s.Conditions = mapAll(s.Conditions, func(c Condition) Condition {
		c.Of, c.By = field(c.Of), c.By.Renamed(from, to)
		return c
	})
	s.Rest = mapAll(s.Rest, field)
	s.Layout.NoSubtotals = mapAll(s.Layout.NoSubtotals, field)
	s.Layout.SubtotalsBy = mapAll(s.Layout.SubtotalsBy, func(s query.Subtotal) query.Subtotal {
		return query.Subtotal{Field: field(s.Field), By: s.By}
	})
	return s
}

func mapAll[T any](list []T, to func(T) T) []T {
	out := slices.Clone(list)
	for i := range out {
		out[i] = to(out[i])
	}
	return out
}

// NoName stands in errors for the name of a calculated field that has none yet.
const NoName = "new field"

// CheckLet reads a calculated field as a person types it, and computes it for the first rows of a table. lets are all
// calculated fields. `old` is the name of the field that is edited, or "" for a new field. CheckLet returns the column
// with the first rows, or an error that says what is wrong.
func CheckLet(t *data.Table, lets []query.Let, old, name, expr string) (query.Let, *data.Column, error) {
	l := query.Let{Name: strings.TrimSpace(name)}
	switch {
	case strings.TrimSpace(expr) == "":
		return l, nil, errors.New(lang.L("nothing is calculated yet"))
	case l.Name == "":
		l.Name = NoName
	}
	a, err := query.ParseArith(expr)
	if err != nil {
		return l, nil, err
	}
	l.Expr = a.String()
	s := State{Lets: lets}.SetLet(old, l)
	sample, err := formula.Sample(t, s.Lets)
	if err != nil {
		return l, nil, err
	}
	c, err := sample.Column(l.Name)
	if err == nil && strings.TrimSpace(name) == "" {
		err = errors.New(lang.L("the field has no name yet"))
	}
	return l, c, err
}

// Preview describes a column in one line: its type and its first values.
func Preview(c *data.Column) string {
	const shown = 5
	var texts []string
	for i := 0; i < c.Rows && len(texts) < shown; i++ {
		text := lang.L("(blank)")
		if v := c.Value(i); !v.IsNull() {
			text = ellipsis.Cut(LabelText(v, c.Format), 30)
		}
		texts = append(texts, text)
	}
	kind := typeName(c)
	kind = strings.ToUpper(kind[:1]) + kind[1:]
	if len(texts) == 0 {
		return kind + "."
	}
	return lang.L("{{.Type}}. The first values are {{.Values}}.",
		lang.With{"Type": kind, "Values": strings.Join(texts, "; ")})
}

// CheckWhere reads the condition of a measure as a person types it, and returns the measure with this condition. An
// empty text removes the condition. The error says what is wrong.
func CheckWhere(t *data.Table, m query.Measure, text string) (query.Measure, error) {
	if m.Where = ""; strings.TrimSpace(text) == "" {
		return m, nil
	}
	e, err := query.ParseRowCondition(text)
	if err != nil {
		return m, err
	}
	m.Where = e.String()
	return m, formula.CheckCondition(t, e)
}
