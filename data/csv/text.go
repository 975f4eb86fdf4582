package csv

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// byteOrderMark names the encoding that the first bytes declare, and the length of the mark.
func byteOrderMark(head []byte) (order binary.ByteOrder, length int) {
	switch {
	case bytes.HasPrefix(head, []byte{0xEF, 0xBB, 0xBF}):
		return nil, 3
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}):
		return binary.LittleEndian, 2
	case bytes.HasPrefix(head, []byte{0xFE, 0xFF}):
		return binary.BigEndian, 2
	}
	return nil, 0
}

// fromUTF16 turns UTF-16 into UTF-8.
func fromUTF16(b []byte, order binary.ByteOrder) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i+1 < len(b); i += 2 {
		r := rune(order.Uint16(b[i:]))
		if utf16.IsSurrogate(r) && i+3 < len(b) {
			if pair := utf16.DecodeRune(r, rune(order.Uint16(b[i+2:]))); pair != utf8.RuneError {
				r = pair
				i += 2
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// fromWindows turns bytes that are not UTF-8 into the characters that they are in Windows-1252, and counts them.
// What is UTF-8 stays: a file that was cut, or joined from two, keeps its good part.
func fromWindows(b []byte) (out []byte, changed int) {
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

// LooksLikeText reports whether the head of a file can be text: control characters are few and there is no NUL,
// unless a byte order mark explains them.
func LooksLikeText(head []byte) bool {
	if order, _ := byteOrderMark(head); order != nil {
		return true
	}
	odd := 0
	for _, c := range head {
		switch {
		case c == 0:
			return false
		case c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f':
			odd++
		}
	}
	return odd*50 <= len(head)
}
