package load

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"cardinal/data"
	"cardinal/data/format/csv"
	"cardinal/data/format/workbook/encrypted"
)

// previewSize is how much of a text file Preview reads, and previewRows how many rows of a workbook.
const (
	previewSize = 256 << 10
	previewRows = 20_000
)

// Preview reads the beginning of a text file, of a sheet of a workbook, or of a file with lists, as o says. The
// types are those that the rows at the beginning have. The error is one sentence that names the file.
func Preview(ctx context.Context, path string, o Options) (*data.Table, error) {
	files, err := Files(path) // the first shows how all are read
	if err != nil {
		return nil, err
	}
	path = files[0]
	o.Unfit = csv.Unfit{Missing: true}
	name := filepath.Base(path)
	f, err := os.Open(path)
	if err != nil {
		return nil, unreachable(name, err)
	}
	defer f.Close()
	head := compressedHead(ctx, f)
	switch {
	case head != nil && o.Sheet == "":
		name = strings.TrimSuffix(name, filepath.Ext(name)) // of what is compressed
	case hasParts(ctx, f):
		o.most = previewRows
		return Open(ctx, path, o)
	default:
		if head, err = io.ReadAll(io.LimitReader(f, previewSize)); err != nil {
			return nil, unreachable(name, err)
		}
	}
	if last := bytes.LastIndexByte(head, '\n'); len(head) == previewSize && last > 0 {
		head = head[:last+1]
	}
	o.Sheet = ""
	t, err := Bytes(ctx, name, head, o)
	if err != nil && len(head) >= previewSize/2 { // a quote may be open where the beginning ends
		return Open(ctx, path, o)
	}
	return t, err
}

// compressedHead is the beginning of the delimited text that a compressed file or an archive of one file holds,
// nil where there is none, or where the text is small.
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

// Losses lists what of a text file, or of a file of an archive, is not in its table as it stands:
// data.MaxLosses at most. The error is one sentence that names the file.
func Losses(ctx context.Context, path string, o Options) ([]data.Loss, error) {
	var all []data.Loss
	o.Unfit, o.Losses = csv.Unfit{Missing: true, Unread: true}, func(l data.Loss) { all = append(all, l) }
	_, err := Open(ctx, path, o)
	return all, err
}

// hasParts reports whether a file is one of which a sheet or a list can be chosen, or is encrypted.
func hasParts(ctx context.Context, f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	if locked, err := encrypted.Recognise(ctx, f, info.Size()); locked != nil || err != nil {
		return true
	}
	kind, err := recognise(ctx, f, info.Size())
	return err == nil && (kind.sheets || kind.lists && !kind.text)
}
