package csv

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"

	"cardinal/data"
	"cardinal/data/infer"
)

type types = []infer.ColumnType

func choice(t *testing.T, column, name string) infer.ColumnType {
	t.Helper()
	types, err := infer.ParseTypes([]string{column + "=" + name})
	if err != nil {
		t.Fatal(err)
	}
	return types[0]
}

// shown writes a table as its names and types, its rows, and its notes.
func shown(t *data.Table) string {
	var b strings.Builder
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s:%s", c.Name, c.Type)
	}
	for row := range t.Rows {
		b.WriteString("|")
		for _, c := range t.Columns {
			if v := c.Value(row); v.IsNull() {
				b.WriteString(" null")
			} else {
				b.WriteString(" " + v.String())
			}
		}
	}
	for _, n := range t.Notes {
		b.WriteString("\n" + n)
	}
	return b.String()
}

// TestUnfit reads a text with types that were chosen before the text changed: for a missing column, and for a column
// without a value of the type.
func TestUnfit(t *testing.T) {
	const text = "zip,city\n01067,Rome\n10115,Oslo\n"
	missing := infer.Unfit{Missing: true}
	gone, words := choice(t, "units", "number"), choice(t, "city", "number")
	const none = "city has no value that can be read as a number"
	for _, c := range []struct {
		unfit infer.Unfit
		types types
		want  string // of the table, or of the error
	}{
		{infer.Unfit{}, types{gone}, `a type is given for the column "units", and there is no such column`},
		{missing, types{gone}, "zip:text city:text| 01067 Rome| 10115 Oslo\na type was chosen for \"units\", " +
			"and there is no such column now"},
		{missing, types{words}, none},
		{infer.Unfit{Missing: true, Given: []string{"zip"}}, types{gone, choice(t, "zip", "number")},
			"zip:int city:text| 1067 Rome| 10115 Oslo\na type was chosen for \"units\", and there is no such column now"},
		{infer.Unfit{Missing: true, Given: []string{"units"}}, types{gone},
			`a type is given for the column "units", and there is no such column`},
		{infer.Unfit{Missing: true, Unread: true}, types{gone, words, choice(t, "zip", "date")},
			"zip:text city:text| 01067 Rome| 10115 Oslo\na type was chosen for \"units\", and there is no such " +
				"column now\n" +
				"zip: read as text, since column zip has no value that can be read as a date: choose another type for " +
				"it\ncity: read as text, since column " + none + ": choose another type for it"},
	} {
		got, err := Open(t.Context(), strings.NewReader(text), int64(len(text)), 0,
			Options{Types: c.types, Unfit: c.unfit}, func(float64) {})
		if err != nil && !strings.Contains(err.Error(), c.want) || err == nil && shown(got) != c.want {
			t.Errorf("%+v: %v\n%s\nwant\n%s", c.unfit, err, shown(got), c.want)
		}
	}
}

func TestOptions(t *testing.T) {
	const sales = "Report 2024;;\nzip;price;when\n01234;1.234,50;03/04/2024\n99999;2,5;05/06/2024\nx;;07/08/2024\n"
	for name, tt := range map[string]struct {
		text    string
		options Options
		want    string
	}{
		"types": {sales, Options{Dates: 'd', Types: types{choice(t, "zip", "number"),
			choice(t, "when", "time")}},
			"zip:int price:decimal when:timestamp| 1234 1234.50 2024-04-03T00:00:00| 99999 2.50 2024-06-05T00:00:00| " +
				"null null 2024-08-07T00:00:00\n" +
				"1 line above the table was left out: \"Report 2024\"\nzip: 1 value cannot be read as a number and " +
				"was left empty, in row 3\nprice: numbers with a decimal comma"},
		"text": {"a,b\n1,2\n", Options{Types: types{choice(t, "b", "text")}}, "a:int b:text| 1 2"},
		"dates of every form": {"d,n\n2024-01-02,1\n03.04.2024,2\n2024-05-06 23:59:59,3\nsoon,4\n",
			Options{Dates: 'd', Types: types{choice(t, "d", "date")}},
			"d:date n:int| 2024-01-02 1| 2024-04-03 2| 2024-05-06 3| null 4\nd: 1 time of day was left out, as the " +
				"type date has none, in row 3; 1 value cannot be read as a date and was left empty, in row 4"},
		"times before 1970": {"d,n\n1969-12-31T23:00:00,1\n?,2\nlater,3\n",
			Options{Types: types{choice(t, "d", "date")}},
			"d:date n:int| 1969-12-31 1| null 2| null 3\nd: 1 time of day was left out, as the type date has none, " +
				"in row 1; 1 value cannot be read as a date and was left empty, in row 3"},
		"numbers among many texts": {"n,m\n" + strings.Repeat("x,1\n", 100) + "00012.50,2\n",
			Options{Types: types{choice(t, "n", "number")}},
			"n:decimal m:int" + strings.Repeat("| null 1", 100) + "| 12.50 2\nn: 100 values cannot be read as a " +
				"number and were left empty, the first in row 1"},
		"integers beyond 64 bits": {"n,m\n1,1\n99999999999999999999,2\n",
			Options{Types: types{choice(t, "n", "number")}},
			"n:float m:int| 1 1| 100000000000000000000 2\nn: 1 of 2 numbers do not fit a 64-bit float and were " +
				"rounded, the first in row 2"},
		"leap seconds": {"t,n\n2016-12-31T23:59:59Z,1\n2016-12-31T23:59:60Z,2\n2017-01-01T00:00:00Z,3\n", Options{},
			"t:timestamp n:int| 2016-12-31T23:59:59Z 1| 2017-01-01T00:00:00Z 2| 2017-01-01T00:00:00Z 3\nt: leap " +
				"seconds, such as 23:59:60, are read as the second that follows"},
		"no leap seconds": {"t,n\n2016-12-31T23:58:60Z,1\n", Options{}, "t:text n:int| 2016-12-31T23:58:60Z 1"},
		"times with and without a zone": {"t,n\n2016-12-31T23:00:00+01:00,1\n2016-12-31T23:00:00,2\n",
			Options{Types: types{choice(t, "t", "time")}},
			"t:timestamp n:int| 2016-12-31T22:00:00Z 1| 2016-12-31T23:00:00Z 2\nt: times without a time zone are " +
				"read as UTC, as others have a zone; times with an offset, moved to UTC"},
		"no header":        {"a,b\n1,2\n", Options{Header: NoHeader}, "column_1:text column_2:text| a b| 1 2"},
		"header in line 2": {"x,y\na,b\n1,2\n", Options{Header: 2}, "a:int b:int| 1 2"},
		"skip and header":  {"x,y\n\nq\na,b\n1,2\n", Options{Skip: 2, Header: 2}, "a:int b:int| 1 2"},
		"delimiter": {"a b;c d\n1;2\n", Options{Delimiter: ' '}, "a:text b;c:text d:text| 1;2 null null\n1 of " +
			"1 rows have fewer fields than the header, the first is row 1: what is missing is null"},
		"decimal comma": {"a\tb\n1.234\t5\n2.345\t6\n", Options{Decimal: ','}, "a:int b:int| 1234 5| 2345 6"},
		"decimal point": {"a;b\n1.234;5\n2.345;6\n", Options{Decimal: '.'}, "a:decimal b:int| 1.234 5| 2.345 6"},
		"other sign": {"a;b\n1,5;5\n2,55;6\n", Options{Decimal: '.'}, "a:text b:int| 1,5 5| 2,55 6\na: some " +
			"numbers do not have the decimal sign that was asked for: kept as text"},
		"month first": {"d,n\n03/04/2024,1\n", Options{Dates: 'm'}, "d:date n:int| 2024-03-04 1\nd: dates read " +
			"as month, day, year"},
		"not month first": {"d,n\n13/04/2024,1\n", Options{Dates: 'm'}, "d:text n:int| 13/04/2024 1\nd: some dates " +
			"do not have the order that was asked for: kept as text"},
	} {
		got, err := Open(context.Background(), strings.NewReader(tt.text), int64(len(tt.text)), 0, tt.options, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if s := shown(got); s != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, s, tt.want)
		}
	}
}

func TestUnusableOptions(t *testing.T) {
	for name, tt := range map[string]struct {
		options Options
		want    string
	}{
		"no such column": {Options{Types: types{choice(t, "c", "text")}}, `there is no such column`},
		"no such values": {Options{Types: types{choice(t, "a", "date")}},
			"no value that can be read as a date"},
		"ambiguous dates":  {Options{Types: types{choice(t, "d", "date")}}, "say which order dates have"},
		"too many lines":   {Options{Skip: 9}, "has only 2"},
		"all lines":        {Options{Skip: 2}, "nothing is left"},
		"no such header":   {Options{Header: 7}, "has only 2"},
		"unknown encoding": {Options{Encoding: "klingon"}, "is not known"},
	} {
		text := "a,d\nx,03/04/2024\n"
		_, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, tt.options, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// TestEncodings reads texts in encodings that no mark declares, by name and by their bytes.
func TestEncodings(t *testing.T) {
	for _, tt := range []struct{ encoding, text string }{
		{"shift_jis", "名前,都市\n田中,東京\n山田,大阪\n"}, {"euc-jp", "名前,都市\n田中,東京\n山田,大阪\n"},
		{"gb18030", "姓名,城市\n张三,北京\n李四,上海\n王五,广州\n"},
		{"big5", "姓名,城市\n陳大文,臺北\n"}, {"euc-kr", "이름,도시\n김철수,서울\n이영희,부산\n"},
		{"windows-1251", "имя,город\nИван,Москва\nПётр,Тверь\n"},
		{"windows-1252", "name,ort\nMüller,Köln\nGroß,Düsseldorf\n"},
	} {
		e, err := htmlindex.Get(tt.encoding)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := e.NewEncoder().Bytes([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		want, err := Open(context.Background(), strings.NewReader(tt.text), int64(len(tt.text)), 0, Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []Options{{}, {Encoding: tt.encoding}} {
			got, err := Open(context.Background(), bytes.NewReader(raw), int64(len(raw)), 0, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Text.Encoding != tt.encoding {
				t.Errorf("%s is read as %s", tt.encoding, got.Text.Encoding)
			}
			if got.Notes = slices.DeleteFunc(got.Notes, func(n string) bool {
				return strings.Contains(n, "UTF-8")
			}); shown(got) != shown(want) {
				t.Errorf("%s:\n%s\nwant\n%s", tt.encoding, shown(got), shown(want))
			}
		}
	}
}

func TestTextFormat(t *testing.T) {
	for text, want := range map[string]data.TextFormat{
		"\xEF\xBB\xBFa;b\n1;2\n":                        {Delimiter: ';', Encoding: "utf-8", Header: 1},
		"\n# by hand\nTitle,,\n\na,b,c\n1,2,3\n4,5,6\n": {Delimiter: ',', Encoding: "utf-8", Header: 5},
		"1\t2\n3\t4\n":                                  {Delimiter: '\t', Encoding: "utf-8"},
	} {
		got, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, Options{}, nil)
		if err != nil || got.Text != want {
			t.Errorf("%q: %+v %v, want %+v", text, got.Text, err, want)
		}
	}
}

// TestColumnsAskOthers reads a column that depends on another column: for its decimal sign, for totals in the last
// row, and for a row that repeats the names.
func TestColumnsAskOthers(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		wanted string
		first  string // the value in the first row
		rows   int
	}{
		"sign":   {"a;b\n1.234;1.5\n2.345;3.5\n", "a", "1.234", 2},
		"totals": {"item,n\nx,1\ny,2\nz,3\nTotal,6\n", "n", "1", 3},
		"names":  {"a,b\nx,y\na,b\nz,y\n", "a", "x", 3},
	} {
		t.Run(name, func(t *testing.T) {
			read := func(o Options) *data.Table {
				table, err := Open(t.Context(), strings.NewReader(c.text), int64(len(c.text)), 0, o, nil)
				if err != nil {
					t.Fatal(err)
				}
				return table
			}
			whole, some := read(Options{}), read(Options{Columns: []string{c.wanted}})
			if d := differ(some, whole); d != "" {
				t.Error(d)
			}
			got, err := some.Column(c.wanted)
			if err != nil || some.Rows != c.rows || got.Value(0).String() != c.first {
				t.Errorf("%d rows, %v, %v", some.Rows, got.Value(0), err)
			}
		})
	}
}

// TestDelimiterNames reads delimiters by their names and as programs write them.
func TestDelimiterNames(t *testing.T) {
	for text, want := range map[string]byte{",": ',', "comma": ',', "Tab": '\t', `\t`: '\t', "\t": '\t', "ctrl-a": 1,
		`\x01`: 1, `\001`: 1, "\x01": 1, "unit-separator": 0x1f, `\x1F`: 0x1f, `\`: '\\', "^": '^'} {
		if got, err := parseDelimiter(text); err != nil || got != want {
			t.Errorf("%q is %q, want %q: %v", text, got, want, err)
		}
	}
	for _, text := range []string{"", "ab", "x", `\x02`, "\x02", `\x41`, `\u00e9`, `"`, `\"`, `\q`} {
		if got, err := parseDelimiter(text); err == nil {
			t.Errorf("%q is %q", text, got)
		}
	}
}
