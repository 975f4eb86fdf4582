package pivot_test

import (
	"context"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
)

// TestUncompared checks that there is a remark exactly if labels are compared with nothing.
func TestUncompared(t *testing.T) {
	table := data.NewTable("t",
		[]*data.Column{data.NewInts("day", data.Date, 0, []int64{19000, 19100, 19400, 19800}, nil),
			data.NewText("city", []uint32{0, 1, 0, 1}, []string{"Bonn", "Rome"}, nil), data.NewInts("x", data.Int, 0,
				[]int64{1, 2, 3, 4}, nil)})
	e := engine.New(engine.Options{NoGPU: true})
	for _, c := range []struct{ rows, cols, show, want string }{
		{"city", "year(day)", "diff_prev along cols", ""},
		{"monthname(day)", "year(day)", "pct_diff_prev along cols", ""},
		{"year(day),trunc(day, month)", "", "diff_prev along year(day)", ""},
		{"trunc(day, month)", "year(day)", "diff_prev along rows", ""},
		{"trunc(day, month)", "year(day)", "rank along cols", ""},
		{"trunc(day, month)", "year(day),city", "diff_prev along cols", ""},
		{"city,year(day)", "", "pct_prev", ""},
		{"city", "", "diff_prev", ""},
		{"city", "", "rank along cols", "no field stands on the columns, so that Sum of x, rank largest to smallest " +
			"across columns is blank: put one there, or compare along the rows"},
		{"", "", "running", "no field stands on the rows, so that Sum of x, running total down rows is blank: put " +
			"one there"},
		{"", "month(day)", "diff_next along rows", "put one there, such as Year of day, or compare along the columns"},
		{"trunc(day, month)", "year(day)", "diff_of:2022 along cols", "labels of day by month do not come again from " +
			"one Year of day to the next"},
		{"day", "trunc(day, quarter)", "diff_prev along cols", "put both on the rows, day by quarter first, and " +
			"compare along day by quarter"},
		{"trunc(day, month)", "year(day),city", "diff_prev along year(day)", "put Month name of day in its place, or " +
			"put both"},
		{"year(day)", "year(day)", "diff_prev along cols", ""},
	} {
		rows, err := query.ParseFields(c.rows)
		if err != nil {
			t.Fatal(err)
		}
		cols, err := query.ParseFields(c.cols)
		if err != nil {
			t.Fatal(err)
		}
		q := query.Query{Rows: rows, Cols: cols, Values: []query.Measure{{Func: query.Sum, Column: "x"}}}
		if err := q.ApplyShows([]string{"sum(x)=" + c.show}); err != nil {
			t.Fatal(err)
		}
		a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		if got := strings.Join(a.Tab.Remarks, "; "); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s × %s, %s: %q, want %q", c.rows, c.cols, c.show, got, c.want)
		}
	}
}

// TestAlone checks which top, condition or filter is said to leave one label alone along an axis.
func TestAlone(t *testing.T) {
	table := data.NewTable("t", []*data.Column{data.NewText("region", []uint32{0, 0, 1, 1}, []string{"EU", "US"}, nil),
		data.NewText("city", []uint32{0, 1, 2, 2}, []string{"Bonn", "Rome", "Reno"}, nil),
		data.NewInts("x", data.Int, 0, []int64{1, 2, 3, 4}, nil)})
	e := engine.New(engine.Options{NoGPU: true})
	for _, c := range []struct{ rows, along, top, having, filter, want string }{
		{rows: "region", along: "rows"},
		{rows: "region", along: "rows", top: "1", want: "no two labels of the rows stand beside each other, so that " +
			"Sum of x, difference from previous row is blank: the top 1 of region by Sum of x leaves the others out: " +
			"keep more labels, or take it off"},
		{rows: "region", along: "rows", top: "2"},
		{rows: "region", along: "rows", having: "sum(x) > 5", want: "the condition on region with Sum of x > 5 " +
			"leaves the others out: keep more labels, or take it off"},
		{rows: "region", along: "rows", top: "1", having: "sum(x) > 1", want: "the top 1 of region by Sum of x and " +
			"the condition on region with Sum of x > 1 leave the others out: keep more labels, or take one off"},
		{rows: "region", along: "rows", filter: "region = 'EU'", want: "the filter may leave the others out"},
		{rows: "region", along: "rows", filter: "x > 0", top: "1", want: "the top 1 of region by Sum of x leaves the " +
			"others out"},
		{rows: "region,city", along: "city", top: "1 of region by sum(x)", filter: "city in ('Bonn', 'Reno')",
			want: "no two labels of city stand beside each other, so that Sum of x, difference from previous city is " +
				"blank: the filter may leave the others out"},
		{rows: "city,region", along: "region", want: "no two labels of region stand beside each other, so that Sum " +
			"of x, difference from previous region is blank: each stands alone: compare along another field"},
	} {
		q := query.Query{Values: []query.Measure{{Func: query.Sum, Column: "x"}}}
		var err error
		if q.Rows, err = query.ParseFields(c.rows); err != nil {
			t.Fatal(err)
		}
		if q.Filter, err = query.ParseFilter(c.filter); err != nil {
			t.Fatal(err)
		}
		if c.top != "" {
			top, err := q.ParseTop(c.top)
			if err != nil {
				t.Fatal(err)
			}
			if top.By.Func == "" {
				top.By = q.Values[0]
			}
			q.Tops = append(q.Tops, top)
		}
		if c.having != "" {
			h, err := q.ParseHaving(c.having)
			if err != nil {
				t.Fatal(err)
			}
			q.Havings = append(q.Havings, h)
		}
		if err := q.ApplyShows([]string{"sum(x)=diff_prev along " + c.along}); err != nil {
			t.Fatal(err)
		}
		a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		if got := strings.Join(a.Tab.Remarks, "; "); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
