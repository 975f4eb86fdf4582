package xls

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/datatest"
	"cardinal/data/format/workbook/biff"
	"cardinal/data/format/workbook/sheet"
)

// special makes the value of a formula that is no number.
func special(kind, value byte) []byte { return []byte{kind, 0, value, 0, 0, 0, 0xFF, 0xFF} }

func TestCells(t *testing.T) {
	for name, c := range map[string]struct {
		cells func(*stream)
		want  string
	}{
		"numbers": {func(s *stream) {
			s.number(1, 0, 0, 2.5)
			s.add(recRK, 2, 0, 0, uint32(700<<2|3)) // 7
			s.add(recMulRK, 3, 0, 0, uint32(0xFFFFFFFE), 0, uint32(5<<2|2), 1)
			s.add(recRK, 4, 0, 0, uint32(0x3FF80000)) // 1.5
		}, "head decimal(1) 2.5 7.0 -1.0 1.5\ncolumn_B int . . 5 .\n"},
		"dates": {func(s *stream) {
			s.number(1, 0, 1, 44197)
			s.number(2, 0, 1, 60)
			s.add(recRK, 3, 0, 1, uint32(1<<2|2))
		}, "head date 2021-01-01 . 1900-01-01\nnote: head: 1 cell with 29 February 1900, a day that never was, read " +
			"as null\n"},
		"money": {func(s *stream) { s.number(1, 0, 4, 1.5) }, "head decimal(1) 1.5\n"},
		"no style": {func(s *stream) { s.number(1, 0, 9, 44197) }, "head int 44197\nnote: the workbook lacks the " +
			"formats of 1 number: dates among them are read as numbers of days\n"},
		"truth": {func(s *stream) {
			s.add(recBoolErr, 1, 0, 0, byte(1), byte(0))
			s.add(recBoolErr, 2, 0, 0, byte(0x2A), byte(1))
		}, "head bool true .\nnote: head: 1 cell with an error such as #N/A, read as null\n"},
		"rich text": {func(s *stream) { s.add(recRString, 1, 0, 0, short("rich"), 1, uint32(0)) },
			"head text \"rich\"\n"},
		"formulas": {func(s *stream) {
			s.add(recFormula, 1, 0, 1, 44197.5, 0, uint32(0), 0)
			s.formula(2, special(0, 0))
			s.add(0x04BC, 0, 0) // a shared formula between a formula and its text
			s.add(recString, wide("Übung"))
			s.formula(3, special(1, 1))
			s.formula(4, special(2, 7))
			s.formula(5, special(3, 0))
			s.formula(6, special(0, 0))
			s.label(7, "end")
		}, "head text \"2021-01-01 12:00:00\" \"Übung\" \"true\" . . \"end\"\nnote: head: 1 formula without a stored " +
			"value, read as null: open the workbook in a spreadsheet program and save it; 1 cell with an error such " +
			"as #N/A, read as null; of mixed types, read as text: 2 texts, 1 date, 1 truth value\nnote: 1 empty row " +
			"between others was left out\n"},
		"a long text of a formula": {func(s *stream) {
			s.formula(1, special(0, 0))
			s.add(recString, 4, byte(0), "ab")
			s.add(recContinue, byte(1), int('c'), 0x263A)
		}, "head text \"abc☺\"\n"},
		"in no order": {func(s *stream) {
			s.number(3, 1, 0, 31)
			s.number(1, 0, 0, 10)
			s.formula(2, special(0, 0))
			s.add(recString, wide("x"))
			s.number(1, 0, 0, 11)
			s.number(3, 0, 0, 30)
		}, "head text \"11\" \"x\" \"30\"\ncolumn_B int . . 31\nnote: head: of mixed types, read as text: 1 text, 2 " +
			"numbers\n"},
		"hidden": {func(s *stream) {
			s.add(recRow, 1, 0, 1, 255, 0, 0, 0x20, 0)
			s.add(recColInfo, 0, 0, 0, 0, 1, 0)
			s.number(1, 0, 0, 1)
		}, "head int 1\nnote: 1 row is hidden in the sheet, by hand or by a filter, and was read like the others\n" +
			"note: 1 column is hidden in the sheet and was read like the others: \"head\"\n"},
		"merged": {func(s *stream) {
			s.number(1, 0, 0, 1)
			s.number(2, 1, 0, 1)
			s.add(recMerged, 1, 1, 2, 0, 0)
		}, "head int 1 .\ncolumn_B int . 1\nnote: 1 group of merged cells: only the first cell of each has its " +
			"value; they can be filled\n"},
		"a chart in the sheet": {func(s *stream) {
			s.add(recBOF, s.version, 0x20)
			s.number(1, 0, 0, 99)
			s.add(recEOF)
			s.number(1, 0, 0, 1)
		}, "head int 1\n"},
	} {
		for _, version := range []int{biff8, biff5} {
			if version == biff5 && (strings.Contains(name, "text") || name == "formulas" || name == "in no order") {
				continue // whose texts are those of Excel 97
			}
			table, err := read(book(version, nil, func(s *stream) { s.label(0, "head"); c.cells(s) }))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if got := datatest.Columns(table); got != c.want {
				t.Errorf("%s:\n%swant\n%s", name, got, c.want)
			}
		}
	}
}

// TestSharedTexts cuts shared texts at every byte into records that continue each other, with one and with two bytes
// for a character, rich and with guides.
func TestSharedTexts(t *testing.T) {
	rich := pack(3, byte(flagRich|flagGuide), 1, uint32(5), "ric", uint32(7), "guide")
	for cut := range 4 {
		b := book(biff8, func(s *stream) {
			s.add(recSST, uint32(9), uint32(4), short("head"), wide("smile ☺"), rich, 6, byte(0), "abcdef"[:cut])
			s.add(recContinue, byte(1), []byte{'x', 0, 'y', 0}, byte('z'), byte(0), pack(0x1F0), pack(int('v')),
				pack(int('w')))
			s.add(recContinue)
		}, func(s *stream) {
			for i := range 4 {
				s.add(recLabelSST, i, 0, 0, uint32(i))
			}
		})
		table, err := read(b)
		if err != nil {
			t.Fatalf("%d: %v", cut, err)
		}
		want := "head text \"smile ☺\" \"ric\" \"" + "abcdef"[:cut] + string([]rune("xyz\u01f0vw")[:6-cut]) + "\"\n"
		if got := datatest.Columns(table); got != want {
			t.Errorf("%d: %q, want %q", cut, got, want)
		}
	}
}

// TestCodePage reads texts of Excel 5 in Cyrillic.
func TestCodePage(t *testing.T) {
	b := book(biff5, func(s *stream) { s.add(recCodePage, 1251) }, func(s *stream) {
		s.label(0, "\xe8\xec\xff")
		s.label(1, "\xdf")
	})
	if table, err := read(b); err != nil || datatest.Columns(table) != "имя text \"Я\"\n" {
		t.Errorf("%v", err)
	}
}

// TestNames offers named ranges and reads print titles, of Excel 97 and of Excel 5.
func TestNames(t *testing.T) {
	for _, version := range []int{biff8, biff5} {
		area := func(top, bottom, left, right int) []byte {
			if version == biff8 {
				return pack(byte(0x3B), 0, top, bottom, left, right)
			}
			return pack(byte(0x3B), 0xFFFF, uint32(0), uint32(0), 0, 0, top, bottom, byte(left), byte(right))
		}
		add := func(s *stream, flags, scope int, name string, formula []byte) {
			head := pack(flags, byte(0), byte(len(name)), len(formula), 0, scope, uint32(0))
			if version == biff8 {
				head = append(head, 0)
			}
			s.add(recName, head, name, formula)
		}
		b := book(version, func(s *stream) {
			if version == biff8 {
				s.add(recSupBook, 1, 0x0401)
				s.add(recExternSheet, 1, 0, 0, 0)
			}
			add(s, 0, 0, "Targets", area(1, 2, 0, 0))
			add(s, biff.FlagHidden, 0, "Secret", area(1, 2, 0, 0))
			add(s, 0, 0, "Sum", pack(byte(0x1E), 1))
			both := pack(area(0, 65535, 0, 0), area(0, 1, 0, 255), byte(0x10))
			add(s, biff.FlagBuiltin, 1, string(rune(printTitles)), pack(byte(0x29), len(both), both))
		}, func(s *stream) {
			for row, text := range []string{"a", "b", "c", "d"} {
				s.label(row, text)
			}
		})
		table, err := read(b)
		if err != nil {
			t.Fatal(err)
		}
		if got := datatest.Columns(table); got != "b text \"c\" \"d\"\nnote: the first 2 rows, which the workbook "+
			"prints on every page, are read as the header\n" || len(table.Cells.Areas) != 1 ||
			table.Cells.Areas[0].Name != "Targets" || table.Cells.Areas[0].Range != "A2:A3" {
			t.Errorf("%s %+v", got, table.Cells)
		}
		if table, err = readAs(b, "", sheet.Wish{Name: "targets"}); err != nil || table.Cells.Range != "A2:A3" {
			t.Errorf("%v", err)
		}
	}
}

// TestTables reads a table with a row of totals, which has other cells above it.
func TestTables(t *testing.T) {
	b := book(biff8, nil, func(s *stream) {
		s.label(0, "title")
		for row, text := range []string{"head", "a", "b", "total"} {
			s.label(row+2, text)
		}
		head := pack(recTable, 0, 2, 5, 0, 0, 5, byte(0), uint32(0), 1, uint32(0), 0, 2, 5, 0, 0)
		s.add(recTable, head, uint32(0), uint32(1), uint32(1), uint32(1), make([]byte, 48), short("Orders"))
		s.add(recTable, head)
	})
	table, err := read(b)
	if err != nil {
		t.Fatal(err)
	}
	if got := datatest.Columns(table); !strings.HasPrefix(got, "head text \"a\" \"b\"\n") ||
		len(table.Cells.Areas) != 1 || table.Cells.Areas[0].Name != "Orders" || table.Cells.Areas[0].Range != "A3:A6" {
		t.Errorf("%s %+v", got, table.Cells)
	}
}

// TestFiles reads small workbooks of several programs.
func TestFiles(t *testing.T) {
	for name, want := range map[string]string{
		"calamine/date.xls": "column_A text \"2021-01-01\" \"2021-01-02\" \"255:10:10\"\ncolumn_B " +
			"int 15 16 17\n",
		"calamine/date_1904.xls": "column_A text \"2021-01-01\" \"2021-01-02\" \"255:10:10\"\ncolumn_B " +
			"int 15 16 17\n",
		"calamine/biff5_write.xls": "1 text \"true\" \"foo\" \"baz\"\n2 text \"false\" \"bar\" .\n3 text " +
			". \"2014-02-19 14:30:00\" \"qux\"\ncolumn_D text \"sheetjs\" \"0.3\" .\n",
		"calamine/issue219.xls":          "a text\n",
		"readxl/biff5-label-records.xls": "Date text \"21/01/2017\" \"21/01/2017\"",
		"readxl/dates-leap-year-1900-xls.xls": "dttm timestamp 1900-01-01T08:00:00 1900-01-02T08:00:00 " +
			"1900-02-28T08:00:00 . 1900-03-01T08:00:00",
	} {
		b, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if is, err := Recognise(t.Context(), bytes.NewReader(b), int64(len(b))); !is || err != nil {
			t.Errorf("%s: %v, %v", name, is, err)
		}
		table, err := read(b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := datatest.Columns(table); !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}
