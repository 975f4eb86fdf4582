package xls

import (
	"encoding/binary"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"cardinal/data/format/workbook/biff"
)

// codePages has the encodings of texts before Excel 97, by their code pages. All other code pages are read as
// Windows-1252.
var codePages = map[int]encoding.Encoding{
	437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 855: charmap.CodePage855,
	858: charmap.CodePage858, 860: charmap.CodePage860,
	862: charmap.CodePage862, 863: charmap.CodePage863, 865: charmap.CodePage865, 866: charmap.CodePage866,
	874: charmap.Windows874, 932: japanese.ShiftJIS,
	936: simplifiedchinese.GBK, 949: korean.EUCKR, 950: traditionalchinese.Big5, 1250: charmap.Windows1250,
	1251: charmap.Windows1251, 1252: charmap.Windows1252,
	1253: charmap.Windows1253, 1254: charmap.Windows1254, 1255: charmap.Windows1255, 1256: charmap.Windows1256,
	1257: charmap.Windows1257, 1258: charmap.Windows1258,
	10000: charmap.Macintosh, 10007: charmap.MacintoshCyrillic, 32768: charmap.Macintosh,
}

// text reads texts in a record and in the records that continue it.
type text struct {
	*records
	rest  []byte // rest of the current record
	units []uint16
	utf8  []byte
}

// take returns the next n bytes, which can be in two records.
func (t *text) take(n int) ([]byte, error) {
	if n <= len(t.rest) {
		b := t.rest[:n]
		t.rest = t.rest[n:]
		return b, nil
	}
	b := append([]byte(nil), t.rest...)
	for len(b) < n {
		if !t.continues() {
			return nil, errShort
		}
		t.rest = t.data
		part := t.rest[:min(len(t.rest), n-len(b))]
		b, t.rest = append(b, part...), t.rest[len(part):]
	}
	return b, nil
}

// skip skips n bytes.
func (t *text) skip(n int) error {
	for n > len(t.rest) {
		n -= len(t.rest)
		if !t.continues() {
			return errShort
		}
		t.rest = t.data
	}
	t.rest = t.rest[n:]
	return nil
}

// hasMore reports whether the record has more bytes, or whether a record continues it.
func (t *text) hasMore() bool {
	for len(t.rest) == 0 {
		if !t.continues() {
			return false
		}
		t.rest = t.data
	}
	return true
}

const (
	flagWide  = 1 // two bytes per character
	flagGuide = 4 // a phonetic guide follows
	flagRich  = 8 // formats of parts of the text follow
)

// unicode reads a text of Excel 97 and later with a known number of characters. The text has flags, the characters, and
// data on formats, which are skipped. The result is valid until the next call. If the characters continue in another
// record, that record begins with new flags.
func (t *text) unicode(characters int) ([]byte, error) {
	b, err := t.take(1)
	if err != nil {
		return nil, err
	}
	flags, behind := b[0], 0
	if flags&flagRich != 0 {
		if b, err = t.take(2); err != nil {
			return nil, err
		}
		behind = 4 * int(binary.LittleEndian.Uint16(b))
	}
	if flags&flagGuide != 0 {
		if b, err = t.take(4); err != nil {
			return nil, err
		}
		behind += int(binary.LittleEndian.Uint32(b) & 0x7FFFFFFF)
	}
	t.units = t.units[:0]
	for {
		size := 1 + int(flags&flagWide)
		n := min(characters-len(t.units), len(t.rest)/size)
		for i := range n {
			if size == 1 {
				t.units = append(t.units, uint16(t.rest[i]))
			} else {
				t.units = append(t.units, binary.LittleEndian.Uint16(t.rest[2*i:]))
			}
		}
		t.rest = t.rest[n*size:]
		if len(t.units) == characters {
			break
		}
		if !t.continues() || len(t.data) == 0 {
			return nil, errShort
		}
		flags, t.rest = t.data[0], t.data[1:]
	}
	t.utf8 = biff.AppendUTF8(t.utf8[:0], t.units)
	return t.utf8, t.skip(behind)
}

// text reads a text of a known length. The length counts characters, or bytes before Excel 97.
func (w *workbook) text(t *text, length int) ([]byte, error) {
	if w.version == biff8 {
		return t.unicode(length)
	}
	b, err := t.take(length)
	if err != nil {
		return nil, err
	}
	return w.decode(b), nil
}

// decode converts a text of Excel 5 and 95 to UTF-8.
func (w *workbook) decode(b []byte) []byte {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			e, ok := codePages[w.codePage]
			if !ok {
				e = charmap.Windows1252
			}
			out, err := e.NewDecoder().Bytes(b)
			if err != nil {
				return []byte(string(utf8.RuneError))
			}
			return out
		}
	}
	return b
}

// textAt returns a reader of the text at an offset of the record.
func (w *workbook) textAt(at int) *text {
	t := &w.reader
	t.records = w.records
	t.rest = w.data[min(at, len(w.data)):]
	return t
}

// readStrings reads the shared texts. It ignores their declared number, which some writers declare too low.
func (w *workbook) readStrings() error {
	declared := 0
	if len(w.data) >= 8 {
		declared = int(binary.LittleEndian.Uint32(w.data[4:]))
	}
	t := w.textAt(8)
	for t.hasMore() {
		b, err := t.take(2)
		if err == nil {
			b, err = t.unicode(int(binary.LittleEndian.Uint16(b)))
		}
		switch {
		case err == nil:
		case len(w.strings) < declared:
			return err
		default:
			return nil
		}
		w.strings = append(w.strings, w.texts.Code(b))
		if len(w.strings)&0x3FF == 0 {
			if err := w.Memory.Check("the workbook", w.textBytes(), 0, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// textBytes returns the memory of the texts in bytes.
func (w *workbook) textBytes() int64 { return int64(w.texts.Bytes() + 4*cap(w.strings)) }
