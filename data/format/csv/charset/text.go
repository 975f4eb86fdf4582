package charset

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// ByteOrderMark returns the encoding that the byte order mark at the start of a text declares, the encoding's name, and
// the length of the mark in bytes. Except for UTF-8, the length is also the size of the encoding's code units. The
// encoding is nil for UTF-8. The length is 0 if the text has no mark.
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

// FromWindows replaces bytes that are not UTF-8 by their characters in Windows-1252. It returns the number of such
// bytes and the offset of the first one. It keeps characters in UTF-8, because perhaps only a part of the file is
// wrong: it was cut within a character, or joined from files in both encodings.
//
// If the text is probably Windows-1252, FromWindows replaces all its bytes, also those that form UTF-8 by accident:
// "Ä€" in Windows-1252 has the bytes of "Ā" in UTF-8.
func FromWindows(b []byte) (out []byte, changed, first int) {
	good, western, bad := multibyte(b)
	keep := western > 0 || good > bad
	out = make([]byte, 0, len(b)+len(b)/16)
	for at := 0; at < len(b); {
		n := at
		for n < len(b) && b[n] < utf8.RuneSelf {
			n++
		}
		out = append(out, b[at:n]...)
		if at = n; at == len(b) {
			break
		}
		if r, size := utf8.DecodeRune(b[at:]); keep && (r != utf8.RuneError || size > 1) {
			out = append(out, b[at:at+size]...)
			at += size
			continue
		}
		if changed == 0 {
			first = at
		}
		r := charmap.Windows1252.DecodeByte(b[at])
		if r == utf8.RuneError {
			r = rune(b[at]) // one of the five bytes to which Windows-1252 assigns no character
		}
		out = utf8.AppendRune(out, r)
		at++
		changed++
	}
	return out, changed, first
}

// multibyte returns three numbers: the characters of several bytes in UTF-8, those among them that Windows-1252 also
// has, and the bytes that are not UTF-8.
func multibyte(b []byte) (good, western, bad int) {
	for at := 0; at < len(b); {
		if b[at] < utf8.RuneSelf {
			at++
			continue
		}
		r, size := utf8.DecodeRune(b[at:])
		if at += size; r == utf8.RuneError && size == 1 {
			bad++
			continue
		}
		good++
		if _, ok := charmap.Windows1252.EncodeRune(r); ok {
			western++
		}
	}
	return good, western, bad
}

// fewSigns is the number of control characters that a text of any length may have.
const fewSigns = 4

// LooksLikeText reports whether the head of a file can be text, because it has few control characters. Control
// characters that programs write between fields do not count. Zero bytes do not count in lines without other control
// characters. A text in UTF-16 or UTF-32 is text, too.
func LooksLikeText(head []byte) bool {
	if from, _, _ := ByteOrderMark(head); from != nil {
		return true
	}
	if from, _ := DetectUTF16(head); from != nil {
		return true
	}
	odd, between, zeros := 0, 0, 0
	head = TrimEnd(head)
	for _, c := range head {
		switch {
		case c == 0:
			zeros++
		case c <= 0x03 || c == 0x1E || c == 0x1F: // Hive writes these between fields and within them
			between++
		case c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f':
			odd++
		}
	}
	lines := bytes.IndexByte(head, '\n') >= 0
	if !lines { // as in MARC, the records of libraries
		odd += between
	}
	if zeros > 0 && lines && odd+between == 0 {
		return zeros <= max(fewSigns, len(head)/3)
	}
	return (odd+zeros)*50 <= len(head) || lines && odd+zeros <= fewSigns && utf8.Valid(head)
}

// TrimEnd drops bytes behind the end of a text: the zero bytes of a file that was not completely written, and the
// end-of-file character of DOS.
func TrimEnd(text []byte) []byte { return bytes.TrimRight(text, "\x00\x1A") }
