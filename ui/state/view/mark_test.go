package view

import (
	"testing"

	"cardinal/engine/query"
)

// TestMarksFollowTheirMeasure changes, renames and removes the measure by which another one is coloured.
func TestMarksFollowTheirMeasure(t *testing.T) {
	price := query.Measure{Func: query.Avg, Column: "price"}
	share := query.Measure{Func: query.Sum, Column: "units", Show: query.Show{Kind: query.Running,
		Of: query.Field{Column: "city"}}}
	by := func(m query.Measure) query.Marks {
		return query.MarkList(query.Mark{Kind: query.Scale, N: 2, By: m.Reference()}, query.Mark{Kind: query.Bars})
	}
	s := State{Rows: []query.Field{{Column: "city"}}, Values: []query.Measure{
		{Func: query.Count, Marks: by(price)}, price, {Func: query.Max, Column: "units", Marks: by(share)}, share}}
	greatest := query.Measure{Func: query.Max, Column: "price"}
	running := share
	running.Show.Of = query.Field{}
	for name, tc := range map[string]struct {
		next  State
		first string
		third string
	}{
		"as they are":           {s.settle(), "avg(price)", "(sum(units))=running along city"},
		"another aggregate":     {s.SetMeasure(1, greatest), "max(price)", "(sum(units))=running along city"},
		"a name":                {s.Name(1, "Price"), "avg(price)", "(sum(units))=running along city"},
		"removed":               {s.Remove(Values, 1), "", "(sum(units))=running along city"},
		"moved":                 {s.Move(Values, 1, Values, 0, nil), "", "(sum(units))=running along city"},
		"a column renamed":      {s.renameColumn("price", "cost"), "avg(cost)", "(sum(units))=running along city"},
		"no field to run along": {s.Remove(Rows, 0), "avg(price)", running.Reference()},
	} {
		at := map[bool]int{true: 1, false: 0}[name == "moved"]
		if at == 1 {
			tc.first = "avg(price)"
		}
		third := len(tc.next.Values) - 2
		if got := tc.next.Values[at].Marks.By(); got != tc.first {
			t.Errorf("%s: the count is coloured by %q, want %q", name, got, tc.first)
		}
		if got := tc.next.Values[third].Marks.By(); got != tc.third {
			t.Errorf("%s: the maximum is coloured by %q, want %q", name, got, tc.third)
		}
		if !tc.next.Values[at].Marks.Has(query.Mark{Kind: query.Bars}) {
			t.Errorf("%s: the bars are lost", name)
		}
	}
}
