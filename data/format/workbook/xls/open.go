package xls

import (
	"context"
	"encoding/binary"
	"errors"
	"io"

	"cardinal/data"
	"cardinal/data/format/workbook/compound"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/each"
)

// Recognise reports whether a file of the given size is a workbook of Excel 5 to 2003. For an older workbook it returns
// an error.
func Recognise(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	var head [8]byte
	if n, err := r.ReadAt(head[:], 0); n < len(head) {
		if err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		return false, nil
	}
	if string(head[:]) != compound.Signature {
		return isStream(head[:])
	}
	f, err := compound.Open(r, size)
	return err == nil && streamName(f) != "",
		nil //nolint:nilerr // a damaged one is explained with other documents of the kind
}

// isStream reports whether a file begins like a workbook stream.
func isStream(head []byte) (bool, error) {
	kind, length := binary.LittleEndian.Uint16(head), binary.LittleEndian.Uint16(head[2:])
	version, part := binary.LittleEndian.Uint16(head[4:]), binary.LittleEndian.Uint16(head[6:])
	switch {
	case kind == recBOF && length >= 8 && length <= 16 && (version == biff8 || version == biff5) && part == 5:
		return true, nil
	case (kind == 0x0009 || kind == 0x0209 || kind == 0x0409) && (length == 4 || length == 6) &&
		(part == 0x10 || part == 0x20 || part == 0x40 || part == 0x100):
		return false, errVersion
	}
	return false, nil
}

// streamName returns the name of the workbook stream, or "". A file can have two such streams, for Excel 97 and for
// Excel 95.
func streamName(f *compound.File) string {
	return each.First([]string{"Workbook", "Book"}, f.Has)
}

// Open reads a sheet of a workbook of the given size in bytes. name is the name of the sheet, in any case. If it is "",
// Open reads the first visible sheet with cells. limit is the memory in bytes that may be used, 0 for no limit. Open
// calls progress with the share of the work that is done, from 0 to 1. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, name string, wish sheet.Wish,
	progress func(float64)) (*data.Table, error) {
	var head [8]byte
	if _, err := r.ReadAt(head[:], 0); err == nil && string(head[:]) == compound.Signature {
		f, err := compound.Open(r, size)
		if err != nil {
			return nil, err
		}
		s, err := f.Stream(streamName(f))
		if err != nil {
			return nil, err
		}
		r, size = s, s.Size
	}
	w := &workbook{records: newRecords(ctx, r, size)}
	w.Memory = zipxml.Within(limit)
	w.Read = func(i int, wish sheet.Wish) (*sheet.Grid, error) { return w.readSheet(i, wish, progress) }
	if err := w.read(); err != nil {
		return nil, w.damagedError(err)
	}
	return w.Table(ctx, name, wish)
}
