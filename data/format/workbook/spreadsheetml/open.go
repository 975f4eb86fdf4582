package spreadsheetml

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"cardinal/data"
	"cardinal/data/format/csv/charset"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/lazyregexp"
)

// space is the namespace of the format.
const space = "urn:schemas-microsoft-com:office:spreadsheet"

// headSize is the number of bytes of a file that are enough to recognise its format.
const headSize = 4 << 10

// declared matches the encoding in the XML declaration of a document.
var declared = lazyregexp.New(`^\s*<\?xml[^>]*encoding=["']([^"']+)["']`)

// Recognise reports whether a file of the given size is an XML Spreadsheet.
func Recognise(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head, _, err := readHead(r, size)
	if err != nil {
		return false, err
	}
	head = bytes.TrimLeft(head, " \t\r\n\uFEFF")
	return len(head) > 0 && head[0] == '<' && bytes.Contains(head, []byte(space)), nil
}

// readHead returns the beginning of a document in UTF-8, and the encoding of the document, which is nil for UTF-8.
func readHead(r io.ReaderAt, size int64) (head []byte, from encoding.Encoding, err error) {
	head = make([]byte, min(size, headSize))
	if n, err := r.ReadAt(head, 0); n < len(head) {
		return nil, nil, err
	}
	from, _, mark := charset.ByteOrderMark(head)
	if from != nil {
		head, _ = from.NewDecoder().Bytes(head)
		return head, from, nil
	}
	if m := declared().FindSubmatch(head); m != nil && mark == 0 {
		if e, err := htmlindex.Get(string(m[1])); err == nil {
			if name, _ := htmlindex.Name(e); name != "utf-8" && !strings.HasPrefix(name, "utf-16") {
				from = e
			}
		}
	}
	return head, from, nil
}

// Open reads a sheet of a file of the given size in bytes. name is the name of the sheet, in any case. If it is "",
// Open reads the first visible sheet with cells. limit is the memory in bytes that may be used, 0 for no limit. Open
// calls progress with the share of the work that is done, from 0 to 1. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, name string, wish sheet.Wish,
	progress func(float64)) (*data.Table, error) {
	w := &workbook{ctx: ctx, src: r, size: size, styles: map[string]style{}}
	w.Memory = zipxml.Within(limit)
	w.Read = func(i int, wish sheet.Wish) (*sheet.Grid, error) { return w.readSheet(i, wish, progress) }
	if err := w.survey(); err != nil {
		return nil, w.damagedError("the workbook", err)
	}
	return w.Table(ctx, name, wish)
}

func (w *workbook) damagedError(what string, err error) error {
	if w.ctx.Err() != nil || errors.As(err, &zipxml.TooLarge{}) {
		return err
	}
	return fmt.Errorf("%s is damaged: %w", what, err)
}

// document opens the XML document for a pass.
func (w *workbook) document() (*zipxml.Reader, error) {
	_, from, err := readHead(w.src, w.size)
	if err != nil {
		return nil, err
	}
	var in io.Reader = io.NewSectionReader(w.src, 0, w.size)
	if from != nil {
		in = from.NewDecoder().Reader(in)
	}
	x := zipxml.NewReader(w.ctx, in)
	x.Prefixed = true
	return x, nil
}

// localName returns the name of the current element without its prefix.
func localName(x *zipxml.Reader) string { return string(x.Name[bytes.LastIndexByte(x.Name, ':')+1:]) }
