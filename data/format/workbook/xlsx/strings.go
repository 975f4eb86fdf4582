package xlsx

import (
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/separators"
)

// readStrings reads the shared strings.
func (w *workbook) readStrings(part string) error {
	if !w.Has(part) {
		return nil // some writers link to a part and then omit it
	}
	return w.Walk(part, func(x *zipxml.Reader) error {
		if string(x.Name) != "si" || !x.Inside("sst") {
			return nil
		}
		code, err := w.richText(x)
		if err != nil {
			return err
		}
		w.strings = append(w.strings, code)
		return w.archive.Memory.Check("the workbook", w.textBytes(), 0, 0)
	})
}

// textBytes returns the memory of the texts in bytes.
func (w *workbook) textBytes() int64 { return int64(w.texts.Bytes() + 4*cap(w.strings)) }

const maxText = 16 << 20 // greatest size of a cell's text in bytes; in Excel, a cell has at most 32,767 characters

var errText = errors.New("a text has more than 16 MB")

// richText reads an element to its end tag, and returns the code of the joined texts of its runs. It ignores phonetic
// guides.
func (w *workbook) richText(x *zipxml.Reader) (uint32, error) {
	w.buf = w.buf[:0]
	depth, inText := x.Depth(), 0
	for x.Depth() >= depth {
		t, err := x.Next()
		if err != nil {
			return 0, err
		}
		switch {
		case t == zipxml.TokenOpen && string(x.Name) == "rPh":
			if err := x.Skip(); err != nil {
				return 0, err
			}
		case t == zipxml.TokenOpen && string(x.Name) == "t" && inText == 0:
			inText = x.Depth()
		case t == zipxml.TokenClose && x.Depth() < inText:
			inText = 0
		case t == zipxml.TokenText && inText > 0:
			if w.buf = append(w.buf, x.Text...); len(w.buf) > maxText {
				return 0, errText
			}
		}
	}
	return w.texts.Code(unescape(w.buf)), nil
}

// sharedText returns the code of the shared string with an index.
func (w *workbook) sharedText(index []byte) (uint32, error) {
	i, err := strconv.ParseUint(string(index), 10, 32)
	if err != nil || i >= uint64(len(w.strings)) {
		return 0, separators.Errorf("text %q of %d shared ones is asked for", index, len(w.strings))
	}
	return w.strings[i], nil
}

// unescape decodes _xHHHH_. In this form, workbooks write the characters that XML does not allow. Two such escapes can
// form a UTF-16 surrogate pair.
func unescape(b []byte) []byte {
	from := 0
	var out []byte
	for i := 0; i+7 <= len(b); i++ {
		r, ok := parseEscape(b[i:])
		if !ok {
			continue
		}
		size := 7
		if utf16.IsSurrogate(r) {
			low, ok := parseEscape(b[i+7:])
			if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
				continue
			}
			size = 14
		}
		out = utf8.AppendRune(append(out, b[from:i]...), r)
		from = i + size
		i = from - 1
	}
	if from == 0 {
		return b
	}
	return append(out, b[from:]...)
}

func parseEscape(b []byte) (rune, bool) {
	if len(b) < 7 || b[0] != '_' || b[1] != 'x' || b[6] != '_' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), err == nil
}
