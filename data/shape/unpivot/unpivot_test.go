package unpivot

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"cardinal/data"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Spec{
		"1952..2007":                       {[]span{{"1952", "2007"}}, []string{"Name"}, "Value", false},
		"1952 .. 2007 as year, population": {[]span{{"1952", "2007"}}, []string{"year"}, "population", false},
		"Jan, Feb,Mar": {[]span{{"Jan", "Jan"}, {"Feb", "Feb"}, {"Mar", "Mar"}}, []string{"Name"},
			"Value", false},
		`"a, b", c..d as "x y", z`:   {[]span{{"a, b", "a, b"}, {"c", "d"}}, []string{"x y"}, "z", false},
		`Net sales 1 .. Net sales 9`: {[]span{{"Net sales 1", "Net sales 9"}}, []string{"Name"}, "Value", false},
		`include nulls "a, b"..c`:    {[]span{{"a, b", "c"}}, []string{"Name"}, "Value", true},
		`Include  Nulls, x`: {[]span{{"Include  Nulls", "Include  Nulls"}, {"x", "x"}}, []string{"Name"},
			"Value", false},
		`"include nulls x"`: {[]span{{"include nulls x", "include nulls x"}}, []string{"Name"},
			"Value", false},
		`a..b as "x, y", "z"`: {[]span{{"a", "b"}}, []string{"x, y"}, "z", false},
		`5" pipe, "a ""b"", c", d as e, f`: {[]span{{`5" pipe`, `5" pipe`}, {`a "b", c`, `a "b", c`}, {"d", "d"}},
			[]string{"e"}, "f", false},
		"Jan..":                        {[]span{{"Jan", ""}}, []string{"Name"}, "Value", false},
		"Jan.., x as month, sales":     {[]span{{"Jan", ""}, {"x", "x"}}, []string{"month"}, "sales", false},
		"Jan.. as month, sales":        {[]span{{"Jan", ""}}, []string{"month"}, "sales", false},
		"a..b as year, quarter, sales": {[]span{{"a", "b"}}, []string{"year", "quarter"}, "sales", false},
		`"sold as new", as of`: {[]span{{"sold as new", "sold as new"}, {"as of", "as of"}},
			[]string{"Name"}, "Value", false},
	} {
		if got, err := Parse(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "no column is named", "include nulls": "no column is named", "a,": "columns are written",
		",a": "columns are written", "a.. b, c..,": "columns are written", "a,,b": "columns are written",
		"..":     "columns are written",
		"a as b": "two names", `a as "", b`: "two names", "a as b,": "two names", "a as b,, c": "two names",
		"a as b, c, B": "two columns cannot be called B", "a as b, B": "two columns cannot be called B",
		`"a`: "not closed",
	} {
		if got, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %q", text, got, err, want)
		}
	}
}

// TestTable makes rows of columns of numbers, of numbers and texts, and of dates.
func TestTable(t *testing.T) {
	valid := data.NewBitmap(2)
	valid.Set(1)
	tab := data.NewTable("t", []*data.Column{
		data.NewText("city", []uint32{0, 1}, []string{"Rome", "Oslo"}, nil),
		data.NewInts("2001", data.Int, 0, []int64{1, 2}, nil), data.NewInts("2002", data.Decimal, 1,
			[]int64{0, 45}, valid),
		data.NewText("2003-01-01", []uint32{0, 0}, []string{"x"}, nil), data.NewInts("id", data.Int, 0,
			[]int64{7, 8}, nil),
	})
	tab.Sheet, tab.Notes = "S", []string{"a note"}
	for text, want := range map[string]string{
		"2001..2002 as year, n": "city 2003-01-01 id year n|Rome x 7 2001 1.0|Oslo x 8 2001 2.0|Oslo x " +
			"8 2002 4.5",
		"include nulls 2001..2002 as year, n": "city 2003-01-01 id year n|Rome x 7 2001 1.0|Oslo x 8 2001 2.0|Rome x " +
			"7 2002 |Oslo x 8 2002 4.5",
		"include nulls 2002,2003-01-01": "city 2001 id Name Value|Rome 1 7 2002 |Oslo 2 8 2002 4.5|Rome 1 7 " +
			"2003-01-01 x|Oslo 2 8 2003-01-01 x",
		"2002,2003-01-01": "city 2001 id Name Value|Oslo 2 8 2002 4.5|Rome 1 7 2003-01-01 x|Oslo " +
			"2 8 2003-01-01 x",
		"2003-01-01": "city 2001 2002 id Name Value|Rome 1  7 2003-01-01 x|Oslo 2 4.5 8 " +
			"2003-01-01 x",
		"2003-01-01..": "city 2001 2002 Name Value|Rome 1  2003-01-01 x|Oslo 2 4.5 2003-01-01 " +
			"x|Rome 1  id 7|Oslo 2 4.5 id 8",
		"2003-01-01 as y, m, d, v": "city 2001 2002 id y m d v|Rome 1  7 2003 01 01 x|Oslo 2 4.5 8 2003 " +
			"01 01 x",
		"city..id as which, what": "which what|city Rome|city Oslo|2001 1|2001 2|2002 4.5|2003-01-01 " +
			"x|2003-01-01 x|id 7|id 8",
	} {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Table(t.Context(), tab, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for row := -1; row < got.Rows; row++ {
			var line []string
			for _, c := range got.Columns {
				if row < 0 {
					line = append(line, c.Name)
				} else {
					line = append(line, c.Value(row).String())
				}
			}
			lines = append(lines, strings.Join(line, " "))
		}
		if said := strings.Join(lines, "|"); said != want || got.Sheet != "S" || got.Notes[1] != "a note" ||
			!strings.Contains(got.Notes[0], fmt.Sprintf("2 rows of the file became %d row", got.Rows)) {
			t.Errorf("%s: %s, %q, want %s", text, said, got.Notes, want)
		}
	}
	for text, want := range map[string]string{"2002": "became 1 row of the table, one for each of 1 column, 2002; 1 " +
		"row without a value left out", "include nulls 2002": "became 2 rows of the table, one for each of 1 column, " +
		"2002; 1 row without a value among them", "2001": "1 column, 2001"} {
		s, _ := Parse(text)
		if got, err := Table(t.Context(), tab, s, 0); err != nil || !strings.HasSuffix(got.Notes[0], want) {
			t.Errorf("%s: %v, %v, want %q", text, got, err, want)
		}
	}
	s, _ := Parse("2001..2002")
	if got, err := Table(t.Context(), tab, s, 0); err != nil || got.Columns[3].Type != data.Int ||
		got.Columns[4].Type != data.Decimal {
		t.Errorf("types: %v, %v", got, err)
	}
	for text, want := range map[string]string{"2001..nowhere": `no column "nowhere"`, "2002..2001": "write 2001..2002",
		"2001 as City, n":             "there is a column city already",
		"2001..2003-01-01 as y, m, n": "column 2001 does not have 2 parts"} {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Table(t.Context(), tab, s, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", text, got, err, want)
		}
	}
	if _, err := Table(t.Context(), tab, s, 10); err == nil || !strings.Contains(err.Error(), "become 3 rows") {
		t.Errorf("beyond the memory: %v", err)
	}
}

// TestParts makes two columns of names in two lines, or with other signs between their parts.
func TestParts(t *testing.T) {
	for names, want := range map[string]string{
		"2023 · Q1|2023 · Q2|2024 · Q1": "2023 Q1 1|2023 Q2 2|2024 Q1 3",
		"2023 · H-1|2023 · H-2":         "2023 H-1 1|2023 H-2 2",
		"sales_2023|cost_2023":          "sales 2023 1|cost 2023 2",
		"Jan-2023|Feb-2023":             "Jan 2023 1|Feb 2023 2",
		"Jan 2023|Feb 2023":             "Jan 2023 1|Feb 2023 2",
		"2023 · Q1|Total":               "error: column Total does not have 2 parts",
		"2023 · |2024 · Q1":             "error: column 2023 ·  does not have 2 parts",
	} {
		var columns []*data.Column
		for i, name := range strings.Split(names, "|") {
			columns = append(columns, data.NewInts(name, data.Int, 0, []int64{int64(i + 1)}, nil))
		}
		tab := data.NewTable("t", columns)
		s, err := Parse(`"` + columns[0].Name + `".. as a, b, n`)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Table(t.Context(), tab, s, 0)
		if suits := s.CheckColumns(tab); (suits == nil) != (err == nil) {
			t.Errorf("%s: %v, and suits: %v", names, err, suits)
		}
		if err != nil {
			if !strings.HasPrefix("error: "+err.Error(), want) {
				t.Errorf("%s: %v, want %s", names, err, want)
			}
			continue
		}
		var lines []string
		for row := range got.Rows {
			lines = append(lines, fmt.Sprint(got.Columns[0].Value(row), " ", got.Columns[1].Value(row), " ",
				got.Columns[2].Value(row)))
		}
		if said := strings.Join(lines, "|"); said != want || got.Columns[2].Name != "n" {
			t.Errorf("%s: %s, want %s", names, said, want)
		}
	}
}
