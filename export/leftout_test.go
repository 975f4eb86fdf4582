package export

import (
	"bytes"
	"strings"
	"testing"

	"cardinal/engine/query"
)

// TestLeftOut writes a pivot whose top keeps two labels of six. Every format for people says how many are not shown
// and what the total is of. A row of CSV is a row of figures.
func TestLeftOut(t *testing.T) {
	sum := measure(query.Sum, "amount")
	g := gridOf(t, query.Query{Rows: []query.Field{field("city")}, Values: []query.Measure{sum},
		Tops: []query.TopN{{N: 2, By: sum}}})
	var asCSV, asText bytes.Buffer
	if err := CSV(&asCSV, g); err != nil {
		t.Fatal(err)
	}
	if want := "city,Sum of amount\r\n\"a,\"\"b\"\"\r\nc\",1000.00\r\n東京,123456789.08\r\n\"Total of all " +
		"6\",123457796.94\r\n"; asCSV.String() != want {
		t.Errorf("CSV %q, want %q", asCSV.String(), want)
	}
	if err := Text(&asText, g); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(asText.String()), "\n")
	if lines = lines[len(lines)-2:]; lines[0] != "4 more not shown" || !strings.HasPrefix(lines[1], "Total of all 6 ") {
		t.Errorf("the text ends in %q", lines)
	}
	f, _ := reopen(t, g)
	bold := func(cell string) bool {
		id, err := f.GetCellStyle(pivotSheet, cell)
		if err != nil {
			t.Fatal(err)
		}
		style, err := f.GetStyle(id)
		return err == nil && style.Font != nil && style.Font.Bold
	}
	for cell, want := range map[string]string{"A4": "4 more not shown", "B4": "", "A5": "Total of all 6",
		"B5": "123,457,796.94"} {
		if got, err := f.GetCellValue(pivotSheet, cell); err != nil || got != want || bold(cell) != (cell[1] == '5') {
			t.Errorf("%s holds %q, bold %v; want %q (%v)", cell, got, bold(cell), want, err)
		}
	}
	said := false
	rows, err := f.GetRows(aboutSheet)
	for _, row := range rows {
		said = said || strings.Contains(strings.Join(row, "|"), "the top 2 of city by Sum of amount")
	}
	if err != nil || !said {
		t.Errorf("the sheet About does not name the top: %v", err)
	}
}

// TestOthers writes a pivot with Others on both axes: JSON says so beside the labels, and Parquet has it among them.
func TestOthers(t *testing.T) {
	sum := measure(query.Sum, "amount")
	g := gridOf(t, query.Query{Rows: []query.Field{field("city")}, Cols: []query.Field{field("city")},
		Values: []query.Measure{sum}, Tops: []query.TopN{
			{N: 2, By: sum, Others: true}, {Cols: true, N: 1, By: sum, Others: true},
		}})
	var b bytes.Buffer
	if err := JSON(&b, g, nil); err != nil {
		t.Fatal(err)
	}
	const want = `"left_out":[{"field":"city","under":[],"labels":4,"of":6,"others":true},{"field":"city","under":[],"labels":5,"of":6,"others":true}]`
	if !strings.Contains(b.String(), want) || !strings.Contains(b.String(), `,["Others"]],`) {
		t.Errorf("the JSON is %s", b.String())
	}
	columns := flatColumns(g.Tab())
	if last := columns[len(columns)-1].name; last != "Others · Sum of amount" {
		t.Errorf("the last column is %s", last)
	}
	if got := columns[0].at(2).Text; got != "Others" {
		t.Errorf("the last label is %s", got)
	}
}
