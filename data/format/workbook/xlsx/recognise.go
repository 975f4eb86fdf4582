package xlsx

import (
	"context"
	"errors"
	"io"
	"strings"

	"cardinal/data/format/workbook/zipxml"
)

var errZip = errors.New("it is a zip archive but not a workbook: unpack it and open a file inside")

// Recognise reports whether a file of the given size is a workbook. If it is a zip archive that is damaged or no
// workbook, the error describes the archive.
func Recognise(ctx context.Context, r io.ReaderAt, size int64) (bool, error) {
	var magic [4]byte
	if _, err := r.ReadAt(magic[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	if s := string(magic[:]); s != "PK\x03\x04" && s != "PK\x05\x06" {
		return false, nil
	}
	z, err := zipxml.Open(ctx, r, size, 0)
	if err != nil {
		return false, err
	}
	a := archive{z}
	_, _, err = a.workbookPart()
	if err == nil {
		return true, nil
	}
	inside := false
	for name := range a.Names() {
		inside = inside || strings.HasPrefix(name, "xl/")
	}
	if inside {
		return false, err
	}
	return false, errZip
}
