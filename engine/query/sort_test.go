package query_test

import (
	"reflect"
	"strings"
	"testing"

	. "cardinal/engine/query"
)

var (
	orders = Query{
		Rows:   []Field{{Column: "region"}, {Column: "flight date", Part: Year}},
		Values: []Measure{{Func: Count}, {Func: Sum, Column: "x"}, {Func: Formula, Expr: "max(x) - min(x)"}},
	}
	text = func(s string) Literal { return Literal{Text: s, Quoted: true} }
)

func order(field, value int, at []Literal, desc bool) Sort {
	return Sort{Field: field, Value: value, At: at, Desc: desc}
}

func TestSorts(t *testing.T) {
	for in, want := range map[string][]Sort{
		"sum(x) desc":                  {order(0, 1, nil, true), order(1, 1, nil, true)},
		"label desc":                   {order(0, ByLabel, nil, true), order(1, ByLabel, nil, true)},
		"LABEL ASC":                    {order(0, ByLabel, nil, false), order(1, ByLabel, nil, false)},
		"region: label desc":           {order(0, ByLabel, nil, true)},
		`year("flight date"): count()`: {order(1, 0, nil, false)},
		"region: max(x) - min(x) desc": {order(0, 2, nil, true)},
		"sum(x) at 2024-Q1 desc": {order(0, 1, []Literal{text("2024-Q1")}, true),
			order(1, 1, []Literal{text("2024-Q1")}, true)},
		"region: sum(x) at 2024, Q1":     {order(0, 1, []Literal{text("2024"), text("Q1")}, false)},
		"region: sum(x) at 10:30":        {order(0, 1, []Literal{text("10:30")}, false)},
		"region: sum(x) at 'a, b', null": {order(0, 1, []Literal{text("a, b"), {Null: true}}, false)},
		"region: sum(x) at '' desc":      {order(0, 1, []Literal{text("")}, true)},
		"region: sum(x) at it's desc":    {order(0, 1, []Literal{text("it's")}, true)},
		"sum(x) | region: label":         {order(0, ByLabel, nil, false), order(1, 1, nil, false)},
		"region: label desc | sum(x)":    {order(0, ByLabel, nil, true), order(1, 1, nil, false)},
	} {
		got, err := orders.ParseSorts(strings.Split(in, " | "))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", in, got, err)
			continue
		}
		var texts []string
		for _, s := range got {
			texts = append(texts, orders.SortText(s))
		}
		if again, err := orders.ParseSorts(texts); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s reads back as %+v, %v", texts, again, err)
		}
	}
	for in, want := range map[string]string{
		"city: label": "city is neither among the fields of the rows nor among those of the " +
			"columns",
		"sum(x) | label":                     `two orders for every field, the second "label": name the field that it is for, as in 'city: label desc'`,
		"region: sum(x) | region: label":     `two orders for region, the second "region: label"`,
		"label at 2024":                      "labels have no figures at 2024: sort by a measure there, not by label",
		"sum(x) down":                        "",
		"region, year(flight date): label":   "",
		"region:":                            "",
		"":                                   "",
		"sum(x) at":                          "",
		"region: sum(x) desc at 2024":        "",
		"year(\"flight date\") desc: sum(x)": "",
	} {
		if got, err := orders.ParseSorts(strings.Split(in, " | ")); err == nil || want != "" && err.Error() != want {
			t.Errorf("%s: %+v, %v", in, got, err)
		}
	}
}

// TestLabelsReadBack writes labels that look like the grammar and reads them again.
func TestLabelsReadBack(t *testing.T) {
	for _, l := range []string{"2024-Q1", "a, b", "it's", `"`, "", " x ", "null", "(blank)", "desc", "x asc", "a at b",
		"10:30", "f(x)", "2024-01-01 10:00:00"} {
		s := Sort{Value: 1, At: []Literal{text(l), {Null: true}, text(l)}, Desc: true}
		if got, err := orders.ParseSorts([]string{orders.SortText(s)}); err != nil || len(got) != 1 ||
			!reflect.DeepEqual(got[0], s) {
			t.Errorf("%q is written %s and read as %+v, %v", l, orders.SortText(s), got, err)
		}
	}
}

func TestTops(t *testing.T) {
	sum := Measure{Func: Sum, Column: "x"}
	for in, want := range map[string]TopN{
		"10":                                 {Field: 0, N: 10},
		"0":                                  {Field: 0, N: 0},
		"5 of region":                        {Field: 0, N: 5},
		`5 of year("flight date") by sum(x)`: {Field: 1, N: 5, By: sum},
		"80% of region":                      {Until: "80%"},
		"33.30 %":                            {Until: "33.30%"},
		"SUM 1,000.5 of region by sum(x)":    {Until: "sum 1000.5", By: sum},
		"5 by max(x) - min(x)":               {N: 5, By: Measure{Func: Formula, Expr: "max(x) - min(x)"}},
	} {
		if got, err := orders.ParseTop(in); err != nil || got != want {
			t.Errorf("%s: %+v, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", "ten", "-1", "1.5", "5 of city", "5 of region, region", "5 by x",
		"5 by sum(x), count()", "5 by sum(x) by sum(x)", "0%", "101%", "1,5%", "sum 0", "sum", "sum 5%", "sum -1",
		"1e3%", "%", "sum 1/2"} {
		if got, err := orders.ParseTop(bad); err == nil {
			t.Errorf("%s is read as %+v", bad, got)
		}
	}
	if got, want := orders.TopTitle(TopN{Field: 1, N: 5, By: sum, Bottom: true}), "the bottom 5 of Year of flight "+
		"date by Sum of x"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for top, want := range map[TopN][2]string{
		{Until: "80%", By: sum}: {"80% of region by sum(x)", "the top of region that makes up " +
			"80% of Sum of x"},
		{Until: "sum 1000.5", By: sum, Bottom: true}: {"sum 1000.5 of region by sum(x)", "the bottom of region that " +
			"adds up to 1,000.5 of Sum of x"},
	} {
		if text, title := orders.TopText(top), orders.TopTitle(top); text != want[0] || title != want[1] {
			t.Errorf("%s, %s; want %s", text, title, want)
		}
		if err := top.Until.Suits(Measure{Func: Avg, Column: "x"}); err == nil || top.Until.Suits(sum) != nil {
			t.Errorf("%s: %v", top.Until, err)
		}
	}
	if got, want := orders.SortTitle(Sort{Field: 1, Value: 1, At: []Literal{text("2024"), {Null: true}}, Desc: true}),
		"Year of flight date: Sum of x at 2024, (blank), descending"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestMeasuresOfATop computes the measure of a top, once, even if it is shown otherwise or not at all.
func TestMeasuresOfATop(t *testing.T) {
	share := Measure{Func: Sum, Column: "x", Show: Show{Kind: PctRow}}
	q := Query{Rows: orders.Rows, Values: []Measure{{Func: Count}, share}}
	q.Tops = []TopN{{N: 3, By: Measure{Func: Sum, Column: "x"}}, {Field: 1, N: 3, By: Measure{Func: Avg, Column: "x"}},
		{N: 0, By: Measure{Func: Max, Column: "x"}}}
	if got := q.Measures(); len(got) != 3 || got[2].Func != Avg || q.Figure(q.Tops[0].By) != 1 ||
		q.Figure(got[2]) != 2 {
		t.Errorf("%v", got)
	}
	q.Sorts = []Sort{{Field: 1, Value: 1}}
	if got := []Measure{q.TopMeasure(false, 0), q.TopMeasure(false, 1), (&Query{}).TopMeasure(false,
		0)}; got[0] != q.Values[0] || got[1] != q.Tops[0].By || got[2] != q.Values[0] {
		t.Errorf("%v", got)
	}
}
