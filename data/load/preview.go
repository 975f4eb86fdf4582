package load

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"

	"cardinal/data"
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
	if hasParts(ctx, f) {
		return Open(ctx, path, Options{Sheet: sheet, Reading: how, most: previewRows})
	}
	c, err := compressionOf(f, previewSize)
	if err == nil && c != nil {
		return Open(ctx, path, Options{Reading: how})
	}
	head, err := io.ReadAll(io.LimitReader(f, previewSize))
	if err != nil {
		return nil, unreachable(name, err)
	}
	if last := bytes.LastIndexByte(head, '\n'); len(head) == previewSize && last > 0 {
		head = head[:last+1]
	}
	t, err := Bytes(ctx, name, head, Options{Reading: how})
	if err != nil && len(head) >= previewSize/2 { // a quote may be open where the beginning ends
		return Open(ctx, path, Options{Reading: how})
	}
	return t, err
}

// Losses lists what of a text file, or of a file of an archive, is not in its table as it stands: data.MaxLosses at most. The error is one sentence that names the file.
func Losses(ctx context.Context, path, sheet string, how data.Reading) ([]data.Loss, error) {
	var all []data.Loss
	_, err := Open(ctx, path, Options{Sheet: sheet, Reading: how, Losses: func(l data.Loss) { all = append(all, l) }})
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
