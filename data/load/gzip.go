package load

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"cardinal/data"
	"cardinal/data/csv"
)

// inflating is the share of the progress that is reported while a compressed file is inflated.
const inflating = 0.3

// isGzip reports whether a file begins as gzip does.
func isGzip(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head, err := readSome(r, 0, min(size, 2))
	return string(head) == "\x1F\x8B", err
}

// openGzip inflates compressed text into memory and reads that. The text may take half of the limit.
func openGzip(ctx context.Context, r io.ReaderAt, size, limit int64, progress func(float64)) (*data.Table, error) {
	text, err := inflate(ctx, r, size, limit/2, func(f float64) { progress(inflating * f) })
	if err != nil {
		return nil, err
	}
	if text.size == 0 {
		return nil, errors.New("the compressed file holds nothing")
	}
	switch kind, err := recognise(ctx, text, text.size); {
	case err != nil:
		return nil, fmt.Errorf("the compressed file holds something else than text: %w", err)
	case kind.name != plainText:
		return nil, fmt.Errorf("the compressed file holds %s, not text: inflate it and open the result", kind.name)
	}
	return csv.Open(ctx, text, text.size, memoryLimit(), func(f float64) { progress(inflating + (1-inflating)*f) })
}

// inflate reads all of a compressed file, of which no more than limit bytes may come (0: no limit).
func inflate(ctx context.Context, r io.ReaderAt, size, limit int64, progress func(float64)) (*pages, error) {
	compressed := &counter{r: io.NewSectionReader(r, 0, size)}
	z, err := gzip.NewReader(compressed)
	if err != nil {
		return nil, fmt.Errorf("the compressed file is damaged: %w", err)
	}
	text := &pages{}
	for err == nil {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err = text.readPage(z); err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("the compressed file is damaged or cut off; copy or download it again: %w", err)
		}
		if limit > 0 && text.size > limit {
			return nil, fmt.Errorf("the compressed file is too large: its text takes more than %d MB of memory, as much again is needed for the table, and %d MB are free; inflate it and open the result", limit>>20, 2*limit>>20)
		}
		progress(float64(compressed.n) / float64(size))
	}
	return text, nil
}

// counter counts the bytes that were read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

const pageSize = 1 << 20

// pages is a text in memory in pieces of pageSize, of which the last may be shorter. It grows without being copied.
type pages struct {
	all  [][]byte
	size int64
}

// readPage adds the next page of r, and returns the error that ended it.
func (p *pages) readPage(r io.Reader) (err error) {
	b := make([]byte, 0, pageSize)
	for n := 0; err == nil && len(b) < pageSize; b = b[:len(b)+n] {
		n, err = r.Read(b[len(b):pageSize])
	}
	p.all = append(p.all, b)
	p.size += int64(len(b))
	return err
}

// ReadAt implements io.ReaderAt.
func (p *pages) ReadAt(b []byte, at int64) (int, error) {
	n := 0
	for n < len(b) && at < p.size {
		k := copy(b[n:], p.all[at/pageSize][at%pageSize:])
		n, at = n+k, at+int64(k)
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}
