package load

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"

	"cardinal/data/csv"
	"cardinal/data/xlsx"
)

// format is what the bytes of a file are.
type format int

const (
	formatText format = iota
	formatGzip
	formatParquet
	formatXLSX
)

func (f format) String() string {
	return [...]string{"delimited text", "compressed text", "Parquet", "an Excel workbook"}[f]
}

// table is the format as data.Table names it.
func (f format) table() string {
	return [...]string{"csv", "csv", "parquet", "xlsx"}[f]
}

var (
	errPassword = errors.New("the workbook is protected with a password: open it in a spreadsheet program and save it without one")
	errOldExcel = errors.New("it is a workbook of the old .xls kind: open it in a spreadsheet program and save it as .xlsx")
	errOLE      = errors.New("it is password-protected, or in an old Office format: open it in its program and save it as .xlsx without a password")
	errBinary   = errors.New("it is neither a workbook, nor Parquet, nor text: check that it is the right file")
	errMarkup   = errors.New("it is a web page or other markup: open it in a spreadsheet program and save it as .xlsx or .csv")
	errJSON     = errors.New("it is JSON, which Cardinal does not read yet: turn it into .csv or .parquet first")
	errCutHead  = errors.New("it begins like a Parquet file and does not end like one: it was cut off; copy or download it again")
)

// jsonKey is the end of a key of an object.
var jsonKey = regexp.MustCompile(`"\s*:`)

// sniff tells formats apart by their bytes.
func sniff(ctx context.Context, r io.ReaderAt, size int64) (format, error) {
	head, err := readSome(r, 0, min(size, 64<<10))
	if err != nil {
		return 0, err
	}
	tail, err := readSome(r, max(0, size-4), min(size, 4))
	if err != nil {
		return 0, err
	}
	is := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	switch {
	case is("PAR1") || is("PARE"):
		if end := string(tail); end != "PAR1" && end != "PARE" {
			if csv.LooksLikeText(head) {
				return formatText, nil
			}
			return 0, errCutHead
		}
		return formatParquet, nil
	case is("PK\x03\x04") || is("PK\x05\x06"):
		return formatXLSX, xlsx.Recognise(ctx, r, size)
	case is("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"):
		return 0, sniffOLE(r, size)
	case is("\x1F\x8B"):
		return formatGzip, nil
	case !csv.LooksLikeText(head):
		return 0, errBinary
	}
	switch start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n"); {
	case bytes.HasPrefix(start, []byte("<!")) || bytes.HasPrefix(start, []byte("<?xml")) || bytes.HasPrefix(bytes.ToLower(start[:min(5, len(start))]), []byte("<html")):
		return 0, errMarkup
	case len(start) > 0 && (start[0] == '{' || start[0] == '[') && bytes.ContainsAny(bytes.TrimSpace(tail), "}]") && jsonKey.Match(start):
		return 0, errJSON
	}
	return formatText, nil
}

// sniffOLE tells an encrypted workbook from an old one by the names in the container's directory, which are UTF-16.
func sniffOLE(r io.ReaderAt, size int64) error {
	b, err := readSome(r, 0, min(size, 64<<20))
	if err != nil {
		return err
	}
	switch {
	case bytes.Contains(b, wide("EncryptedPackage")):
		return errPassword
	case bytes.Contains(bytes.ToLower(b), wide("book")): // Workbook, or Book in the oldest
		return errOldExcel
	}
	return errOLE
}

func wide(s string) []byte {
	out := make([]byte, 0, 2*len(s))
	for _, c := range []byte(s) {
		out = append(out, c, 0)
	}
	return out
}

func readSome(r io.ReaderAt, at, n int64) ([]byte, error) {
	b := make([]byte, n)
	if got, err := r.ReadAt(b, at); int64(got) < n {
		return nil, err
	}
	return b, nil
}
