package load

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"cardinal/data"
	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/infer"
	"cardinal/data/store/kept"
	"cardinal/data/web"
)

// previewSize is the number of bytes of a text file that Preview reads. previewRows is the number of rows of a
// workbook.
const (
	previewSize = 256 << 10
	previewRows = 20_000
)

// Preview reads the beginning of a text file, of a sheet of a workbook, or of a file with lists. Only the rows of the
// beginning decide the types. The error is one sentence with the file's name.
func Preview(ctx context.Context, path string, o Options) (*data.Table, error) {
	if IsDelta(path) {
		o.most = previewRows
		return Open(ctx, path, o)
	}
	files, err := filesFound(ctx, path) // the first one is an example of all
	if err != nil {
		return nil, err
	}
	path = files[0]
	o.Unfit = infer.Unfit{Missing: true}
	name := baseName(path)
	f, size, done, err := openBytes(ctx, path, o.Kept)
	if err != nil {
		return nil, err
	}
	defer done()
	head := compressedHead(ctx, f, size)
	switch {
	case head != nil && o.Sheet == "":
		name = strings.TrimSuffix(name, filepath.Ext(name)) // the name of the text that is compressed
	case hasParts(ctx, f, size):
		o.most = previewRows
		return Open(ctx, path, o)
	default:
		if head, err = readSome(f, 0, min(size, previewSize)); err != nil {
			return nil, unreachableError(name, err)
		}
	}
	if last := bytes.LastIndexByte(head, '\n'); len(head) == previewSize && last > 0 {
		head = head[:last+1]
	}
	o.Sheet = ""
	t, err := Bytes(ctx, name, head, o)
	if err != nil && len(head) >= previewSize/2 { // a quote may be open at the end of head
		return Open(ctx, path, o)
	}
	return t, err
}

// openBytes opens a file, or the file at an address. done closes it.
func openBytes(ctx context.Context, path string, folder *kept.Folder) (r io.ReaderAt, size int64, done func(),
	err error) {
	if web.Is(path) {
		f, err := openWeb(ctx, path, folder, func(float64) {})
		if err != nil {
			return nil, 0, nil, err
		}
		return f, f.Size, f.Close, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, nil, unreachableError(filepath.Base(path), err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, nil, errors.Join(unreachableError(filepath.Base(path), err), f.Close())
	}
	return f, info.Size(), func() { _ = f.Close() }, nil
}

// compressedHead returns the beginning of the delimited text in a compressed file, or in an archive with one file. It
// returns nil for other files, and if the text is small.
func compressedHead(ctx context.Context, f io.ReaderAt, size int64) []byte {
	if kind, err := recognise(ctx, f, size); err != nil || !kind.holds {
		return nil
	}
	head, _ := beginningOf(f, size, previewSize)
	if head == nil || !beginsPlain(ctx, bytes.NewReader(head), int64(len(head))) {
		return nil
	}
	return head
}

// Losses returns those parts of a text file, or of a file of an archive, that the table has in another form or not at
// all. It returns at most data.MaxLosses. The error is one sentence with the file's name.
func Losses(ctx context.Context, path string, o Options) ([]data.Loss, error) {
	var all []data.Loss
	o.Unfit, o.Losses = infer.Unfit{Missing: true, Unread: true}, func(l data.Loss) { all = append(all, l) }
	_, err := Open(ctx, path, o)
	return all, err
}

// hasParts reports whether a file has sheets or lists to choose from. It returns true for an encrypted file, too.
func hasParts(ctx context.Context, f io.ReaderAt, size int64) bool {
	if locked, err := encrypted.Recognise(ctx, f, size); locked != nil || err != nil {
		return true
	}
	kind, err := recognise(ctx, f, size)
	return err == nil && (kind.sheets || kind.lists && !kind.text)
}
