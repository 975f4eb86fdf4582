package data

import "testing"

func TestStem(t *testing.T) {
	for _, c := range []struct {
		table Table
		want  string
	}{{Table{Name: "sales.2024.csv"}, "sales.2024"}, {Table{Name: "sales"}, "sales"},
		{Table{Name: "public.flights", Served: &Served{}}, "public.flights"},
		{Table{Name: `a/b\c:d`, Served: &Served{}}, "a_b_c_d"}} {
		if got := c.table.Stem(); got != c.want {
			t.Errorf("%q is called %q, want %q", c.table.Name, got, c.want)
		}
	}
}
