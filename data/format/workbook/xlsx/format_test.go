package xlsx

import (
	"bytes"
	"fmt"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/format/workbook/sheet"
)

// TestFormatOfAColumn keeps what the formats of all numbers of a column share.
func TestFormatOfAColumn(t *testing.T) {
	styles := map[string]string{"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="#,##0.0"/></numFmts>` +
		`<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/><xf numFmtId="14"/></cellXfs></styleSheet>`}
	for name, c := range map[string]struct {
		cells []string
		want  data.NumberFormat
	}{
		"money": {[]string{`<c s="1"><v>1</v></c>`, `<c t="e"><v>#N/A</v></c>`, `<c s="1"><v>2</v></c>`},
			data.NumberFormat{Currency: "$", Grouped: true}},
		"shared": {[]string{`<c s="1"><v>1</v></c>`, `<c s="2"><v>1</v></c>`, `<c s="1"><v>1</v></c>`},
			data.NumberFormat{Grouped: true}},
		"nothing": {[]string{`<c s="3"><v>1</v></c>`, `<c><v>1</v></c>`, `<c s="3"><v>1</v></c>`}, data.NumberFormat{}},
		"shares":  {[]string{`<c s="3"><v>0.25</v></c>`, `<c s="3"><v>0.5</v></c>`}, data.NumberFormat{Percent: true}},
		"dates":   {[]string{`<c s="4"><v>44197</v></c>`}, data.NumberFormat{}},
		"texts":   {[]string{`<c s="1"><v>1</v></c>`, `<c t="str"><v>x</v></c>`}, data.NumberFormat{}},
	} {
		table, err := read(book(t, rowsOf(append([]string{`<c s="1" t="s"><v>0</v></c>`}, c.cells...)...), styles), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Columns[0].Format; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestFormatBesideATotal keeps the format of the numbers above a row of totals that is left out, however the
// totals are written, and in short sheets and long ones.
func TestFormatBesideATotal(t *testing.T) {
	styles := map[string]string{"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`}
	for _, n := range []int{2, 3, 10_000} {
		for _, total := range []string{"", `s="1"`} {
			rows := []string{`<c t="s"><v>0</v></c><c t="s"><v>1</v></c>`}
			for range n {
				rows = append(rows, `<c t="str"><v>a</v></c><c s="1"><v>2</v></c>`)
			}
			rows = append(rows, fmt.Sprintf(`<c t="str"><v>Total</v></c><c %s><v>%d</v></c>`, total, 2*n))
			table, err := read(book(t, rowsOf(rows...), styles), "")
			if err != nil {
				t.Fatal(err)
			}
			if got, want := table.Columns[1].Format,
				(data.NumberFormat{Currency: "$", Grouped: true}); table.Rows != n || got != want {
				t.Errorf("%d rows of %d: %+v, want %+v", table.Rows, n, got, want)
			}
		}
	}
}

// TestCodes reads numbers that cells show as codes as these texts, and keeps others numbers.
func TestCodes(t *testing.T) {
	styles := map[string]string{"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`}
	const note = "note: zero: numbers that the sheet shows as codes, such as 01234: read as these texts, which the " +
		"type number changes\n"
	for name, c := range map[string]struct {
		cells []string
		want  string
	}{
		"zips": {[]string{`<c s="1"><v>1234</v></c>`, `<c s="1"><v>2345</v></c>`, `<c s="1"><v>90210</v></c>`},
			"zero text \"01234\" \"02345\" \"90210\"\n" + note},
		"some": {[]string{`<c s="1"><v>1234</v></c>`, `<c><v>2345</v></c>`},
			"zero text \"01234\" \"2345\"\n" + note},
		"without zeros": {[]string{`<c s="1"><v>12345</v></c>`, `<c s="1"><v>90210</v></c>`}, "zero int 12345 90210\n"},
		"with others": {[]string{`<c s="1"><v>1234</v></c>`, `<c t="str"><v>x</v></c>`, `<c><v>5</v></c>`},
			"zero text \"01234\" \"x\" \"5\"\nnote: zero: of mixed types, read as text: 2 texts, 1 number\n"},
	} {
		table, err := read(book(t, rowsOf(append([]string{`<c t="s"><v>0</v></c>`}, c.cells...)...), styles), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	b := book(t, rowsOf(`<c t="s"><v>0</v></c>`, `<c s="1"><v>1234</v></c>`, `<c s="1"><v>90210</v></c>`), styles)
	wish, err := sheet.Parse(data.Reading{Types: []string{"zero=number"}})
	if err != nil {
		t.Fatal(err)
	}
	table, err := Open(t.Context(), bytes.NewReader(b), int64(len(b)), 0, "", wish, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := datatest.Columns(table), "zero int 1234 90210\n"; got != want {
		t.Errorf("as numbers: %s, want %s", got, want)
	}
}
