package load

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/data/parallel"
)

// contents are what is read of a file: its bytes, or what they are when they are decrypted.
type contents struct {
	*zipxml.File
	size  int64
	limit int64 // of the memory in bytes that is left for the table; 0: none
	were  bool  // encrypted
}

// decrypted are the contents of a file, which is encrypted if it has a password. They are in memory alone.
func decrypted(ctx context.Context, r io.ReaderAt, size, limit int64, p *encrypted.Passwords) (contents, error) {
	file := zipxml.NewFile(r, size)
	f, err := encrypted.Recognise(ctx, file, size)
	if f == nil || err != nil {
		return contents{file, size, limit, false}, err
	}
	b, err := f.Open(ctx, p, limit)
	if err != nil {
		return contents{}, err
	}
	if limit > 0 {
		limit = max(1, limit-int64(len(b)))
	}
	return contents{zipxml.NewFile(bytes.NewReader(b), int64(len(b))), int64(len(b)), limit, true}, nil
}

// unlock is an error where no password opens one of several files: a *encrypted.Locked of the first such file.
// It reads no more of a file than says how it is encrypted, so that a person is asked for all passwords before
// the first file is read. What else is wrong with a file is said when it is read.
func unlock(ctx context.Context, files []string, p *encrypted.Passwords) error {
	errs := make([]error, len(files))
	// each to its end: a file before the one that ends the others may be locked, too
	_ = parallel.Do(ctx, len(files), func(_ context.Context, i int) error {
		errs[i] = unlockFile(ctx, files[i], p)
		return errs[i]
	})
	return cmp.Or(errs...)
}

func unlockFile(ctx context.Context, path string, p *encrypted.Passwords) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // a pipe would wait for a writer
		return nil //nolint:nilerr // as above
	}
	r, err := os.Open(path)
	if err != nil {
		return nil //nolint:nilerr // as above
	}
	defer r.Close()
	f, err := encrypted.Recognise(ctx, r, info.Size())
	if f == nil || err != nil {
		return nil //nolint:nilerr // as above
	}
	var locked *encrypted.Locked
	if errors.As(f.Unlock(ctx, p), &locked) {
		locked.Name = filepath.Base(path)
		return fmt.Errorf("cannot open %s: %w", locked.Name, locked)
	}
	return nil
}

// suits is an error where encrypted contents are of a format that nobody encrypts. Columns of other formats may
// lie in temporary files.
func (c contents) suits(kind format) error {
	if c.were && !kind.cells {
		return fmt.Errorf("the encrypted file holds %s, which is no workbook: decrypt it in its program", kind.name)
	}
	return nil
}
