package xlsx

import (
	"fmt"
	"testing"

	"cardinal/data"
)

// TestFormatOfAColumn keeps what the formats of all numbers of a column share.
func TestFormatOfAColumn(t *testing.T) {
	styles := map[string]string{"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="#,##0.0"/></numFmts>` +
		`<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/><xf numFmtId="14"/></cellXfs></styleSheet>`}
	for name, c := range map[string]struct {
		cells []string
		want  data.NumberFormat
	}{
		"money":   {[]string{`<c s="1"><v>1</v></c>`, `<c t="e"><v>#N/A</v></c>`, `<c s="1"><v>2</v></c>`}, data.NumberFormat{Currency: "$", Grouped: true}},
		"shared":  {[]string{`<c s="1"><v>1</v></c>`, `<c s="2"><v>1</v></c>`, `<c s="1"><v>1</v></c>`}, data.NumberFormat{Grouped: true}},
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
			if got, want := table.Columns[1].Format, (data.NumberFormat{Currency: "$", Grouped: true}); table.Rows != n || got != want {
				t.Errorf("%d rows of %d: %+v, want %+v", table.Rows, n, got, want)
			}
		}
	}
}
