package export

import (
	"bytes"
	"context"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/data/load"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestWrittenNumbersReachTheWorkbook reads amounts as people write them and finds the same amounts, and the same way to
// write them, in the workbook of a pivot.
func TestWrittenNumbersReachTheWorkbook(t *testing.T) {
	text := "rate;price;change;net;cost\n30,0%;1.234,50 €;+10;(100);$5\n5,5%;-3,10 €;-5;20;$1.500\n"
	table, err := load.Bytes(context.Background(), "t.csv", []byte(text), load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	q := query.Query{Rows: []query.Field{field("rate")}}
	for _, name := range []string{"rate", "price", "change", "net", "cost"} {
		q.Values = append(q.Values, measure(query.Sum, name))
	}
	var b bytes.Buffer
	if _, err := workbook(t.Context(), &b, Pivot{Grid: tabOf(t, table, q).Grid(pivot.Folds{})}); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	for _, want := range []struct{ cell, value, format, shown string }{
		{"A2", "0.055", "0.0%", "5.5%"}, {"A3", "0.3", "0.0%", "30.0%"},
		{"B3", "0.3", "0.0%", "30.0%"}, {"B4", "0.355", "0.0%", "35.5%"},
		{"C2", "-3.1", `#,##0.00 "€"`, "-3.10 €"}, {"C3", "1234.5", `#,##0.00 "€"`, "1,234.50 €"},
		{"C4", "1231.4", `#,##0.00 "€"`, "1,231.40 €"},
		{"D2", "-5", "+#,##0;-#,##0;#,##0", "-5"}, {"D3", "10", "+#,##0;-#,##0;#,##0", "+10"},
		{"E2", "20", "#,##0_);(#,##0)", "20 "}, {"E3", "-100", "#,##0_);(#,##0)", "(100)"},
		{"F2", "1500", `"$"#,##0`, "$1,500"},
	} {
		raw, err := book.GetCellValue("Pivot", want.cell, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		shown, err := book.GetCellValue("Pivot", want.cell)
		if err != nil {
			t.Fatal(err)
		}
		id, err := book.GetCellStyle("Pivot", want.cell)
		if err != nil {
			t.Fatal(err)
		}
		style, err := book.GetStyle(id)
		if err != nil {
			t.Fatal(err)
		}
		format := ""
		if style.CustomNumFmt != nil {
			format = *style.CustomNumFmt
		}
		if raw != want.value || format != want.format || shown != want.shown {
			t.Errorf("%s holds %s, written %s, shown %q; want %s, %s, %q", want.cell, raw, format, shown, want.value,
				want.format, want.shown)
		}
	}
}
