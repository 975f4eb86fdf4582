package csv

import (
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/infer"
)

// TestApostrophes reads apostrophes around fields as quotes, and no others.
func TestApostrophes(t *testing.T) {
	const note = "note: fields stand between apostrophes, which were read as quotes\n"
	for _, delim := range []string{",", ";", "\t", "|"} {
		text := strings.ReplaceAll("id,text,n\n1,'a, b',5\n2,'c',6\n3,'it''s',7\n", ",", delim)
		want := "id int 1 2 3\ntext text \"a" + delim + " b\" \"c\" \"it's\"\nn int 5 6 7\n" + note
		if delim == "\t" {
			want = strings.Replace(want, "\t", `\t`, 1)
		}
		if got := datatest.Columns(read(t, text)); got != want {
			t.Errorf("%q:\n%swant\n%s", delim, got, want)
		}
	}
	for text, want := range map[string]string{
		"'id','text'\n'1','O\\'Brien'\n'2','b'\n": "id int 1 2\ntext text " +
			"\"O'Brien\" \"b\"\n" + note,
		"id,text,n\n1,plain,5\n2,'a, b',6\n3,'c',7\n": "id int 1 2 3\ntext text " +
			"\"plain\" \"a, b\" \"c\"\nn int 5 6 7\n" + note,
		"id,text,n\n1,'a, b',5\n2,c,6\n3,it's,7\n": "id int 1 2 3\ntext text \"a, b\" \"c\" \"it's\"\n" +
			"n int 5 6 7\n" + note,
		"k,v\n'a\nb',1\n'c',2\n": "k text \"a\\nb\" \"c\"\nv int 1 2\n" + note,
		"k,v\n'tis,1\n'twas,2\nthe '90s,3\n": "k text \"'tis\" \"'twas\" \"the " +
			"'90s\"\nv int 1 2 3\n",
		"k,v\nO'Brien,1\nD'Arcy,2\n": "k text \"O'Brien\" \"D'Arcy\"\n" +
			"v int 1 2\n",
		"k,v\n\"a, b\",'x'\nc,'y'\n": "k text \"a, b\" \"c\"\nv text " +
			"\"'x'\" \"'y'\"\n",
		"k,v\n'n',1\nb,2\nc,3\n": "k text \"'n'\" \"b\" \"c\"\nv " +
			"int 1 2 3\n",
		"k,v\na\\,b,1\nc,2\n": "k text \"a,b\" \"c\"\nv int 1 " +
			"2\nnote: a backslash before a delimiter was read as the sign that the delimiter belongs to the text\n",
		"k,v\nC:\\dir\\,1\nD:\\,2\n": "k text \"C:\\\\dir\\\\\" " +
			"\"D:\\\\\"\nv int 1 2\n",
		"k\tv\nC:\\\\a\\\\b\t1\n\\N\t2\nx\\ty\t3\n": "k text \"C:\\\\\\\\a\\\\\\\\b\" \"\\\\N\" " +
			"\"x\\\\ty\"\nv int 1 2 3\nnote: backslashes stand in pairs, as PostgreSQL and MySQL write one, and both " +
			"are kept: the quote backslash reads one\n",
		"k\tv\n\\\\nas\\new\t1\nC:\\a\\b\t2\n": "k text \"\\\\\\\\nas\\\\new\" \"C:\\\\a\\\\b\"\nv int 1 2\n",
		"name x y\nab 1 2\ncd 3 4\nef 5 6\n": "name text \"ab\" \"cd\" \"ef\"\n" +
			"x int 1 3 5\ny int 2 4 6\nnote: blanks, one or more, stand between the fields\n",
		"day text n\n2024-01-01 \"a b\" 1\n2024-01-02  2\n2024-01-03 \"c, d\" 4\n": "day date 2024-01-01 2024-01-02 " +
			"2024-01-03\ntext text \"a b\" . \"c, d\"\nn int 1 2 4\nnote: a blank stands between the fields\n",
		"name\nJohn Smith\nAnna Lee\nJim Roy\nA Be\n": "name text \"John Smith\" \"Anna " +
			"Lee\" \"Jim Roy\" \"A Be\"\nnote: no sign stands between fields, so that each line is one text: choose " +
			"the delimiter if there is one\n",
	} {
		if got := datatest.Columns(read(t, text)); got != want {
			t.Errorf("%q:\n%swant\n%s", text, got, want)
		}
	}
}

// TestChosenDialects reads texts as a person says that they are to be read.
func TestChosenDialects(t *testing.T) {
	for _, c := range []struct {
		how        data.Reading
		text, want string
	}{
		{data.Reading{Quote: "single"}, "k,v\n'a,b',1\nc,2\n", "k text \"a,b\" \"c\"\nv int 1 2\n"},
		{data.Reading{Quote: "double"}, "k,v\n'a',1\n'c',2\n", "k text \"'a'\" \"'c'\"\nv int 1 2\n"},
		{data.Reading{Quote: "none"}, "k,v\n'a',1\n'c',2\n", "k text \"'a'\" \"'c'\"\nv int 1 2\n"},
		{data.Reading{Quote: "backslash"}, "k,v\na\\,b,1\n\"c\\\"d\\\\\",2\n",
			"k text \"a,b\" \"c\\\"d\\\\\"\nv int 1 2\n"},
		{data.Reading{Delimiter: "spaces"}, "  k    v\nab  1  \nc      2\r\n", "k text \"ab\" \"c\"\nv int 1 2\n"},
	} {
		o, err := Parse(c.how)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Open(t.Context(), strings.NewReader(c.text), int64(len(c.text)), 0, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != c.want {
			t.Errorf("%+v:\n%swant\n%s", c.how, got, c.want)
		}
	}
}

// TestOneColumnOfNumbers reads lines that are numbers with commas below a single name.
func TestOneColumnOfNumbers(t *testing.T) {
	const note = "note: each line below the one name is one number: its commas are signs of the number\n"
	for text, want := range map[string]string{
		"amount\n100,000.00\n300,000.20\n300,000,000.40\n50\n": "amount decimal(2) 100000.00 300000.20 300000000.40 " +
			"50.00\n" + note,
		"price\r\n12,50\r\n3,99\r\n": "price decimal(2) 12.50 3.99\n" + note +
			"note: price: numbers with a decimal comma\n",
		"amount\n\"1,000\"\n\"2,500\"\n": "amount int 1000 2500\nnote: amount: the comma is " +
			"assumed to group thousands, as in most files without semicolons between the fields; if it is a decimal " +
			"comma, the numbers are 1,000 times too great\n",
		"a,b\n1,2\n3,4\n": "a int 1 3\nb int 2 4\n",
	} {
		if got := datatest.Columns(read(t, text)); got != want {
			t.Errorf("%q:\n%swant\n%s", text, got, want)
		}
	}
}

// TestOddAmongDates reads dates with one value that is no date. The note names the value, also if the order of the
// dates is chosen.
func TestOddAmongDates(t *testing.T) {
	for text, want := range map[string]string{
		"d\n" + strings.Repeat("1/2/2024\n", 9) + "\"1,1,1\"\n": "chosen; kept as text because of 1 of 10 values: " +
			"\"1,1,1\" in row 10",
		"d\n2023-02-28\n2023-02-29\n2023-03-01\n": "d: kept as text because of 1 of 3 values: " +
			"\"2023-02-29\" in row 2",
		"d,n\n,1\n,2\n": "",
	} {
		if got := strings.Join(read(t, text).Notes, "; "); (want == "") != (got == "") ||
			!strings.HasSuffix(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestEmptyColumn gives a column without values any type.
func TestEmptyColumn(t *testing.T) {
	for _, c := range infer.Choices {
		o, err := Parse(data.Reading{Types: []string{"y=" + c.Name}})
		if err != nil {
			t.Fatal(err)
		}
		const text = "id,y\n1,\n2,\n"
		table, err := Open(t.Context(), strings.NewReader(text), int64(len(text)), 0, o, nil)
		if err != nil || table.Columns[1].Nulls != 2 || c.Type.Numeric() != table.Columns[1].Type.Numeric() ||
			c.Type.Temporal() != table.Columns[1].Type.Temporal() {
			t.Errorf("%s: %v, %v", c.Name, table, err)
		}
	}
}
