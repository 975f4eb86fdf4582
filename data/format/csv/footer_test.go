package csv

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"cardinal/data"
	"cardinal/data/format/csv/charset"
)

// TestFooters checks that lines below the table are left out if more than a word indicates them.
func TestFooters(t *testing.T) {
	const rows = "day,region,amount\n2024-01-01,N,1\n2024-01-02,S,2\n2024-01-03,E,3\n"
	const below, more = "1 line below the table was left out: ", " lines below the table were left out, the first is "
	for _, c := range []struct {
		text string
		rows int
		note string
	}{
		{rows + "Total,,6\n", 3, below + `"Total  6"`},
		{rows + "Sum:,,6", 3, below + `"Sum:  6"`},
		{rows + "Total,,7\n", 3, below + `"Total  7"`}, // a word among dates
		{rows + "\nTotal,,6\nmade by x\n", 3, "2" + more + `"Total  6"`},
		{rows + "(3 rows affected)\n", 3, below + `"(3 rows affected)"`},
		{rows + "Source: x\n", 3, below + `"Source: x"`},
		{rows + "2024\n", 4, "1 of 4 rows have fewer fields than the header, the first is row 4: what is missing is " +
			"null; " +
			// a line that was cut off
			`day: dates or times and numbers: kept as text, row 4 is the first that disagrees with most: "2024"`},
		{rows + "2024-01-04,W\n", 4, "1 of 4 rows have fewer fields than the header, the first is row 4: what is " +
			"missing is null"},
		{"region,amount\nN,1\nS,2\nE,3\nTotal,6\n", 3, below + `"Total 6"`},
		{"region,amount,price\nN,1,0.5\nS,2,0.25\nE,3,\nTotal,6,0.75\n", 3, below + `"Total 6 0.75"`},
		{"region,amount\nN,1\nS,2\nE,3\nTotal,7\n", 4,
			`the last row begins with "Total" and was read as a row: leave 1 line out at the end if it holds totals`},
		// the word comes again
		{"region,amount\nN,1\nTotal,1\nS,2\nTotal,3\n", 4,
			`2 rows look like totals of other rows and were read as rows, the first is row 2, "Total"; a filter leaves such rows out`},
		{"region,amount\nN,1\nS,2\nE,3\n3 rows\n", 3, below + `"3 rows"`},
		{"region,amount\nN,1\nS,2\nE,3\n\nend\n", 3, below + `"end"`},
		{"name,x,y\nann,,\nbob,1,\ncid,,\ndan dee,,\n", 4, ""}, // rows are as empty
		{"month,q\nJan,10\nFeb,20\nMar,30\nAverage,20\n", 3, `1 line below the table was left out: "Average 20"`},
		{"month,q\nJan,10\nFeb,20\nMar,31\nMean,20.33\n", 3, `1 line below the table was left out: "Mean 20.33"`},
		{"month;q\nJan;1,5\nFeb;2,5\nMar;3,5\nMittelwert;2,5\n", 3,
			`1 line below the table was left out: "Mittelwert 2,5"; q: numbers with a decimal comma`},
		{"month,q,r\nJan,10,5\nFeb,20,6\nMar,30,7\nMax,30,7\n", 3, `1 line below the table was left out: "Max 30 7"`},
		{"name,score\nAnn,10\nBob,30\nMax,30\n", 3,
			`the last row begins with "Max" and was read as a row: leave 1 line out at the end if it holds maxima`},
		{"name,score\nAnn,10\nBob,30\nMax,20\n", 3, ""},
		{"month,q\nJan,10\nFeb,20\nMar,30\nTotal,60\nAverage,20\nMin,10\nMax,30\n", 3,
			`4 lines below the table were left out, the first is "Total 60"`},
		{"month,q\nJan,10\nFeb,20\nMar,30\nAverage,20\n\nSource: office\n", 3,
			`2 lines below the table were left out, the first is "Average 20"`},
		{"month,q\nJan,10\nFeb,20\nMar,30\nTotal,60\nSource: office\n", 3,
			`2 lines below the table were left out, the first is "Total 60"`},
		{"day,q\n2024-01-01,10\n2024-01-02,20\n2024-01-03,30\nPromedio,20\n", 3,
			`1 line below the table was left out: "Promedio 20"`},
		{"rating,n\nPoor,10\nGood,20\nAverage,40\n", 3,
			`the last row begins with "Average" and was read as a row: leave 1 line out at the end if it holds averages`},
		{"month,q\nJan,10\nFeb,20\nMar,30\n,60\n", 4,
			`the last row begins with "(blank)" and was read as a row: leave 1 line out at the end if it holds totals`},
		{"month,q\nJan,10\nFeb,20\nMar,30\nMean of months,20\n", 4, `the last row begins with "Mean of months" ` +
			`and was read as a row: leave 1 line out at the end if it holds averages`},
		{"month,q,r\nJan,10,1\nFeb,20,2\nMar,30,3\nTotal (3),60,6\n", 3,
			`1 line below the table was left out: "Total (3) 60 6"`},
		{"a\n1\n2\nTotal\n", 3,
			`the last row begins with "Total" and was read as a row: leave 1 line out at the end if it holds totals`},
		{"a,b\n1,x\n2,y\n3,z\n,Total\n", 4,
			`the last row begins with "Total" and was read as a row: leave 1 line out at the end if it holds totals`},
	} {
		table := read(t, c.text)
		if got := strings.Join(table.Notes, "; "); table.Rows != c.rows || got != c.note {
			t.Errorf("%q: %d rows, %s; want %d, %s", c.text, table.Rows, got, c.rows, c.note)
		}
		last := table.Columns[len(table.Columns)-1].Name
		some, err := Open(context.Background(), strings.NewReader(c.text), int64(len(c.text)), 0,
			Options{Columns: []string{last}}, nil)
		if err != nil || some.Rows != c.rows {
			t.Errorf("%q, the column %s alone: %v, %v", c.text, last, some, err)
		}
	}
	for how, want := range map[string]int{"none": 4, "1": 3, "2": 2} {
		o, err := Parse(data.Reading{Footer: how})
		if err != nil {
			t.Fatal(err)
		}
		text := rows + "Total,,6\n"
		table, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, o, nil)
		if err != nil || table.Rows != want {
			t.Errorf("%s lines left out: %v, %v", how, table, err)
		}
	}
}

// TestFootersOfLongTexts leaves lines below a long table out, and sums all of its rows.
func TestFootersOfLongTexts(t *testing.T) {
	var b strings.Builder
	b.WriteString("region,amount,share\n")
	cents := 0
	for i := range 200_000 {
		fmt.Fprintf(&b, "r%d,%d.%02d,0.5\n", i%7, i/100, i%100)
		cents += i
	}
	body := b.String()
	total := fmt.Sprintf("%d.%02d", cents/100, cents%100)
	for footer, want := range map[string]int{"Total," + total + ",100000\n": 200_000, "Total," + total +
		"1,1\n": 200_001, "\n(200000 rows)\n": 200_000, "r1,1,1\n": 200_001} {
		table := read(t, body+footer)
		if table.Rows != want || len(table.Columns) != 3 {
			t.Errorf("%q: %d rows, %q", footer, table.Rows, table.Notes)
		}
	}
}

// TestSecondTables names lines that look like the names of columns among the rows.
func TestSecondTables(t *testing.T) {
	for text, want := range map[string]string{
		"city,height,width\nname,cm,cm\nulm,1,2\nrom,3,4\n": `the line below the names looks like names, too, and was read as a row: "name, cm, cm"`,
		"city,n\nulm,1\nrom,2\ncity,n\nbonn,3\ncity,n\noslo,4\n": "row 3 repeats the names of the columns: " +
			"another table may begin there",
		"city,height,width\nname,1,2\nulm,1,2\nrom,3,4\nbonn,5,6.5\n": "",
	} {
		if got := strings.Join(read(t, text).Notes, "; "); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestUnmarked reads UTF-16 that has no byte order mark, and no other data.
func TestUnmarked(t *testing.T) {
	for name, order := range map[string]unicode.Endianness{"utf-16le": unicode.LittleEndian,
		"utf-16be": unicode.BigEndian} {
		b, err := unicode.UTF16(order, unicode.IgnoreBOM).NewEncoder().String("name,n\r\nЖанна,1\r\n日本,2\r\n")
		if err != nil {
			t.Fatal(err)
		}
		table := read(t, b)
		note := "the text has no byte order mark and was read as " + name + ", which its bytes speak for"
		if !charset.LooksLikeText([]byte(b)) || table.Text.Encoding != name || table.Columns[0].Value(1).Text != "日本" ||
			len(table.Notes) != 1 || table.Notes[0] != note {
			t.Errorf("%s: %v %q", name, table.Text, table.Notes)
		}
	}
	for _, other := range []string{"", "\n", "\x00\n", "a\x00b\x00", "a\x00\x00b\n\x00"} {
		if from, name := charset.DetectUTF16([]byte(other)); from != nil && other != "\x00\n" {
			t.Errorf("%q is %s", other, name)
		}
	}
}
