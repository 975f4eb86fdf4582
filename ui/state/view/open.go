package view

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
	"cardinal/ui/look/lang"
)

// FromTab returns the state of a workspace's tab as it suits a table. It leaves out chips whose columns the table does
// not have. `gone` names these columns. `lost` names what else it left out.
func FromTab(t workspace.Tab, table *data.Table) (s State, gone, lost []string) {
	q, err := t.Query()
	if err != nil {
		return State{}, nil, []string{lang.Words().Sentence(err.Error())}
	}
	s = State{Rows: q.Rows, Cols: q.Cols, Lets: q.Lets, Layout: q.Layout, Tier: t.RunOn,
		Dashboard: t.Dashboard, LeftOut: t.LeftOut}
	for _, l := range t.Lookups {
		s.Lookups = append(s.Lookups, l.WithPath(l.Absolute))
	}
	if len(t.Values) > 0 {
		s.Values = q.Values
	}
	fields := table
	if sample, err := formula.Sample(table, q.Lets); err == nil {
		fields = table.With(sample.Columns[len(table.Columns):]...)
	}
	var known bool
	if s.Chart, known = chartFrom(t.Chart); !known {
		lost = append(lost, lang.L("the chart {{.Chart}}", lang.With{"Chart": t.Chart.Kind + " " + t.Chart.Place}))
	}
	column := func(name string) *data.Column {
		c, err := fields.Column(name)
		if err != nil {
			return nil
		}
		return c
	}
	for _, f := range t.Filters {
		if read, ok := filterFrom(f, column); ok {
			s.Filters = append(s.Filters, read)
		} else if names := namesOf(f); !slices.ContainsFunc(names, func(n string) bool { return column(n) == nil }) {
			lost = append(lost, lang.L("the filter {{.Filter}}", lang.With{"Filter": f.Where}))
		} else {
			gone = append(gone, names...)
		}
	}
	for _, f := range t.Others {
		if of, err := workspace.Field(f); err == nil {
			s.Rest = append(s.Rest, of)
		}
	}
	s.openKept(q)
	lost = append(lost, s.openSorts(t, q, column)...)
	s.Folds = openFolds(t.Folded, q, column)
	names := append(q.Names(), gone...)
	for _, l := range q.Lets {
		names = append(names, l.Columns()...)
	}
	gone = nil
	for _, name := range names {
		_, let := s.letOf(name)
		if c := column(name); c == nil && !let && !slices.Contains(gone, name) {
			gone = append(gone, name)
		}
	}
	for _, name := range gone {
		s = s.RemoveLet(name)
	}
	return s.settle(), gone, lost
}

// letOf returns the calculated field with a name, whatever the case. It returns false if there is none.
func (s State) letOf(name string) (query.Let, bool) {
	i := slices.IndexFunc(s.Lets, func(l query.Let) bool { return strings.EqualFold(l.Name, name) })
	if i < 0 {
		return query.Let{}, false
	}
	return s.Lets[i], true
}

// namesOf lists the columns of a workspace's filter.
func namesOf(f workspace.Filter) []string {
	if e, err := f.Condition(); err == nil && e != nil {
		return e.Columns()
	}
	if of, err := workspace.Field(f.Field); err == nil {
		return []string{of.Column}
	}
	return nil
}

// openKept adds the tops and conditions of a tab's query to the state.
func (s *State) openKept(q query.Query) {
	for _, t := range q.Tops {
		s.Tops = append(s.Tops, Top{Of: q.Side(t.Cols)[t.Field], N: t.N, Until: t.Until, By: t.By, Bottom: t.Bottom})
	}
	for _, h := range q.Havings {
		s.Conditions = append(s.Conditions, Condition{Of: q.Side(h.Cols)[h.Field], By: h.Of, If: h.If})
	}
}

// openSorts adds the sorts of a tab to the state. A sort with a label that cannot be read is left out, and `lost` names
// it.
func (s *State) openSorts(t workspace.Tab, q query.Query, column func(string) *data.Column) (lost []string) {
	read := func(o query.Sort, across []query.Field, of query.Field) (out Sort, ok bool) {
		out = Sort{Desc: o.Desc, Natural: o.Value == query.ByNatural}
		switch {
		case o.Value == query.ByUnshown:
			out.By, out.Unshown = o.By, true
		case !o.Labels():
			out.By = q.Values[o.Value]
		}
		for i, l := range o.At {
			if i >= len(across) {
				return out, false
			}
			v, ok := labelValue(across[i], column(across[i].Column), l)
			if !ok {
				return out, false
			}
			out.At = append(out.At, At{Of: across[i], Label: v, Others: l.Others})
		}
		for _, l := range o.Hand {
			v, ok := labelValue(of, column(of.Column), l)
			if !ok {
				return out, false
			}
			out.Hand = append(out.Hand, v)
		}
		return out, true
	}
	if o, there := t.Common(q); there {
		order, ok := read(o, q.Cols, query.Field{})
		if !ok {
			lost = append(lost, lang.L("the order of the rows"))
		}
		s.Sort = order
	}
	for _, w := range t.Sorts {
		for _, o := range q.Sorts {
			of := q.Side(o.Cols)[o.Field]
			if of.String() != w.Field {
				continue
			}
			order, ok := read(o, q.Side(!o.Cols), of)
			if ok {
				s.Own = append(s.Own, Own{of, order})
			} else {
				lost = append(lost, lang.L("the order of {{.Field}}", lang.With{"Field": of.Title()}))
			}
		}
	}
	return lost
}

// openFolds returns the folded labels of a tab. It leaves out labels that cannot be read.
func openFolds(w workspace.Folded, q query.Query, column func(string) *data.Column) (f pivot.Folds) {
	f.RowsOf, _ = workspace.Field(w.RowsOf)
	f.ColsOf, _ = workspace.Field(w.ColsOf)
	read := func(texts []string, fields []query.Field) (keys map[string]bool) {
		for _, text := range texts {
			if key, ok := pathKey(query.ParseLabels(text), fields, column); ok {
				if keys == nil {
					keys = map[string]bool{}
				}
				keys[key] = true
			}
		}
		return keys
	}
	f.Rows, f.Cols = read(w.Rows, q.Rows), read(w.Cols, q.Cols)
	return f
}

// pathKey returns the pivot.PathKey of labels, one for each field from the outermost on. ok is false if a label cannot
// be read.
func pathKey(path []query.Literal, fields []query.Field, column func(string) *data.Column) (key string, ok bool) {
	if len(path) > len(fields) {
		return "", false
	}
	for i, l := range path {
		v, ok := labelValue(fields[i], column(fields[i].Column), l)
		switch {
		case !ok:
			return "", false
		case l.Others:
			key += pivot.OthersKey
		default:
			key += pivot.PathKey([]data.Value{v})
		}
	}
	return key, true
}
