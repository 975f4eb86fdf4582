package formula

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// table makes a table with columns of every type, and with nulls, zeros and odd texts.
func table(rows int) *data.Table {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(v []string) []data.Value {
		out := make([]data.Value, rows)
		for i := range out {
			if r.IntN(5) > 0 {
				out[i] = data.TextValue(v[r.IntN(len(v))])
			}
		}
		return out
	}
	ints, cents, floats, days, times := make([]int64, rows), make([]int64, rows), make([]float64, rows),
		make([]int64, rows), make([]int64, rows)
	bools, wide := make([]uint8, rows), make([]int64, rows)
	valid := func() data.Bitmap {
		b := data.NewBitmap(rows)
		for i := range rows {
			if r.IntN(5) > 0 {
				b.Set(i)
			}
		}
		return b
	}
	for i := range rows {
		ints[i], cents[i], floats[i], bools[i] = r.Int64N(41)-20, r.Int64N(20_001)-10_000, r.NormFloat64(),
			uint8(r.IntN(2))
		days[i], times[i], wide[i] = r.Int64N(40_000)-20_000, r.Int64N(4e12)-2e12, r.Int64N(1<<60)-1<<59
	}
	return data.NewTable("t", []*data.Column{
		data.NewInts("n", data.Int, 0, ints, nil), data.NewInts("d", data.Decimal, 2, cents, valid()),
		data.NewFloatColumn("f", floats, nil),
		data.NewInts("day", data.Date, 0, days, valid()), data.NewInts("at", data.Timestamp, 3, times, valid()),
		data.NewBools("b", bools, valid()),
		data.NewInts("wide", data.Int, 0, wide, valid()),
		data.FromValues("s", pick([]string{"", "abc", " Köln\n", "ÄÖ ß", "שלום", "😀👍🏽x", strings.Repeat("ab😀", 33),
			"a-b-c"})),
		data.FromValues("u", pick([]string{"x", "-", "b", "😀"})),
	})
}

func compute(t *data.Table, text string) (*data.Column, error) {
	a, err := query.ParseArith(text)
	if err != nil {
		return nil, err
	}
	return columnOf(t, a)
}

func columnOf(t *data.Table, a *query.Arith) (*data.Column, error) {
	encode := func(f query.Field) (*key.Column, error) { return key.Encode(context.Background(), t, f) }
	return Column(context.Background(), "x", a, OfTable(t, encode))
}

// TestColumnIsEval holds every row of a computed column against the expression computed for that row alone.
func TestColumnIsEval(t *testing.T) {
	for _, rows := range []int{0, 1, 500, 5_000} {
		tab := table(rows)
		for _, text := range []string{
			"n + d", "n - d * 3", "-n * n", "d / n", "n / d - 1", "d ^ 2", "f * d + n", "(n + 1.25) * (d - 0.5)",
			"2 + 3", "f / 0", "-f", "1e3 * n",
			"day + n", "day - 3", "at + 2", "day - 2001-01-01", "s & u", "s || n & d", "n > d", "s < u", "day <= at",
			"f <> n", "(n = 3)",
			"if(n > d, n, d)", "if(f > 0 and not b, s, u)", "if(n between -3 and n + d, 'in', null)", "if(b, day, at)",
			"if(s is null or u = 'x', f, n)",
			"if(n in (1, 2, 3) or d > f, 1, 0) * 2", "b", "not b", "n + 1 in (2, 3)", "if(wide > n, wide, n)",
			"coalesce(d, n)", "coalesce(s, u, 'none')", "least(n, d)", "greatest(n, f, d)", "least(day, at)",
			"max(s, u)",
			"round(d)", "round(d, 1)", "round(d, -2)", "round(f, 3)", "round(n, n)", "abs(d)", "abs(f)", "floor(d)",
			"ceil(d)", "floor(f)", "ceil(f)",
			"upper(s)", "lower(s)", "trim(s)", "left(s, 2)", "right(s, n)", "mid(s, 2)", "mid(s, n, 3)", "len(s)",
			"replace(s, u, '+')", "contains(s, u)",
			"concat(s, u, n)", "datediff(day, at)", "datediff(at, day, month)", "datediff(day, 2000-02-29, week)",
			"datediff(day, at, hour)", "datediff(at, day, quarter)",
			"datediff(day, at, year)", "today() - day", "left(day, 4)",
			"at - day", "day - at", "at - at", "(at - day) * 24", "at - day + 1", "if(b, at - day, n)",
			"greatest(at - day, day - at)", "at - 2024-01-01T12:30",
			"at - 2300-01-01T00:00:00", "at - 2024-01-01T12:30:00.123456789", "day + n - 0001-01-01T00:00:00.5",
			"at < 2300-01-01T00:00", "9999-12-31T23:59:59 > at", "least(at, 2300-01-01T00:00)",
			"mod(n, 7)", "mod(d, n)", "mod(n, d)", "mod(wide, d)", "mod(wide, 0.000000007)", "mod(d, wide)",
			"mod(f, d)", "mod(n, 0)", "mod(at - day, 1)", "mod(7, n)", "mod(-7.5, 2)",
			"power(n, 3)", "power(d, 0.5)", "n ^ f", "sqrt(d)", "sqrt(wide)", "exp(n)", "ln(n)", "ln(f)", "log(d)",
			"log(n, 2)", "log(wide, n)", "log(f, f)",
			"split_part(s, 'b', n)", "split_part(s, u, -1)", "split_part(day, '-', 2)", "regexp_extract(s, '[a-c]+')",
			"regexp_extract(s, u)", "regexp_extract(s, '(.)(.?)', 2)", "number(s)", "number(d)", "number(day)",
			"number(s & n)", "date(2024, n, n)", "date(n + 2000, 2)", "date(f, d)",
			"position(s, u)", "position(s, '')", "position(n, 1)", "add_months(day, n)", "add_months(at, n)",
			"add_months(day, wide)", "edate(at, -n)", "instr(s, 'b')",
			"datediff(at, 9999-12-31T00:00:00, day)", "coalesce(at, 9999-12-31T00:00)", "2024-01-01T00:00:00 + n",
		} {
			c, err := compute(tab, text)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			a, err := query.ParseArith(text)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := query.ParseArith(a.String()); err != nil || again.String() != a.String() {
				t.Errorf("%s reads back as %v, %v", a, again, err)
			}
			for row := range tab.Rows {
				want := Eval(withFields(a), func(leaf *query.Arith) data.Value {
					column, _ := tab.Column(leaf.Column)
					return column.Value(row)
				})
				want, _ = convert(want, shape{kind: c.Type, scale: c.Scale, utc: c.UTC})
				if got := c.Value(row); got.IsNull() != want.IsNull() || got.String() != want.String() {
					t.Fatalf("%s, row %d of %d: %.40q in the column and %.40q alone", text, row, rows, got, want)
				}
			}
		}
	}
}

// withFields replaces the fields that conditions compare with literals by expressions, as conditions over aggregates
// have them.
func withFields(a *query.Arith) *query.Arith {
	out := *a
	out.Args = make([]*query.Arith, len(a.Args))
	for i, arg := range a.Args {
		out.Args[i] = withFields(arg)
	}
	if a.If != nil {
		out.If = fieldsOf(a.If)
	}
	return &out
}

func fieldsOf(e *query.Expr) *query.Expr {
	out := *e
	out.Args = make([]*query.Expr, len(e.Args))
	for i, arg := range e.Args {
		out.Args[i] = fieldsOf(arg)
	}
	switch {
	case e.Of != nil:
		out.Of = withFields(e.Of)
	case len(e.Args) == 0:
		out.Of = &query.Arith{Column: e.Field.Column}
	}
	if e.With != nil {
		out.With = withFields(e.With)
	}
	return &out
}

// TestParts computes parts of dates as the key has them.
func TestParts(t *testing.T) {
	tab := table(2000)
	c, err := compute(tab, "year(day) * 100 + month(day + 1)")
	if err != nil {
		t.Fatal(err)
	}
	day, _ := tab.Column("day")
	for row := range tab.Rows {
		want := ""
		if v := day.Value(row); !v.IsNull() {
			want = fmt.Sprint(v.Time().Year()*100 + int(v.Time().AddDate(0, 0, 1).Month()))
		}
		if got := c.Value(row).String(); got != want {
			t.Fatalf("row %d: %s, want %s", row, got, want)
		}
	}
}

// TestRefuses asks for columns whose results might not fit, and for what has no meaning.
func TestRefuses(t *testing.T) {
	tab := table(10)
	for text, want := range map[string]string{
		"n + nothing":             `no column "nothing"`,
		"n = nothing":             `a text stands in single quotes: 'nothing'`,
		"n +":                     "expected",
		"s + 1":                   "one side is a text; texts are joined with &",
		"day - '2024-03-01'":      "one side is a text; a date stands without quotes: 2024-03-01",
		"n * 1,5":                 "a number has a decimal point: 1.5",
		`if(b, s, "")`:            "a text stands in single quotes: ''",
		"if(b; 1; 2)":             "a comma stands between the arguments of a function",
		"and(b, n > 1)":           "conditions are joined by and and or: a > 1 and b > 2",
		"substitute(s, 'a', 'b')": "a text is replaced by replace(text, old, new)",
		"b * 2":                   "if(…, 1, 0) makes a number of it",
		"day * 2":                 "a date takes + or - a whole number of days",
		"day + wide":              "too far from 1970",
		"at + wide":               "too far from 1970",
		"day - 3000000000":        "too far from 1970",
		"datediff(at, 9999-12-31T00:00:00.123456789)":               "fewer digits",
		"coalesce(2300-01-01T00:00, 2024-01-01T00:00:00.123456789)": "fewer digits",
		"if(b, 2300-01-01T00:00, 2024-01-01T00:00:00.123456789)":    "fewer digits",
		"null + day":                  "null in every row",
		"day + 1.5":                   "a whole number of days",
		"day + (at - day)":            "a whole number of days",
		"if(n, 1, 2)":                 "if takes a condition as its condition, and this is a number",
		"if(b, 1, 'x')":               "if has one type of result, and here it is a number or a text",
		"if(n > 1, 2, 3, 4)":          "if is written if(condition, then, [else])",
		"round(s)":                    "round takes a number as its number, and this is a text",
		"round()":                     "round is written round(number, [places])",
		"datediff(day, at, moon)":     "expected one of year, quarter",
		"datediff(n, at)":             "datediff takes a date as its from, and this is a number",
		"datediff(day, '2024-03-01')": "and this is a text; a date stands without quotes: 2024-03-01",
		"'2024-03-01' < day": "a text and a date cannot be compared; a date stands without quotes: " +
			"2024-03-01",
		"coalesce(at, '2024-03-01')": "here it is a date and time or a text; a date stands without quotes: " +
			"2024-03-01",
		"s > n":                                "a text and a number cannot be compared",
		"null":                                 "null in every row",
		"cbrt(n)":                              `no function "cbrt"; the help, cardinal pivot --help, lists all`,
		"rond(n)":                              `no function "rond"; the nearest is round; the help`,
		"nothingalike(n)":                      `no function "nothingalike"; the help`,
		"sqrt(s)":                              "sqrt takes a number as its number, and this is a text",
		"mod(day, 2)":                          "mod takes a number as its number, and this is a date",
		"log(n, 2, 3)":                         "log is written log(number, [base])",
		"add_months(n, 1)":                     "add_months takes a date as its date, and this is a number",
		"add_months(day, d)":                   "add_months takes a whole number of months, and round(…) makes a number whole",
		"add_months(day, n / 2)":               "add_months takes a whole number of months, and round(…) makes a number whole",
		"regexp_extract(s, '(')":               `"(" is no regular expression: missing closing )`,
		"regexp_extract(s, '(a)b', 2)":         `"(a)b" has no group 2: it has 1`,
		"regexp_extract(s, '(a)b', -1)":        `"(a)b" has no group -1: it has 1`,
		"date(day)":                            "date is written date(year, month, [day])",
		"date(s, 1)":                           "date takes a number as its year, and this is a text",
		"textbefore(s, '-')":                   "taken out by left, right, mid, split_part and regexp_extract",
		"log10(n)":                             "a logarithm is written log(number), or log(number, base)",
		"find('a', s)":                         "the place of a text in a text is written position(text, part)",
		"n % 2":                                "the remainder of a division is written mod(number, divisor)",
		"eomonth(day, 0)":                      "add_months(trunc(date, month), 1) - 1",
		"not n":                                "a condition is needed",
		"year(n)":                              "date",
		"n > 'x'":                              "not a number",
		strings.Repeat("-", 500) + "n":         "levels of brackets and functions",
		strings.Repeat("if(b, ", 500) + "n":    "levels of brackets and functions",
		strings.Repeat("(", 5000) + "n":        "nest",
		strings.Repeat("not ", 5000) + "n > 3": "",
	} {
		if _, err := compute(tab, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: error %v, want %q", text, err, want)
		}
	}
}

// TestBeyond checks results that might not fit exactly: they are computed in floats, with a note.
func TestBeyond(t *testing.T) {
	tab := table(100)
	for text, floats := range map[string]string{
		"n * 9223372036854775807": "n * 9223372036854775807.0e0", "d * 0.00000000000000001": "d * 1.0e-17",
		"wide * wide": "wide * (wide * 1.0e0)", "wide * wide + n": "wide * (wide * 1.0e0) + n",
	} {
		c, err := compute(tab, text)
		want, bad := compute(tab, floats)
		if err != nil || bad != nil || c.Type != data.Float || c.Note != InFloats || want.Note != "" {
			t.Fatalf("%s: %+v, %v, %v", text, c, err, bad)
		}
		for i := range 100 {
			if got := c.Value(i); got != want.Value(i) {
				t.Errorf("%s in row %d: %v, want %v", text, i, got, want.Value(i))
			}
		}
	}
}

// TestUnread counts the texts without a number, beside the note of exact results that might not fit.
func TestUnread(t *testing.T) {
	texts := data.NewTable("t",
		[]*data.Column{data.FromValues("s", []data.Value{data.TextValue("3,5"), {}, data.TextValue("x"),
			data.TextValue("7 kg"), data.TextValue("3,5")})})
	for expr, want := range map[string]string{
		"number(s)":           `number(…) finds no number, or several readings, in 3 of 4 texts, such as "3,5"`,
		"number(s) + 1":       `number(…) finds no number, or several readings, in 3 of 4 texts, such as "3,5"`,
		"number(right(s, 1))": `number(…) finds no number, or several readings, in 2 of 4 texts, such as "x"`,
		"number(len(s))":      "",
		"if(number(s) > 1, 4611686018427387904 * (len(s) + 1), 0)": `number(…) finds no number, or several readings, in 3 of 4 texts, such as "3,5"; ` + InFloats,
	} {
		if c, err := compute(texts, expr); err != nil || c.Note != want {
			t.Errorf("%s: %v, %q", expr, err, c.Note)
		}
	}
}

// TestDecimals checks doubtful numbers in texts. Other texts of the column, or the reading of the file, can make the
// number of a text doubtful, and it becomes null. Notes say what nothing decides and what is rounded.
func TestDecimals(t *testing.T) {
	const none, doubt = `number(…) finds no number, or several readings, in `,
		`number(…) reads the point before three digits as a decimal point in `
	for name, tc := range map[string]struct {
		texts   []string
		decimal string
		want    string // the numbers
		note    string // the beginning of the note
	}{
		"nothing decides": {[]string{"1.234 kg", "22 kg", "5.678"}, "", "1.234 22 5.678",
			doubt +
				`2 of 3 texts, such as "1.234 kg", and no other text says whether it stands between thousands: if it does, write replace(…, '.', '')`},
		"commas between thousands": {[]string{"1,234 kg", "22 kg"}, "", "1234 22", ""},
		"decimal points":           {[]string{"1.234 kg", "3.5", "1,234"}, "", "1.234 3.5 1234", ""},
		"a fraction of one":        {[]string{"1.234 kg", "0.125"}, "", "1.234 0.125", ""},
		"millions":                 {[]string{"1.234 kg", "1,234,567"}, "", "1.234 1234567", ""},
		"decimal commas": {[]string{"1.234 kg", "3,5", "1,234", "7"}, "", "- - - 7",
			none + `3 of 4 texts, such as "1.234 kg"`},
		"points between millions": {[]string{"1.234", "1.234.567"}, "", "- -", none + "2 of 2"},
		"both":                    {[]string{"1.234", "3,5", "3.5", "0,25 kg"}, "", "- - 3.5 -", none + "3 of 4"},
		"the reading says commas": {[]string{"1.234 kg", "22"}, "comma", "- 22", none + "1 of 2"},
		"the values come first":   {[]string{"1.234 kg", "2.5"}, "comma", "1.234 2.5", ""},
		"rounded": {[]string{"9007199254740993 Kc", "9007199254740992", "1e300",
			"12,345,678,901,234,567.5", "9e99%"}, "",
			"9007199254740992 9007199254740992 1e+300 12345678901234568 9e+97",
			`number(…) rounds 2 numbers to the 16 digits of a float, such as "9007199254740993 Kc"`},
	} {
		values := make([]data.Value, len(tc.texts))
		for i, text := range tc.texts {
			values[i] = data.TextValue(text)
		}
		tab := data.NewTable("t", []*data.Column{data.FromValues("s", values)})
		tab.Reading.Decimal = tc.decimal
		c, err := compute(tab, "number(s)")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range tc.texts {
			if v := c.Value(i); v.IsNull() {
				got = append(got, "-")
			} else {
				got = append(got, v.String())
			}
		}
		if strings.Join(got, " ") != tc.want || !strings.HasPrefix(c.Note, tc.note) || tc.note == "" && c.Note != "" {
			t.Errorf("%s: %v, %q", name, got, c.Note)
		}
	}
	numbers := data.NewTable("t",
		[]*data.Column{data.FromValues("s", []data.Value{{Type: data.Decimal, Scale: 3, Int: int128.From(1234)}})})
	if c, err := compute(numbers, "number(s)"); err != nil || c.Note != "" {
		t.Errorf("a number is doubted: %q, %v", c.Note, err)
	}
}

// TestEval computes results by hand: exact ones, one beyond 128 bits, and nulls.
func TestEval(t *testing.T) {
	for text, want := range map[string]string{
		"0.1 + 0.2": "0.3", "3 * 1.50": "4.50",
		"9223372036854775807 * 9223372036854775807": "85070591730234615847396907784232501249",
		"1 / 4": "0.25", "1 / 0": "", "2 ^ 10": "1024", "-(2 - 5)": "3",
		"9223372036854775807 * 9223372036854775807 * 9223372036854775807": "7.846377169233351e+56",
		"round(2.345, 2)": "2.35", "round(-2.345, 2)": "-2.35", "round(-2.5)": "-3", "round(1250, -2)": "1300",
		"round(0.4)": "0", "round(49, -3)": "0",
		"floor(-0.5)": "-1", "ceil(-0.5)": "0", "ceil(7.000)": "7",
		"round(9223372036854775807, -18)": "9000000000000000000",
		"if(2 > 1 and null = 3, 1, 2)":    "2", "if(1 = 2 or 3 in (1, 3), 'yes', 'no')": "yes",
		"if(null is null, 1, 2)": "1", "if(not 1 = null, 1, 2)": "2",
		"2024-02-28 + 2": "2024-03-01", "2024-03-01 - 2024-02-28": "2", "1969-12-31 - 1": "1969-12-30",
		"2024-01-01T00:00:00 + 200000": "2571-08-01T00:00:00", "2300-01-01T00:00:00 - 2024-01-01": "100807",
		"1 + 1969-12-31T23:59:59.5": "1970-01-01T23:59:59.5", "2300-01-01T00:00 > 2024-01-01": "true",
		"2024-01-01 + 9223372036854775807": "", "2024-01-01T00:00 - 9223372036854775807 * 1000": "",
		"1970-01-01 + 2147483647": "5881580-07-11", "1970-01-01 + 2147483648": "", "null + 2024-01-01": "",
		"datediff(2024-01-01, 2300-01-01T00:00:00)":       "100807",
		"datediff(9999-12-31T23:59:59, 0001-01-01, year)": "-9998",
		"0001-01-01T00:00:00.123456789 - 0001-01-01":      "0.0000014288980208333333",
		"datediff(2023-12-31, 2024-01-01, year)":          "1", "datediff(2024-01-07, 2024-01-08, week)": "1",
		"datediff(2024-01-08, 2024-01-14, week)":            "0",
		"datediff(2024-01-31T23:59:59, 2024-02-01, minute)": "1", "mid('abc', 0, 2)": "ab", "mid('abc', 9)": "",
		"left('abc', -1)": "", "replace('abc', '', 'x')": "abc",
		"mod(5, 3)": "2", "mod(-5, 3)": "1", "mod(5, -3)": "-1", "mod(-5, -3)": "-2", "mod(6, -3)": "0",
		"mod(5.5, 2)": "1.5", "mod(-0.01, 9223372036854775807)": "9223372036854775806.99", "mod(1, 0.003)": "0.001",
		"mod(5, 0)": "", "mod(5, 0.00)": "", "mod(5e0, 0)": "", "mod(null, 2)": "", "mod(2, null)": "",
		"mod(-9223372036854775807 - 1, -1)": "0", "mod(1e300, 7)": "1", "mod(-1e0, 3)": "2", "mod(2e0 ^ 5000, 3)": "",
		"mod(-6e0, 3)": "0",
		"mod(9223372036854775807 * 9223372036854775807, 1000000007)":           "737564071",
		"mod(9223372036854775807 * 9223372036854775807, 0.000000000000000007)": "0.000000000000000000",
		"mod(0.1, 0.1)": "0.0",
		"power(0, -1)":  "", "0 ^ -1": "", "power(0, 0)": "1", "power(-8, 0.5)": "", "(-8) ^ 0.5": "",
		"power(-2, 3)": "-8", "power(2, -1)": "0.5", "power(0, 2)": "0", "power(2, 5000)": "Infinity",
		"pow(10, 2)": "100", "power(null, 2)": "",
		"sqrt(9)": "3", "sqrt(2.25)": "1.5", "sqrt(-1)": "", "sqrt(0)": "0", "sqrt(-0e0)": "0",
		"sqrt(9223372036854775807 * 9223372036854775807)": "9223372036854776000", "exp(0)": "1",
		"exp(1)": "2.718281828459045", "exp(1000)": "Infinity", "exp(-1000)": "0",
		"ln(1)": "0", "ln(exp(1))": "1", "ln(0)": "", "ln(-1)": "", "log(1000)": "3", "log(0.001)": "-3", "log(1)": "0",
		"log(1, 0.5)": "0", "log(8, 0.5)": "-3", "log(0)": "", "log(-10)": "", "log(10, 1)": "", "log(10, 0)": "",
		"log(10, -10)": "", "log(243, 3)": "5", "log(0.5, 2)": "-1", "log(2)": "0.30102999566398114",
		"position('Köln', 'n')": "4", "position('Köln', '')": "1", "position('', '')": "1", "position('', 'a')": "0",
		"position('abab', 'ab')": "1", "position('Köln', 'N')": "0", "position('😀👍🏽x', 'x')": "4",
		"position(1050, 5)": "3", "position(null, 'a')": "", "strpos('abc', 'c')": "3",
		"split_part('a-b-c', '-', 1)": "a", "split_part('a-b-c', '-', 3)": "c", "split_part('a-b-c', '-', 4)": "",
		"split_part('a-b-c', '-', -1)": "c", "split_part('a-b-c', '-', -3)": "a", "split_part('a-b-c', '-', -4)": "",
		"split_part('a-b', '-', 0)": "", "split_part('a--b', '-', 2)": "", "split_part('ab', '', 1)": "ab",
		"split_part('ab', '', 2)": "", "split_part('äöü→b', '→', 2)": "b", "split('a, b', ', ', 2)": "b",
		"split_part(null, '-', 1)":                 "",
		"regexp_extract('Köln 50667', '[0-9]{5}')": "50667", "regexp_extract('Köln', '[0-9]')": "",
		"regexp_extract('a1b22', '([a-z])([0-9]+)', 2)": "1", "regexp_extract('ab', 'a(x)?b', 1)": "",
		"regexp_extract('ab', 'b', -1)": "", "regexp_extract('ab', '')": "", "regexp_extract('ABC', '(?i)b')": "B",
		"date(2024, 2)": "2024-02-01", "date(2023, 2, 29)": "", "date(2024, 13)": "", "date(0, 1)": "",
		"date(10000, 1)": "", "date(2024, 1.5)": "", "date(2024.0, 1e0, 31)": "2024-01-31",
		"make_date(1969, 12, 31)": "1969-12-31", "date(null, 1, 1)": "",
		"add_months(2024-01-31, 1)": "2024-02-29", "add_months(2023-01-31, 1)": "2023-02-28",
		"add_months(2024-02-29, 12)": "2025-02-28", "add_months(2024-02-29, -48)": "2020-02-29",
		"add_months(2024-02-29, 1)": "2024-03-29", "add_months(2024-03-31, -1)": "2024-02-29",
		"add_months(2024-12-31, 2)": "2025-02-28",
		"add_months(2024-01-15, 0)": "2024-01-15", "add_months(1970-01-01, -1)": "1969-12-01",
		"add_months(0001-01-31, -11)": "0000-02-29", "add_months(1969-12-31T23:59:59.5, 2)": "1970-02-28T23:59:59.5",
		"edate(2024-05-31T08:30, -3)": "2024-02-29T08:30:00", "add_months(2024-01-01, null)": "",
		"add_months(1970-01-01, 9223372036854775807)": "", "add_months(1970-01-01, -9223372036854775807)": "",
		"add_months(1970-01-01, 70555326)": "5881580-07-01", "add_months(1970-01-01, 70555327)": "",
		"add_months(1970-01-01 - 2147483647, 141110652)": "5881580-06-24",
		"add_months(1970-01-01 - 2147483647, 141110653)": "", "add_months(1970-01-01, 9223372036854775807 * 9)": "",
		"add_months(2024-01-01T00:00:00.123456789, 12000)": "", "add_months(2024-01-31, 1.0)": "",
		"add_months('x', 1)":       "",
		"concat(null, 1.50, true)": "1.50true", "'a' & null": "", "'it''s' & \"'\"": "",
	} {
		a, err := query.ParseArith(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Eval(a, func(*query.Arith) data.Value { return data.Value{} }).String(); got != want {
			t.Errorf("%s = %s, want %s", text, got, want)
		}
	}
}

// TestFunctionsAreComplete holds every description against what it says: the example gives its result, and the
// help is there.
func TestFunctionsAreComplete(t *testing.T) {
	tab := table(1)
	for _, f := range query.Functions {
		if f.Name == "" || f.Help == "" || f.Group == "" || strings.HasSuffix(f.Help, ".") {
			t.Errorf("%s is not described: %+v", f.Name, f)
		}
		for _, a := range f.Args {
			if a.Name == "" || a.Takes == 0 {
				t.Errorf("%s: argument %+v", f.Name, a)
			}
		}
		call, want, ok := strings.Cut(f.Example, " is ")
		if f.Name == "today" {
			call, want = "today() - today()", "0"
		}
		c, err := compute(tab, call)
		if !ok || err != nil || !strings.HasPrefix(call, f.Name+"(") || c.Value(0).String() != want {
			t.Errorf("%s: %v, %v", f.Example, c, err)
		}
		for _, other := range append(f.Also, strings.ToUpper(f.Name)) {
			if query.FunctionNamed(other) != f {
				t.Errorf("%s is not %s", other, f.Name)
			}
		}
	}
}

// TestFunctionsAreInTheDocs looks for every function in the table of the docs.
func TestFunctionsAreInTheDocs(t *testing.T) {
	page, err := os.ReadFile("../../../docs/calculating.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range query.Functions {
		line := "| `" + f.Signature() + "` | " + f.Help + " | `" + strings.Replace(f.Example, " is ",
			"` is `", 1) + "` |"
		if !strings.Contains(string(page), line) {
			t.Errorf("docs/calculating.md has no line %s", line)
		}
	}
}

// TestCancelled ends a computation with its context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, _ := query.ParseArith("n + 1")
	if _, err := Column(ctx, "x", a, OfTable(table(10), nil)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
