package view

import (
	"testing"

	"cardinal/engine/query"
)

// TestShowAlongAField moves, changes and removes the field along which a measure is shown.
func TestShowAlongAField(t *testing.T) {
	year, city := query.Field{Column: "day", Part: query.Year}, query.Field{Column: "city"}
	along := query.Measure{Func: query.Sum, Column: "price", Show: query.Show{Kind: query.DiffPrev, Of: year}}
	share := query.Measure{Func: query.Sum, Column: "price", Show: query.Show{Kind: query.PctParent, Of: year}}
	s := State{Rows: []query.Field{year, city}, Values: []query.Measure{along, share},
		Sort: Sort{By: along, Desc: true}}.settle()
	shows := func(s State, want ...string) {
		t.Helper()
		for i, text := range want {
			if got := s.Values[i].Show.String(); got != text {
				t.Errorf("measure %d is shown as %s, want %s", i, got, text)
			}
		}
		if s.Sort.By != s.Values[0] {
			t.Errorf("the rows are sorted by %s, and the measure is %s", s.Sort.By.Title(), s.Values[0].Title())
		}
	}
	shows(s, "diff_prev along year(day)", "pct_parent along year(day)")
	swapped := s.Swap()
	shows(swapped, "diff_prev along year(day)", "pct_parent along year(day)")
	if swapped.Values[0].Show.Along != query.AlongCols {
		t.Error("the way does not go with its field to the columns")
	}
	quarter := year
	quarter.Part = query.Quarter
	shows(s.SetKey(Rows, 0, quarter), "diff_prev along quarter(day)", "pct_parent along quarter(day)")
	shows(s.Remove(Rows, 0), "diff_prev along rows", "value")
	shows(s.Remove(Rows, 1), "diff_prev along year(day)", "pct_parent along year(day)")
}
