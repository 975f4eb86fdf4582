package markup

import (
	"strings"
	"testing"
)

// TestShowExact reads cells as LibreOffice and Excel write them: numbers with all their digits in the form that
// is shown, and everything else as it is shown.
func TestShowExact(t *testing.T) {
	for _, c := range []struct{ sign, value, shown, want string }{
		{".", "1234.567", "1,234.57", "1234.567"},
		{".", "123.567", "$123.57", "$123.5670"},
		{".", "1234.5", "1,234.50", "1,234.50"},
		{".", "-1234.567", "(1,234.57)", "(1234.567)"},
		{".", "-0.12345", "-12.35%", "-12.3450%"},
		{".", "0.12345", "12%", "12.3450%"},
		{".", "1.5", "150%", "150%"},
		{".", "123456.789", "1.23E+05", "123456.789"},
		{".", "0.333333333333333", "0.33", "0.333333333333333"},
		{",", "1234.567", "1.234,57 €", "1234,567 €"},
		{",", "1234", "1.234", "1.234"},
		{",", "1.6", "2", "1,6"},
		{".", "45356.5626736111", "13:30", "13:30"},
		{".", "45356", "2024-03", "2024-03"},
		{".", "45356", "2024", "2024"},
		{".", "1", "TRUE", "TRUE"},
		{".", "1.5", "1 1/2", "1 1/2"},
		{".", "1234567", "1,235", "1,235"},
		{".", "-5", "5", "5"},
		{".", "nan", "7", "7"},
		{".", "1e300", "1E+300", "1E+300"},
	} {
		other := map[string]string{".": `<td sdval="1.25">1.3`, ",": `<td sdval="1.25">1,3`}[c.sign]
		for _, name := range []string{"sdval", "x:num"} {
			p, err := readPage(t.Context(), strings.NewReader(`<table><tr>`+other+`<td `+name+`="`+c.value+`">`+
				c.shown+`</table>`))
			if err != nil {
				t.Fatal(err)
			}
			g := &p.tables[0].grid
			g.showExact()
			if got := g.rows[0][1].text; got != c.want {
				t.Errorf("%s shown as %s: %s, want %s", c.value, c.shown, got, c.want)
			}
		}
	}
}

// TestExact adds the digits of the HTML to a text on the clipboard if both have the same cells.
func TestExact(t *testing.T) {
	const page = `<html><table><tr><td>name<td>price<td>n<tr><td rowspan=2>a  "b"<td sdval="1234.567">1,234.57<td sdval="3">3<tr><td sdval="0.125">0.13<td></table>`
	for text, want := range map[string]string{
		"name\tprice\tn\r\n\"a  \"\"b\"\"\"\t1,234.57\t3\r\n\t0.13\t\r\n": "name\tprice\tn\r\n\"a  " +
			"\"\"b\"\"\"\t1234.567\t3\r\n\t0.125\t\r\n",
		"name\tprice\tn\n\"a\tx\ny\"\t1,234.57\t3\n\t0.13": "name\tprice\tn\n\"a\tx\n" +
			"y\"\t1234.567\t3\n\t0.125",
		"name\tprice\tn\na\t1,234.57\t3\n\t0.14\t\n":          "",
		"name\tprice\tn\na\t1,234.57\t3\n\t0.13\t\nb\t1\t2\n": "",
		"name\tprice\tn\n\t1,234.57\t3\n\t0.13\t\t\n": "name\tprice\tn\n\t1234.567\t3\n" +
			"\t0.125\t\t\n",
		"":         "",
		"\"open\n": "",
	} {
		if want == "" {
			want = text
		}
		if got := string(Exact(t.Context(), []byte(text), []byte(page))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	const text = "1\t2\n"
	for _, page := range []string{"", "<table><tr><td>1<td>2</table>", `<p sdval="3">`,
		strings.Repeat(`<table><tr><td sdval="1.2">1<td>2</table>`, 2)} {
		if got := string(Exact(t.Context(), []byte(text), []byte(page))); got != text {
			t.Errorf("beside %s: %q", page, got)
		}
	}
}
