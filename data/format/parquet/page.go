package parquet

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"
	"sync"

	"cardinal/data/text/intern"
	"cardinal/internal/memory"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
)

type pageKind int

const (
	dataPage       pageKind = 0
	dictionaryPage pageKind = 2
	dataPageV2     pageKind = 3
)

// page is one page of a column chunk: the fields of its header, and its bytes.
type page struct {
	kind       pageKind
	size       int // size of `data` in bytes
	stored     int // size in the file in bytes
	checksum   uint32
	checked    bool // whether the page has a checksum
	values     int
	encoding   parquet.Encoding
	levels     parquet.Encoding // encoding of the definition levels, in version 1
	repeats    parquet.Encoding // encoding of the repetition levels, in version 1
	definition int              // bytes of definition levels, in version 2
	repetition int
	plain      bool   // whether the values of a page in version 2 are not compressed
	data       []byte // the inflated bytes; valid until the next page is read
}

// pages reads the pages of a column chunk.
type pages struct {
	chunk *io.SectionReader
	in    *bufio.Reader // of chunk
	left  int64         // bytes of the chunk that were not read yet
	// number of bytes at the end of the chunk that may belong to the next chunk; `left` includes them
	padding int64
	codec   compress.Compression
	limit   int64 // greatest size of a page in memory in bytes; 0: no limit

	stored     []byte // bytes of a page that is larger than the buffer of `in`
	inflated   []byte // the inflated bytes of a page of values
	dictionary []byte // the inflated dictionary; valid until the chunk was read
}

const (
	pageBuffer    = 1 << 20
	maxPageHeader = 16 << 20
)

func newPages(r io.ReaderAt, chunk byteRange, limit int64) *pages {
	in := io.NewSectionReader(r, chunk.at, chunk.size)
	p, ok := usedPages.Get().(*pages)
	if !ok {
		p = &pages{}
	}
	if buffer := int(min(max(chunk.size, 16), pageBuffer)); p.in == nil || p.in.Size() < buffer {
		p.in = bufio.NewReaderSize(in, roundUp(buffer))
	} else {
		p.in.Reset(in)
	}
	p.chunk, p.left, p.padding, p.codec, p.limit = in, chunk.size, chunk.padding, chunk.codec, limit
	return p
}

// usedPages has the buffers of chunks that were read, for other chunks. The system would have to clear new buffers.
var usedPages sync.Pool

// release makes the buffers available for other chunks. The bytes of pages are then no longer valid.
func (p *pages) release() { usedPages.Put(p) }

var (
	errPageHeader = errors.New("a page's header is damaged")
	errPageCut    = errors.New("a page reaches beyond its column chunk")
	errChecksum   = errors.New("a page's checksum does not match: its bytes have changed since they were written")
)

// header reads the header of the next page. It returns io.EOF at the end of the chunk.
func (p *pages) header() (page, error) {
	if p.left == 0 {
		return page{}, io.EOF
	}
	for n := int64(512); ; n *= 8 {
		n = min(n, p.left)
		if n > int64(p.in.Size()) {
			p.in = bufio.NewReaderSize(p.in, int(n))
		}
		head, err := p.in.Peek(int(n))
		if err != nil && err != io.EOF {
			return page{}, err
		}
		t := thrift{rest: head}
		h := t.pageHeader()
		if t.bad {
			if n == p.left || n >= maxPageHeader {
				return page{}, errPageHeader
			}
			continue
		}
		used := len(head) - len(t.rest)
		if _, err := p.in.Discard(used); err != nil {
			return page{}, err
		}
		p.left -= int64(used)
		if h.size < 0 || h.stored < 0 || h.values < 0 || h.definition < 0 || h.repetition < 0 {
			return page{}, errPageHeader
		}
		if int64(h.stored) > p.left {
			return page{}, errPageCut
		}
		return h, nil
	}
}

// skip skips the bytes of a page after its header. It does not read bytes that are not in the buffer.
func (p *pages) skip(h page) error {
	p.left -= int64(h.stored)
	if h.stored > p.in.Buffered() {
		if _, err := p.chunk.Seek(p.chunk.Size()-p.left, io.SeekStart); err != nil {
			return err
		}
		p.in.Reset(p.chunk)
		return nil
	}
	_, err := p.in.Discard(h.stored)
	return err
}

// next returns the header of the next page of values or of a dictionary. It returns io.EOF at the end of the chunk.
func (p *pages) next() (page, error) {
	for {
		h, err := p.header()
		if err != nil {
			return page{}, err
		}
		if h.kind == dataPage || h.kind == dictionaryPage || h.kind == dataPageV2 {
			return h, nil
		}
		if err := p.skip(h); err != nil {
			return page{}, err
		}
	}
}

// hasMore reports whether another page with values follows. Bytes that are no page are padding, which some old writers
// leave at the end of a chunk. A page that begins in the padding belongs to the next column.
func (p *pages) hasMore() bool {
	for p.left > p.padding {
		h, err := p.header()
		if err != nil {
			return false
		}
		if h.values > 0 && (h.kind == dataPage || h.kind == dataPageV2) {
			return true
		}
		if p.skip(h) != nil {
			return false
		}
	}
	return false
}

// load reads the bytes of a page, verifies its checksum and inflates it.
func (p *pages) load(h page) (page, error) {
	if p.limit > 0 && int64(h.size)+int64(h.stored) > p.limit {
		return page{}, errTooLarge
	}
	stored, err := p.nextBytes(h.stored)
	if err != nil {
		return page{}, err
	}
	p.left -= int64(h.stored)
	if h.checked && crc32.ChecksumIEEE(stored) != h.checksum {
		return page{}, errChecksum
	}
	levels := 0
	if h.kind == dataPageV2 {
		if levels = h.definition + h.repetition; levels > h.stored || levels > h.size {
			return page{}, errPageCut
		}
	}
	codec := p.codec
	if h.plain {
		codec = compress.Codecs.Uncompressed
	}
	src := stored[levels:]
	if err := checkSize(codec, len(src), h.size-levels); err != nil {
		return page{}, err
	}
	out := &p.inflated
	if h.kind == dictionaryPage {
		out = &p.dictionary
	}
	*out = resize(*out, h.size+intern.Padding)
	h.data = (*out)[:h.size]
	copy(h.data, stored[:levels])
	if len(src) == 0 {
		return h, nil // some writers store no bytes if all values are null
	}
	if err := decompress(codec, h.data[levels:], src); err != nil {
		return page{}, fmt.Errorf("a page cannot be inflated: %w", err)
	}
	return h, nil
}

// nextBytes returns the next n bytes, which are valid until the next read.
func (p *pages) nextBytes(n int) ([]byte, error) {
	if n <= p.in.Size() {
		b, err := p.in.Peek(n)
		if err == nil {
			_, err = p.in.Discard(n)
		}
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return b, err
	}
	p.stored = resize(p.stored, n)
	_, err := io.ReadFull(p.in, p.stored)
	return p.stored, err
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return memory.Make[T](roundUp(n))[:n]
	}
	return s[:n]
}

// roundUp returns the least power of two that is not less than n, or n if n is large. Buffers have such sizes, because
// the chunks and pages of a column have similar sizes. A buffer of exactly n bytes would often be too small for the
// next page.
func roundUp(n int) int {
	if n > 4*pageBuffer {
		return n
	}
	return 1 << bits.Len(uint(max(n, 1)-1))
}

// Numbers of the fields of a PageHeader that are structs, and of the boolean field of a DataPageHeaderV2.
const (
	fieldData, fieldDictionary, fieldDataV2 = 5, 7, 8
	fieldIsCompressed                       = 7
)

// pageHeader reads a PageHeader.
func (t *thrift) pageHeader() (h page) {
	const none = math.MinInt
	kind, checksum, encoding, levels, repeats := -1, none, 0, 0, 0
	t.numbers(0, func(id int, kind byte) bool {
		switch {
		case kind == thriftStruct && id == fieldData:
			t.numbers(1, ignoreField, nil, &h.values, &encoding, &levels, &repeats)
		case kind == thriftStruct && id == fieldDictionary:
			t.numbers(1, ignoreField, nil, &h.values, &encoding)
		case kind == thriftStruct && id == fieldDataV2:
			t.numbers(1, func(id int, kind byte) bool {
				h.plain = h.plain || id == fieldIsCompressed && kind == thriftFalse
				return false
			}, nil, &h.values, nil, nil, &encoding, &h.definition, &h.repetition)
		default:
			return false
		}
		return true
	}, nil, &kind, &h.size, &h.stored, &checksum)
	h.kind, h.encoding, h.levels, h.repeats = pageKind(kind), parquet.Encoding(encoding), parquet.Encoding(levels),
		parquet.Encoding(repeats)
	h.checksum, h.checked = uint32(checksum), checksum != none
	return h
}
