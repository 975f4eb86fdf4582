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

// contents has the bytes of a file, decrypted if necessary.
type contents struct {
	*zipxml.File
	size  int64
	limit int64 // memory in bytes that is left for the table; 0: no limit
	were  bool  // the file is encrypted
}

// decrypt returns the contents of a file, decrypted if the file has a password. Decrypted contents exist only in
// memory.
func decrypt(ctx context.Context, r io.ReaderAt, size, limit int64, p *encrypted.Passwords) (contents, error) {
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

// Contents returns the content of a workbook's file and its size, decrypted if the file has a password.
func Contents(ctx context.Context, f *os.File, p *encrypted.Passwords) (io.ReaderAt, int64, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	c, err := decrypt(ctx, f, info.Size(), memoryLimit(), p)
	return c.File, c.size, err
}

// unlock checks that some password opens each of several files. The error is an *encrypted.Locked for the first file
// without one. It reads only the parts of a file that describe its encryption, so that a person is asked for all
// passwords before the first file is read. Other errors are left to the reading of the files.
func unlock(ctx context.Context, files []string, p *encrypted.Passwords) error {
	errs := make([]error, len(files))
	// all files are checked: a file before the first error may be locked, too
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

// checkFormat returns an error if encrypted contents are no workbook. Columns of other formats may lie in temporary
// files, which would not be encrypted.
func (c contents) checkFormat(kind format) error {
	if c.were && !kind.cells {
		return fmt.Errorf("the encrypted file holds %s, which is no workbook: decrypt it in its program", kind.name)
	}
	return nil
}
