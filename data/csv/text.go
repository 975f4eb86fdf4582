package csv

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// decoder turns an encoding into UTF-8.
type decoder func(b []byte) []byte

// byteOrderMark returns the decoder of the encoding that the first bytes declare, nil for UTF-8, and the length of the mark.
func byteOrderMark(head []byte) (decode decoder, length int) {
	is := func(mark string) bool { return bytes.HasPrefix(head, []byte(mark)) }
	switch {
	case is("\xEF\xBB\xBF"):
		return nil, 3
	case is("\xFF\xFE\x00\x00"):
		return fromUTF32(binary.LittleEndian), 4
	case is("\x00\x00\xFE\xFF"):
		return fromUTF32(binary.BigEndian), 4
	case is("\xFF\xFE"):
		return fromUTF16(binary.LittleEndian), 2
	case is("\xFE\xFF"):
		return fromUTF16(binary.BigEndian), 2
	}
	return nil, 0
}

func fromUTF32(order binary.ByteOrder) decoder {
	return func(b []byte) []byte {
		out := make([]byte, 0, len(b)/2)
		for ; len(b) >= 4; b = b[4:] {
			out = utf8.AppendRune(out, rune(order.Uint32(b)))
		}
		return out
	}
}

func fromUTF16(order binary.ByteOrder) decoder {
	return func(b []byte) []byte {
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
	if decode, _ := byteOrderMark(head); decode != nil {
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
