package view

import (
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/internal/workspace"
)

// Tab returns the state as a tab of a workspace, with a name.
func (s State) Tab(name string) workspace.Tab {
	q := s.Query()
	q.Filter, q.Sorts = nil, nil
	t := workspace.NewTab(name, q)
	if len(s.Values) == 0 {
		t.Values = nil
	}
	t.Others, t.Chart, t.RunOn = workspace.FieldTexts(s.Rest), s.Chart.kept(), s.Tier
	for _, f := range s.Filters {
		t.Filters = append(t.Filters, f.kept())
	}
	for _, l := range s.Lookups {
		t.Lookups = append(t.Lookups, workspace.NewLookup(l))
	}
	t.Sorts, t.Folded = s.keptSorts(), export.KeptFolds(s.Folds)
	t.Dashboard, t.LeftOut = s.Dashboard, s.LeftOut
	return t
}

// keptSorts returns the common sort of the row fields and the sorts of single fields.
func (s State) keptSorts() (out []workspace.Sort) {
	written := func(of query.Field, o Sort, own bool) (workspace.Sort, bool) {
		one := State{Rows: []query.Field{of}, Values: s.Values}
		if own {
			one.Own = []Own{{of, o}}
		} else {
			one.Sort = o
		}
		q := one.Query()
		if len(q.Sorts) == 0 {
			return workspace.Sort{}, false
		}
		return workspace.NewSort(&q, q.Sorts[0], of.String()), true
	}
	if w, there := written(query.Field{Column: "x"}, s.Sort, false); there {
		w.Field = ""
		out = append(out, w)
	}
	for _, o := range s.Own {
		if w, there := written(o.Of, o.Sort, true); there {
			out = append(out, w)
		}
	}
	return out
}

var kindNames = []string{List: "list", Range: "range", Texts: "texts", Relative: "relative"}

// kept returns the filter in the form in which a workspace keeps it.
func (f Filter) kept() workspace.Filter {
	w := workspace.Filter{InView: f.Pinned, EveryTab: f.EveryTab}
	e := f.Expr()
	if e == nil {
		w.Field, w.Kind = f.Field.String(), kindNames[f.Kind]
		return w
	}
	w.Where = e.String()
	if plain, ok := f.withCondition(e, nil); f.Kind == Range && (!ok || plain.Low != f.Low || plain.High != f.High) {
		w.From, w.To = f.Low, f.High
	}
	return w
}
