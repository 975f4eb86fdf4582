package biff

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"cardinal/data/format/workbook/sheet"
)

func TestRK(t *testing.T) {
	for bits, want := range map[uint32]float64{0: 0, 1<<2 | 2: 1, 0xFFFFFFFE: -1, 1234<<2 | 3: 12.34, 0x3FF80000: 1.5,
		0x3FF80001: 0.015, 0x80000002: -1 << 29} {
		if got := RK(binary.LittleEndian.AppendUint32(nil, bits)); got != want {
			t.Errorf("%x is %v, want %v", bits, got, want)
		}
	}
}

func TestAppendUTF8(t *testing.T) {
	for _, text := range []string{"", "a", "Größe ☺", "😀😀"} {
		if got := string(AppendUTF8(nil, utf16.Encode([]rune(text)))); got != text {
			t.Errorf("%q, want %q", got, text)
		}
	}
	if got := string(AppendUTF8([]byte("a"), []uint16{0xD83D, 'b', 0xDE00})); got != "a\uFFFDb\uFFFD" {
		t.Errorf("%q", got)
	}
}

func TestDefine(t *testing.T) {
	var n Names
	n.AddBook(false)
	n.AddBook(true)
	n.AddExtern(0, 0)
	n.AddExtern(1, 1)
	n.AddExtern(1, 9)
	cells := Rectangle(1, 0, 0, 2)
	for name, r := range map[string]Reference{"Other book": {Extern: 0, Cells: cells},
		"Lost": {Extern: 2, Cells: cells}, "Beyond": {Extern: 7, Cells: cells}, "Mine": {Extern: 1, Cells: cells}} {
		n.Add(Definition{Name: name, Sheet: -1, Cells: []Reference{r}})
	}
	n.Add(Definition{Sheet: 1, Titles: true, Cells: []Reference{{Extern: 1, Cells: Rectangle(0, 1, 0, 255)},
		{Extern: 1, Cells: Rectangle(0, 65535, 0, 2)}}})
	b := sheet.Book{Sheets: []sheet.Ref{{Name: "A"}, {Name: "It's B"}}}
	titles := n.Define(&b, []string{"A", "It's B"}, 256)
	if len(b.Names) != 1 || b.Names[0] != (sheet.Name{Name: "Mine", Sheet: "It's B", Cells: sheet.Range{Top: 1, Left: 1,
		Bottom: 2, Right: 3}}) {
		t.Errorf("%+v", b.Names)
	}
	if titles[1] != (sheet.Titles{Rows: 2, Columns: 3}) {
		t.Errorf("%+v", titles)
	}
}
