package session

import (
	"context"

	"cardinal/data"
	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// explaining is what Explain is called while it is under way.
const explaining = "Explaining the figure"

// Explain finds which labels make a figure of the shown answer what it is. It calls `then` with the answer and the
// explanation. An edit ends the work.
func (s *Session) Explain(of explain.Question, then func(*Answer, *explain.Explanation)) {
	a := s.answer
	if a == nil {
		return
	}
	table := a.table
	if a.Tab.Empty(of.Row, of.Col) {
		s.screen.Say(Message{Text: lang.L("No row of the table is behind this cell.")})
		return
	}
	start(s, &s.rows, Work{What: lang.L(explaining)},
		func(ctx context.Context, report func(string, float64)) (*explain.Explanation, error) {
			return s.engine.Explain(ctx, table, a.Tab, of, func(done float64) { report("", done) })
		},
		showResult(s, func(x *explain.Explanation) { then(a, x) }))
}

// FigureBefore returns the place of the figure before a figure of the shown answer, e.g. that of the month before. It
// returns nil if no label comes before.
func (s *Session) FigureBefore(of explain.Question) *explain.Place {
	if s.answer == nil {
		return nil
	}
	return explain.Before(s.answer.Tab, of.Row, of.Col, func(f query.Field) bool {
		c := s.Column(f.Column)
		return c != nil && c.Type.Temporal()
	})
}

// PivotExplained adds a tab with the pivot behind one field of an explanation. The labels of the field are on Rows, and
// the two compared figures on Columns. Filters keep only the rows behind these figures.
func (s *Session) PivotExplained(a *Answer, x *explain.Explanation, by query.Field) {
	m := x.Measure.Measure
	m.Show = query.Show{}
	next := a.State.Clear()
	next.Filters, next.Rows, next.Values = a.State.Filters, []query.Field{by}, []query.Measure{m}
	other := explain.Place{Row: x.Row, Col: x.Col}
	if x.Other != nil {
		other = *x.Other
	}
	for _, on := range []struct {
		*pivot.Axis
		own, other int
	}{{&a.Tab.Rows, x.Row, other.Row}, {&a.Tab.Cols, x.Col, other.Col}} {
		own, other := labelsAbove(on.Axis, on.own), labelsAbove(on.Axis, on.other)
		for i := range max(len(own), len(other)) {
			f := on.Fields[i]
			both := i < min(len(own), len(other))
			if !both || own[i] != other[i] {
				next.Cols = append(next.Cols, f)
			}
			if c := s.Column(f.Column); c != nil && both && !own[i].others && !other[i].others {
				next = next.KeepLabels(f, c, []data.Value{own[i].Value, other[i].Value})
			}
		}
	}
	s.addTab(s.freeName(lang.L("Pivot")), next)
}

// pathLabel is one label of the path from the outermost field to a node.
type pathLabel struct {
	data.Value
	others bool
}

// labelsAbove returns the labels from the outermost field to a node.
func labelsAbove(a *pivot.Axis, n int) []pathLabel {
	labels := make([]pathLabel, a.Depth(n))
	for ; a.Depth(n) > 0; n = a.Parent(n) {
		labels[a.Depth(n)-1] = pathLabel{a.Label(n), a.Others(n)}
	}
	return labels
}
