package view

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// Reread returns the state as it suits a table with more rows of the same file, in which columns may have other types.
// `lost` names the chips that it removed, since they became impossible.
func (s State) Reread(before, t *data.Table) (next State, lost []string) {
	if sameColumns(before, t) {
		return s, nil
	}
	next, gone, lost := FromTab(s.Tab(""), t)
	next, impossible := next.Fit(t)
	return next, slices.Concat(gone, lost, impossible)
}

// Fit removes what the types of a table's columns make impossible. `lost` has the titles of the chips, calculated
// fields and conditional formats that it removed.
func (s State) Fit(t *data.Table) (next State, lost []string) {
	next, lost = s.fitLets(t)
	fields := t
	if sample, err := formula.Sample(t, next.Lets); err == nil {
		fields = t.With(sample.Columns[len(t.Columns):]...)
	}
	takes := func(takes query.ColumnTypes, columns ...string) bool {
		return !slices.ContainsFunc(columns, func(name string) bool {
			c, err := fields.Column(name)
			return err != nil || takes&formula.TypesOf(c.Type) == 0
		})
	}
	field := func(f query.Field) bool {
		k := f.Part.Kind()
		c, err := fields.Column(f.Column)
		return err == nil && (k.Takes&formula.TypesOf(c.Type) != 0 && (!k.Clock || c.Type == data.Timestamp) ||
			k.Clock && IsTime(c))
	}
	measure := func(m query.Measure) bool {
		of := []*query.Measure{&m}
		if m.Func == query.Formula {
			a, err := query.ParseFormula(m.Expr)
			if err != nil {
				return false
			}
			of = a.Measures()
		}
		return !slices.ContainsFunc(of, func(m *query.Measure) bool {
			aggregated := *m
			aggregated.Where = "" // a condition may use columns of any type
			return !takes(m.Func.Describe().Takes, aggregated.Columns()...) || !takes(query.AnyColumns, m.Columns()...)
		})
	}
	for _, on := range Shelves {
		for i := next.Len(on) - 1; i >= 0; i-- {
			var possible bool
			switch on {
			case Values:
				possible = measure(next.Values[i])
			case Filters:
				f := next.Filters[i]
				possible = field(f.Field) && (f.Kind != Range || takes(query.Numbers|query.Dates, f.Field.Column))
			default:
				possible = field(next.keys(on)[i])
			}
			if !possible {
				lost = append(lost, next.Title(on, i))
				next = next.Remove(on, i)
			}
		}
	}
	next, lost = next.fitMarks(fields, lost)
	next.Tops = slices.DeleteFunc(slices.Clone(next.Tops), func(t Top) bool { return !measure(t.By) })
	next = next.dropUnshown(func(m query.Measure) bool { return !measure(m) })
	next.Conditions = slices.DeleteFunc(slices.Clone(next.Conditions), func(c Condition) bool { return !measure(c.By) })
	return next.settle(), lost
}

// fitMarks removes the conditional formats that do not suit the figures of their measures. It returns `lost` with the
// names of what it removed.
func (s State) fitMarks(t *data.Table, lost []string) (State, []string) {
	s.Values = slices.Clone(s.Values)
	q := s.Query()
	figures := func(i int) query.ColumnTypes { return Figures(q.Values[i], Operand(t, q.Values[i])) }
	for i, m := range s.Values {
		if q.Unsuited(i, figures) != nil {
			lost = append(lost, lang.L("the conditional format of {{.Measure}}", lang.With{"Measure": MeasureTitle(m)}))
			s.Values[i].Marks = query.Marks{}
		}
	}
	return s, lost
}

// fitLets removes the calculated fields that the types of a table's columns make impossible.
func (s State) fitLets(t *data.Table) (next State, lost []string) {
	next = s
	for _, l := range s.Lets {
		needed := slices.DeleteFunc(slices.Clone(s.Lets), func(o query.Let) bool {
			return !slices.Contains(s.dependents(o.Name), l.Name)
		})
		if _, err := formula.Sample(t, needed); err != nil {
			lost = append(lost, lang.L("the calculated field {{.Field}}", lang.With{"Field": l.Name}))
			next = next.RemoveLet(l.Name)
		}
	}
	return next, lost
}

// sameColumns reports whether t has all columns of the table before, with the same types and formats.
func sameColumns(before, t *data.Table) bool {
	return !slices.ContainsFunc(before.Columns, func(c *data.Column) bool {
		now, err := t.Column(c.Name)
		return err != nil || now.Type != c.Type || now.Scale != c.Scale || now.UTC != c.UTC || now.Format != c.Format
	})
}
