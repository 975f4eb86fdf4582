package numfmt_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/figure/numfmt"
)

// value reads a number: as an integer, as a decimal if it has a point, or as a date.
func value(text string) data.Value {
	if at, err := time.Parse("2006-01-02 15:04:05.000", text); err == nil {
		return data.Value{Type: data.Timestamp, Scale: 3, Int: int128.From(at.UnixMilli())}
	}
	digits, scale := text, 0
	if whole, fraction, point := strings.Cut(text, "."); point {
		digits, scale = whole+fraction, len(fraction)
	}
	n := int128.From(0)
	for _, c := range strings.TrimPrefix(digits, "-") {
		n, _ = n.MulFits(10)
		n = n.Add(int128.From(int64(c - '0')))
	}
	if strings.HasPrefix(digits, "-") {
		n = n.Neg()
	}
	v := data.Value{Type: data.Int, Int: n}
	if scale > 0 {
		v.Type, v.Scale = data.Decimal, scale
	}
	return v
}

// TestText compares formats with what Excel shows.
func TestText(t *testing.T) {
	for _, c := range []struct{ code, value, want string }{
		{"0", "1234.5", "1235"}, {"0", "-1234.4", "-1234"}, {"#", "0", ""}, {"0", "0", "0"},
		{"#,##0", "1234567", "1,234,567"},
		{"#,##0", "12", "12"}, {"#,##0", "-999999.5", "-1,000,000"}, {"#,##0.00", "1234.565", "1,234.57"},
		{"#,##0.00", "0.5", "0.50"},
		{"0.##", "1.5", "1.5"}, {"0.##", "1", "1."}, {"0.0#", "1", "1.0"}, {"#.##", "0.25", ".25"}, {"000", "7", "007"},
		{"0,000", "7", "0,007"},
		{"#,##0,", "1234567", "1,235"}, {`#,##0.0,,"M"`, "1234567", "1.2M"}, {`0.0,K`, "1234567", "1234.6K"},
		{`0,"K"`, "499", "0K"},
		{"0%", "0.125", "13%"}, {"0.0%", "0.1234", "12.3%"}, {"0.00%", "-0.5", "-50.00%"}, {"%0", "0.5", "%50"},
		{`#,##0.00 "EUR"`, "1234.5", "1,234.50 EUR"}, {`"$"#,##0.00`, "-5", "-$5.00"}, {"[$€-407] 0.00", "3", "€ 3.00"},
		{"€0", "3", "€3"},
		{"0.00;(0.00)", "-2.5", "(2.50)"}, {"0.00;(0.00)", "2.5", "2.50"}, {`0;-0;"none"`, "0", "none"},
		{"+0;-0;0", "4", "+4"}, {"0;;", "-3", ""},
		{"0_);(0)", "3", "3 "}, {"[Red]0;[Blue]-0", "-3", "-3"}, {`[>=1000000]0.0,,"M";[>=1000]0.0,"K";0`,
			"2500000", "2.5M"},
		{`[>=1000000]0.0,,"M";[>=1000]0.0,"K";0`, "2500", "2.5K"}, {`[>=1000000]0.0,,"M";[>=1000]0.0,"K";0`,
			"-25", "-25"},
		{`[<0]"minus "0;0`, "-25", "minus 25"}, {"[=1]\"one\";0", "1", "one"},
		{"0.00E+00", "12345", "1.23E+04"}, {"0.00E+00", "0.00012", "1.20E-04"}, {"0.0E+0", "99.99", "1.0E+2"},
		{"##0.0E+0", "12345", "12.3E+3"}, {"0E-0", "0", "0E0"},
		{"##0.0E+0", "999.99", "1.0E+3"}, {"0.00E+00", "-5", "-5.00E+00"},
		{"General", "-1234.50", "-1234.5"}, {`General "units"`, "7", "7 units"}, {"000-0000", "5551234", "555-1234"},
		{"(000) 000-0000", "12345551234", "(1234) 555-1234"},
		{"?0.?", "3.4", " 3.4"}, {"??", "0", "  "}, {"0\\x", "1", "1x"}, {"*-0", "1", "1"},
		{"0.00", "170141183460469231731687303715884105.727", "170141183460469231731687303715884105.73"},
		{"yyyy-mm-dd", "2001-03-04 17:05:09.250", "2001-03-04"}, {"d.m.yy", "2001-03-04 17:05:09.250", "4.3.01"},
		{"dddd, d mmmm yyyy", "2001-03-04 17:05:09.250", "Sunday, 4 March 2001"},
		{"ddd mmm mmmmm", "2001-03-04 17:05:09.250", "Sun Mar M"}, {"hh:mm:ss.000", "2001-03-04 17:05:09.250",
			"17:05:09.250"}, {"h:mm AM/PM", "2001-03-04 17:05:09.250", "5:05 PM"},
		{"mm:ss", "2001-03-04 17:05:09.250", "05:09"}, {"yyyy-mm-dd hh:mm", "1901-01-01 00:00:00.000",
			"1901-01-01 00:00"}, {"h a/p", "2001-03-04 00:05:09.250", "12 a"},
		{"yyyy-mm-dd", "36954", "2001-03-04"}, {"[h]:mm", "1.5", "36:00"}, {"[m]:ss", "1.5", "2160:00"},
		{"[mm]", "0.0625", "90"}, {"0", "2001-03-04 00:00:00.000", "36954"}, {"yyyy", "-1", "-1"},
		{`0;-0;0;"<"@">"`, "5", "5"},
	} {
		f, err := numfmt.Parse(c.code)
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
			continue
		}
		if got := f.Text(value(c.value)); got != c.want {
			t.Errorf("%s of %s is %q, want %q", c.code, c.value, got, c.want)
		}
	}
}

func TestTextOfOtherValues(t *testing.T) {
	f, err := numfmt.Parse(`0.0;-0.0;0;"<"@">"`)
	if err != nil {
		t.Fatal(err)
	}
	for want, v := range map[string]data.Value{
		"": {}, "<a>": data.TextValue("a"), "0.3": data.FloatValue(0.285), "NaN": data.FloatValue(math.NaN()),
		"-1000000000000000000000.0": data.FloatValue(-1e21),
		"0.0":                       data.FloatValue(1e-300),
	} {
		if got := f.Text(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
	if f, err = numfmt.Parse("0.00"); err != nil || f.Text(data.FloatValue(0.285)) != "0.29" ||
		f.Text(data.TextValue("a")) != "a" {
		t.Errorf("%v", err)
	}
}

func TestFormatsThatCannotBeRead(t *testing.T) {
	for code, want := range map[string]string{
		"":                       "the number format is empty: write one such as #,##0.00",
		`0.00 "EUR`:              `the number format 0.00 "EUR cannot be read: a quote is not closed`,
		"[>=a]0":                 "[>=a] is no condition such as [>=1000]",
		"[blau]0":                "[blau] is neither a condition, nor a colour, nor a currency such as [$EUR]",
		"[Red0":                  "a bracket is not closed",
		"0;0;0;0;0":              "it has more than four sections between semicolons",
		"0.0,,M":                 `it has digits and parts of a date: put letters such as M in quotes, as in 0.0,, "M"`,
		"0.0.0":                  "it has two points or exponents",
		"# ?/?":                  "fractions are not known: write decimals, as in 0.00",
		"0E":                     `E means something of its own: put letters in quotes, as in 0.0 "E"`,
		"0E+":                    "digits must follow E+, as in 0.00E+00",
		`0\`:                     `a character must follow \`,
		strings.Repeat("0", 300): "a number format has at most 255 characters, and this one 300",
	} {
		if _, err := numfmt.Parse(code); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// TestCode escapes letters that stand without quotes, as Excel wants them.
func TestCode(t *testing.T) {
	for code, want := range map[string]string{"0.0,K": `0.0,\K`, `#,##0.00 "EUR"`: `#,##0.00 "EUR"`,
		"[Red]0;(0)": "[Red]0;(0)", "yyyy-mm-dd": "yyyy-mm-dd", "0 kW": `0 \k\W`} {
		if f, err := numfmt.Parse(code); err != nil || f.Code() != want {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, code := range []string{`#,##0.00 "EUR";(0)`, "[>=1000]0.0,K;0%", "##0.0E+0", "yyyy-mm-dd hh:mm AM/PM",
		`?0.?;;;@`} {
		f.Add(code, 1234.5)
	}
	f.Fuzz(func(t *testing.T, code string, v float64) {
		format, err := numfmt.Parse(code)
		if err != nil {
			return
		}
		text := format.Text(data.FloatValue(v))
		again, err := numfmt.Parse(format.Code())
		if err != nil || again.Text(data.FloatValue(v)) != text {
			t.Errorf("%q as %q: %q, %v", code, format.Code(), text, err)
		}
	})
}
