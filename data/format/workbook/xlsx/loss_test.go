package xlsx

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/datatest"
)

func file(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	table, err := read(b, "")
	if err != nil {
		t.Fatal(err)
	}
	return datatest.Columns(table)
}

// TestNamespaces reads elements of extensions that are called like elements of a workbook.
func TestNamespaces(t *testing.T) {
	if got := file(t, "1904.xlsx"); !strings.Contains(got, "1904-01-02 date 1904-01-12 1904-04-21 1907-01-16 "+
		"1934-06-03\n") {
		t.Error(got)
	}
	rels := map[string]string{"xl/workbook.xml": `<w:workbook xmlns:w="main" xmlns="main" xmlns:r="http://purl.oclc.org/ooxml/officeDocument/relationships" xmlns:x15="ext" xmlns:mc="compat">` +
		`<mc:AlternateContent><mc:Choice><w:workbookPr date1904="0"/></mc:Choice></mc:AlternateContent><w:workbookPr date1904="1"/>` +
		`<sheets><w:sheet name="S" r:id="r1" x15:id="r2"/></sheets><w:extLst><x15:workbookPr date1904="0"/><sheet name="No"/></w:extLst></w:workbook>`,
		"xl/styles.xml": `<styleSheet xmlns="main" xmlns:x14="ext"><numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts><dxfs><numFmt numFmtId="164" formatCode="0"/></dxfs>` +
			`<x14:numFmts><x14:numFmt numFmtId="164" formatCode="0"/></x14:numFmts><cellXfs><x14:xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml": `<worksheet xmlns="main" xmlns:x="other" xmlns:y="main"><x:sheetData><row><c><v>9</v></c></row></x:sheetData>` +
			`<sheetData><y:row><c t="inlineStr"><is><t>day</t></is></c></y:row><x:row><c><v>8</v></c></x:row><row><x:c><v>7</v></x:c><y:c s="0"><x:v>6</x:v><y:v>0</y:v></y:c></row></sheetData></worksheet>`,
	}
	table, err := read(book(t, "", rels), "")
	if err != nil {
		t.Fatal(err)
	}
	if got := datatest.Columns(table); got != "day date 1904-01-01\n" || strings.Join(table.Sheets, " ") != "S" {
		t.Error(got, table.Sheets)
	}
}

// TestLosses reads what a workbook does not hold, which is counted and said.
func TestLosses(t *testing.T) {
	const again = "read as null: open the workbook in a spreadsheet program and save it\n"
	if got := file(t, "UsingTables.xlsx"); !strings.Contains(got, "note: Age: 4 formulas without a stored value, "+
		again) {
		t.Error(got)
	}
	const lost = "note: the workbook lacks the formats of 6 numbers: dates among them are read as numbers of days\n"
	if got := file(t, "styles_name_flipped.xlsx"); !strings.Contains(got, "DOB int 6961 2620 8020") ||
		!strings.Contains(got, lost) {
		t.Error(got)
	}
	for _, c := range []struct{ name, rows, want string }{
		{"formulas", rowsOf(`<c t="s"><v>0</v></c>`, `<c><f>1+1</f></c>`,
			`<c t="str"><f>1+1</f><v></v></c><c><v>1</v></c>`, `<c><f t="shared" si="0"/><v/></c>`,
			`<c><f>1</f><v>7</v></c>`),
			"zero int . . . 7\ncolumn_B int . 1 . .\nnote: zero: 2 formulas without a stored value, " + again},
		{"no value at all", rowsOf(`<c t="s"><v>0</v></c>`, `<c><f>1+1</f></c>`), "zero text .\nnote: zero: 1 " +
			"formula without a stored value, " + again},
		{"a style that is not there", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="9"><v>44197</v></c>`,
			`<c s="9" t="str"><v>x</v></c>`),
			"zero text \"44197\" \"x\"\nnote: zero: of mixed types, read as text: 1 text, 1 number\nnote: the " +
				"workbook lacks the formats of 1 number: dates among them are read as numbers of days\n"},
		{"digits", rowsOf(`<c t="s"><v>0</v></c>`, `<c><v>9007199254740993</v></c>`, `<c><v>9007199254740992</v></c>`),
			"zero float 9007199254740992 9007199254740992\nnote: zero: 1 number with more digits than a 64-bit float " +
				"holds, rounded\n"},
		{"digits of a fraction", rowsOf(`<c t="s"><v>0</v></c>`, `<c><v>0.10000000000000001</v></c>`,
			`<c><v>0.123456789012345678</v></c>`, `<c><v>1.2500000000000001E-5</v></c>`),
			"zero float 0.1 0.12345678901234568 0.0000125\nnote: zero: 1 number with more digits than a 64-bit float " +
				"holds, rounded\n"},
		{"dates before 1900", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="1"><v>-9132</v></c>`, `<c s="1"><v>1</v></c>`),
			"zero date 1874-12-29 1900-01-01\nnote: zero: 1 date before 1900, stored as negative numbers of days and " +
				"counted back from 30 December 1899\n"},
		{"times before 1900", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="5"><v>-1.25</v></c>`, `<c s="5"><v>-1</v></c>`),
			"zero timestamp 1899-12-28T18:00:00 1899-12-29T00:00:00\nnote: zero: 2 dates before 1900, stored as " +
				"negative numbers of days and counted back from 30 December 1899\n"},
		{"no dates", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="1"><v>-115859</v></c>`, `<c s="1"><v>2958466</v></c>`),
			"zero int -115859 2958466\nnote: zero: 2 numbers in a format of dates, and outside of the calendar from " +
				"October 1582 to 9999, read as numbers\n"},
		{"dates before 1900 as texts", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="1"><v>44197</v></c>`,
			`<c t="str"><v>1874-12-30</v></c>`),
			"zero text \"2021-01-01\" \"1874-12-30\"\nnote: zero: of mixed types, read as text: 1 text (1 date " +
				"stored as text), 1 date\n"},
		{"numbers as texts", rowsOf(`<c t="s"><v>0</v></c>`, `<c t="str"><v>1,234.50</v></c>`,
			`<c t="str"><v>7</v></c>`),
			"zero text \"1,234.50\" \"7\"\nnote: zero: all 2 texts are numbers; choose the type number to add them up\n"},
		{"many numbers as texts", rowsOf(`<c t="s"><v>0</v></c>`, `<c t="str"><v>5</v></c>`, `<c t="str"><v>7</v></c>`,
			`<c t="str"><v>none</v></c>`),
			"zero text \"5\" \"7\" \"none\"\nnote: zero: 2 of 3 texts are numbers; choose the type number to add " +
				"them up\n"},
		{"dates as texts", rowsOf(`<c t="s"><v>0</v></c>`, `<c t="str"><v>1 Jan 2024</v></c>`,
			`<c t="str"><v>2 Jan 2024</v></c>`),
			"zero text \"1 Jan 2024\" \"2 Jan 2024\"\nnote: zero: all 2 texts are dates; choose the type date or " +
				"time to take them apart\n"},
		{"numbers among texts that are numbers", rowsOf(`<c t="s"><v>0</v></c>`, `<c><v>1</v></c>`,
			`<c t="str"><v>2</v></c>`, `<c t="str"><v>x</v></c>`),
			"zero text \"1\" \"2\" \"x\"\nnote: zero: of mixed types, read as text: 2 texts (1 number stored as " +
				"text), 1 number\n"},
		{"codes", rowsOf(`<c t="s"><v>0</v></c>`, `<c t="str"><v>00123</v></c>`, `<c t="str"><v>00456</v></c>`),
			"zero text \"00123\" \"00456\"\n"},
		{"hidden rows",
			`<row><c t="s"><v>0</v></c></row><row hidden="1"><c><v>1</v></c></row><row><c><v>2</v></c></row><row hidden="true"><c><v>3</v></c></row><row hidden="1"/>`,
			"zero int 1 2 3\nnote: 2 rows are hidden in the sheet, by hand or by a filter, and were read like the " +
				"others\n"},
		{"the last row has sums",
			`<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="str"><v>a</v></c><c><v>1</v></c></row><row><c t="str"><v>b</v></c><c><v>2</v></c></row><row><c t="str"><v>Total</v></c><c><v>3</v></c></row>`,
			"zero text \"a\" \"b\"\none int 1 2\nnote: the last row, \"Total\", has the totals of the rows above and " +
				"was left out: choose a range to read it\n"},
		{"the last row has other figures",
			`<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="str"><v>a</v></c><c><v>1</v></c></row><row><c t="str"><v>b</v></c><c><v>2</v></c></row><row><c t="str"><v>Total</v></c><c><v>4</v></c></row>`,
			"zero text \"a\" \"b\" \"Total\"\none int 1 2 4\nnote: the last row begins with \"Total\" and was read " +
				"as a row: choose a range without it if it holds totals\n"},
	} {
		table, err := read(book(t, c.rows, nil), "")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := datatest.Columns(table); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestTotalsRow leaves out the totals row that an Excel table says it has, whatever its cells say.
func TestTotalsRow(t *testing.T) {
	rows := `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="str"><v>a</v></c><c><v>1</v></c></row><row><c t="str"><v>b</v></c><c><v>2</v></c></row><row><c t="str"><v>c</v></c><c><v>9</v></c></row>`
	for count, want := range map[string]string{
		"1": "zero text \"a\" \"b\"\none int 1 2\nnote: the totals row of the table was left out\n",
		"0": "zero text \"a\" \"b\" \"c\"\none int 1 2 9\n",
	} {
		parts := map[string]string{
			"xl/worksheets/_rels/sheet1.xml.rels": `<Relationships><Relationship Id="r1" Type="x/table" Target="../tables/table1.xml"/></Relationships>`,
			"xl/tables/table1.xml": `<table name="T" displayName="T" ref="A1:B4" totalsRowCount="` +
				count + `"><tableColumns count="2"/></table>`,
		}
		table, err := read(book(t, rows, parts), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != want {
			t.Errorf("totalsRowCount %s: %s", count, got)
		}
	}
}

// TestEndings checks that rows which sum up the rows above, in other ways than totals, are left out, with the remarks
// below them.
func TestEndings(t *testing.T) {
	row := func(label, number string) string {
		if number != "" {
			number = "<c><v>" + number + "</v></c>"
		}
		return `<row><c t="str"><v>` + label + `</v></c>` + number + `</row>`
	}
	above := `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>` + row("a", "1") + row("b", "2") + row("c", "6")
	const kept = "zero text \"a\" \"b\" \"c\"\none int 1 2 6\n"
	for rows, want := range map[string]string{
		row("Average", "3"): kept + "note: the last row, \"Average\", has the averages of the rows above and was " +
			"left out: choose a range to read it\n",
		row("Maximum", "6"): kept + "note: the last row, \"Maximum\", has the maxima of the rows above and was left " +
			"out: choose a range to read it\n",
		row("Total", "9") + row("Durchschnitt", "3") + row("Min", "1") + row("Max", "6"): kept +
			"note: the last 4 rows, the first is \"Total\", sum up the rows above and were left out: choose a range " +
			"to read them\n",
		row("Total", "9") + row("Source: office", ""): kept +
			"note: the last 2 rows, the first is \"Total\", sum up the rows above and were left out: choose a range " +
			"to read them\n",
		row("Average", "4"): "zero text \"a\" \"b\" \"c\" \"Average\"\none int 1 2 6 4\nnote: " +
			"the last row begins with \"Average\" and was read as a row: choose a range without it if it holds " +
			"averages\n",
		row("Max", "9"): "zero text \"a\" \"b\" \"c\" \"Max\"\none int 1 2 6 9\n",
		row("d", "9") + row("Source: office", ""): "zero text \"a\" \"b\" \"c\" \"d\" \"Source: office\"\none int 1 " +
			"2 6 9 .\n",
	} {
		table, err := read(book(t, above+rows, nil), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != want {
			t.Errorf("%s: %s, want %s", rows, got, want)
		}
	}
}

// TestManyEqualNames reads a sheet whose last column is the last that a sheet can have, and whose names are all
// equal. It once took 12 seconds.
func TestManyEqualNames(t *testing.T) {
	rows := "<row>" + strings.Repeat(`<c t="s"><v>0</v></c>`, 16384) + "</row><row>" + strings.Repeat("<c><v>1</v></c>",
		16384) + "</row>"
	table, err := read(book(t, rows, nil), "")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(table.Columns); n != 16384 || table.Rows != 1 || table.Columns[n-1].Name != "zero_16384" ||
		len(table.Notes) != 1 {
		t.Errorf("%d columns, %d rows, %q", n, table.Rows, table.Notes)
	}
}

// TestHiddenColumns reads columns that the sheet does not show, and says so.
func TestHiddenColumns(t *testing.T) {
	sheet := `<worksheet><cols><col min="2" max="2" hidden="1"/><col min="3" max="16384" width="9"/></cols><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row></sheetData></worksheet>`
	table, err := read(book(t, "", map[string]string{"xl/worksheets/sheet1.xml": sheet}), "")
	if err != nil {
		t.Fatal(err)
	}
	if got := datatest.Columns(table); got != "zero int 1\none int 2\nnote: 1 column is hidden in the sheet and was "+
		"read like the others: \"one\"\n" {
		t.Error(got)
	}
}

// TestDaysBefore1904 counts back from 1904 if a workbook counts its days from 1904.
func TestDaysBefore1904(t *testing.T) {
	parts := map[string]string{"xl/workbook.xml": `<workbook><workbookPr date1904="1"/><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`}
	table, err := read(book(t, rowsOf(`<c t="s"><v>0</v></c>`, `<c s="1"><v>0</v></c>`, `<c s="1"><v>-1460</v></c>`,
		`<c s="1"><v>-1463</v></c>`), parts), "")
	if err != nil {
		t.Fatal(err)
	}
	if got := datatest.Columns(table); got != "zero date 1904-01-01 1900-01-01 1899-12-29\n" {
		t.Error(got)
	}
}

// TestStaleValues reads a workbook that its writer did not calculate.
func TestStaleValues(t *testing.T) {
	rows := rowsOf(`<c t="s"><v>0</v></c>`, `<c><f>1+1</f><v>0</v></c>`)
	for attribute, want := range map[string]string{
		`fullCalcOnLoad="1"`: "zero int 0\nnote: the workbook asks for 1 formula to be calculated when it is opened, " +
			"and the stored values may be out of date: open it in a spreadsheet program and save it\n",
		`calcId="1"`: "zero int 0\n",
	} {
		parts := map[string]string{"xl/workbook.xml": `<workbook><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets><calcPr ` + attribute + `/></workbook>`}
		table, err := read(book(t, rows, parts), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != want {
			t.Errorf("%s: %s", attribute, got)
		}
	}
}
