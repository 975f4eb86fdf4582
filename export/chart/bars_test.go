package chart

import (
	"fmt"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestBarsBySize checks that bars of labels without an order descend, with Others last, and that bars keep the order of
// numbers, sizes and a sort that was chosen. A plan for Excel has the same order.
func TestBarsBySize(t *testing.T) {
	table := data.NewTable("t", []*data.Column{
		data.NewText("city", []uint32{0, 1, 2, 3}, []string{"Bern", "Graz", "Kiel", "Lyon"}, nil),
		data.NewText("size", []uint32{3, 1, 2, 0}, []string{"L", "M", "S", "XL"}, nil),
		data.NewInts("n", data.Int, 0, []int64{1, 2, 3, 4}, nil),
		data.NewInts("v", data.Int, 0, []int64{20, 40, 10, 30}, nil),
	})
	sum := query.Measure{Func: query.Sum, Column: "v"}
	byCity := query.Query{Rows: []query.Field{{Column: "city"}}, Values: []query.Measure{sum}}
	sorted, topped, numbered, sized, across := byCity, byCity, byCity, byCity, byCity
	sorted.Sorts = []query.Sort{{Value: query.ByLabel, Desc: true}}
	topped.Tops = []query.TopN{{N: 2, By: sum, Others: true}}
	numbered.Rows = []query.Field{{Column: "n"}}
	sized.Rows = []query.Field{{Column: "size"}}
	across.Rows, across.Cols = nil, byCity.Rows
	for _, c := range []struct {
		q    query.Query
		want string
	}{
		{byCity, "[Graz Lyon Bern Kiel]"}, {sorted, "[Lyon Kiel Graz Bern]"}, {topped, "[Graz Lyon Others]"},
		{numbered, "[1 2 3 4]"}, {sized, "[S M L XL]"}, {across, "[Graz Lyon Bern Kiel]"},
	} {
		g := answered(t, table, c.q)
		var names []string
		s := drawn(t, g, "bar", 800, 600)
		for i := range s.Marks {
			label, _, _ := strings.Cut(s.Tip(i), "\n")
			_, label, _ = strings.Cut(label, ": ")
			names = append(names, label)
		}
		p, err := NewPlan(t.Context(), g, Style{Kind: bars})
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(names) != c.want || fmt.Sprint(p.X) != c.want {
			t.Errorf("%v: bars %v, planned %v, want %s", c.q, names, p.X, c.want)
		}
	}
}
