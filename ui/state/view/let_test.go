package view

import (
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestRenamedLet renames a calculated field that stands everywhere.
func TestRenamedLet(t *testing.T) {
	old := query.Field{Column: "profit"}
	measure := query.Measure{Func: query.Sum, Column: "units", Where: "profit > 3"}
	s := State{
		Rows: []query.Field{old, {Column: "region"}}, Cols: []query.Field{{Column: "day", Part: query.Year}},
		Values: []query.Measure{{Func: query.Avg, Column: "profit"}, {Func: query.Sum, Expr: "profit * units"},
			{Func: query.Formula, Expr: "sum(profit) / sum(units)"}, measure},
		Filters: []Filter{{Field: old}}, Tops: []Top{{Of: old, N: 3, By: measure}}, Sort: Sort{By: measure},
		Own:  []Own{{Of: old}},
		Lets: []query.Let{{Name: "profit", Expr: "price - units"}, {Name: "more", Expr: "if(profit > 1, profit, 0)"}},
	}
	got := s.SetLet("profit", query.Let{Name: "net profit", Expr: "price - 2"})
	var values []string
	for _, m := range got.Values {
		values = append(values, m.String())
	}
	want := `avg("net profit"), sum("net profit" * units), sum("net profit") / sum(units), sum(units) where "net profit" > 3`
	switch {
	case strings.Join(values, ", ") != want:
		t.Errorf("%s", strings.Join(values, ", "))
	case got.Rows[0].Column != "net profit" || got.Filters[0].Field.Column != "net profit" ||
		got.Tops[0].Of.Column != "net profit" || got.Own[0].Of.Column != "net profit":
		t.Errorf("%+v", got)
	case got.Tops[0].By != got.Values[3] || got.Sort.By != got.Values[3]:
		t.Errorf("%+v", got.Tops)
	case !slices.Equal(got.Lets, []query.Let{{Name: "net profit", Expr: "price - 2"},
		{Name: "more", Expr: `if("net profit" > 1, "net profit", 0)`}}):
		t.Errorf("%v", got.Lets)
	case s.Lets[0].Name != "profit" || s.Rows[0] != old:
		t.Error("the state before changed")
	}
	gone := got.RemoveLet("net profit")
	if len(gone.Lets) != 0 || len(gone.Rows) != 1 || len(gone.Values) != 0 || len(gone.Filters) != 0 ||
		len(gone.Tops) != 0 || len(gone.Cols) != 1 {
		t.Errorf("%+v", gone)
	}
}

// TestCheckLet reads calculated fields as typed.
func TestCheckLet(t *testing.T) {
	table := data.NewTable("t", []*data.Column{region, units, price, day})
	lets := []query.Let{{Name: "twice", Expr: "units * 2"}}
	for _, c := range []struct{ old, name, expr, want string }{
		{"", "late", "day > 2023-12-31", "Yes or no. The first values are false; true."},
		{"", "half", "twice / 4 & '!'", "Text. The first values are 0!; 1000!."},
		{"", "due", "day + 30", "Date. The first values are 2023-02-04; 2024-03-31."},
		{"", "", "units", "the field has no name yet"},
		{"", "x", "", "nothing is calculated yet"},
		{"", "Twice", "1", "two calculated fields are called Twice"},
		{"", "Units", "1", "the table has a column units already"},
		{"twice", "twice", "twice + 1", "twice is calculated from itself"},
		{"", "x", "units +", "expected"},
	} {
		_, column, err := CheckLet(table, lets, c.old, c.name, c.expr)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = Preview(column)
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s = %s: %s", c.name, c.expr, got)
		}
	}
}
