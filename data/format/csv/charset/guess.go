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

// guessSample is the number of bytes that are enough to find the encoding. Only lines that are not ASCII count.
const guessSample = 64 << 10

// Guess converts a text that is not UTF-8 from the encoding that its bytes suggest, and returns the encoding's name.
// The name is "" if the bytes suggest no encoding, or do not fit the suggested one. Guess leaves Western encodings of
// one byte, and UTF-8 with a few bad bytes, to FromWindows.
func Guess(raw []byte) (text []byte, name string) {
	if good, _, bad := multibyte(raw); good > bad {
		return nil, ""
	}
	found := chardet.Detect(foreignLines(raw))
	name = strings.ToLower(found.Encoding)
	if name == "gb2312" {
		name = "gb18030" // a superset of gb2312
	}
	switch name {
	case "shift_jis", "cp932", "gb18030", "big5", "euc-kr", "cp949", "euc-jp":
		if found.Confidence < 0.6 {
			return nil, ""
		}
	case "windows-1251", "koi8-r", "iso-8859-5", "windows-1253", "iso-8859-7", "windows-1255", "iso-8859-8",
		"windows-1256", "tis-620":
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

// fewDamaged limits the damaged characters to one in fewDamaged characters.
const fewDamaged = 50

// foreignLines returns the first lines of a text that have bytes beyond ASCII.
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

// DetectUTF16 returns the encoding of a text in UTF-16 without a byte order mark, and the name of the encoding. It
// returns nil for any other text. In UTF-16, one byte of each line end, blank, digit and Latin letter is 0, and all
// these zeros are at even offsets, or all at odd offsets. Most bytes that look like line ends must be line ends of
// UTF-16; other binary data would fail this test. A text with one byte per character is not UTF-16, either, even if a
// few of its bytes are damaged and 0.
func DetectUTF16(head []byte) (from encoding.Encoding, name string) {
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
			if plain, err := text.NewDecoder().Bytes(head[:n]); err != nil ||
				fewDamaged*bytes.Count(plain[:max(0, len(plain)-3)], []byte("\uFFFD")) > n/2 {
				return nil, ""
			}
			return text, [2]string{"utf-16be", "utf-16le"}[at]
		}
	}
	return nil, ""
}
