package query

import (
	"strings"
	"testing"
)

// TestMeasureAsKey wants an error that says where measures belong.
func TestMeasureAsKey(t *testing.T) {
	for text, want := range map[string]string{
		"sum(x)": "sum(x) is a measure, computed of many rows: write it in --values, or drop its field on " +
			"Values in the window",
		"a, count()":     "count() is a measure",
		"mean(\"a b\")":  `mean("a b") is a measure`,
		"count(*), a":    "count(*) is a measure",
		"sum(x) / 2":     "sum(x) / 2 is a measure",
		"list(x)":        "list(x) is a measure",
		"p(x, 0.9), day": "p(x, 0.9) is a measure",
	} {
		if _, err := ParseFields(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestWidths says of each width that is none what is wrong with it.
func TestWidths(t *testing.T) {
	for text, want := range map[string]string{
		"10": "", "1e18": "", "1e-9": "", "9223372036854775807": "", "9100000000.123456789": "",
		"0": "is above zero, not 0", "-0": "is above zero, not -0", "0.0": "is above zero, not 0.0",
		"-5":  "is above zero, not -5",
		"NaN": `is a number such as 10 or 0.5, not "NaN"`, "inf": `is a number such as 10 or 0.5, not "inf"`,
		"": `not ""`, "abc": `not "abc"`, "1e": `not "1e"`, "0x10": `not "0x10"`, "1,5": `not "1,5"`,
		"1e-300": "has at most 9 places, and 1e-300 has more", "1e-400": "at most 9 places",
		"1e-10": "at most 9 places", "0.0000000001": "at most 9 places", "999999999.1234567891": "at most 9 places",
		"1e19":                "lies within 64 bits, up to 9223372036854775807, and 1e19 does not",
		"9223372036854775808": "within 64 bits", "1e300": "within 64 bits", "1e400": "within 64 bits",
		"123456789012.123456789": "has at most 18 digits and 9 places, and 123456789012.123456789 has more",
	} {
		_, _, err := ParseWidth(text)
		switch {
		case err == nil && want != "":
			t.Errorf("%q is a width", text)
		case err != nil && (want == "" || !strings.HasPrefix(err.Error(), "the width of a bin ") ||
			!strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"edges(x, 1e19)": "an edge of bins lies within 64 bits", "edges(x, 1e-300)": "an edge of bins has at most 9 " +
			"places, and 1e-300 has more", "edges(x, NaN)": `an edge of bins is a number such as 10 or 0.5, not "NaN"`,
	} {
		if _, err := ParseFields(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := ParseMeasures("bin(x, 10)"); err == nil || err.Error() != "bin labels the rows, and a measure is "+
		"made of many: put it on the rows or columns, or aggregate it, as in distinct(bin(…))" {
		t.Error(err)
	}
}
