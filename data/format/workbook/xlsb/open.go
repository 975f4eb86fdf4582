package xlsb

import (
	"context"
	"io"
	"strings"

	"cardinal/data"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
)

// Recognise reports whether a file of the given size is a binary workbook.
func Recognise(ctx context.Context, r io.ReaderAt, size int64) (bool, error) {
	var magic [4]byte
	if _, err := r.ReadAt(magic[:], 0); err != nil || string(magic[:]) != "PK\x03\x04" {
		return false, nil //nolint:nilerr // it is no zip archive
	}
	a, err := zipxml.Open(ctx, r, size, 0)
	if err != nil {
		return false, nil //nolint:nilerr // another format explains a damaged archive
	}
	return workbookPart(a) != "", nil
}

// workbookPart returns the name of the main part, or "".
func workbookPart(a *zipxml.Archive) string {
	const usual = "xl/workbook.bin"
	links, err := a.Relations("")
	if err == nil {
		for _, l := range links {
			if l.Kind == "officeDocument" && strings.HasSuffix(strings.ToLower(l.Target), ".bin") && a.Has(l.Target) {
				return l.Target
			}
		}
	}
	if a.Has(usual) {
		return usual
	}
	return ""
}

// Open reads a sheet of a workbook of the given size in bytes. name is the name of the sheet, in any case. If it is "",
// Open reads the first visible sheet with cells. limit is the memory in bytes that may be used, 0 for no limit. Open
// calls progress with the share of the work that is done, from 0 to 1. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, name string, wish sheet.Wish,
	progress func(float64)) (*data.Table, error) {
	a, err := zipxml.Open(ctx, r, size, limit)
	if err != nil {
		return nil, err
	}
	w := &workbook{archive: a}
	w.Memory = a.Memory
	w.Read = func(i int, wish sheet.Wish) (*sheet.Grid, error) { return w.readSheet(i, wish, progress) }
	if err := w.read(); err != nil {
		return nil, err
	}
	return w.Table(ctx, name, wish)
}
