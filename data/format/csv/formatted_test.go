package csv

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data"
)

// readColumn reads values as one of two columns of a file. It returns the column and the notes.
func readColumn(t *testing.T, delim string, values ...string) (*data.Column, []string) {
	t.Helper()
	text := "a" + delim + "b\n"
	for _, v := range values {
		if strings.Contains(v, delim) {
			v = `"` + v + `"`
		}
		text += v + delim + "x\n"
	}
	table := read(t, text)
	return table.Columns[0], table.Notes
}

func TestWrittenNumbers(t *testing.T) {
	for _, c := range []struct{ delim, values, want, format string }{
		{";", "1.234,50 3,10", "decimal 1234.50 3.10 a: numbers with a decimal comma", "{Grouped:true}"},
		{"\t", "1.234,50 3,10", "decimal 1234.50 3.10 a: numbers with a decimal comma", "{Grouped:true}"},
		{",", "1.234,50 3,10", "decimal 1234.50 3.10 a: numbers with a decimal comma", "{Grouped:true}"},
		{";", "1.234.567,50 -3,5 7", "decimal 1234567.50 -3.50 7.00 a: numbers with a decimal comma", "{Grouped:true}"},
		{",", "1,234.00 5.5", "decimal 1234.00 5.50", "{Grouped:true}"},
		{",", "1,234,567 5", "int 1234567 5", "{Grouped:true}"},
		{",", "12,34,567.5 5", "decimal 1234567.5 5.0", "{Grouped:true}"},
		{",", "1'234.50 5", "decimal 1234.50 5.00", "{Grouped:true}"},
		{";", "1\u00a0234,5 1\u202f000", "decimal 1234.5 1000.0 a: numbers with a decimal comma", "{Grouped:true}"},
		{",", "$420.10 $-3 -$1,000", "decimal 420.10 -3.00 -1000.00", "{Currency:$ Grouped:true}"},
		{",", "US$420 US$3", "int 420 3", "{Currency:US$}"},
		{";", "34,50_€ 1.000,00_€", "decimal 34.50 1000.00 a: numbers with a decimal comma",
			"{Currency:€ After:true Spaced:true Grouped:true}"},
		{";", "34,50_EUR 1_EUR", "decimal 34.50 1.00 a: numbers with a decimal comma", "{Currency:EUR After:true " +
			"Spaced:true}"},
		{",", "12_XYZ 1_XYZ", "text 12 XYZ 1 XYZ", ""},
		{",", "30.0% 5% -1%", "decimal 0.300 0.050 -0.010", "{Percent:true}"},
		{";", "12,5_% 5_%", "decimal 0.125 0.050 a: numbers with a decimal comma", "{Percent:true}"},
		{",", "(100) 5 ($1.50)", "decimal -100.00 5.00 -1.50 a: 2 of 3 numbers without $", "{Parens:true}"},
		{",", "$(100) $5", "int -100 5", "{Currency:$ Parens:true}"},
		{",", "+10 -5 0", "int 10 -5 0", "{Plus:true}"},
		{",", "\u221210 5", "int -10 5", ""},
		{",", "+4915112345678 +4915112345679", "text +4915112345678 +4915112345679", ""},
		{",", "555_123 5", "text 555 123 5 a: numbers with blanks among their digits, which may be codes: kept as text",
			""},
		{";", "1_234,50 5", "decimal 1234.50 5.00 a: numbers with a decimal comma", "{Grouped:true}"},
		{",", "$5 €5", "text $5 €5 a: numbers in several currencies: kept as text", ""},
		{",", "5% 0.05", "text 5% 0.05 a: numbers with and without a per cent sign: kept as text", ""},
		{",", "1.234,5 1,234.5", "text 1.234,5 1,234.5 a: numbers with a decimal point and numbers with a decimal " +
			"comma: kept as text", ""},
		{",", "1,2345 1.234.5", "text 1,2345 1.234.5", ""},
		{",", "5- 6", "text 5- 6", ""},
		{",", "100.00- 5.50", "decimal -100.00 5.50", ""},
		{";", "1.234,56- 5,00- -1,00", "decimal -1234.56 -5.00 -1.00 a: numbers with a decimal comma",
			"{Grouped:true}"},
		{",", "12.00-_EUR 5.00_EUR", "decimal -12.00 5.00", "{Currency:EUR After:true Spaced:true}"},
		{",", "-5.00- 1.00", "text -5.00- 1.00", ""},
		{",", "(5.00-) 1.00", "text (5.00-) 1.00", ""},
		{",", "%5 $ $5", "text %5 $ $5", ""},
		{",", "$5 $ $6 $7 $8", "text $5 $ $6 $7 $8 a: kept as text because of 1 of 5 values: \"$\" in row 2", ""},
		{";", "123456789012345678,5 1,25", "float 123456789012345680 1.25 a: numbers with a decimal comma; 1 of 2 " +
			"numbers do not fit a 64-bit float and were rounded, the first in row 1", ""},
		{";", "1.234.567.890.123.456,5 0,0000000001", "float 1234567890123456.5 1e-10 a: numbers with a decimal comma",
			"{Grouped:true}"},
		{";", "-9,223,372,036,854,775,808 9,223,372,036,854,775,807 5",
			"int -9223372036854775808 9223372036854775807 5", "{Grouped:true}"},
		{",", "-9.223.372.036.854.775.808 1.234", "int -9223372036854775808 1234", "{Grouped:true}"},
		{";", "1'000'000'000'000'000'000 (9'223'372'036'854'775'808)", "int 1000000000000000000 -9223372036854775808",
			"{Grouped:true Parens:true}"},
		{";", "9,223,372,036,854,775,808 5", "float 9223372036854776000 5", "{Grouped:true}"},
		{";", "-9,223,372,036,854,775,809 5", "float -9223372036854776000 5 a: 1 of 2 numbers do not fit a 64-bit " +
			"float and were rounded, the first in row 1", "{Grouped:true}"},
		{";", "9,223,372,036,854,775,807% 5%", "float 92233720368547760 0.05 a: 1 of 2 numbers do not fit a 64-bit " +
			"float and were rounded, the first in row 1", "{Percent:true Grouped:true}"},
		{";", "9,223,372,036,854,775,807 0.5", "float 9223372036854776000 0.5 a: 1 of 2 numbers do not fit a 64-bit " +
			"float and were rounded, the first in row 1", "{Grouped:true}"},
		{",", "0.12345678% 1%", "float 0.0012345678 0.01", "{Percent:true}"},
	} {
		values := strings.Split(c.values, " ")
		for i := range values {
			values[i] = strings.ReplaceAll(values[i], "_", " ")
		}
		col, notes := readColumn(t, c.delim, values...)
		got := col.Type.String()
		for i := range col.Rows {
			got += " " + col.Value(i).String()
		}
		if got = strings.Join(append([]string{got}, notes...), " "); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.values, got, c.want)
		}
		if got := formatText(col.Format); got != c.format {
			t.Errorf("%s: %s, want %s", c.values, got, c.format)
		}
	}
}

// formatText writes the fields of a format that are set.
func formatText(f data.NumberFormat) string {
	if f == (data.NumberFormat{}) {
		return ""
	}
	var parts []string
	for _, p := range strings.Fields(strings.Trim(fmt.Sprintf("%+v", f), "{}")) {
		if !strings.HasSuffix(p, ":false") && !strings.HasSuffix(p, ":") && !strings.HasSuffix(p, ":0") {
			parts = append(parts, p)
		}
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// TestAmbiguousNumbers settles numbers with three digits behind a point or comma by the rest of the file.
func TestAmbiguousNumbers(t *testing.T) {
	const columns, semicolons, others, below = "as in other columns", "as in most files with semicolons between the " +
		"fields", "as in most files without semicolons between the fields", "since the numbers below 1,000 have none"
	groups := func(sign, why string) string {
		return "a: the " + sign + " is assumed to group thousands, " + why + "; if it is a decimal " + sign +
			", the numbers are 1,000 times too great"
	}
	decimal := func(sign, why string) string {
		return "a: the " + sign + " is assumed to be a decimal " + sign + ", " + why + "; if it groups thousands, " +
			"the numbers are 1,000 times too small"
	}
	for _, c := range []struct{ text, a, note string }{
		{"a;b\n1.234;x\n12.345;y\n", "int 1234 12345", groups("point", semicolons)},
		{"a;b\n1.234;0,5\n12.345;1\n", "int 1234 12345", groups("point", columns)},
		{"a;b\n1.234;0.5\n12.345;1\n", "decimal 1.234 12.345", decimal("point", columns)},
		{"a;b\n1,234;0.5\n12,345;1\n", "int 1234 12345", groups("comma", columns)},
		{"a;b\n1,234;x\n12,345;y\n", "decimal 1.234 12.345", decimal("comma", semicolons)},
		{"a\tb\n1.234\tx\n12.345\ty\n", "decimal 1.234 12.345", decimal("point", others)},
		{"a,b\n1.234,x\n12.345,y\n", "decimal 1.234 12.345", ""},
		{"a\tb\n1.234\tx\n345\ty\n", "int 1234 345", groups("point", below)},
		{"a\tb\n1.234\t12.345\n2.345\t345\n", "int 1234 2345", groups("point", columns)},
		{"a\tb\n1.234\tx\n0\ty\n", "decimal 1.234 0.000", decimal("point", others)},
		{"a\tb\n1.234\tx\n1345\ty\n", "decimal 1.234 1345.000", decimal("point", others)},
		{"a\tb\n1.234\t0.5\n345\t1\n", "decimal 1.234 345.000", decimal("point", columns)},
		{"a;b\n1,234;x\n345;y\n", "int 1234 345", groups("comma", below)},
		{"a,b\n1.234,x\n345,y\n", "decimal 1.234 345.000", ""},
		{"a,b\n\"1,234\",x\n\"12,345\",y\n", "int 1234 12345", groups("comma", others)},
		{"a,b\n\"1,234\",\"0,5\"\n\"12,345\",\"1,75\"\n", "decimal 1.234 12.345", decimal("comma", columns)},
		{"a;b\n1.234;x\n0.345;y\n", "decimal 1.234 0.345", ""},
	} {
		table := read(t, c.text)
		col := table.Columns[0]
		if got := fmt.Sprint(col.Type, " ", col.Value(0), " ", col.Value(1)); got != c.a {
			t.Errorf("%q: %s, want %s", c.text, got, c.a)
		}
		note := ""
		for _, n := range table.Notes {
			if strings.HasPrefix(n, "a: ") {
				note = n
			}
		}
		if note != c.note {
			t.Errorf("%q: %s, want %s", c.text, note, c.note)
		}
	}
}

// TestWrittenRoundTrip writes amounts in the form of a country, reads them and compares every amount.
func TestWrittenRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, way := range []struct{ group, sign, before, behind string }{
		{",", ".", "$", ""}, {".", ",", "", " €"}, {"'", ".", "CHF ", ""}, {"\u202f", ",", "", "\u202f€"},
		{"", ",", "", ""}, {",", ".", "", ""}, {".", ",", "", "%"}, {" ", ",", "", " kr"},
	} {
		text, want := "n;amount\n", []int64{}
		for i := range 2000 {
			v := r.Int64N(1 << r.IntN(48))
			whole, cents := fmt.Sprint(v/100), fmt.Sprintf("%02d", v%100)
			for at := len(whole) - 3; at > 0; at -= 3 {
				whole = whole[:at] + way.group + whole[at:]
			}
			amount := way.before + whole + way.sign + cents + way.behind
			if r.IntN(2) == 0 && v > 0 {
				amount, v = "-"+amount, -v
			}
			text += fmt.Sprintf("%d;%s\n", i, amount)
			want = append(want, v)
		}
		col := read(t, text).Columns[1]
		scale := 2
		if way.behind == "%" {
			scale = 4
		}
		if col.Type != data.Decimal || col.Scale != scale {
			t.Errorf("%q: %v of scale %d", way, col.Type, col.Scale)
			continue
		}
		for i, v := range want {
			if col.Int(i) != v {
				t.Fatalf("%q: row %d is %d, want %d", way, i, col.Int(i), v)
			}
		}
	}
}

func TestMarkers(t *testing.T) {
	col, notes := readColumn(t, ",", "1", "-", "?", "n/a", `\N`, "2.5", "-", ".", "–")
	if col.Type != data.Decimal || col.Nulls != 7 || len(notes) != 1 ||
		notes[0] != `a: 7 values read as null: n/a (1), \N (1), - (2), – (1), ? (1), . (1)` {
		t.Errorf("%v %q", col.Type, notes)
	}
	for _, values := range [][]string{{"-", "?"}, {"p", "-"}, {"-", "--", "1-2"}} {
		if col, notes := readColumn(t, ",", values...); col.Type != data.Text || col.Nulls > 0 || notes != nil {
			t.Errorf("%q: %v %q", values, col.Type, notes)
		}
	}
}

// TestLateText names the row of a single text among numbers, over many chunks.
func TestLateText(t *testing.T) {
	var b strings.Builder
	b.WriteString("n,day,code\n")
	const rows = 400_000
	for i := range rows {
		switch i {
		case 300_000:
			b.WriteString("oops,2024-01-01,1\n")
		case 300_001:
			b.WriteString("oops again,2024-01-01,99999999999999999999\n")
		case 350_000:
			b.WriteString("1,soon,1\n")
		default:
			b.WriteString("1,2024-01-01,1\n")
		}
	}
	want := []string{
		`n: kept as text because of 2 of 400,000 values, the first is "oops" in row 300,001`,
		`day: kept as text because of 1 of 400,000 values: "soon" in row 350,001`,
		`code: kept as text because of 1 of 400,000 values: "99999999999999999999" in row 300,002`,
	}
	if table := read(t, b.String()); strings.Join(table.Notes, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", table.Notes)
	}
}
