package csv

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
)

func TestLayout(t *testing.T) {
	const numbered = "note: the first line looks like data and was read as a row; the columns are numbered\n"
	for _, c := range []struct{ name, text, want string }{
		{"no names", "2024-01-01,5\n2024-01-02,7\n", "column_1 date 2024-01-01 2024-01-02\ncolumn_2 int 5 7\n" +
			numbered},
		{"no names of words", "ann,5\nbob,7\n", "column_1 text \"ann\" \"bob\"\ncolumn_2 int 5 7\n" + numbered},
		{"words that come again", "red,small\nblue,small\nred,big\n", "column_1 text \"red\" \"blue\" \"red\"\n" +
			"column_2 text \"small\" \"small\" \"big\"\n" + numbered},
		{"one line of numbers", "1,2\n", "column_1 int 1\ncolumn_2 int 2\n" + numbered},
		{"a column of numbers", "5\n6\n", "column_1 int 5 6\n" + numbered},
		{"words as names", "name,town\nann,ulm\n", "name text \"ann\"\ntown text \"ulm\"\n"},
		{"names again", "name,n\nann,1\nname,n\n", "name text \"ann\" \"name\"\nn text \"1\" \"n\"\nnote: row 2 " +
			"repeats the names of the columns: another table may begin there\n"},
		{"years as names", "land,2019,2020\nfr,3.5,4\nde,1,2\n", "land text \"fr\" \"de\"\n2019 decimal(1) 3.5 1.0\n" +
			"2020 int 4 2\n"},
		{"steps as names", "land,1,2,3,4\nfr,3,4,5,6\nde,1,2,7,8\n", "land text \"fr\" \"de\"\n1 int 3 1\n2 int 4 2\n" +
			"3 int 5 7\n4 int 6 8\n" +
			"note: the first line names the columns, but looks in part like data: \"land, 1, 2, 3, 4\"\n"},
		{"dates as names", "land,2019-01-01\nfr,3\nde,1\n", "land text \"fr\" \"de\"\n2019-01-01 int 3 1\n" +
			"note: the first line names the columns, but looks in part like data: \"land, 2019-01-01\"\n"},
		{"comments", "# made by x\n# 2024, May\na,b\n1,2\n3,4\n", "a int 1 3\nb int 2 4\nnote: 2 comment lines above " +
			"the table were left out, the first is \"# made by x\"\n"},
		{"a name with #", "#id,name\n1,x\n2,y\n", "#id int 1 2\nname text \"x\" \"y\"\n"},
		{"a title", "Sales report\n\nregion,amount\nN,1\nS,2\n", "region text \"N\" \"S\"\namount int 1 2\nnote: 1 " +
			"line above the table was left out: \"Sales report\"\n"},
		{"a padded title", "Sales report,,\nregion,amount,x\nN,1,2\nS,2,3\n", "region text \"N\" \"S\"\namount int 1 " +
			"2\nx int 2 3\n" +
			"note: 1 line above the table was left out: \"Sales report\"\n"},
		{"too few names", "a\n1,x\n2,y\n", "a int 1 2\ncolumn_2 text \"x\" \"y\"\n" +
			"note: 2 of 2 rows have more fields than the header, the first is row 1: what is too much is in a " +
			"further column, number 2\n"},
		{"names of rows", "mpg,cyl\nMazda,21,6\nFiat,32,4\n", "column_1 text \"Mazda\" \"Fiat\"\nmpg int 21 32\ncyl " +
			"int 6 4\n" +
			"note: the first line has a name too few: the names are those of the columns from the second on\nnote: " +
			"columns renamed: 1 without a name\n"},
		{"delimiters at every end", "a,b\n1,2,\n3,4,\n", "a int 1 3\nb int 2 4\n"},
		{"a delimiter at one end", "a,b\n1,2\n3,4,\n", "a int 1 3\nb int 2 4\n" +
			"note: 1 of 2 rows have more delimiters than the header, the first is row 2: nothing stands behind the " +
			"last one, but values may be a column off\n"},
		{"far too many fields", "a,b\n1,2\n3,4" + strings.Repeat(",5", 70) + "\n", ""},
		{"carriage returns", "a,b\r\r\n1,x\r\r\n2,\"y\"\r\r\n", "a int 1 2\nb text \"x\" \"y\"\n"},
		{"UTF-32", "\xff\xfe\x00\x00a\x00\x00\x00\n\x00\x00\x00\x3d\xf6\x01\x00", "a text \"\U0001f63d\"\n"},
		{"UTF-32, the other way round", "\x00\x00\xfe\xff\x00\x00\x00a\x00\x00\x00\n\x00\x01\xf6\x3d",
			"a text \"\U0001f63d\"\n"},
	} {
		table := read(t, c.text)
		if c.want == "" {
			last := table.Notes[len(table.Notes)-1]
			if len(table.Columns) != 2+maxFurther || last != "1 of 2 rows have still more fields, the first is row "+
				"2: what is behind column 66 was left out" {
				t.Errorf("%s: %d columns, %q", c.name, len(table.Columns), table.Notes)
			}
			continue
		}
		if got := datatest.Columns(table); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

const characters = "note: quotes were read as ordinary characters, because some do not close or would swallow rows\n"

func TestQuotes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"two stray ones", "id\ttitle\n1\t\"\n2\tb\n3\t\"\n4\td\n", "id int 1 2 3 4\ntitle text \"\\\"\" \"b\" " +
			"\"\\\"\" \"d\"\n" + characters},
		{"one stray one", "id,title\n1,\"\n2,b\n3,c\n", "id int 1 2 3\ntitle text \"\\\"\" \"b\" \"c\"\n" + characters},
		{"at the start", "id\ttitle\n1\t\"Swing it\" magistern\n2\tb\n", "id int 1 2\ntitle text \"\\\"Swing it\\\" " +
			"magistern\" \"b\"\n" + characters},
		{"lines of other fields", "id\ttitle\n1\t\"foo\n2\tb\n3\tbar\"\n4\td\n", "id int 1 2 3 4\ntitle text " +
			"\"\\\"foo\" \"b\" \"bar\\\"\" \"d\"\n" + characters},
		{"backslashes", "id,title\n1,\"say \\\"hi, you\\\" \\\\\"\n2,\"b\"\n", "id int 1 2\ntitle text \"say \\\"hi, " +
			"you\\\" \\\\\" \"b\"\n"},
		{"a folder", "id,path\n1,\"C:\\\"\n2,\"D:\\x, y\\\"\n",
			"id int 1 2\npath text \"C:\\\\\" \"D:\\\\x, y\\\\\"\n"},
		{"text behind a quote", "id,title\n1,\"a\"b\n2,\"c, d\"\n3,\"e\"\n", "id int 1 2 3\ntitle text " +
			"\"\\\"a\\\"b\" \"c, d\" \"e\"\n" +
			"note: 1 field begins with a quote and has text behind the closing one, in row 1: it is kept with its " +
			"quotes\n"},
		{"lines in quotes", "id,title\n1,\"a, b\nc, d\"\n2,\"e\"\n", "id int 1 2\ntitle text \"a, b\\nc, d\" \"e\"\n"},
		{"lines in quotes, as long as rows", "id,title\n1,\"a\nb, c\"\n2,e\n3,f\n4,g\n", "id int 1 2 3 4\ntitle text " +
			"\"a\\nb, c\" \"e\" \"f\" \"g\"\n"},
		{"a stray one before rows as long as the others", "a,b,c\n1,\"x, y\",3\n4,\"5,6\n7,8,9\n",
			"a int 1 4 7\nb text \"x, y\" \"\\\"5\" \"8\"\nc int 3 6 9\n" +
				"note: 1 field begins with a quote and has text behind the closing one, in row 2: it is kept with its " +
				"quotes\n" +
				"note: the quote that opens in line 3 never closes and was read as a character: the file may be cut off\n"},
		{"blanks before quotes", "id, name\n1, \"Rome, Lazio\"\n2,  \"Oslo\"\n3, Bern\n",
			"id int 1 2 3\nname text \"Rome, Lazio\" \"Oslo\" \"Bern\"\n" +
				"note: 2 fields have blanks before their opening quote, the first in row 1: the blanks at the start of " +
				"fields were left out\n"},
		{"blanks before the quotes of names", "\"id\", \"a, b\"\n1, \"2, 3\"\n", "id int 1\na, b text \"2, 3\"\n" +
			"note: 1 field has blanks before its opening quote, in row 1: the blanks at the start of fields were " +
			"left out\n"},
		{"blanks before quotes over lines", "id, name\n1, \"a\nb, \"\"c\"\"\"\n 2, d\n", "id int 1 2\nname text " +
			"\"a\\nb, \\\"c\\\"\" \"d\"\n" +
			"note: 1 field has blanks before its opening quote, in row 1: the blanks at the start of fields were " +
			"left out\n"},
		{"blanks before quotes that are characters", "id; name\n1; \"Rome\", he said\n2; b\n",
			"id int 1 2\nname text \" \\\"Rome\\\", he said\" \" b\"\n"},
		{"blanks before quotes amid fields", "id,size\n1,a \"big\" one\n2,5\"\n", "id int 1 2\nsize text \"a " +
			"\\\"big\\\" one\" \"5\\\"\"\n"},
		{"tabs before quotes", "id\tname\n1\t\"a\tb\"\n2\t\t\n", "id int 1 2\nname text \"a\\tb\" .\nnote: 1 of 2 " +
			"rows have more delimiters than the header, the first is row 2: nothing stands behind the last one, but " +
			"values may be a column off\n"},
		{"rows that may be swallowed", "\"id\",title\n1,\"a\n2,b\n3,\"\n4,d\n", "id int 1 4\ntitle text " +
			"\"a\\n2,b\\n3,\" \"d\"\n" +
			"note: 1 quoted field goes over several lines and ends right behind a delimiter, in row 1: a stray quote " +
			"may have swallowed rows\n"},
	} {
		if got := datatest.Columns(read(t, c.text)); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestStrayQuotesOverChunks reads quotes that do not close and are far apart, so that chunks of the first pass end
// between them.
func TestStrayQuotesOverChunks(t *testing.T) {
	var b strings.Builder
	b.WriteString("id\ttitle\n")
	const rows = 300_000
	for i := range rows {
		switch i % 100_000 {
		case 5:
			b.WriteString("1\t\"\n")
		case 99_000:
			b.WriteString("1\t\"Heroes\" and more\n")
		default:
			b.WriteString("1\tsome words\n")
		}
	}
	table := read(t, b.String())
	if table.Rows != rows || table.Columns[1].Value(5).Text != `"` ||
		table.Columns[1].Value(99_000).Text != `"Heroes" and more` {
		t.Errorf("%d rows, %q", table.Rows, table.Notes)
	}
}

// TestBlanksBeforeQuotesOverChunks reads quotes behind blanks over several lines, so that chunks of both passes end
// between rows.
func TestBlanksBeforeQuotesOverChunks(t *testing.T) {
	var b strings.Builder
	b.WriteString("id, title, n\n")
	const rows = 100_000
	for i := range rows {
		fmt.Fprintf(&b, "%d, \"some words,\nand, more\", %d\n", i, i%7)
	}
	table := read(t, b.String())
	if table.Rows != rows || len(table.Columns) != 3 ||
		table.Columns[1].Value(rows-1).Text != "some words,\nand, more" ||
		table.Columns[2].Value(rows-1).String() != fmt.Sprint((rows-1)%7) {
		t.Errorf("%d rows, %d columns, %q", table.Rows, len(table.Columns), table.Notes)
	}
}

// TestChosenQuotes reads quotes as a person says.
func TestChosenQuotes(t *testing.T) {
	const text = "a,b\n1,2\n3,\"x\n4\n"
	for quote, want := range map[string]string{
		"": "the quote that opens in line 3 never closes: the file is cut off, or the quote should be doubled; " +
			"if these quotes are ordinary characters, choose to read them as such",
		"double": "the quote that opens in line 3 never closes: the file is cut off, or the quote should be doubled",
		"none": "a int 1 3 4\nb text \"2\" \"\\\"x\" .\nnote: 1 of 3 rows have fewer fields than the header, the " +
			"first is row 3: what is missing is null\n" +
			"",
	} {
		o, err := Parse(data.Reading{Quote: quote})
		if err != nil {
			t.Fatal(err)
		}
		table, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, o, nil)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = datatest.Columns(table)
		}
		if got != want {
			t.Errorf("%q: %s, want\n%s", quote, got, want)
		}
	}
	if _, err := Parse(data.Reading{Quote: "x"}); err == nil {
		t.Error("x is a quote")
	}
}
