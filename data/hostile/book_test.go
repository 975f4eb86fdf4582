package hostile

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"cardinal/data/datatest"
)

const (
	bookPart  = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`
	bookLinks = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`
	fileLinks = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`

	sheetHead = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`
	sheetTail = `</sheetData></worksheet>`
	oneCell   = `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c r="A2"><v>1</v></c></row>`
)

// part is a part of a workbook: a head, megabytes of a repeated text, and a tail.
type part struct {
	head, body string
	pieces     int
	tail       string
}

// book makes a workbook whose sheet and further parts are given. Parts called as those above replace them.
func book(sheet part, others map[string]part) func(t *testing.T) []byte {
	return func(t *testing.T) []byte {
		t.Helper()
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		parts := map[string]part{"[Content_Types].xml": {head: "<Types/>"}, "_rels/.rels": {head: fileLinks},
			"xl/workbook.xml":            {head: bookPart},
			"xl/_rels/workbook.xml.rels": {head: bookLinks}, "xl/worksheets/sheet1.xml": sheet}
		for name, p := range others {
			parts[name] = p
		}
		for name, p := range parts {
			if p.pieces > 0 {
				writeHuge(t, z, name, p.head, p.body, p.pieces, p.tail)
				continue
			}
			w, err := z.Create(name)
			if err == nil {
				_, err = io.WriteString(w, p.head+p.body+p.tail)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
}

// sheetOf makes a sheet of literal rows.
func sheetOf(rows string) part { return part{head: sheetHead + rows + sheetTail} }

func bookBombs() []bomb {
	var diagonal, lastColumn, merges strings.Builder
	for i := range 16384 {
		fmt.Fprintf(&diagonal, `<row r="%d"><c r="%s%d"><v>1</v></c></row>`, i+1, letters(i), i+1)
	}
	for i := range 200_000 {
		fmt.Fprintf(&lastColumn, `<row r="%d"><c r="XFD%d"><v>1</v></c></row>`, i+1, i+1)
	}
	for i := range 200_000 {
		fmt.Fprintf(&merges, `<mergeCell ref="A%d:XFD%d"/>`, i+1, i+1)
	}
	texts := func(count string, index string) func(t *testing.T) []byte {
		return book(sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>`+index+
			`</v></c></row>`), map[string]part{
			"xl/sharedStrings.xml": {head: `<sst count="` + count + `" uniqueCount="` + count +
				`"><si><t>a</t></si><si><t>b</t></si></sst>`}})
	}
	entities := `<!DOCTYPE w [<!ENTITY l0 "lol">`
	for i := 1; i < 12; i++ {
		entities += fmt.Sprintf("<!ENTITY l%d %q>", i, strings.Repeat(fmt.Sprintf("&l%d;", i-1), 10))
	}
	return []bomb{
		{"spaces.xlsx", book(part{sheetHead, " ", 10 << 10, sheetTail}, nil), "too large"},
		{"blank.xlsx", book(part{sheetHead + oneCell, " ", 1 << 10, sheetTail}, nil), ""},
		{"rows.xlsx", book(part{sheetHead, "<row><c><v>1</v></c><c><v>2</v></c><!----></row>", 3 << 10, sheetTail},
			nil), "rows.xlsx"},
		{"cells.xlsx", book(part{sheetHead + "<row>", "<c><v>1</v></c>\n", 1 << 10, "</row>" + sheetTail}, nil),
			"cells.xlsx"},
		{"dimension.xlsx",
			book(part{head: strings.Replace(sheetHead, "<sheetData>", `<dimension ref="A1:XFD1048576"/><sheetData>`,
				1) + oneCell + sheetTail}, nil), ""},
		{"corner.xlsx",
			book(
				sheetOf(
					`<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`,
				), nil,
			), ""},
		{"beyond.xlsx", book(sheetOf(oneCell+`<row r="2000000000"><c r="A2000000000"><v>1</v></c></row>`), nil),
			"beyond.xlsx"},
		{"diagonal.xlsx", book(sheetOf(diagonal.String()), nil), "diagonal.xlsx"},
		{"last.xlsx", book(sheetOf(lastColumn.String()), nil), ""},
		{"merged.xlsx", book(part{head: sheetHead + oneCell + `</sheetData><mergeCells>` + merges.String() +
			`</mergeCells></worksheet>`}, nil), ""},
		{"cell.xlsx", book(part{sheetHead + oneCell + `<row r="3"><c r="A3" t="inlineStr"><is><t>`, "x", 100,
			`</t></is></c></row>` + sheetTail}, nil), "cell.xlsx"},
		{"text.xlsx", book(sheetOf(oneCell), map[string]part{"xl/sharedStrings.xml": {"<sst><si><t>", "x", 1 << 10,
			"</t></si></sst>"}}), "text.xlsx"},
		{"texts.xlsx", book(sheetOf(oneCell), map[string]part{"xl/sharedStrings.xml": {"<sst>", "<si/>\n\n\n", 512,
			"</sst>"}}), "too large"},
		{"counted.xlsx", texts("4000000000", "1"), ""},
		{"index.xlsx", texts("2", "4000000000"), "index.xlsx"},
		{"attribute.xlsx", book(part{sheetHead + `<row r="1" x="`, "x", 200, `"/>` + sheetTail}, nil),
			"attribute.xlsx"},
		{"tag.xlsx", book(part{sheetHead + `<`, "x", 200, `/>` + sheetTail}, nil), "tag.xlsx"},
		{"deep.xlsx", book(part{sheetHead + oneCell + `</sheetData><extLst>`, "<a>\n", 8, ``}, nil), "deep.xlsx"},
		{"styles.xlsx", book(sheetOf(strings.Replace(oneCell, `r="A2"`, `r="A2" s="1"`, 1)),
			map[string]part{"xl/styles.xml": {"<styleSheet><cellXfs>", "<xf/>\n<!--  -->", 512,
				"</cellXfs></styleSheet>"}}), "styles.xlsx"},
		{"laughs.xlsx",
			book(part{head: `<?xml version="1.0"?>` + entities +
				`]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&l11;</t></is></c></row></sheetData></worksheet>`}, nil), "laughs.xlsx"},
		{"outside.xlsx",
			book(
				part{head: `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&x;</t></is></c></row></sheetData></worksheet>`}, nil,
			), "outside.xlsx"},
		{"up.xlsx", book(sheetOf(oneCell), map[string]part{up + "tmp/up.txt": {head: "x"}, "/etc/up": {head: "x"}}),
			""},
		{"link.xlsx",
			book(sheetOf(oneCell),
				map[string]part{"xl/_rels/workbook.xml.rels": {head: strings.Replace(bookLinks, "worksheets/sheet1.xml",
					up+"etc/passwd", 1)}}), "link.xlsx"},
		{"nested.xlsx", func(t *testing.T) []byte {
			inner := book(sheetOf(oneCell), nil)(t)
			return datatest.Zip(t, map[string][]byte{"[Content_Types].xml": []byte("<Types/>"),
				"xl/workbook.xml": inner})
		}, "nested.xlsx"},
		{"many.xlsx", func(t *testing.T) []byte {
			parts := map[string][]byte{"[Content_Types].xml": []byte("<Types/>")}
			for i := range 100_000 {
				parts[fmt.Sprint("xl/", i)] = nil
			}
			return datatest.Zip(t, parts)
		}, "many.xlsx"},
		{"corner.xml",
			sheetML(
				`<Row ss:Index="1048576" ss:Span="2000000000"><Cell ss:Index="16384" ss:MergeAcross="2000000000" ss:MergeDown="2000000000"><Data ss:Type="Number">1</Data></Cell></Row>`,
			), ""},
		{"sheets.xml",
			text(`<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">`, strings.Repeat(`<Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="Number"/></Cell></Row></Table></Worksheet>`, 9_999),
				strings.Repeat("<a/>", 5_000_000), `</Workbook>`), "sheets.xml"},
		{"beyond.xml", sheetML(`<Row ss:Index="2000000000"><Cell><Data ss:Type="Number">1</Data></Cell></Row>`),
			"beyond.xml"},
		{"merged.xml",
			sheetML(
				strings.Repeat(
					`<Row><Cell ss:MergeAcross="16000" ss:MergeDown="1000000"><Data ss:Type="Number">1</Data></Cell></Row>`, 200_000,
				),
			), ""},
		{"columns.xml", sheetML(strings.Repeat(`<Column ss:Span="2000000000" ss:Hidden="1" ss:StyleID="s"/>`, 200_000) +
			`<Row><Cell><Data ss:Type="Number">1</Data></Cell></Row>`), ""},
		{"repeated.ods",
			spreadsheet(
				`<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row>`,
			), "repeated.ods"},
		{"rows.ods",
			spreadsheet(
				strings.Repeat(
					`<table:table-row table:number-rows-repeated="2000000000"><table:table-cell office:value-type="float" office:value="1"/></table:table-row>`, 3,
				),
			), "rows.ods"},
		{"spaces.ods",
			spreadsheet(
				`<table:table-row><table:table-cell office:value-type="string"><text:p>a<text:s text:c="2000000000"/>b</text:p></table:table-cell></table:table-row>`,
			), "spaces.ods"},
	}
}

// sheetML makes an XML Spreadsheet of rows.
func sheetML(rows string) func(t *testing.T) []byte {
	return text(
		`<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>`, rows, `</Table></Worksheet></Workbook>`,
	)
}

// spreadsheet makes an OpenDocument spreadsheet of rows.
func spreadsheet(rows string) func(t *testing.T) []byte {
	return func(t *testing.T) []byte {
		t.Helper()
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for _, p := range [][2]string{{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
			{"content.xml",
				`<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="S">` + rows + `</table:table></office:spreadsheet></office:body></office:document-content>`}} {
			w, err := z.CreateHeader(&zip.FileHeader{Name: p[0]})
			if err == nil {
				_, err = io.WriteString(w, p[1])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
}

// letters names a column of a sheet, counted from 0.
func letters(i int) (s string) {
	for i++; i > 0; i = (i - 1) / 26 {
		s = string(rune('A'+(i-1)%26)) + s
	}
	return s
}
