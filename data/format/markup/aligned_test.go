package markup

import (
	"bytes"
	"strings"
	"testing"
)

// TestNoSecondTable reads a text with many further lines that begin like a table and are no table. The test ends
// because each of these lines is looked at only once.
func TestNoSecondTable(t *testing.T) {
	text := []byte(" a | b\n---+---\n 1 | 2\n\n" + strings.Repeat("-- --\n", 300_000) + "abcdefgh")
	table, err := OpenAligned(t.Context(), bytes.NewReader(text), int64(len(text)), Options{}, func(float64) {})
	if err != nil || table.Rows != 1 || table.Notes[1] != "300,001 lines below the table were left out" {
		t.Errorf("%v, %v", table, err)
	}
}

// TestAligned reads texts of a fixed width, and what the clients of databases print. Other texts are not taken
// for them.
func TestAligned(t *testing.T) {
	for text, want := range map[string]string{
		"day        2023                  2024\ncity  at   Sum of n  Count of n  Sum of n  Count of n\n────  ───  ────────  ──────────  ────────  ──────────\nRome  Oct      1200           2       300           1\n      Nov        20           1         5           1\nBonn  Oct        10           1\n": `city text: "Rome" "Rome" "Bonn"; at text: "Oct" "Nov" "Oct"; 2023 · Sum of n int: "1200" "20" "10"; 2023 · Count of n int: "2" "1" "1"; 2024 · Sum of n int: "300" "5" ""; 2024 · Count of n int: "1" "1" ""; the columns are cut where every line has a blank|labels that the pivot shows once for several rows are read on each of them`,
		"Sum of n  year\ncity      2023  2024\n────────  ────  ────\nRome         1    30\nBonn        20    40\n":                             `city text: "Rome" "Bonn"; 2023 int: "1" "20"; 2024 int: "30" "40"; the columns are cut where every line has a blank|the line "Sum of n year" above the names of the columns was left out`,
		"NAME        CITY         AMOUNT\nAlice       New York     120.50\nBob         Los Angeles    3.10\nÇelik Ö     Chicago     1000.00\n": `NAME text: "Alice" "Bob" "Çelik Ö"; CITY text: "New York" "Los Angeles" "Chicago"; AMOUNT decimal: "120.50" "3.10" "1000.00"; the columns are cut where every line has a blank`,
		"name   n\nDe Vo  1\nLa Za  2\n":  `name text: "De Vo" "La Za"; n int: "1" "2"; the columns are cut where every line has a blank`,
		"a    b\r\n1      \r\n22   x\r\n": `a int: "1" "22"; b text: "" "x"; the columns are cut where every line has a blank`,
		"Name        Pay\n---------  ----\nAnn Smith  1200\nBo          340\n\n(2 rows affected)\n":  `Name text: "Ann Smith" "Bo"; Pay int: "1200" "340"; the columns are cut where every line has a blank|1 line below the table was left out`,
		"region   n\n──────  ──\nNorth   1\nSüd     22\n":                                            `region text: "North" "Süd"; n int: "1" "22"; the columns are cut where every line has a blank`,
		" id | name \n----+------\n  1 | x y\n  2 | \n(2 rows)\n":                                    `id int: "1" "2"; name text: "x y" ""; the columns are cut at the bars|1 line below the table was left out`,
		"+----+------+\n| id | name |\n+----+------+\n|  1 | x y  |\n|  2 |      |\n+----+------+\n": `id int: "1" "2"; name text: "x y" ""; the columns are cut at the bars`,
		"a | b\n--+--\n1 | x\n(1 row)\n\nc | d\n--+--\n1 | x\n2 | y\n(2 rows)\n":                     `c int: "1" "2"; d text: "x" "y"; the columns are cut at the bars|2 lines beside the tables were left out`,
		// the second is none
		"+---+---+\n| a | b |\n+---+---+\n| 1 | x |\n+---+---+\n\nn   m\n--  --\nx  y\n": `a int: "1"; b text: "x"; the columns are cut at the bars|3 lines below the table were left out`,
		"   city    n\n0  Rome  1.0\n1  Oslo  NaN\n2        3.0\n":                       `column_1 int: "0" "1" "2"; city text: "Rome" "Oslo" ""; n decimal: "1.0" "" "3.0"; the columns are cut where every line has a blank|columns renamed: 1 without a name|n: 1 value read as null: NaN`,
		// the first column has no name, and does not count the rows
		"   city    n\n7  Rome  1.0\n1  Oslo  NaN\n2        3.0\n": "",
		"A  B\n1  2\n33 4\n":                                "", // one blank may stand in a text
		"A  B\n1  2\n333 4\n5555\n":                         "", // a value reaches into the next column
		"Some words  here\nand other words, of\nno table\n": "",
		"a, b  c\n1, 2  3\n4, 5  6\n":                       "",
		"1.0  2.0\n3.0  4.0\n5.0  6.0\n":                    "", // no names
		"name\nAnn  Smith\nBo  Lee\n":                       "",
		" id | name \n----+------\n  1 | x|y\n  2 | \n":     "", // a bar in a value
		"Name   Pay\n------ ---\nAnn Smith 12\nBo  34\n":    "",
		"a  b\n1  2\n\nx  y\n":                              "", // an empty line

		// A terminal gives a Chinese character and an emoji two columns each. Other programs count characters.
		"Sum of n          q\ncity            2023   2024\n──────────────  ────  ─────\nOsaka            300\n東京都千代田区     1   2000\n👩‍👩‍👧 大阪            5      7\n": `city text: "Osaka" "東京都千代田区" "👩\u200d👩\u200d👧 大阪"; 2023 int: "300" "1" "5"; 2024 int: "" "2000" "7"; the columns are cut where every line has a blank|the line "Sum of n q" above the names of the columns was left out`,
		"city    n\n------  --\n東京京   1\nBo      22\n":        `city text: "東京京" "Bo"; n int: "1" "22"; the columns are cut where every line has a blank`,
		"city      n\n------  ---\n東京        1\nBo      22\n": `city text: "東京" "Bo"; n int: "1" "22"; the columns are cut where every line has a blank`,
	} {
		r, size := bytes.NewReader([]byte(text)), int64(len(text))
		is, err := RecogniseAligned(t.Context(), r, size)
		if err != nil || is != (want != "") {
			t.Errorf("%q is recognised: %v, %v", text, is, err)
		}
		if !is {
			continue
		}
		table, err := OpenAligned(t.Context(), r, size, Options{}, func(float64) {})
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := show(table); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}
