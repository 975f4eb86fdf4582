package csv

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding/htmlindex"
)

// guessSample is how many bytes of lines that are not ASCII tell the encoding.
const guessSample = 64 << 10

// guess converts a text that is not UTF-8 from the encoding that its bytes speak for, and names that encoding. The name is "" where the
// bytes speak for none, or do not fit the one that they speak for. Western encodings of one byte are none: fromWindows reads them.
func guess(raw []byte) (text []byte, name string) {
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
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) {
		return nil, ""
	}
	return text, name
}

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
