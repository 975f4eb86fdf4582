package charset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// guessSample is how many bytes of lines that are not ASCII tell the encoding.
const guessSample = 64 << 10

// Guess converts a text that is not UTF-8 from the encoding that its bytes speak for, and names that encoding.
// The name is "" where the bytes speak for none, or do not fit the one that they speak for. Western encodings
// of one byte are none: FromWindows reads them. It reads UTF-8 with a few bad bytes, too.
func Guess(raw []byte) (text []byte, name string) {
	if good, _, bad := multibyte(raw); good > bad {
		return nil, ""
	}
	found := chardet.Detect(foreignLines(raw))
	name = strings.ToLower(found.Encoding)
	if name == "gb2312" {
		name = "gb18030" // which contains the other
	}
	switch name {
	case "shift_jis", "cp932", "gb18030", "big5", "euc-kr", "cp949", "euc-jp":
		if found.Confidence < 0.6 {
			return nil, ""
		}
	case "windows-1251", "koi8-r", "iso-8859-5", "windows-1253", "iso-8859-7", "windows-1255", "iso-8859-8", "windows-1256", "tis-620":
		if found.Confidence < 0.9 {
			return nil, ""
		}
	default:
		return nil, ""
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, ""
	}
	text, err = e.NewDecoder().Bytes(raw)
	if damaged := bytes.Count(text, []byte("\uFFFD")); err != nil || fewDamaged*damaged > utf8.RuneCount(text) {
		return nil, ""
	}
	return text, name
}

// fewDamaged says how few characters may be damaged: one of so many.
const fewDamaged = 50

// foreignLines are the first lines of a text that are not ASCII.
func foreignLines(raw []byte) []byte {
	var out []byte
	for line := range bytes.Lines(raw) {
		if bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) {
			if out = append(out, line...); len(out) > guessSample {
				break
			}
		}
	}
	return out
}

// Unmarked returns the encoding of a text in UTF-16 that has no byte order mark, and its name; nil for any
// other text. In UTF-16 one byte of every line end, blank, digit and Latin letter is 0: all of these are in
// even places, or all in odd ones. Line ends tell the text from other data, and most bytes that are line ends must
// be some of UTF-16: in a text of single bytes a few zero bytes are damage.
func Unmarked(head []byte) (from encoding.Encoding, name string) {
	var zeros, ends [2]int
	n := len(head) &^ 1
	for i := 0; i < n; i += 2 {
		for at := range 2 {
			if head[i+at] == 0 {
				zeros[at]++
				if c := head[i+1-at]; c == '\n' || c == '\r' {
					ends[at]++
				}
			}
		}
	}
	for at, order := range [2]unicode.Endianness{unicode.BigEndian, unicode.LittleEndian} {
		bytewise := zeros[at] == ends[at] && utf8.Valid(head) || 2*ends[at] < bytes.Count(head, []byte("\n"))
		if zeros[1-at] == 0 && ends[at] > 0 && 10*zeros[at] >= n/2 && !bytewise {
			text := unicode.UTF16(order, unicode.IgnoreBOM)
			if plain, err := text.NewDecoder().Bytes(head[:n]); err != nil || fewDamaged*bytes.Count(plain[:max(0, len(plain)-3)], []byte("\uFFFD")) > n/2 {
				return nil, ""
			}
			return text, [2]string{"utf-16be", "utf-16le"}[at]
		}
	}
	return nil, ""
}
