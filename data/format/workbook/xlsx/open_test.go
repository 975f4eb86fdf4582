package xlsx

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/format/workbook/sheet"
)

// book makes a workbook of one sheet from the XML of its rows. Further parts replace the default parts.
func book(t testing.TB, rows string, parts map[string]string) []byte {
	t.Helper()
	all := map[string]string{
		"_rels/.rels":                `<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/styles" Target="styles.xml"/><Relationship Id="r3" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red]yyyy\-mm\-dd&quot;h&quot;"/><numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="0.0&quot; days&quot;"/></numFmts>` +
			`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml":     `<sst><si><t>zero</t></si><si><r><t>o</t></r><r><t xml:space="preserve">ne </t></r><rPh><t>x</t></rPh></si><si><t>a_x000D_b&amp;</t></si></sst>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
	}
	for name, text := range parts {
		all[name] = text
	}
	return datatest.Zip(t, all)
}

func read(b []byte, name string) (*data.Table, error) {
	return Open(context.Background(), bytes.NewReader(b), int64(len(b)), 0, name, sheet.Wish{}, func(float64) {})
}

// rowsOf makes rows of cells of one column.
func rowsOf(c ...string) string { return "<row>" + strings.Join(c, "</row><row>") + "</row>" }

func TestCells(t *testing.T) {
	for _, c := range []struct{ name, rows, want string }{
		{"header only", `<row><c t="s"><v>0</v></c><c><v>2001</v></c></row>`, "zero text\n2001 text\n"},
		{"numbers", rowsOf(`<c t="s"><v>1</v></c>`, `<c><v>1</v></c>`, `<c/><c><v>5</v></c>`, `<c><v>2.5</v></c>`),
			"one decimal(1) 1.0 . 2.5\ncolumn_B int . 5 .\n"},
		{"integers", rowsOf(`<c t="s"><v>0</v></c>`, `<c t="n"><v>1E3</v></c>`, `<c><v>-7</v></c>`),
			"zero int 1000 -7\n"},
		{"gaps",
			`<row r="3"><c r="C3" t="s"><v>0</v></c></row><row r="9"><c r="C9"><v>1</v></c><c r="AB9" s="1"/></row>`,
			"zero int 1\nnote: 5 empty rows between others were left out\n"},
		{"texts", rowsOf(`<c t="s"><v>0</v></c>`, `<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>`,
			`<c t="str"><f>A1</f><v>x &lt;_x0041_</v></c>`, `<c t="s"><v>2</v></c>`),
			"zero text \"inline\" \"x <A\" \"a\\rb&\"\n"},
		{"truth", rowsOf(`<c t="s"><v>0</v></c>`, `<c t="b"><v>1</v></c>`, `<c t="b"><v>0</v></c>`,
			`<c t="e"><v>#N/A</v></c>`, ``), "zero bool true false .\nnote: zero: 1 cell with an error such as #N/A, " +
			"read as null\n"},
		{"dates", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="1"><v>44197</v></c>`, `<c s="2"><v>1</v></c>`,
			`<c s="1"><v>61</v></c>`, `<c s="1"><v>60</v></c>`, `<c t="d"><v>2020-02-29</v></c>`),
			"zero date 2021-01-01 1900-01-01 1900-03-01 . 2020-02-29\nnote: zero: 1 cell with 29 February 1900, a " +
				"day that never was, read as null\n"},
		{"times of a day", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="5"><v>44197.5</v></c>`, `<c s="1"><v>44197</v></c>`),
			"zero timestamp 2021-01-01T12:00:00 2021-01-01T00:00:00\n"},
		{"thousandths", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="5"><v>44197.000000011574</v></c>`),
			"zero timestamp(3) 2021-01-01T00:00:00.001\n"},
		{"a time of day of a date", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="6"><v>45000.5</v></c>`,
			`<c s="5"><v>45000</v></c>`), "zero timestamp 2023-03-15T12:00:00 2023-03-15T00:00:00\n"},
		{"a time of day alone", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="6"><v>0.5</v></c>`, `<c s="6"><v>1.25</v></c>`),
			"zero text \"12:00:00\" \"30:00:00\"\n"},
		{"a strict date", rowsOf(`<c t="s"><v>0</v></c>`, `<c t="d"><v>2020-02-29T23:59:59.9999999</v></c>`,
			`<c t="d"><v>1899-12-31T12:00:00.0015</v></c>`), "zero timestamp(3) 2020-03-01T00:00:00 " +
			"1899-12-31T12:00:00.002\n"},
		{"a negative duration among texts", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="3"><v>-0.51</v></c>`,
			`<c t="s"><v>1</v></c>`), "zero text \"-12:14:24\" \"one \"\n"},
		{"hours", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="3"><v>10.6320601851852</v></c>`, `<c s="3"><v>0.25</v></c>`),
			"zero float 10.6320601851852 0.25\n"},
		{"a negative duration", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="3"><v>1.5</v></c>`, `<c><v>-0.25</v></c>`),
			"zero decimal(2) 1.50 -0.25\n"},
		{"a duration beside a number", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="3"><v>1.5</v></c>`, `<c><v>2</v></c>`),
			"zero text \"36:00:00\" \"2\"\nnote: zero: of mixed types, read as text: 1 number, 1 duration\n"},
		{"days that are a number", rowsOf(`<c t="s"><v>0</v></c>`, `<c s="4"><v>3</v></c>`), "zero int 3\n"},
		{"mixed", rowsOf(`<c t="s"><v>0</v></c>`, `<c><v>0.1</v></c>`, `<c t="s"><v>1</v></c>`,
			`<c s="1"><v>44197</v></c>`, `<c t="b"><v>1</v></c>`),
			"zero text \"0.1\" \"one \" \"2021-01-01\" \"true\"\nnote: zero: of mixed types, read as text: 1 text, 1 " +
				"number, 1 date, 1 truth value\n"},
		{"markers", rowsOf(`<c t="s"><v>0</v></c>`, `<c><v>1</v></c>`, `<c t="str"><v>NA</v></c>`),
			"zero int 1 .\nnote: zero: 1 text such as NA, read as null\n"},
		{"names", `<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>`, "zero text\nzero_2 text\nnote: columns " +
			"renamed: 1 named like another\n"},
	} {
		table, err := read(book(t, c.rows, nil), "")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := datatest.Columns(table); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestDamage(t *testing.T) {
	for rows, want := range map[string]string{
		`<row><c t="s"><v>3</v></c></row>`:                     "text \"3\" of 3 shared ones",
		`<row><c><v>abc</v></c></row>`:                         "is not a number",
		`<row r="2"><c/></row><row r="2"/>`:                    "it is followed by row \"2\"",
		`<row r="1048577"/>`:                                   "followed by row",
		`<row r="1"><c r="A2"><v>1</v></c></row>`:              "a cell says that it is",
		`<row r="1"><c r="XFE1"><v>1</v></c></row>`:            "a cell says that it is",
		`<row><c></row>`:                                       "a tag is closed that is not open",
		`<row><c><v>&nothing;</v></c></row>`:                   "an entity is not known",
		`<row><c><v>1</v></c></row></sheetData></worksheet>xx`: "text outside the root",
		`<row><c t="b"><v>2</v></c></row>`:                     "neither true nor false",
		"<row><c t=\"str\"><v>\xff</v></c></row>":              "not UTF-8",
	} {
		if _, err := read(book(t, rows, nil), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", rows, err, want)
		}
	}
	parts := map[string]string{"xl/sharedStrings.xml": `<!DOCTYPE a [<!ENTITY b "c">]><sst/>`}
	if _, err := read(book(t, "", parts), ""); err == nil || !strings.Contains(err.Error(), "document type") {
		t.Errorf("got %v", err)
	}
}

func TestSheets(t *testing.T) {
	one := `<worksheet><sheetData><row><c t="str"><v>one</v></c></row></sheetData></worksheet>`
	b := book(t, "", map[string]string{
		"xl/workbook.xml": `<x:workbook xmlns:x="y"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="Secret" state="hidden" r:id="r4"/>` +
			`<x:sheet name="Empty" r:id="r1"/><x:sheet name="Chart" r:id="r6"/><x:sheet name="Über" r:id="r5"/></x:sheets></x:workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/styles" Target="styles.xml"/>` +
			`<Relationship Id="r4" Type="x/worksheet" Target="/xl/worksheets/s4.xml"/><Relationship Id="r5" Type="x/worksheet" Target="worksheets\s5.xml"/><Relationship Id="r6" Type="x/chartsheet" Target="c.xml"/></Relationships>`,
		"xl/worksheets/s4.xml": one,
		"xl/worksheets/s5.xml": `<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c t="str"><x:v>two</x:v></x:c></x:row><x:row><x:c s="1"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
	})
	table, err := read(b, "")
	if err != nil || table.Sheet != "Über" || strings.Join(table.Sheets, " ") != "Secret Empty Über" {
		t.Fatalf("%v", err)
	}
	if got := datatest.Columns(table); got != "two date 1904-01-01\n" {
		t.Error(got)
	}
	if table, err = read(b, "secret"); err != nil || table.Sheet != "Secret" ||
		datatest.Columns(table) != "one text\nnote: the sheet is hidden in the workbook\n" {
		t.Errorf("%v", err)
	}
	if _, err = read(b, "ÜBER"); err != nil {
		t.Error(err)
	}
	if _, err = read(b, "Other"); err == nil || !strings.Contains(err.Error(), "its sheets are Secret, Empty, Über") {
		t.Errorf("got %v", err)
	}
	if _, err = read(b, "Empty"); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("got %v", err)
	}
}

func TestTwoPartsOfOneName(t *testing.T) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for range 2 {
		for _, name := range []string{"xl/workbook.xml", "XL/Workbook.xml"} {
			if _, err := z.Create(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := read(out.Bytes(), ""); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("got %v", err)
	}
}

// TestChecksum changes one digit of a stored part. Only its checksum shows the change.
func TestChecksum(t *testing.T) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	sheet := `<worksheet><sheetData><row><c><v>12345</v></c></row></sheetData></worksheet>`
	for name, text := range map[string]string{
		"xl/workbook.xml":          `<workbook><sheets><sheet name="S" sheetId="1"/></sheets></workbook>`,
		"xl/worksheets/sheet1.xml": sheet,
	} {
		w, err := z.CreateRaw(&zip.FileHeader{Name: name, CRC32: crc32.ChecksumIEEE([]byte(text)),
			CompressedSize64: uint64(len(text)), UncompressedSize64: uint64(len(text))})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := read(out.Bytes(), ""); err != nil {
		t.Fatal(err)
	}
	bad := bytes.Replace(out.Bytes(), []byte("12345"), []byte("12445"), 1)
	if _, err := read(bad, ""); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("got %v", err)
	}
}

// TestCuts reads a workbook cut at many lengths, and its sheet's XML cut at every length.
func TestCuts(t *testing.T) {
	rows := rowsOf(`<c t="s"><v>0</v></c>`, `<c s="1"><v>44197</v></c>`, `<c t="inlineStr"><is><t>a&amp;b</t></is></c>`)
	b := book(t, rows, nil)
	for n := range len(b) {
		if table, err := read(b[:n], ""); err == nil {
			t.Errorf("cut at %d of %d: %s", n, len(b), datatest.Columns(table))
		}
	}
	sheet := `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`
	for n := range len(sheet) {
		if table, err := read(book(t, "", map[string]string{"xl/worksheets/sheet1.xml": sheet[:n]}), ""); err == nil {
			t.Errorf("XML cut at %d: %s", n, datatest.Columns(table))
		}
	}
}

func TestDates1904(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "calamine", "date_1904.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := read(b, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := datatest.Columns(table); !strings.Contains(got, `column_A text "2021-01-01" "2021-01-02" "255:10:10"`) {
		t.Error(got)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(book(f, rowsOf(`<c t="s"><v>0</v></c>`, `<c s="1"><v>44197</v></c>`, `<c t="b"><v>1</v></c>`), nil))
	f.Fuzz(func(t *testing.T, b []byte) { tryRead(t, b) })
}

// FuzzSheet changes what a checksum would keep FuzzOpen from reaching.
func FuzzSheet(f *testing.F) {
	f.Add(`<row r="1" spans="1:2"><c r="A1" t="s"><v>0</v></c><c r="B1"><f>A1</f><v>1.5</v></c></row>`,
		`<sst><si><t>x</t></si></sst>`, "yyyy-mm-dd")
	f.Add(`<row><c t="inlineStr"><is><t>_x000D_</t></is></c></row><row><c s="1"><v>60</v></c></row>`,
		`<sst/>`, "[h]:mm;@")
	f.Fuzz(func(t *testing.T, rows, shared, format string) {
		tryRead(t, book(t, rows, map[string]string{
			"xl/sharedStrings.xml": shared,
			"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="` + format +
				`"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
		}))
	})
}

func tryRead(t *testing.T, b []byte) {
	table, err := Open(t.Context(), bytes.NewReader(b), int64(len(b)), 1<<30, "", sheet.Wish{}, func(float64) {})
	if err != nil {
		if strings.Contains(err.Error(), "makes no sense") {
			t.Fatal(err)
		}
		return
	}
	_ = datatest.Columns(table)
}

// TestPartsInTheOrderOfTheFile opens a workbook some times whose tables and texts are in several parts: both
// have the order of the file.
func TestPartsInTheOrderOfTheFile(t *testing.T) {
	link := func(id, kind, target string) string {
		return fmt.Sprintf(`<Relationship Id=%q Type="x/%s" Target=%q/>`, id, kind, target)
	}
	table := func(name, ref string) string { return fmt.Sprintf(`<table displayName=%q ref=%q/>`, name, ref) }
	b := book(t, `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>`,
		map[string]string{
			"xl/_rels/workbook.xml.rels": "<Relationships>" + link("r1", "worksheet", "worksheets/sheet1.xml") +
				link("r2", "sharedStrings", "a.xml") +
				link("r3", "sharedStrings", "b.xml") + "</Relationships>",
			"xl/a.xml": `<sst><si><t>name</t></si></sst>`, "xl/b.xml": `<sst><si><t>second</t></si></sst>`,
			"xl/worksheets/_rels/sheet1.xml.rels": "<Relationships>" + link("r9", "table", "../t9.xml") +
				link("r2", "table", "../t2.xml") + link("r5", "table", "../t5.xml") + "</Relationships>",
			"xl/t9.xml": table("Nine", "A1:A2"), "xl/t2.xml": table("Two", "C1:C2"),
			"xl/t5.xml": table("Five", "E1:E2"),
		})
	for range 20 {
		got, err := Open(t.Context(), bytes.NewReader(b), int64(len(b)), 0, "",
			sheet.Wish{Range: sheet.Range{Top: 1, Left: 1, Bottom: 2, Right: 1}, Names: sheet.Rows{First: 1, Last: 1}},
			func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, a := range got.Cells.Areas {
			names = append(names, a.Name)
		}
		if s := strings.Join(names, " "); s != "Nine Two Five" || got.Columns[0].Name != "name" ||
			got.Columns[0].Value(0).String() != "second" {
			t.Fatalf("tables %s; column %s with %s", s, got.Columns[0].Name, got.Columns[0].Value(0))
		}
	}
}
