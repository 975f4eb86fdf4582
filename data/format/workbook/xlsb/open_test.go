package xlsb

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/format/workbook/sheet"
)

func TestCells(t *testing.T) {
	head := slices.Concat(row(0), cell(recCellShared, 0, 0, 0))
	for name, c := range map[string]struct {
		rows []byte
		want string
	}{
		"numbers": {slices.Concat(row(1), cell(recCellReal, 0, 0, 2.5), row(2), cell(recCellRK, 0, 0, 700<<2|3), row(3),
			cell(recFormulaReal, 0, 0, []byte{0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0})),
			"head decimal(1) 2.5 7.0 1.0\n"},
		"dates": {slices.Concat(row(1), cell(recCellReal, 0, 1, 44197.0), row(2), cell(recCellRK, 0, 1, 60<<2|2)),
			"head date 2021-01-01 .\nnote: head: 1 cell with 29 February 1900, a day that never was, read as null\n"},
		"no style": {slices.Concat(row(1), cell(recCellReal, 0, 9, 44197.0)), "head int 44197\nnote: the workbook " +
			"lacks the formats of 1 number: dates among them are read as numbers of days\n"},
		"texts": {slices.Concat(row(1), cell(recCellText, 0, 0, "ä"), row(2), cell(recCellShared, 0, 0, 1), row(3),
			cell(recFormulaText, 0, 0, "f"), row(4), rec(recCellRich, 0, 0, byte(1), "rich", 0)),
			"head text \"ä\" \"smile 😀\" \"f\" \"rich\"\n"},
		"truth": {slices.Concat(row(1), cell(recCellBool, 0, 0, byte(1)), row(2), cell(recFormulaBool, 0, 0, byte(0)),
			row(3), cell(recCellError, 0, 0, byte(7))), "head bool true false .\nnote: head: 1 cell with an error " +
			"such as #N/A, read as null\n"},
		"shorts": {slices.Concat(row(1), cell(recCellReal, 0, 0, 1.0), rec(recShortRK, 1, 44197<<2|2),
			rec(recShortShared, 0, 1), rec(recShortBlank, 0), rec(recShortRK+3, 2, 1.5)),
			"head int 1\ncolumn_B date 2021-01-01\ncolumn_C text \"smile 😀\"\ncolumn_E decimal(1) 1.5\n"},
		"hidden": {slices.Concat(rec(recRow, 1, 0, uint16(0), byte(0), byte(0x10)), cell(recCellReal, 0, 0, 1.0)),
			"head int 1\nnote: 1 row is hidden in the sheet, by hand or by a filter, and was read like the others\n"},
		"merged": {slices.Concat(row(1), cell(recCellReal, 0, 0, 1.0), row(2), cell(recCellReal, 1, 0, 1.0),
			rec(recMerged, 1, 2, 0, 0)),
			"head int 1 .\ncolumn_B int . 1\nnote: 1 group of merged cells: only the first cell of each has its " +
				"value; they can be filled\n"},
		"an unknown record": {slices.Concat(row(1), rec(2000, bytes.Repeat([]byte{1}, 300)),
			cell(recCellReal, 0, 0, 1.0)), "head int 1\n"},
	} {
		table, err := read(book(t, slices.Concat(head, c.rows), nil, nil))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := datatest.Columns(table); got != c.want {
			t.Errorf("%s:\n%swant\n%s", name, got, c.want)
		}
	}
	table, err := read(book(t, slices.Concat(head, row(1), cell(recCellReal, 0, 2, 1.5)), nil, nil))
	if want := (data.NumberFormat{Currency: "$"}); err != nil || table.Columns[0].Format != want ||
		strings.Join(table.Sheets, " ") != "Sheet1" {
		t.Errorf("%v", err)
	}
}

func TestDamage(t *testing.T) {
	for want, rows := range map[string][]byte{
		"text 9 of 2 shared ones":       slices.Concat(row(0), cell(recCellShared, 0, 0, 9)),
		"followed by row 1":             slices.Concat(row(0), row(0)),
		"followed by row 2,147,483,648": row(0x7FFFFFFF),
		"a cell is in column 16,385":    slices.Concat(row(0), cell(recCellReal, 16384, 0, 1.0)),
		"a cell is in column 1":         cell(recCellReal, 0, 0, 1.0),
		"a record is too short":         slices.Concat(row(0), rec(recCellReal, 0, 0)),
		"it ends within a record":       slices.Concat(row(0), []byte{recCellReal, 100}),
		"a record is too long":          slices.Concat(row(0), []byte{recCellReal, 0xFF, 0xFF, 0xFF, 0x7F}),
		"damaged at row 1: a record ":   slices.Concat(row(0), rec(recCellText, 0, 0, 0x7FFFFFFF)),
	} {
		if _, err := read(book(t, rows, nil, nil)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestNames offers named ranges and tables, and reads print titles.
func TestNames(t *testing.T) {
	area := func(top, bottom, left, right uint16) []byte {
		return pack(byte(0x3B), uint16(0), int(top), int(bottom), left, right)
	}
	name := func(flags, on int, text string, formula []byte) []byte {
		return rec(recName, flags, byte(0), on, text, len(formula), formula, 0)
	}
	sheet1 := string(slices.Concat(rec(recBeginRows), row(0), cell(recCellText, 0, 0, "a"), row(1),
		cell(recCellText, 0, 0, "b"), row(2), cell(recCellText, 0, 0, "c"), row(3), cell(recCellText, 0, 0, "d"),
		rec(recEndRows)))
	names := slices.Concat(rec(recThisBook), rec(recExterns, 1, 0, 1, 1), name(0, -1, "Targets", area(1, 2, 0, 0)),
		name(1, -1, "Secret", area(1, 2, 0, 0)), name(0, -1, "Sum", []byte{0x1E, 1, 0}),
		name(0x20, 1, "_xlnm.Print_Titles", area(0, 1, 0, 16383)))
	parts := map[string]string{"xl/worksheets/sheet1.bin": sheet1}
	table, err := read(book(t, nil, names, parts))
	if err != nil {
		t.Fatal(err)
	}
	if got := datatest.Columns(table); !strings.HasPrefix(got, "b text \"c\" \"d\"\n") || len(table.Cells.Areas) != 1 ||
		table.Cells.Areas[0] != (data.Area{Kind: "name", Name: "Targets", Range: "A2:A3"}) {
		t.Errorf("%s %+v", got, table.Cells)
	}
	if table, err = readAs(book(t, nil, names, parts), "", sheet.Wish{Name: "targets"}); err != nil ||
		table.Cells.Range != "A2:A3" {
		t.Errorf("%v", err)
	}
	parts["xl/worksheets/_rels/sheet1.bin.rels"] = links +
		`<Relationship Id="r1" Type="x/table" Target="../tables/table1.bin"/></Relationships>`
	parts["xl/tables/table1.bin"] = string(rec(recTable, 1, 3, 0, 0, 0, 1, 1, 1, make([]byte, 32), "Orders", "Orders"))
	table, err = read(book(t, nil, nil, parts))
	if err != nil {
		t.Fatal(err)
	}
	if got := datatest.Columns(table); !strings.HasPrefix(got, "b text \"c\"\n") ||
		table.Cells.Areas[0].Name != "Orders" {
		t.Errorf("%s %+v", got, table.Cells)
	}
}

// TestFiles reads small workbooks that Excel wrote.
func TestFiles(t *testing.T) {
	for name, want := range map[string]string{
		"date":       "column_A text \"2021-01-01\" \"2021-01-02\" \"255:10:10\"\ncolumn_B int 15 16 17\n",
		"date_1904":  "column_A text \"2021-01-01\" \"2021-01-02\" \"255:10:10\"\ncolumn_B int 15 16 17\n",
		"issue_186":  "column_A decimal(2) 1.23 12.34 123.45 1234.56 12345.67\n",
		"issues":     "1 text \"1.5\" \"ab\" \"false\" \"test\" \"2016-10-20\"\n",
		"any_sheets": "1 text",
	} {
		b, err := os.ReadFile(filepath.Join("testdata", "calamine", name+".xlsb"))
		if err != nil {
			t.Fatal(err)
		}
		if is, err := Recognise(t.Context(), bytes.NewReader(b), int64(len(b))); !is || err != nil {
			t.Errorf("%s: %v, %v", name, is, err)
		}
		table, err := read(b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := datatest.Columns(table); !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}
