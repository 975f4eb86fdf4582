package load

import (
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"

	"cardinal/data"
)

// compression is a way to compress a file.
type compression struct {
	magic string // the first bytes
	open  func(io.Reader) (io.ReadCloser, error)
}

var compressions = []compression{
	{"\x1F\x8B", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"BZh", func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(r)), nil }},
	{"\x28\xB5\x2F\xFD", func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r)
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}},
}

// inflating is the share of the progress that inflating a compressed file takes.
const inflating = 0.3

// compressionOf is the compression of a file, nil where it begins as none does.
func compressionOf(r io.ReaderAt, size int64) (*compression, error) {
	head, err := readSome(r, 0, min(size, 4))
	for i := range compressions {
		if strings.HasPrefix(string(head), compressions[i].magic) {
			return &compressions[i], err
		}
	}
	return nil, err
}

func isCompressed(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	c, err := compressionOf(r, size)
	return c != nil, err
}

// openCompressed inflates a file into memory and reads the result, which may take half of the limit.
func openCompressed(ctx context.Context, r io.ReaderAt, size, limit int64, o Options, progress func(float64)) (*data.Table, error) {
	text, err := inflate(ctx, r, size, limit/2, func(f float64) { progress(inflating * f) })
	if err != nil {
		return nil, err
	}
	return openInside(ctx, "compressed file", text, o, progress)
}

// openInside reads what a compressed file held.
func openInside(ctx context.Context, file string, text *pages, o Options, progress func(float64)) (*data.Table, error) {
	if text.size == 0 {
		return nil, fmt.Errorf("the %s holds nothing", file)
	}
	kind, err := recognise(ctx, text, text.size)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the %s holds something else than text: %w", file, err)
	case kind.name != plainText && kind.name != jsonText:
		return nil, fmt.Errorf("the %s holds %s, not text: inflate it and open the result", file, kind.name)
	}
	if err := kind.allows(o); err != nil {
		return nil, err
	}
	return kind.open(ctx, text, text.size, memoryLimit(), o, func(f float64) { progress(inflating + (1-inflating)*f) })
}

// inflate reads all of a compressed file. Its text may have no more than limit bytes; 0 is no limit.
func inflate(ctx context.Context, r io.ReaderAt, size, limit int64, progress func(float64)) (*pages, error) {
	compressed := io.NewSectionReader(r, 0, size)
	c, err := compressionOf(r, size)
	if err != nil {
		return nil, err
	}
	z, err := c.open(compressed)
	if err != nil {
		return nil, fmt.Errorf("the compressed file is damaged: %w", err)
	}
	defer z.Close()
	return readPages(ctx, z, limit, func() {
		done, _ := compressed.Seek(0, io.SeekCurrent) // which only asks
		progress(float64(done) / float64(size))
	})
}

// readPages reads all of r, which may have no more than limit bytes; 0 is no limit. tell is called after each page.
func readPages(ctx context.Context, r io.Reader, limit int64, tell func()) (*pages, error) {
	text := &pages{}
	var err error
	for err == nil {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err = text.readPage(r); err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("the compressed file is damaged or cut off; copy or download it again: %w", err)
		}
		if limit > 0 && text.size > limit {
			return nil, fmt.Errorf("the compressed file is too large: its text takes more than %d MB of memory, as much again is needed for the table, and %d MB are free; inflate it and open the result", limit>>20, 2*limit>>20)
		}
		tell()
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
