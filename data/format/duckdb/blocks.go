package duckdb

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// Sizes of the format, in bytes.
const (
	headerBytes   = 4096 // of each of the three headers
	checksumBytes = 8    // before the content of a header or a block
	leastBlock    = 16 << 10
	mostBlock     = 256 << 10
	partsOfBlock  = 64 // of a block of metadata
)

// HeaderSize is the size of the headers of a file in bytes. Every checkpoint changes one header.
const HeaderSize = 3 * headerBytes

const magic = "DUCK"

// Cardinal reads these versions of the format: DuckDB 0.9 to 1.5.
const (
	leastVersion = 64
	mostVersion  = 68
)

var errEncrypted = errors.New("the DuckDB database is encrypted: write the table from DuckDB as Parquet, by COPY … " +
	"TO 'table.parquet'")

// Recognise reports whether a file is a DuckDB database.
func Recognise(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	if size < HeaderSize {
		return false, nil
	}
	head := make([]byte, checksumBytes+len(magic))
	if n, err := r.ReadAt(head, 0); n < len(head) {
		return false, err
	}
	return string(head[checksumBytes:]) == magic, nil
}

// file gives access to the blocks of a database.
type file struct {
	io.ReaderAt
	size  int64
	block int64 // bytes of a block with its checksum
	root  metaPointer

	mu   sync.Mutex
	meta map[int64][]byte // blocks of metadata, by their ids

	infinite atomic.Int64 // number of infinite dates and times
	spare    sync.Pool    // of *[]byte: blocks that can be reused
}

// metadata returns the content of a block of metadata. It caches the block, because several streams read parts of it.
func (f *file) metadata(id int64) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if b, is := f.meta[id]; is {
		return b, nil
	}
	b, err := f.content(id)
	if err == nil {
		f.meta[id] = b
	}
	return b, err
}

// metaPointer is a position in the metadata: a part of a block, and the offset in the part.
type metaPointer struct {
	block, offset uint64
}

const noBlock = 1<<64 - 1

func (p metaPointer) place() (block int64, part int64) {
	return int64(p.block & (1<<56 - 1)), int64(p.block >> 56)
}

// openFile reads the headers. The file has a main header and two database headers. The database header with the greater
// iteration is valid. openFile ignores the header's number of blocks, because DuckDB cuts free blocks off the file and
// still counts them.
func openFile(r io.ReaderAt, size int64) (*file, error) {
	f := &file{ReaderAt: r, size: size, meta: map[int64][]byte{}}
	first, err := f.readChecked(0, make([]byte, headerBytes))
	if err != nil {
		return nil, err
	}
	switch version := binary.LittleEndian.Uint64(first[4:]); {
	case string(first[:4]) != magic:
		return nil, errDamaged
	case version < leastVersion:
		return nil, fmt.Errorf("the database was written by a DuckDB before 0.9 (format %d): open it in such a "+
			"version, EXPORT DATABASE, and IMPORT DATABASE in a newer one", version)
	case version > mostVersion:
		return nil, fmt.Errorf("the database was written by a newer DuckDB (format %d) than Cardinal knows: write "+
			"the table as Parquet, by COPY … TO 'table.parquet'", version)
	case binary.LittleEndian.Uint64(first[12:])&1 != 0:
		return nil, errEncrypted
	}
	latest := int64(-1)
	for i := range int64(2) {
		h, err := f.readChecked((i+1)*headerBytes, make([]byte, headerBytes))
		if err != nil { // the other header may lack the last changes
			return nil, err
		}
		u := func(field int) uint64 { return binary.LittleEndian.Uint64(h[8*field:]) }
		if iteration := int64(u(0)); iteration > latest {
			latest, f.root = iteration, metaPointer{block: u(1)}
			if f.block = int64(u(4)); f.block == 0 {
				f.block = mostBlock
			}
		}
	}
	if latest < 0 || f.block < leastBlock || f.block > mostBlock || f.block&(f.block-1) != 0 {
		return nil, errDamaged
	}
	return f, nil
}

// content reads a block and returns it without its checksum.
func (f *file) content(id int64) ([]byte, error) { return f.contentInto(id, make([]byte, f.block)) }

// contentInto does what content does, but reads into b.
func (f *file) contentInto(id int64, b []byte) ([]byte, error) {
	if id < 0 || id > (f.size-HeaderSize)/f.block {
		return nil, errDamaged
	}
	return f.readChecked(HeaderSize+id*f.block, b)
}

// readChecked fills b from an offset in the file. It verifies the checksum at the beginning of b, and returns the bytes
// behind it.
func (f *file) readChecked(at int64, b []byte) ([]byte, error) {
	if at+int64(len(b)) > f.size {
		return nil, errDamaged
	}
	if got, err := f.ReadAt(b, at); got < len(b) {
		return nil, fmt.Errorf("the DuckDB database cannot be read: %w", err)
	}
	if binary.LittleEndian.Uint64(b) != checksum(b[checksumBytes:]) {
		return nil, errDamaged
	}
	return b[checksumBytes:], nil
}

// checksum returns DuckDB's checksum of b, without the bytes behind the last complete word.
func checksum(b []byte) uint64 {
	sum := uint64(5381)
	for ; len(b) >= 8; b = b[8:] {
		sum ^= binary.LittleEndian.Uint64(b) * 0xbf58476d1ce4e5b9
	}
	return sum
}
