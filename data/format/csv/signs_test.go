package csv

import (
	"bytes"
	"strings"
	"testing"

	"cardinal/data/datatest"
	"cardinal/data/format/csv/charset"
)

// TestOddSigns reads texts with bytes that no program writes into a table. Each such byte makes one bad value, and a
// note names its line.
func TestOddSigns(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"NUL", "a,b\nhello,\x00world\n\x00x,2\n", "a text \"hello\" \"\\x00x\"\nb text \"\\x00world\" \"2\"\nnote: " +
			"2 control characters were kept, the first is 0x00 in line 2\n"},
		{"the second line begins with NUL", "ab\n\x00x,2\n", ""},
		{"NUL in a name", "k\x00ey,v\na,1\nb,2\n", "key text \"a\" \"b\"\nv int 1 2\nnote: columns renamed: 1 with " +
			"control characters\n"},
		{"BEL and ESC", "k,v\na\x07,1\n\x1b[1mb,2\n", "k text \"a\\a\" \"\\x1b[1mb\"\nv int 1 2\nnote: 2 control " +
			"characters were kept, the first is 0x07 in line 2\n"},
		{"the end of a file in DOS", "k,v\na,1\nb,2\n\x1a", "k text \"a\" \"b\"\nv int 1 2\nnote: 1 byte behind the " +
			"text was left out: it is 0, or the end of a file in DOS\n"},
		{"zero bytes at the end", "k,v\na,1\nb,2" + strings.Repeat("\x00", 5000), "k text \"a\" \"b\"\nv int 1 2\n" +
			"note: 5,000 bytes behind the text were left out: they are 0, or the end of a file in DOS\n"},
		{"a lone continuation byte", "k,v\nä,1\nb\x80,2\nß,3\n", "k text \"ä\" \"b€\" \"ß\"\nv int 1 2 3\nnote: 1 " +
			"byte is not UTF-8 and was read as Windows-1252, in line 3\n"},
		{"an overlong sequence", "k,v\nä,1\nb\xc0\xaf,2\n", "k text \"ä\" \"bÀ¯\"\nv int 1 2\nnote: 2 bytes are not " +
			"UTF-8 and were read as Windows-1252, the first in line 3\n"},
		{"half of a surrogate pair in UTF-8", "k,v\nä,1\nb\xed\xa0\x80,2\n", "k text \"ä\" \"bí\\u00a0€\"\nv int 1 " +
			"2\nnote: 3 bytes are not UTF-8 and were read as Windows-1252, the first in line 3\n"},
		{"letters of Windows-1252 that are UTF-8", "k,v\n\xc4\x80,1\ncaf\xe9,2\n", "k text \"Ä€\" \"café\"\nv int 1 " +
			"2\nnote: 3 bytes are not UTF-8 and were read as Windows-1252, the first in line 2\n"},
		{"one bad byte in Chinese", "k,v\n中文字,1\n上海市,2\n北\x80京,3\n", "k text \"中文字\" \"上海市\" \"北€京\"\nv int 1 2 3\n" +
			"note: 1 byte is not UTF-8 and was read as Windows-1252, in line 4\n"},
		{"an odd number of bytes in UTF-16", "\xff\xfek\x00\n\x00a\x00\n\x00b\x00\n\x00c",
			"k text \"a\" \"b\"\nnote: the text ends amid a character, which was left out: it was cut off, or a byte " +
				"is missing\n"},
		{"half of a surrogate pair in UTF-16", "\xff\xfek\x00\n\x00a\x00\n\x00\x3d\xd8\n\x00",
			"k text \"a\" \"\ufffd\"\nnote: 1 character is damaged and was read as \ufffd, in line 3\n"},
	} {
		if got := datatest.Columns(read(t, c.text)); c.want != "" && got != c.want || strings.Contains(got, "utf-16") {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
		if !charset.LooksLikeText([]byte(c.text)) {
			t.Errorf("%s: no text", c.name)
		}
	}
}

// TestZerosBehindText reads a text with more zero bytes behind it than a record may have.
func TestZerosBehindText(t *testing.T) {
	text := append(bytes.Repeat([]byte("some,1\n"), 300_000), make([]byte, MaxRecord+1<<20)...)
	table := read(t, "k,v\n"+string(text))
	if table.Rows != 300_000 || len(table.Notes) != 1 || !strings.Contains(table.Notes[0],
		"17,825,792 bytes behind the text") {
		t.Errorf("%d rows, %q", table.Rows, table.Notes)
	}
}

// TestControls compares the count with a count of single bytes, at each of eight offsets.
func TestControls(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for from := range 9 {
		for to := len(all); to > len(all)-9; to-- {
			b, want := append(bytes.Repeat([]byte("x"), from), all[:to]...), 0
			for _, c := range b {
				if c < '\t' || c > '\r' && c < ' ' {
					want++
				}
			}
			var got charset.Controls
			if got.Count(b, 100); got.N != want || got.First != 100+int64(from) {
				t.Fatalf("%d from %d, want %d", got.N, got.First, want)
			}
		}
	}
}
