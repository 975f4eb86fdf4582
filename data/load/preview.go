package load

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"cardinal/data"
	"cardinal/data/csv"
)

// previewSize is how much of a text file Preview reads, and previewRows how many rows of a workbook.
const (
	previewSize = 256 << 10
	previewRows = 20_000
)

// Preview reads the beginning of a text file, of a sheet of a workbook, or of a file with lists, as a person says. The types are those that the
// rows at the beginning have. The error is one sentence that names the file.
func Preview(ctx context.Context, path, sheet string, how data.Reading) (*data.Table, error) {
	files, err := Files(path) // the first shows how all are read
	if err != nil {
		return nil, err
	}
	path = files[0]
	name := filepath.Base(path)
	f, err := os.Open(path)
	if err != nil {
		return nil, unreachable(name, err)
	}
	defer f.Close()
	head := compressedHead(ctx, f)
	switch {
	case head != nil && sheet == "":
		name = strings.TrimSuffix(name, filepath.Ext(name)) // of what is compressed
	case hasParts(ctx, f):
		return Open(ctx, path, Options{Sheet: sheet, Reading: how, Unfit: csv.Unfit{Missing: true}, most: previewRows})
	default:
		if head, err = io.ReadAll(io.LimitReader(f, previewSize)); err != nil {
			return nil, unreachable(name, err)
		}
	}
	if last := bytes.LastIndexByte(head, '\n'); len(head) == previewSize && last > 0 {
		head = head[:last+1]
	}
	t, err := Bytes(ctx, name, head, Options{Reading: how, Unfit: csv.Unfit{Missing: true}})
	if err != nil && len(head) >= previewSize/2 { // a quote may be open where the beginning ends
		return Open(ctx, path, Options{Reading: how, Unfit: csv.Unfit{Missing: true}})
	}
	return t, err
}

// compressedHead is the beginning of the delimited text that a compressed file or an archive of one file holds, nil where there is none, or where the text is small.
func compressedHead(ctx context.Context, f *os.File) []byte {
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	if kind, err := recognise(ctx, f, info.Size()); err != nil || !kind.holds {
		return nil
	}
	head, _ := beginningOf(f, info.Size(), previewSize)
	if head == nil || !beginsPlain(ctx, bytes.NewReader(head), int64(len(head))) {
		return nil
	}
	return head
}

// Losses lists what of a text file, or of a file of an archive, is not in its table as it stands: data.MaxLosses at most. The error is one sentence that names the file.
func Losses(ctx context.Context, path, sheet string, how data.Reading) ([]data.Loss, error) {
	var all []data.Loss
	_, err := Open(ctx, path, Options{Sheet: sheet, Reading: how, Unfit: csv.Unfit{Missing: true, Unread: true}, Losses: func(l data.Loss) { all = append(all, l) }})
	return all, err
}

// hasParts reports whether a file is one of which a sheet or a list can be chosen.
func hasParts(ctx context.Context, f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	kind, err := recognise(ctx, f, info.Size())
	return err == nil && (kind.sheets || kind.lists && !kind.text)
}
