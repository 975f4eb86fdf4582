package xlsx

import (
	"context"
	"io"

	"cardinal/data"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
)

// Open reads a sheet of a workbook of the given size in bytes. name is the name of the sheet, in any case. If it is "",
// Open reads the first visible sheet with cells. limit is the memory in bytes that may be used, 0 for no limit. Open
// calls progress with the share of the work that is done, from 0 to 1. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, name string, wish sheet.Wish,
	progress func(float64)) (*data.Table, error) {
	z, err := zipxml.Open(ctx, r, size, limit)
	if err != nil {
		return nil, err
	}
	w, err := (&archive{z}).workbook()
	if err != nil {
		return nil, err
	}
	w.Memory, w.Ours = w.archive.Memory, w.writer() == own
	w.Read = func(i int, wish sheet.Wish) (*sheet.Grid, error) { return w.readSheet(i, wish, progress) }
	return w.Table(ctx, name, wish)
}
