package ods

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/format/workbook/sheet"
)

const head = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ` +
	`xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">` +
	`<office:automatic-styles><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>` +
	`<number:time-style style:name="N1" number:truncate-on-overflow="false"/><style:style style:name="long" style:data-style-name="N1"/><number:time-style style:name="N2"/><style:style style:name="clock" style:data-style-name="N2"/></office:automatic-styles><office:body><office:spreadsheet>`

// book makes a spreadsheet of the XML of its sheets.
func book(t testing.TB, sheets string) []byte {
	t.Helper()
	return datatest.Zip(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet",
		"content.xml": head + sheets + `</office:spreadsheet></office:body></office:document-content>`})
}

func read(b []byte, name string, how data.Reading) (*data.Table, error) {
	wish, err := sheet.Parse(how)
	if err != nil {
		return nil, err
	}
	return Open(context.Background(), bytes.NewReader(b), int64(len(b)), 1<<30, name, wish, func(float64) {})
}

// row makes a row of cells; a cell has the attributes of its element and its content.
func row(cells ...string) string {
	return "<table:table-row>" + strings.Join(cells, "") + "</table:table-row>"
}

func text(s string) string {
	return `<table:table-cell office:value-type="string"><text:p>` + s + `</text:p></table:table-cell>`
}

func value(kind, attribute, v string) string {
	return fmt.Sprintf(`<table:table-cell office:value-type=%q office:%s=%q><text:p>shown</text:p></table:table-cell>`,
		kind, attribute, v)
}

func styled(style, cell string) string {
	return strings.Replace(cell, "<table:table-cell", fmt.Sprintf("<table:table-cell table:style-name=%q", style), 1)
}

func on(rows ...string) string {
	return `<table:table table:name="One">` + strings.Join(rows, "") + `</table:table>`
}

func TestValues(t *testing.T) {
	const none = `<table:table-cell/>`
	for _, c := range []struct{ name, sheets, want string }{
		{"numbers", on(row(text("n")), row(value("float", "value", "1.5")), row(value("float", "value", "-7"))),
			"n decimal(1) 1.5 -7.0\n"},
		{"percentages", on(row(text("n")), row(value("percentage", "value", "0.25"))), "n decimal(2) 0.25\n"},
		{"money", on(row(text("n")), row(value("currency", "value", "12.5"))), "n decimal(1) 12.5\n"},
		{"dates", on(row(text("n")), row(value("date", "date-value", "2024-02-29")),
			row(value("date", "date-value", "1899-12-31"))), "n date 2024-02-29 1899-12-31\n"},
		{"times", on(row(text("n")), row(value("date", "date-value", "2024-02-29T23:59:59")),
			row(value("date", "date-value", "2024-03-01"))), "n timestamp 2024-02-29T23:59:59 2024-03-01T00:00:00\n"},
		{"times that a float has rounded",
			on(row(text("n")), row(value("date", "date-value", "2024-02-29T07:59:59.999999997")),
				row(value("date", "date-value", "1969-12-31T23:59:59.9996"))),
			"n timestamp 2024-02-29T08:00:00 1970-01-01T00:00:00\n"},
		{"durations", on(row(text("n")), row(value("time", "time-value", "PT255H10M10S")),
			row(value("time", "time-value", "PT06H00M00S"))), "n float 10.632060185185185 0.25\n"},
		{"durations below zero", on(row(text("n")), row(value("time", "time-value", "-PT12H00M00S")),
			row(value("time", "time-value", "PT29629632H00M00S"))), "n decimal(1) -0.5 1234568.0\n"},
		{"times of day", on(row(text("n")), row(value("time", "time-value", "PT23H59M59S")),
			row(value("time", "time-value", "PT06H00M00S"))), "n text \"23:59:59\" \"06:00:00\"\n"},
		{"codes", on(row(text("n")), row(strings.Replace(value("float", "value", "1234"), "shown", "01234", 1)),
			row(value("float", "value", "90210"))), "n text \"01234\" \"90210\"\nnote: n: numbers that the sheet " +
			"shows as codes, such as 01234: read as these texts, which the type number changes\n"},
		{"durations by their style",
			on(row(text("n")), row(styled("long", value("time", "time-value", "PT06H00M00S")))), "n decimal(2) 0.25\n"},
		{"durations by the column",
			on(`<table:table-column table:default-cell-style-name="long" table:number-columns-repeated="2"/>`,
				row(text("n"), text("at")),
				row(value("time", "time-value", "PT06H00M00S"),
					styled("clock", value("time", "time-value", "PT06H00M00S")))),
			"n decimal(2) 0.25\nat text \"06:00:00\"\n"},
		{"dates that show the time alone",
			on(row(text("n")), row(styled("clock", value("time", "time-value", "PT1088557H30M15S")))),
			"n timestamp 2024-03-05T13:30:15\n"},
		{"durations of many years",
			on(row(text("n")), row(styled("long", value("time", "time-value", "PT1088556H00M00S")))),
			"n decimal(1) 45356.5\n"},
		{"negative durations", on(row(text("n")), row(value("time", "time-value", "-PT1H30M")),
			row(value("time", "time-value", "PT06H00M00S"))), "n decimal(4) -0.0625 0.2500\n"},
		{"times and text", on(row(text("n")), row(value("time", "time-value", "PT36H")), row(text("none"))),
			"n text \"36:00:00\" \"none\"\n"},
		{"truth", on(row(text("n")), row(value("boolean", "boolean-value", "true")),
			row(value("boolean", "boolean-value", "false"))), "n bool true false\n"},
		{"texts",
			on(row(text("n")),
				row(
					text(
						`a<text:s text:c="3"/>b<text:tab/><text:span>&lt;</text:span><text:line-break/>c</text:p><text:p>d`,
					),
				),
				row(
					`<table:table-cell office:value-type="string" office:string-value="stated"><office:annotation><text:p>remark</text:p></office:annotation><text:p>shown</text:p></table:table-cell>`,
				)),
			"n text \"a   b\\t<\\nc\\nd\" \"stated\"\n"},
		{"errors", on(row(text("n")), row(value("float", "value", "1")),
			row(
				`<table:table-cell table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>`,
			)),
			"n int 1 .\nnote: n: 1 cell with an error such as #N/A, read as null\n"},
		{"no value", on(row(text("n")), row(value("float", "value", "1")),
			row(`<table:table-cell table:formula="of:=1/0"/>`)),
			"n int 1 .\nnote: n: 1 formula without a stored value, read as null: open the workbook in a spreadsheet " +
				"program and save it\n"},
		{"repeats", on(row(text("a"), text("b"), text("c")),
			`<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="4"/>`+none+`</table:table-row>`,
			`<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`, row(none, none, value("float", "value", "5")),
			`<table:table-row table:number-rows-repeated="1048569"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`),
			"a int 4 4 .\nb int 4 4 .\nc int . . 5\nnote: 3 empty rows between others were left out\n"},
		{"header rows", on(`<table:table-header-rows>`+row(text("a"), none, text("b"))+row(text("x"), text("y"),
			text("x"))+`</table:table-header-rows>`, row(value("float", "value", "1"), value("float", "value", "2"),
			value("float", "value", "3"))),
			"a · x int 1\na · y int 2\nb · x int 3\nnote: the first 2 rows, which the workbook prints on every page, " +
				"are read as the header\n"},
		{"covered", on(row(text("a"), text("b")),
			row(
				`<table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>m</text:p></table:table-cell>`, value("float", "value", "1"),
			),
			row(
				`<table:covered-table-cell office:value-type="string"><text:p>hidden</text:p></table:covered-table-cell>`, value("float", "value", "2"),
			)),
			"a text \"m\" .\nb int 1 2\nnote: 1 group of merged cells: only the first cell of each has its value; " +
				"they can be filled\n"},
		{"hidden rows and columns",
			`<table:table table:name="One"><table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>` + row(text("a"), text("b")) +
				`<table:table-row table:visibility="filter">` + value("float", "value", "1") + value("float", "value",
				"2") +
				`</table:table-row><table:table-row table:visibility="collapse" table:number-rows-repeated="9"><table:table-cell/></table:table-row></table:table>`,
			"a int 1\nb int 2\nnote: 1 row is hidden in the sheet, by hand or by a filter, and was read like the " +
				"others\nnote: 1 column is hidden in the sheet and was read like the others: \"b\"\n"},
		{"hidden sheets", `<table:table table:name="No" table:style-name="ta2">` + row(text("no")) +
			`</table:table><table:table table:name="Empty"/>` + on(row(text("yes"))), "yes text\n"},
		{"hidden alone", `<table:table table:name="No" table:style-name="ta2">` + row(text("no")) + `</table:table>`,
			"no text\nnote: sheet \"No\" is hidden: it is the only kind that has cells\n"},
		{"drawings and changes",
			`<table:tracked-changes><table:table-cell office:value-type="float" office:value="9"/></table:tracked-changes><table:table table:name="One"><table:shapes><table:table-row>` + text("shape") + `</table:table-row></table:shapes>` + row(text("n")) + row(value("float", "value", "1")) + `</table:table>`, "n int 1\n"},
	} {
		table, err := read(book(t, c.sheets), "", data.Reading{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := datatest.Columns(table); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestEpochs reads numbers and texts since 1970 as the times that they are, to the millisecond, and in UTC.
func TestEpochs(t *testing.T) {
	for kind, want := range map[string]string{
		"epoch":    "n timestamp(3) 2004-10-28T23:41:18.916Z 1969-12-31T23:59:59.999Z 1970-01-01T00:00:01.5Z\n",
		"epoch_ms": "n timestamp(3) 2004-02-26T11:55:39.837Z 1969-12-31T23:59:59.999Z 1970-01-01T00:00:01.5Z\n",
		"epoch_us": "n timestamp(3) 2004-07-15T18:15:15.485Z 1969-12-31T23:59:59.999Z 1970-01-01T00:00:01.5Z\n",
	} {
		numbers := map[string][]string{
			"epoch": {"1099006878.916", "-0.001", "1.5"}, "epoch_ms": {"1077796539837", "-1", "1500"},
			"epoch_us": {"1089915315485000", "-1000", "1500000"},
		}[kind]
		b := book(t, on(row(text("n")), row(value("float", "value", numbers[0])),
			row(value("float", "value", numbers[1])), row(text(numbers[2]))))
		table, err := read(b, "", data.Reading{Types: []string{"n=" + kind}})
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != want {
			t.Errorf("%s:\n%swant\n%s", kind, got, want)
		}
	}
}

// TestTextsWithZones reads texts of times as in a text file: times with a zone are moved to UTC, and a note reports
// it.
func TestTextsWithZones(t *testing.T) {
	for at, want := range map[string]string{"2024-01-01T10:00:00+02:00": "n timestamp 2024-01-01T08:00:00Z\n",
		"2024-01-01T10:00:00": "n timestamp 2024-01-01T10:00:00\n"} {
		table, err := read(book(t, on(row(text("n")), row(text(at)))), "", data.Reading{Types: []string{"n=time"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}

// TestNamesOfLabels reads names of rows' labels below names of columns, as pandas writes them, and no heading
// of rows for one.
func TestNamesOfLabels(t *testing.T) {
	const none, wide = `<table:table-cell/>`,
		`<table:table-cell table:number-columns-spanned="2" office:value-type="string"><text:p>x</text:p></table:table-cell><table:covered-table-cell/>`
	one := value("float", "value", "1")
	head := row(none, none, wide) + row(none, none, text("mean"), text("sum"))
	for want, rows := range map[string]string{
		"k text \"a\"\nm int 1\nx · mean int 1\nx · sum int 1\nnote: rows 1-3 are read as the header, with their names joined\n":                                row(text("k"), text("m")) + row(text("a"), one, one, one),
		"column_A text \"Europe\" \"a\"\ncolumn_B int . 1\nx · mean int . 1\nx · sum int . 1\nnote: rows 1-2 are read as the header, with their names joined\n": row(text("Europe")) + row(text("a"), one, one, one),
	} {
		table, err := read(book(t, on(head, rows)), "", data.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != want {
			t.Errorf("%swant\n%s", got, want)
		}
	}
}

// TestHiddenByName reads a hidden sheet that is asked for, and says that it is hidden.
func TestHiddenByName(t *testing.T) {
	b := book(t, on(row(text("yes")))+`<table:table table:name="No" table:style-name="ta2">`+row(text("no"))+
		`</table:table>`)
	for name, want := range map[string]string{"No": "no text\nnote: the sheet is hidden in the workbook\n",
		"One": "yes text\n", "": "yes text\n"} {
		table, err := read(b, name, data.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestOffice reads what LibreOffice saved.
func TestOffice(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "report.ods"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := read(b, "", data.Reading{Merged: "fill"})
	if err != nil {
		t.Fatal(err)
	}
	const want = "Region text \"North\" \"North\" \"South\" \"South\"\nCity text \"Oslo\" \"Bergen\" \"Rome\" " +
		"\"Bari\"\nQ1 · Revenue decimal(1) 100.5 50.0 10.0 5.5\nQ1 · Orders int 3 1 1 1\n" +
		"Q2 · Revenue decimal(2) 200.25 60.00 20.00 6.00\nQ2 · Orders int 4 2 1 1\nnote: 1 row above the table was " +
		"left out: \"Sales report 2024\"\nnote: rows 3-4 are read as the header, with their names joined\n" +
		"note: 2 groups of merged cells, filled with the value of the first cell\nnote: cells beside the table were " +
		"left out: choose a range to read them: J3:K5\n"
	if got := datatest.Columns(table); got != want || table.Sheet != "Report" ||
		strings.Join(table.Sheets, " ") != "Report Orders" || table.Cells.Range != "B3:G8" ||
		table.Cells.Header != "3-4" {
		t.Errorf("%s%+v", got, table.Cells)
	}
	if table, err = read(b, "", data.Reading{Range: "sales", Types: []string{"Amount=number"}}); err != nil ||
		table.Sheet != "Orders" ||
		!strings.HasPrefix(datatest.Columns(table), "Order int 1 2 3\nDay date 2024-01-01 2024-02-01 2024-03-01\n"+
			"Amount decimal(2) 1200.50 -30.25 7.00\n") {
		t.Errorf("%v", err)
	}
	for _, c := range []struct {
		name, cells, want string
	}{
		{"", "Nobody", `the spreadsheet has no named range "Nobody"; there are Targets, Sales`},
		{"Orders", "Targets", `the range is on sheet "Report", and sheet "Orders" is asked for: leave one of them out`},
		{"Other", "", `the spreadsheet has no sheet "Other"; its sheets are Report, Orders`},
		{"orders", "X1:Z9", `sheet "Orders" has no cell there: choose another sheet, range or row`},
		{"", "X1:Z9", "no sheet of the spreadsheet has a cell in X1:Z9: choose another range"},
	} {
		if _, err := read(b, c.name, data.Reading{Range: c.cells}); err == nil || err.Error() != c.want {
			t.Errorf("%s %s: %v", c.name, c.cells, err)
		}
	}
}

// TestBombs reads files of a few hundred bytes that ask for millions of cells.
func TestBombs(t *testing.T) {
	const many = `<table:table-row table:number-rows-repeated="1048576">`
	for _, c := range []struct{ name, sheets, want string }{
		{"all cells",
			on(many +
				`<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row>`), "too large"},
		{"one wide row after another",
			on(
				strings.Repeat(
					row(
						`<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/>`,
					), 5000,
				),
			), "too large"},
		{"too many rows", on(row(text("a")), many+text("b")+`</table:table-row>`), "more rows than a sheet can have"},
		{"too many columns", on(row(`<table:table-cell table:number-columns-repeated="16384"/>`, text("a"))),
			"more columns than a sheet can have"},
		{"nonsense", on(`<table:table-row table:number-rows-repeated="99999999999">` + text("a") +
			`</table:table-row>`), "repeated"},
		{"spaces", on(row(text(`<text:s text:c="99999999"/>`))), "a text has more than 16 MB"},
		{"entities", `<!DOCTYPE x [<!ENTITY a "b">]>`, "damaged"},
	} {
		b := book(t, c.sheets)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Open(t.Context(), bytes.NewReader(b), int64(len(b)), 256<<20, "", sheet.Wish{}, func(float64) {})
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<30 {
			t.Errorf("%s: took %d MB", c.name, taken>>20)
		}
	}
	blank := on(row(text("a"), text("b")), row(value("float", "value", "1"), value("float", "value", "2")),
		many[:len(many)-1]+`><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`)
	if table, err := read(book(t, blank), "", data.Reading{}); err != nil || table.Rows != 1 {
		t.Error(err)
	}
}

func TestRecognise(t *testing.T) {
	ask := func(b []byte) (bool, error) { return Recognise(t.Context(), bytes.NewReader(b), int64(len(b))) }
	if ok, err := ask(book(t, "")); !ok || err != nil {
		t.Error(ok, err)
	}
	if ok, err := ask(datatest.Zip(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.text",
		"content.xml": "<a/>"})); ok || err == nil {
		t.Error(ok, err)
	}
	if ok, err := ask([]byte("a,b\n1,2\n")); ok || err != nil {
		t.Error(ok, err)
	}
}

// TestCuts reads a spreadsheet whose XML is cut at every length.
func TestCuts(t *testing.T) {
	all := head + on(row(text("a")), row(value("float", "value", "1"))) +
		`</office:spreadsheet></office:body></office:document-content>`
	for n := range len(all) {
		if table, err := read(datatest.Zip(t, map[string]string{"content.xml": all[:n]}), "",
			data.Reading{}); err == nil {
			t.Fatalf("cut at %d: %s", n, datatest.Columns(table))
		}
	}
}

func FuzzContent(f *testing.F) {
	f.Add(on(row(text("a"), text("b")), row(value("date", "date-value", "2024-01-01"),
		value("time", "time-value", "PT1H"))))
	f.Add(
		on(
			`<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="4" table:number-rows-spanned="2"/></table:table-row>`,
		),
	)
	f.Fuzz(func(t *testing.T, sheets string) {
		if table, err := read(book(t, sheets), "", data.Reading{}); err == nil {
			_ = datatest.Columns(table)
		}
	})
}

// TestElapsed reads times whose format goes beyond a day, by the style of the cell, of its row or of its
// column, as durations.
func TestElapsed(t *testing.T) {
	const styles = `</office:spreadsheet></office:body><office:automatic-styles><number:time-style style:name="N1" number:truncate-on-overflow="false"/><number:time-style style:name="N2"/>` +
		`<style:style style:name="long" style:data-style-name="N1"/><style:style style:name="short" style:data-style-name="N2"/></office:automatic-styles><office:body><office:spreadsheet>`
	time := func(style string) string {
		return `<table:table-cell` + style + ` office:value-type="time" office:time-value="PT06H30M00S"/>`
	}
	const long, short = ` table:style-name="long"`, ` table:style-name="short"`
	columns := `<table:table-column table:number-columns-repeated="2" table:default-cell-style-name="long"/><table:table-column table:default-cell-style-name="short"/>`
	rows := row(text("a"), text("b"), text("c"), text("d")) + row(time(""), time(short), time(""), time(long))
	common := datatest.Zip(t, map[string]string{
		"styles.xml": `<office:document-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><office:styles><number:time-style style:name="N9" number:truncate-on-overflow="false"/>` +
			`<style:style style:name="Shift" style:data-style-name="N9"/></office:styles></office:document-styles>`,
		"content.xml": strings.Replace(head, "</office:automatic-styles>",
			`<style:style style:name="long" style:parent-style-name="Shift"/></office:automatic-styles>`, 1) +
			on(row(text("a")), row(time(long))) + "</office:spreadsheet></office:body></office:document-content>",
	})
	if got, err := read(common, "", data.Reading{}); err != nil || !got.Columns[0].Format.Duration {
		t.Errorf("by a style of the whole file: %v, %v", got, err)
	}
	for how, c := range map[string]struct{ sheet, want string }{
		"columns": {columns + rows, "duration text text duration"},
		"none":    {rows, "text text text duration"},
		"a row": {strings.Replace(rows, "</table:table-row><table:table-row>",
			`</table:table-row><table:table-row table:default-cell-style-name="long">`, 1),
			"duration text duration duration"},
	} {
		got, err := read(book(t, styles+`<table:table table:name="One">`+c.sheet+`</table:table>`), "", data.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		var kinds []string
		for _, c := range got.Columns {
			kind := c.Type.String()
			if c.Format.Duration {
				kind = "duration"
				if days := c.Value(0).String(); days != "0.2708333333333333" {
					t.Errorf("6:30 is %s days", days)
				}
			}
			kinds = append(kinds, kind)
		}
		if got := strings.Join(kinds, " "); got != c.want {
			t.Errorf("by %s: %s, want %s", how, got, c.want)
		}
	}
}
