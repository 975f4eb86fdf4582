package spreadsheetml

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/format/workbook/sheet"
)

const head = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">` +
	`<Styles><Style ss:ID="Default" ss:Name="Normal"><NumberFormat/></Style><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="t"><NumberFormat ss:Format="h:mm:ss"/></Style>` +
	`<Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="q" ss:Parent="p"><Font/></Style></Styles>`

// book makes a workbook of a sheet from its rows.
func book(rows string) string {
	return head + `<Worksheet ss:Name="Sheet1"><Table>` + rows + `</Table></Worksheet></Workbook>`
}

func read(text, name string) (*data.Table, error) {
	return readAs([]byte(text), name, sheet.Wish{})
}

func readAs(b []byte, name string, wish sheet.Wish) (*data.Table, error) {
	return Open(context.Background(), bytes.NewReader(b), int64(len(b)), 0, name, wish, func(float64) {})
}

func cell(kind, value string) string {
	return `<Cell><Data ss:Type="` + kind + `">` + value + `</Data></Cell>`
}

func TestCells(t *testing.T) {
	row := func(cells ...string) string { return "<Row>" + strings.Join(cells, "") + "</Row>" }
	of := func(style, kind, value string) string {
		return `<Cell ss:StyleID="` + style + `"><Data ss:Type="` + kind + `">` + value + `</Data></Cell>`
	}
	name := row(cell("String", "head"))
	for what, c := range map[string]struct{ rows, want string }{
		"numbers": {name + row(cell("Number", "1.5")) + row(cell("Number", "2")), "head decimal(1) 1.5 2.0\n"},
		"texts": {name + row(cell("String", "a &amp;&#10;b")) +
			row(
				`<Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40"><B>bo</B>ld</ss:Data><Comment><ss:Data>no</ss:Data></Comment></Cell>`,
			), "head text \"a &\\nb\" \"bold\"\n"},
		"dates": {name + row(of("d", "DateTime", "2024-02-29T00:00:00.000")) +
			row(cell("DateTime", "1900-01-01T00:00:00.000")) + row(of("d", "DateTime", "1900-02-29T00:00:00.000")),
			"head date 2024-02-29 1900-01-01 .\nnote: head: 1 cell with 29 February 1900, a day that never was, read " +
				"as null\n"},
		"times": {name + row(of("t", "DateTime", "1899-12-31T12:30:00.000")) +
			row(of("t", "DateTime", "2024-02-29T12:30:00.000")), "head text \"12:30:00\" \"2024-02-29 12:30:00\"\n" +
			"note: head: of mixed types, read as text: 1 date, 1 time\n"},
		"truth": {name + row(cell("Boolean", "1")) + row(cell("Error", "#N/A")), "head bool true .\nnote: head: 1 " +
			"cell with an error such as #N/A, read as null\n"},
		"places": {`<Column ss:Index="2" ss:Hidden="1"/>` + row(cell("String", "a"), cell("String", "b"),
			cell("String", "c")) + `<Row ss:Span="1"/>` + `<Row>` + cell("Number", "1") +
			`<Cell ss:Index="3"><Data ss:Type="Number">3</Data></Cell></Row>` +
			`<Row ss:Index="6" ss:Hidden="1"><Cell ss:MergeAcross="1"><Data ss:Type="Number">4</Data></Cell>` +
			cell("Number", "5") + `</Row>`,
			"a int 1 4\nb text . .\nc int 3 5\nnote: 1 group of merged cells: only the first cell of each has its " +
				"value; they can be filled\nnote: 3 empty rows between others were left out\n" +
				"note: 1 row is hidden in the sheet, by hand or by a filter, and was read like the others\nnote: 1 " +
				"column is hidden in the sheet and was read like the others: \"b\"\n"},
		"formulas": {name + row(`<Cell ss:Formula="=1"><Data ss:Type="Number">1</Data></Cell>`) +
			row(`<Cell ss:Formula="=2"/>`), "head int 1 .\nnote: head: 1 formula without a stored value, read as " +
			"null: open the workbook in a spreadsheet program and save it\n"},
	} {
		table, err := read(book(c.rows), "")
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if got := datatest.Columns(table); got != c.want {
			t.Errorf("%s:\n%swant\n%s", what, got, c.want)
		}
	}
	for _, rows := range []string{name + row(of("q", "Number", "0.5")), `<Column ss:StyleID="p"/>` + name +
		row(cell("Number", "0.5")), name + `<Row ss:StyleID="p">` + cell("Number", "0.5") + `</Row>`} {
		if table, err := read(book(rows), ""); err != nil || !table.Columns[0].Format.Percent {
			t.Errorf("%s: %v", rows, err)
		}
	}
}

func TestSheets(t *testing.T) {
	text := head +
		`<Names><NamedRange ss:Name="Targets" ss:RefersTo="='Se cret'!R1C1:R2C1"/><NamedRange ss:Name="Sum" ss:RefersTo="=SUM(Open!R1C1)"/></Names>` +
		`<Worksheet ss:Name="Se cret"><Table><Row>` + cell("String", "a") + `</Row><Row>` + cell("String", "b") +
		`</Row></Table><WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel"><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>` +
		`<Worksheet ss:Name="Open"><Names><NamedRange ss:Name="Print_Titles" ss:RefersTo="=Open!R1:R2"/></Names><Table><Row>` + cell("String", "a") + `</Row><Row>` + cell("String", "b") + `</Row><Row>` + cell("String", "c") + `</Row></Table></Worksheet></Workbook>`
	table, err := read(text, "")
	if err != nil || table.Sheet != "Open" || strings.Join(table.Sheets, ",") != "Se cret,Open" ||
		!strings.HasPrefix(datatest.Columns(table), "b text \"c\"\n") || len(table.Cells.Areas) != 1 {
		t.Fatalf("%v", err)
	}
	if table, err = read(text, "se cret"); err != nil || !strings.HasSuffix(datatest.Columns(table),
		"note: the sheet is hidden in the workbook\n") {
		t.Errorf("%v", err)
	}
	if table, err = readAs([]byte(text), "", sheet.Wish{Name: "targets"}); err != nil || table.Sheet != "Se cret" ||
		table.Cells.Range != "A1:A2" {
		t.Errorf("%v", err)
	}
}

func TestDates1904(t *testing.T) {
	text := strings.Replace(book(`<Row>`+cell("String", "d")+
		`</Row><Row><Cell ss:StyleID="d"><Data ss:Type="DateTime">2024-02-29T00:00:00.000</Data></Cell></Row><Row><Cell ss:StyleID="d"><Data ss:Type="Number">0</Data></Cell></Row>`),
		"<Styles>", `<ExcelWorkbook xmlns="urn:schemas-microsoft-com:office:excel"><Date1904/></ExcelWorkbook><Styles>`,
		1)
	if table, err := read(text, ""); err != nil || datatest.Columns(table) != "d date 2024-02-29 1904-01-01\n" {
		t.Errorf("%v", err)
	}
}

func TestEncodings(t *testing.T) {
	text := book(`<Row>` + cell("String", "Größe") + `</Row><Row>` + cell("Number", "1") + `</Row>`)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.Replace(text, `"1.0"`,
		`"1.0" encoding="UTF-16"`, 1))
	if err != nil {
		t.Fatal(err)
	}
	western, err := charmap.Windows1252.NewEncoder().String(strings.Replace(text, `"1.0"`,
		`"1.0" encoding="windows-1252"`, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{text, "\uFEFF" + text, wide, western} {
		if is, err := Recognise(t.Context(), strings.NewReader(text), int64(len(text))); !is || err != nil {
			t.Errorf("%v %v", is, err)
		}
		if table, err := read(text, ""); err != nil || datatest.Columns(table) != "Größe int 1\n" {
			t.Errorf("%.60q: %v", text, err)
		}
	}
	other := `<?xml version="1.0"?><rows><row/></rows>`
	if is, err := Recognise(t.Context(), strings.NewReader(other), int64(len(other))); is || err != nil {
		t.Errorf("%v %v", is, err)
	}
}

func TestDamage(t *testing.T) {
	for rows, want := range map[string]string{
		`<Row>` + cell("Number", "x") +
			`</Row>`: `sheet "Sheet1", row 1, is damaged: "x" is not a number`,
		`<Row ss:Index="2"/><Row ss:Index="2">` + cell("Number", "1") + `</Row>`: "it is followed by row 2",
		`<Row><Cell ss:Index="16385"><Data/></Cell></Row>`: "a cell says that it is in column " +
			"16,385",
		`<Row><Cell ss:Index="2"/><Cell ss:Index="2"><Data/></Cell></Row>`: "a cell says that it is in column 2",
		`<Row ss:Index="1048577"><Cell><Data/></Cell></Row>`:               "followed by row",
		`<Row>`: "the workbook is damaged",
	} {
		if _, err := read(book(rows), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", rows, err, want)
		}
	}
}
