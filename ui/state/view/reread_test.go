package view

import (
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestFit leaves out what a table makes impossible whose columns have other types than before, and nothing else.
func TestFit(t *testing.T) {
	s := State{
		Lets: []query.Let{{Name: "twice", Expr: "units * 2"}, {Name: "more", Expr: "twice + 1"},
			{Name: "half", Expr: "price / 2"}},
		Rows: []query.Field{key("region"), {Column: "day", Part: query.Year}},
		Values: []query.Measure{sum("units"), sum("more"), sum("half"), {Func: query.Distinct, Column: "units"},
			{Func: query.Sum, Column: "price", Where: "region = 'EU'"}},
	}
	low := NewFilter(price)
	low.Low = "1"
	s.Filters = []Filter{low}
	texts := func(name string) *data.Column {
		return data.NewText(name, []uint32{0, 1}, []string{"a", "b"}, nil)
	}
	same, lost := s.Fit(data.NewTable("t", []*data.Column{region, units, price, day}))
	if len(lost) > 0 || len(same.Values) != 5 || len(same.Lets) != 3 || len(same.Rows) != 2 || len(same.Filters) != 1 {
		t.Errorf("of the same types %q is lost: %+v", lost, same)
	}
	now, lost := s.Fit(data.NewTable("t", []*data.Column{region, texts("units"), price, texts("day")}))
	if want := "the calculated field twice, the calculated field more, Year of day, Sum of units"; strings.Join(lost,
		", ") != want {
		t.Errorf("lost is %q, want %s", lost, want)
	}
	if len(now.Values) != 3 || len(now.Lets) != 1 || len(now.Rows) != 1 || len(now.Filters) != 1 {
		t.Errorf("left is %+v", now)
	}
}
