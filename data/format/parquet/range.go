package parquet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"cardinal/internal/separators"
	"cardinal/internal/system"

	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// oldPadding is the greatest number of bytes by which old writers declared a chunk too short.
const oldPadding = 100

// byteRange says where a column chunk is in the file.
type byteRange struct {
	at, size int64
	padding  int64 // bytes at the end that may belong to the next chunk; `size` includes them
	codec    compress.Compression
}

// byteRange returns the byteRange of a column chunk. It checks that the chunk is inside the file.
func (l *loader) byteRange(c *column, g int) (byteRange, error) {
	m, err := l.meta.RowGroup(g).ColumnChunk(c.index)
	if err != nil {
		return byteRange{}, fmt.Errorf("%w: column %q: %w", errCutOff, c.name, err)
	}
	at, n := m.DataPageOffset(), m.TotalCompressedSize()
	if m.HasDictionaryPage() && m.DictionaryPageOffset() > 0 {
		at = min(at, m.DictionaryPageOffset())
	}
	switch {
	case m.Compression() == compress.Codecs.Lzo:
		return byteRange{}, fmt.Errorf("column %q is compressed with %v, which Cardinal does not read: write the "+
			"file anew with snappy or zstd", c.name, m.Compression())
	case m.FilePath() != "":
		return byteRange{}, fmt.Errorf("column %q lies in another file, %q; open that file instead",
			c.name, m.FilePath())
	case m.CryptoMetadata() != nil:
		return byteRange{}, ErrEncrypted
	case at < 0 || n < 0 || at > l.size || n > l.size-at:
		return byteRange{}, separators.Errorf("%w: column %q of row group %d lies outside the file", errCutOff,
			c.name, l.number(g))
	}
	padding := int64(0)
	if l.meta.WriterVersion().LessThan(metadata.Parquet816FixedVersion) {
		padding = min(oldPadding, l.size-at-n)
	}
	return byteRange{at, n + padding, padding, m.Compression()}, nil
}

func (l *loader) pages(c *column, g int) (*pages, error) {
	p, err := l.byteRange(c, g)
	if err != nil {
		return nil, err
	}
	return newPages(l.in, p, l.limit), nil
}

// readAhead is the number of chunks that are announced to the system in advance, so that no core waits for the disk.
const readAhead = 32

// willNeed announces to the system that a chunk will be read. The system cannot predict this from earlier reads,
// because the chunks of other columns lie between the chunks of one column.
func (l *loader) willNeed(c *column, g int) {
	f, ok := l.in.(*os.File)
	if !ok {
		return
	}
	if p, err := l.byteRange(c, g); err == nil {
		system.WillNeed(f, p.at, p.size)
	}
}

// announcer returns a function that takes ranges of bytes before they are read. Only a remote file has one, since each
// read is a request to a server. For other files, announcer returns nil.
func announcer(r io.ReaderAt) func(ranges [][2]int64) error {
	if far, is := r.(interface{ Announcer() func([][2]int64) error }); is {
		return far.Announcer()
	}
	return nil
}

// announce announces all chunks that will be read, if the file is remote.
func (l *loader) announce() error {
	tell := announcer(l.in)
	if tell == nil || l.most > 0 {
		return nil
	}
	var ranges [][2]int64
	for _, c := range l.columns {
		for g := range l.meta.RowGroups {
			p, err := l.byteRange(c, g)
			if err != nil {
				return err
			}
			ranges = append(ranges, [2]int64{p.at, p.at + p.size})
		}
	}
	return tell(ranges)
}

// If a table is large, its rows are counted before memory is allocated for them. It is large if it needs more than
// smallTable bytes, and more than outOfProportion bytes for each byte of the file.
const (
	outOfProportion = 16
	smallTable      = 64 << 20
)

// countRows reads all page headers of a column, and compares the rows that they declare with the row groups.
func (l *loader) countRows(ctx context.Context, c *column) error {
	for g := range l.meta.RowGroups {
		if err := ctx.Err(); err != nil {
			return err
		}
		pages, err := l.pages(c, g)
		if err != nil {
			return err
		}
		want, rows := l.declaredCount(c, g), 0
		for rows < want {
			h, err := pages.header()
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil {
				err = pages.skip(h)
			}
			if err != nil {
				return separators.Errorf("the Parquet file is damaged: column %q of row group %d: %w", c.name,
					l.number(g), err)
			}
			if h.kind == dataPage || h.kind == dataPageV2 {
				rows += h.values
			}
		}
		pages.release()
		if rows != want {
			return separators.Errorf("the Parquet file is damaged: column %q of row group %d holds %d of the %d rows "+
				"declared", c.name, l.number(g), rows, want)
		}
	}
	return nil
}
