package load

import (
	"bytes"
	"compress/bzip2"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"cardinal/data"
	"cardinal/data/format/csv/charset"
	"cardinal/data/format/inflate"
	"cardinal/data/format/markup"
)

// compression is a format of compressed files.
type compression struct {
	magic string // the first bytes of the file
	open  func(io.Reader) (io.ReadCloser, error)
	size  func(r io.ReaderAt, size int64) int64 // the declared size of the text, which may be wrong; 0: unknown
}

const gzipMagic = "\x1F\x8B"

var compressions = []compression{
	{gzipMagic, func(r io.Reader) (io.ReadCloser, error) { return inflate.NewGzipReader(r) }, sizeOfGzip},
	{"BZh", func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(r)), nil },
		func(io.ReaderAt, int64) int64 { return 0 }},
	{"\x28\xB5\x2F\xFD", func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r)
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}, sizeOfZstd},
}

// sizeOfGzip returns the size at the end of a gzip file: the size of its last member modulo 4 GB.
func sizeOfGzip(r io.ReaderAt, size int64) int64 {
	end, err := readSome(r, max(0, size-4), min(size, 4))
	if err != nil || len(end) < 4 {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(end))
}

// sizeOfZstd returns the size that the first frame of a zstd file declares.
func sizeOfZstd(r io.ReaderAt, size int64) int64 {
	var h zstd.Header
	head, err := readSome(r, 0, min(size, zstd.HeaderMaxSize))
	if err != nil || h.Decode(head) != nil || !h.HasFCS || h.FrameContentSize > 1<<62 {
		return 0
	}
	return int64(h.FrameContentSize)
}

// mostInflated is the greatest number of bytes to which one byte of deflate can be inflated. If a declared size exceeds
// this factor, it is ignored.
const mostInflated = 1032

// inflating is the share of the progress for inflating a compressed file.
const inflating = 0.3

// compressionOf returns the compression of a file, or nil if the file is not compressed.
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

// openCompressed inflates a file and reads the result. If the result takes more than half of the limit, it is stored in
// a temporary file.
func openCompressed(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (*data.Table, error) {
	spare := limit / 8
	if limit > 0 {
		spare = max(1, spare) // 0 would mean no limit
	}
	z, tell, err := decompress(r, size, spare, func(f float64) { progress(inflating * f) })
	if err != nil {
		return nil, err
	}
	defer z.Close()
	c, err := compressionOf(r, size)
	if err != nil {
		return nil, err
	}
	says := c.size(r, size)
	if says > mostInflated*size {
		says = 0
	}
	o.inner = true
	return openWhileInflating(ctx, newPages("compressed file", limit/2, mostUnpacked*size), z, says, tell, o, progress)
}

// openWhileInflating inflates z into a text and reads the text. If the text begins like delimited text, it is read
// while it is inflated. If its size then differs from the declared size, it is read again.
func openWhileInflating(ctx context.Context, text *pages, z io.Reader, says int64, tell func(), o Options,
	progress func(float64)) (t *data.Table, err error) {
	ctx, cancel := context.WithCancel(ctx)
	go text.fill(ctx, z, says, tell)
	defer func() {
		cancel()
		_ = text.wait()
		t, err = text.release(t, err)
	}()
	if o.Reading.Unnest == "" && o.Sheet == "" && says > 0 && (text.limit <= 0 || says <= max(text.limit, text.most)) &&
		beginsPlain(ctx, text, says) {
		kind := kindOf(plainText)
		if err := kind.allows(o); err != nil {
			return nil, err
		}
		free := memoryLimit()
		if free > 0 && says <= text.limit {
			free = max(1, free-says)
		}
		t, err := kind.open(ctx, text, says, free, o, progress)
		if failed := text.wait(); failed != nil {
			return nil, failed
		}
		if text.size == says {
			if err == nil {
				t.Format = kind.table
			}
			return t, err
		}
		if err := o.spill.Release(); err != nil { // columns of a text of another size
			return nil, err
		}
	}
	if err := text.wait(); err != nil {
		return nil, err
	}
	return openInside(ctx, text.of, text, text.size, o, progress)
}

// otherBegins has beginnings of files that are not, or perhaps not, delimited text.
var otherBegins = []string{"{", "[", "<", "|", "PAR", "PK", "ARROW"}

// beginsPlain reports whether a text is delimited text according to its beginning. To exclude a small text in aligned
// columns, beginsPlain waits for the whole text.
func beginsPlain(ctx context.Context, text io.ReaderAt, size int64) bool {
	head, err := readSome(text, 0, min(size, 64<<10))
	if err != nil || !charset.LooksLikeText(head) {
		return false
	}
	start := string(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n"))
	if slices.ContainsFunc(otherBegins, func(other string) bool { return strings.HasPrefix(start, other) }) {
		return false
	}
	for _, recognise := range []func(context.Context, io.ReaderAt, int64) (bool, error){markup.RecogniseMarkdown,
		markup.RecogniseAligned} {
		if is, err := recognise(ctx, text, size); is || err != nil {
			return false
		}
	}
	return true
}

// openInside reads the content of a compressed file or of a file in an archive.
func openInside(ctx context.Context, file string, r io.ReaderAt, size int64, o Options,
	progress func(float64)) (*data.Table, error) {
	if size == 0 {
		return nil, fmt.Errorf("the %s holds nothing", file)
	}
	c, err := decrypt(ctx, r, size, memoryLimit(), o.Passwords)
	if err != nil {
		return nil, fmt.Errorf("the %s holds an encrypted file: %w", file, err)
	}
	if slices.Contains(kindOf(compressedFile).extensions, strings.ToLower(filepath.Ext(o.name))) {
		o.name = strings.TrimSuffix(o.name, filepath.Ext(o.name)) // sales.json for sales.json.gz
	}
	kind, err := recogniseAs(ctx, c, c.size, o)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the %s holds what cannot be read: %w", file, err)
	case kind.name == zipArchive, kind.holds && o.inner:
		return nil, fmt.Errorf("the %s holds %s: inflate it and open the result", file, kind.name)
	}
	if err := errors.Join(c.checkFormat(kind), kind.allows(o)); err != nil {
		return nil, err
	}
	t, err := kind.open(ctx, c, c.size, c.limit, o, func(f float64) { progress(inflating + (1-inflating)*f) })
	if err == nil && !kind.holds {
		t.Format, t.Encrypted = kind.table, c.were
	}
	return t, err
}

// decompress returns a reader of the inflated file. It may use up to `spare` bytes of memory; 0: no limit. tell calls
// progress with the share of the file that was inflated.
func decompress(r io.ReaderAt, size, spare int64, progress func(float64)) (z io.ReadCloser, tell func(), err error) {
	c, err := compressionOf(r, size)
	if err != nil {
		return nil, nil, err
	}
	compressed := &countingReader{Reader: io.NewSectionReader(r, 0, size)}
	inflated := compressed.n.Load
	if c.magic == gzipMagic {
		var g *inflate.Reader
		g, err = inflate.OpenGzip(r, size, spare)
		z, inflated = g, g.Offset
	} else {
		z, err = c.open(compressed)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the compressed file is damaged: %w", err)
	}
	return z, func() { progress(float64(inflated()) / float64(size)) }, nil
}
