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

// contents has the content of a file, decrypted if the file was encrypted.
type contents struct {
	*zipxml.File
	size  int64
	limit int64 // memory in bytes that the table may still take; 0: no limit
	were  bool  // whether the file was encrypted
}

// decrypt returns the content of a file. If the file has a password, it is decrypted in memory only.
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

// Contents returns the content of a workbook's file, and its size. If the file has a password, the content is
// decrypted.
func Contents(ctx context.Context, f *os.File, p *encrypted.Passwords) (io.ReaderAt, int64, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	c, err := decrypt(ctx, f, info.Size(), memoryLimit(), p)
	return c.File, c.size, err
}

// unlock checks that one of the passwords opens each file. The error is an *encrypted.Locked for the first file that
// none of them opens. unlock reads only those bytes of a file that describe its encryption, so that a person is asked
// for all passwords before the first file is read. It ignores other errors, which reading the files will return.
func unlock(ctx context.Context, files []string, p *encrypted.Passwords) error {
	errs := make([]error, len(files))
	// After an error, other files are still checked, because an earlier one may be locked, too.
	_ = parallel.Do(ctx, len(files), func(_ context.Context, i int) error {
		errs[i] = unlockFile(ctx, files[i], p)
		return errs[i]
	})
	return cmp.Or(errs...)
}

func unlockFile(ctx context.Context, path string, p *encrypted.Passwords) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // opening a pipe would wait for a program that writes to it
		return nil //nolint:nilerr // reading the file will return the error
	}
	r, err := os.Open(path)
	if err != nil {
		return nil //nolint:nilerr // reading the file will return the error
	}
	defer r.Close()
	f, err := encrypted.Recognise(ctx, r, info.Size())
	if f == nil || err != nil {
		return nil //nolint:nilerr // reading the file will return the error
	}
	var locked *encrypted.Locked
	if errors.As(f.Unlock(ctx, p), &locked) {
		locked.Name = filepath.Base(path)
		return fmt.Errorf("cannot open %s: %w", locked.Name, locked)
	}
	return nil
}

// checkFormat returns an error if encrypted contents are no workbook. Tables of other formats may be spilled to
// temporary files, which are not encrypted.
func (c contents) checkFormat(kind format) error {
	if c.were && !kind.cells {
		return fmt.Errorf("the encrypted file holds %s, which is no workbook: decrypt it in its program", kind.name)
	}
	return nil
}
