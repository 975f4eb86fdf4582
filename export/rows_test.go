package export

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/data/load"
	"cardinal/engine/pivot"
)

func TestRows(t *testing.T) {
	dir := t.TempDir()
	l := pivot.Listing{Table: table(), Rows: []uint32{4, 0}}
	asCSV := filepath.Join(dir, "rows.csv")
	if _, err := SaveRows(context.Background(), asCSV, "", "", l); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(asCSV)
	want := "city,day,at,amount,big,ratio,open\r\na,2024-02-01,1970-01-01T00:00:00.004,1000.00,3,NaN,false\r\n" +
		"Rome,2024-01-01,1970-01-01T00:00:00,10.50,9223372036854775807,3.141592653589793,true\r\n"
	if err != nil || string(text) != strings.Replace(want, "\na,", "\n\"a,\"\"b\"\"\r\nc\",", 1) {
		t.Errorf("%v: %s", err, text)
	}
	asBook := filepath.Join(dir, "rows.xlsx")
	report, err := SaveRows(context.Background(), asBook, "", "", l)
	if err != nil || len(report.Losses) == 0 { // a number of 19 digits
		t.Fatalf("%+v, %v", report, err)
	}
	content, err := os.ReadFile(asBook)
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if sheets := f.GetSheetList(); len(sheets) != 1 || sheets[0] != "Rows" {
		t.Errorf("sheets %v", sheets)
	}
	for cell, want := range map[string]string{"A1": "city", "G1": "open", "A3": "Rome", "B3": "2024-01-01",
		"D2": "1,000.00", "A4": ""} {
		if got, err := f.GetCellValue("Rows", cell); err != nil || got != want {
			t.Errorf("%s is %q, want %q (%v)", cell, got, want, err)
		}
	}
	if panes, err := f.GetPanes("Rows"); err != nil || !panes.Freeze || panes.YSplit != 1 || panes.XSplit != 0 {
		t.Errorf("panes %+v, %v", panes, err)
	}
	if _, err := SaveRows(context.Background(), filepath.Join(dir, "rows.json"), "", "", l); err == nil ||
		!strings.Contains(err.Error(), ".xlsx, .ods, .csv, .tsv, .html, .md, .jsonl, .parquet or .arrow") {
		t.Errorf("json: %v", err)
	}
	for _, name := range []string{"rows.jsonl", "rows.parquet", "rows.arrow"} { // which keep the types and all digits
		path := filepath.Join(dir, name)
		if _, err := SaveRows(t.Context(), path, "", "", l); err != nil {
			t.Fatal(err)
		}
		back, err := load.Open(t.Context(), path, load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if back.Rows != 2 || len(back.Columns) != len(l.Table.Columns) {
			t.Fatalf("%s: %d rows, %d columns", name, back.Rows, len(back.Columns))
		}
		for i, c := range l.Table.Columns {
			for row, from := range l.Rows {
				if got, want := back.Columns[i].Value(row).String(), c.Value(int(from)).String(); got != want &&
					(name != "rows.jsonl" || want != "NaN") || // which JSON has as a text
					back.Columns[i].Name != c.Name {
					t.Errorf("%s: %s in row %d is %s, want %s", name, c.Name, row, got, want)
				}
			}
		}
	}
}
