package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	maxFooter    = 64 << 20
	maxElements  = 100_000 // of the schema
	maxColumns   = 20_000
	maxRowGroups = 100_000
)

var errCutOff = errors.New("the Parquet file is damaged or cut off; copy or download it again")

// ErrEncrypted is returned for a file that cannot be read without a key.
var ErrEncrypted = errors.New("the Parquet file is encrypted, and Cardinal cannot decrypt; ask for an unencrypted copy")

// checkFooter walks the file's metadata before the library sees it. The library allocates what the metadata
// declares: a few bytes can ask for more memory than there is, and Go cannot recover from that.
func checkFooter(r io.ReaderAt, size int64) error {
	var tail [8]byte
	if size < 12 {
		return errCutOff
	}
	if _, err := r.ReadAt(tail[:], size-8); err != nil && err != io.EOF {
		return err
	}
	switch string(tail[4:]) {
	case "PAR1":
	case "PARE":
		return ErrEncrypted
	default:
		return errCutOff
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > size-12 || n > maxFooter {
		return errCutOff
	}
	footer := make([]byte, n)
	if _, err := r.ReadAt(footer, size-8-n); err != nil {
		return fmt.Errorf("reading the Parquet footer: %w", err)
	}
	w := walker{rest: footer}
	w.fileMetadata()
	switch {
	case w.bad, w.elements == 0, w.children != w.elements-1:
		return errCutOff
	case w.elements > maxElements || w.groups > maxRowGroups:
		return fmt.Errorf("the Parquet file declares %d columns and %d row groups, more than Cardinal reads", w.elements, w.groups)
	}
	return nil
}

// walker steps through Thrift's compact protocol without keeping anything but a few counts.
type walker struct {
	rest     []byte
	bad      bool
	elements int
	children int
	groups   int
}

const (
	thriftTrue, thriftFalse, thriftByte          = 1, 2, 3
	thriftI16, thriftI32, thriftI64              = 4, 5, 6
	thriftDouble, thriftBinary, thriftList       = 7, 8, 9
	thriftSet, thriftMap, thriftStruct, thriftID = 10, 11, 12, 13
)

func (w *walker) fileMetadata() {
	w.fields(0, func(id int, t byte) bool {
		switch {
		case id == 2 && t == thriftList:
			n, elem := w.listHeader()
			if elem != thriftStruct {
				w.bad = true
			}
			for w.elements = 0; w.elements < n && !w.bad; w.elements++ {
				w.element(n)
			}
			return true
		case id == 4 && t == thriftList:
			n, elem := w.listHeader()
			w.groups = n
			for range n {
				w.skip(elem, 1)
			}
			return true
		}
		return false
	})
}

// element walks one SchemaElement, of which there are n. Its field 5 is the number of children.
func (w *walker) element(n int) {
	w.fields(1, func(id int, t byte) bool {
		if id != 5 || t != thriftI32 {
			return false
		}
		v := w.varint()
		if c := int64(v>>1) ^ -int64(v&1); c < 0 || c > int64(n) {
			w.bad = true
		} else {
			w.children += int(c)
		}
		return true
	})
}

// fields walks the fields of a struct. known may consume a field's value and say so.
func (w *walker) fields(depth int, known func(id int, t byte) bool) {
	id := 0
	for !w.bad {
		head := w.byte()
		if head == 0 {
			return
		}
		if delta := int(head >> 4); delta != 0 {
			id += delta
		} else {
			v := w.varint()
			id = int(int64(v>>1) ^ -int64(v&1))
		}
		if !known(id, head&15) {
			if t := head & 15; t != thriftTrue && t != thriftFalse {
				w.skip(t, depth+1)
			}
		}
	}
}

func unknown(int, byte) bool { return false }

func (w *walker) skip(t byte, depth int) {
	if depth > 64 {
		w.bad = true
	}
	if w.bad {
		return
	}
	switch t {
	case thriftTrue, thriftFalse, thriftByte:
		w.byte()
	case thriftI16, thriftI32, thriftI64:
		w.varint()
	case thriftDouble:
		w.drop(8)
	case thriftBinary:
		w.drop(w.varint())
	case thriftList, thriftSet:
		n, elem := w.listHeader()
		for i := 0; i < n && !w.bad; i++ {
			w.skip(elem, depth+1)
		}
	case thriftMap:
		n := w.varint()
		if n == 0 {
			return
		}
		kinds := w.byte()
		for i := uint64(0); i < n && !w.bad; i++ {
			w.skip(kinds>>4, depth+1)
			w.skip(kinds&15, depth+1)
		}
	case thriftStruct:
		w.fields(depth, unknown)
	case thriftID:
		w.drop(16)
	default:
		w.bad = true
	}
}

// listHeader returns the length and the element type. Every element takes a byte at least.
func (w *walker) listHeader() (int, byte) {
	head := w.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = w.varint()
	}
	if n > uint64(len(w.rest)) {
		w.bad = true
		return 0, 0
	}
	return int(n), head & 15
}

func (w *walker) byte() byte {
	if len(w.rest) == 0 {
		w.bad = true
		return 0
	}
	b := w.rest[0]
	w.rest = w.rest[1:]
	return b
}

func (w *walker) varint() uint64 {
	v, n := binary.Uvarint(w.rest)
	if n <= 0 {
		w.bad = true
		return 0
	}
	w.rest = w.rest[n:]
	return v
}

func (w *walker) drop(n uint64) {
	if n > uint64(len(w.rest)) {
		w.bad = true
		return
	}
	w.rest = w.rest[n:]
}
