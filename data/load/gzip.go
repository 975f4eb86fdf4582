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

// inflating is the share of the progress that inflating a compressed file takes.
const inflating = 0.3

// isGzip reports whether a file begins as gzip does.
func isGzip(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head, err := readSome(r, 0, min(size, 2))
	return string(head) == "\x1F\x8B", err
}

// openGzip inflates compressed text into memory and reads that. The text may take half of the limit.
func openGzip(ctx context.Context, r io.ReaderAt, size, limit int64, o Options, progress func(float64)) (*data.Table, error) {
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
	return csv.Open(ctx, text, text.size, memoryLimit(), o.Text, func(f float64) { progress(inflating + (1-inflating)*f) })
}

// inflate reads all of a compressed file. Its text may have no more than limit bytes; 0 is no limit.
func inflate(ctx context.Context, r io.ReaderAt, size, limit int64, progress func(float64)) (*pages, error) {
	compressed := io.NewSectionReader(r, 0, size)
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
		done, _ := compressed.Seek(0, io.SeekCurrent) // which only asks
		progress(float64(done) / float64(size))
	}
	return text, nil
}

const pageSize = 1 << 20

// pages is a text in memory, in pages of pageSize bytes. The last page may be shorter. The text grows without being copied.
type pages struct {
	all  [][]byte
	size int64
}

// readPage adds the next page of r. The error is the one that ended the page, io.EOF among them.
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
