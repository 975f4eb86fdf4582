package export

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

func jsonOf(t *testing.T, q query.Query, p *profiler.Record) string {
	t.Helper()
	var b bytes.Buffer
	if err := JSON(&b, gridOf(t, q), p); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(b.Bytes()) {
		t.Errorf("not JSON:\n%s", b.String())
	}
	return b.String()
}

func TestJSON(t *testing.T) {
	want := strings.Join([]string{
		`{"row_fields":["city"],`,
		`"col_fields":["month(day)"],`,
		`"values":["sum(amount)","count()"],`,
		`"row_titles":["city"],`,
		`"col_titles":["Month of day"],`,
		`"value_titles":["Sum of amount","Number of rows"],`,
		`"rows":[[""],["=1+1"],["Rome"],["a,\"b\"\r\nc"],["東京"],[null]],`,
		`"cols":[[1],[2]],`,
		`"cells":[[[null,1],null],[["-3.99",1],null],[["10.55",2],["1.25",1]],[null,["1000.00",1]],[["0.07",1],["123456789.01",1]],[["0.05",1],null]],`,
		`"row_totals":[[null,1],["-3.99",1],["11.80",3],["1000.00",1],["123456789.08",2],["0.05",1]],`,
		`"col_totals":[["6.68",6],["123457790.26",3]],`,
		`"grand_total":["123457796.94",9],`,
		`"exact":[true,true],`,
		`"profile":null}`, ``,
	}, "\n")
	if got := jsonOf(t, small(), nil); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestJSONWithoutColumnsOrTotals(t *testing.T) {
	q := query.Query{Rows: []query.Field{field("open")}, Values: []query.Measure{measure(query.Sum, "big")},
		Layout: query.Layout{Totals: query.TotalsNone}}
	want := `{"row_fields":["open"],
"col_fields":[],
"values":["sum(big)"],
"row_titles":["open"],
"col_titles":[],
"value_titles":["Sum of big"],
"rows":[[false],[true]],
"cols":[[]],
"cells":[[["18446744073709551621"]],[["9223372036854775824"]]],
"exact":[true],
"profile":null}
`
	if got := jsonOf(t, q, nil); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestJSONWithoutFieldsAtAll(t *testing.T) {
	got := jsonOf(t, query.Query{Values: []query.Measure{measure(query.Count, "")}}, nil)
	want := `"rows":[[]],
"cols":[[]],
"cells":[[[9]]],
"row_totals":[[9]],
"col_totals":[[9]],
"grand_total":[9],
`
	if !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant it to contain\n%s", got, want)
	}
}

func TestJSONOfNoRows(t *testing.T) {
	empty := data.NewTable("empty", []*data.Column{data.NewText("city", nil, nil, nil)})
	q := query.Query{Rows: []query.Field{field("city")}, Values: []query.Measure{measure(query.Count, "")}}
	var b bytes.Buffer
	if err := JSON(&b, tabOf(t, empty, q).Grid(pivot.Folds{}), nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\"rows\":[],\n\"cols\":[[]],\n\"cells\":[],\n\"row_totals\":[],\n") {
		t.Errorf("got\n%s", b.String())
	}
}

func TestJSONProfile(t *testing.T) {
	got := jsonOf(t, small(), record())
	for _, want := range []string{
		`"profile":{"rows":500000,"rows_selected":499000,"groups_estimated":152,"groups_low":148,"groups_high":160,"groups_actual":156,`,
		`"gates":[{"name":"precision","pass":true,`, `"reason":"the GPU was lost <a moment> ago"`,
		`"stages":[{"name":"estimate","ms":0.4},`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if got := jsonOf(t, small(), &profiler.Record{}); !strings.Contains(got, `"gates":[],`) ||
		!strings.Contains(got, `"predicted_ms":{},`) || !strings.Contains(got, `"stages":[],`) {
		t.Errorf("lists of an empty profile are not lists:\n%s", got)
	}
}

func TestJSONLeftOut(t *testing.T) {
	q := query.Query{
		Rows: []query.Field{field("open"), field("city")}, Values: []query.Measure{measure(query.Count, "")},
		Sorts: []query.Sort{{Field: 1, Value: 0, Desc: true}},
		Tops:  []query.TopN{{Field: 1, N: 1, By: measure(query.Count, "")}},
	}
	got := jsonOf(t, q, nil)
	for _, want := range []string{"\n\"left_out\":[{\"field\":\"city\",\"under\":[false],\"labels\":",
		`,"under":[true],"labels":`, "}],\n\"remarks\":[\"4 more labels have the figure of the last label in the top " +
			"1 of city", "\"],\n\"profile\":null}\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant it to contain\n%s", got, want)
		}
	}
	q.Tops[0].N = 100
	if got := jsonOf(t, q, nil); strings.Contains(got, "left_out") {
		t.Errorf("nothing is left out:\n%s", got)
	}
}

// TestJSONSaysWhatIsExact tells measures with rounded figures from others.
func TestJSONSaysWhatIsExact(t *testing.T) {
	got := jsonOf(t, query.Query{Rows: []query.Field{field("city")}, Values: []query.Measure{
		measure(query.Sum, "amount"), measure(query.Avg, "amount"), measure(query.Max, "amount")}}, nil)
	if !strings.Contains(got, `"exact":[true,false,true]`) {
		t.Errorf("got\n%s", got)
	}
}
