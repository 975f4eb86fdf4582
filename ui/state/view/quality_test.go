package view

import (
	"fmt"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestKeepWhere keeps rows by a condition of each form, and leaves them out.
func TestKeepWhere(t *testing.T) {
	text := &data.Column{Name: "k", Type: data.Text}
	number := &data.Column{Name: "x", Type: data.Float}
	for _, tc := range []struct {
		column  *data.Column
		where   string
		exclude bool
		want    string
	}{
		{text, "k in ('a', 'b ')", false, "[k in ('a', 'b ')] []"},
		{text, "k in ('a', 'b ')", true, "[(not k in ('a', 'b ') or k is null)] []"},
		{text, "k is null", false, "[k is null] []"},
		{text, "k is null", true, "[not k is null] []"},
		{text, `k matches '^[\s\p{Z}]|[\s\p{Z}]$'`, true,
			`[(not k matches '^[\s\p{Z}]|[\s\p{Z}]$' or k is null)] []`},
		{number, "x < -5 or x > 1.5", false, `["x odd" in (true)] ["x odd" = (x < -5 or x > 1.5)]`},
		{number, "x < -5 or (x > 1.5 and x < 'NaN')", true,
			`[(not "x odd" in (true) or "x odd" is null)] ["x odd" = (x < -5 or (x > 1.5 and x < 'NaN'))]`},
		{number, "x > 9", true, `[(not "x odd" in (true) or "x odd" is null)] ["x odd" = x > 9]`},
	} {
		where, err := query.ParseFilter(tc.where)
		if err != nil {
			t.Fatal(err)
		}
		s := State{}.KeepWhere(tc.column, where, "x odd", tc.exclude)
		var filters []string
		for _, f := range s.Filters {
			filters = append(filters, f.Expr().String())
		}
		if got := fmt.Sprint(filters, s.Lets); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.where, got, tc.want)
		}
		if again := s.KeepWhere(tc.column, where, "x odd", tc.exclude); len(again.Lets) != len(s.Lets) {
			t.Errorf("%s: a second field: %v", tc.where, again.Lets)
		}
		for _, l := range s.Lets {
			if again, err := query.ParseLet(l.String()); err != nil || again != l {
				t.Errorf("%s is read as %v: %v", l, again, err)
			}
		}
	}
}
