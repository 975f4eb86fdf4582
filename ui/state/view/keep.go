package view

import (
	"slices"
	"strings"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
)

// Tab returns the state as a workspace keeps it, in a tab with a name.
func (s State) Tab(name string) workspace.Tab {
	t := workspace.Tab{Name: name, Rows: fieldTexts(s.Rows), Cols: fieldTexts(s.Cols), Others: fieldTexts(s.Rest),
		Chart: s.Chart.kept(), RunOn: s.Tier}
	for _, m := range s.Values {
		v := workspace.Value{Measure: m.String(), Name: m.Name, Format: m.Number, Mark: m.Mark.String()}
		if m.Show.Kind != query.AsIs {
			v.Show = m.Show.String()
		}
		t.Values = append(t.Values, v)
	}
	for _, f := range s.Filters {
		t.Filters = append(t.Filters, f.kept())
	}
	for _, l := range s.Lets {
		t.Calculated = append(t.Calculated, l.String())
	}
	for _, l := range s.Lookups {
		t.Lookups = append(t.Lookups, workspace.NewLookup(l))
	}
	t.Sorts = s.keptSorts()
	q := s.Query()
	for _, top := range q.Tops {
		t.Tops = append(t.Tops, workspace.Top{Keep: q.TopText(top), Bottom: top.Bottom})
	}
	for _, h := range q.Havings {
		t.Conditions = append(t.Conditions, q.HavingText(h))
	}
	l := s.Layout
	t.Layout = workspace.Layout{Totals: workspace.TotalsNames[l.Totals], NoSubtotals: fieldTexts(l.NoSubtotals),
		TotalsFirst:  l.TotalsFirst,
		RepeatLabels: l.RepeatLabels, Compact: l.Compact, ValuesOnRows: l.ValuesOnRows, ShowEmpty: l.ShowEmpty, Title: l.Title,
		NoRows: l.NoRows}
	t.Folded = workspace.Folded{RowsOf: textOf(s.Folds.RowsOf), ColsOf: textOf(s.Folds.ColsOf),
		Rows: keptFolds(s.Folds.Rows), Cols: keptFolds(s.Folds.Cols)}
	return t
}

func fieldTexts(fields []query.Field) (out []string) {
	for _, f := range fields {
		out = append(out, f.String())
	}
	return out
}

// textOf writes a field, or "" for the zero Field.
func textOf(f query.Field) string {
	if f == (query.Field{}) {
		return ""
	}
	return f.String()
}

// keptSorts writes the common sort and the sorts of single fields.
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
		w := workspace.Sort{Order: strings.TrimPrefix(q.SortText(q.Sorts[0]), of.String()+": ")}
		if v := q.Sorts[0].Value; v > 0 {
			nth := 1
			for _, m := range q.Values[:v] {
				if m.String() == q.Values[v].String() {
					nth++
				}
			}
			if nth > 1 {
				w.Nth = nth
			}
		}
		return w, true
	}
	if w, there := written(query.Field{Column: "x"}, s.Sort, false); there {
		out = append(out, w)
	}
	for _, o := range s.Own {
		if w, there := written(o.Of, o.Sort, true); there {
			w.Field = o.Of.String()
			out = append(out, w)
		}
	}
	return out
}

// keptFolds writes the paths of folded labels in a stable order.
func keptFolds(folded map[string]bool) (out []string) {
	for key, on := range folded {
		if path, ok := pivot.PathLabels(key); ok && on {
			out = append(out, query.LabelsText(path))
		}
	}
	slices.Sort(out)
	return out
}

var kindNames = []string{List: "list", Range: "range", Texts: "texts", Relative: "relative"}

// kept returns the filter as a workspace keeps it.
func (f Filter) kept() workspace.Filter {
	w := workspace.Filter{InView: f.Pinned}
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
