package load

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"cardinal/data/encrypted"
)

// contents are what is read of a file: its bytes, or what they are when they are decrypted.
type contents struct {
	io.ReaderAt
	size  int64
	limit int64 // of the memory in bytes that is left for the table; 0: none
	were  bool  // encrypted
}

// decrypted are the contents of a file, which is encrypted if it has a password. They are in memory alone.
func decrypted(ctx context.Context, r io.ReaderAt, size, limit int64, p *encrypted.Passwords) (contents, error) {
	f, err := encrypted.Recognise(ctx, r, size)
	if f == nil || err != nil {
		return contents{r, size, limit, false}, err
	}
	b, err := f.Open(ctx, p, limit)
	if err != nil {
		return contents{}, err
	}
	if limit > 0 {
		limit = max(1, limit-int64(len(b)))
	}
	return contents{bytes.NewReader(b), int64(len(b)), limit, true}, nil
}

// suits is an error where encrypted contents are of a format that nobody encrypts. Columns of other formats may lie in temporary files.
func (c contents) suits(kind format) error {
	if c.were && !kind.cells {
		return fmt.Errorf("the encrypted file holds %s, which is no workbook: decrypt it in its program", kind.name)
	}
	return nil
}
