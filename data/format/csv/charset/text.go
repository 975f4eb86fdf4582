package charset

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// ByteOrderMark returns the encoding that the first bytes of a text declare, its name, and the length of the
// mark in bytes, which is that of the encoding's units, too. The encoding is nil for UTF-8, and the length 0
// where there is no mark.
func ByteOrderMark(head []byte) (from encoding.Encoding, name string, length int) {
	is := func(mark string) bool { return bytes.HasPrefix(head, []byte(mark)) }
	switch {
	case is("\xEF\xBB\xBF"):
		return nil, "utf-8", 3
	case is("\xFF\xFE\x00\x00"):
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "utf-32le", 4
	case is("\x00\x00\xFE\xFF"):
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "utf-32be", 4
	case is("\xFF\xFE"):
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16le", 2
	case is("\xFE\xFF"):
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "utf-16be", 2
	}
	return nil, "", 0
}

// FromWindows turns bytes that are not UTF-8 into their characters in Windows-1252, and counts them. Bytes that
// are UTF-8 stay, so that a file that was cut, or joined from two, keeps its good part.
func FromWindows(b []byte) (out []byte, changed int) {
	out = make([]byte, 0, len(b)+len(b)/16)
	for len(b) > 0 {
		n := 0
		for n < len(b) && b[n] < utf8.RuneSelf {
			n++
		}
		out, b = append(out, b[:n]...), b[n:]
		if len(b) == 0 {
			break
		}
		if r, size := utf8.DecodeRune(b); r != utf8.RuneError || size > 1 {
			out, b = append(out, b[:size]...), b[size:]
			continue
		}
		r := charmap.Windows1252.DecodeByte(b[0])
		if r == utf8.RuneError {
			r = rune(b[0]) // one of the five bytes that Windows-1252 leaves free
		}
		out, b = utf8.AppendRune(out, r), b[1:]
		changed++
	}
	return out, changed
}

// LooksLikeText reports whether the head of a file can be text. It can where there is no NUL and control
// characters are few, but for those that programs write between fields, or where a byte order mark says that
// units are longer than a byte.
func LooksLikeText(head []byte) bool {
	if from, _, _ := ByteOrderMark(head); from != nil {
		return true
	}
	if from, _ := Unmarked(head); from != nil {
		return true
	}
	odd, between := 0, 0
	for _, c := range head {
		switch {
		case c == 0:
			return false
		case c <= 0x03 || c == 0x1E || c == 0x1F: // between fields, and within them, in files of Hive
			between++
		case c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f':
			odd++
		}
	}
	if bytes.IndexByte(head, '\n') < 0 { // as in the records of libraries (MARC)
		odd += between
	}
	return odd*50 <= len(head)
}
