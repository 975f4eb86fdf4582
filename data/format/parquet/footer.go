package parquet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"cardinal/data/parallel"
	"cardinal/internal/separators"

	"github.com/apache/arrow-go/v18/parquet/metadata"
)

const (
	maxFooter    = 64 << 20
	maxElements  = 100_000 // elements of the schema
	maxColumns   = 20_000
	maxRowGroups = 100_000
)

var errCutOff = errors.New("the Parquet file is damaged or cut off; copy or download it again")

// ErrEncrypted is the error for a file that cannot be read without a key.
var ErrEncrypted = errors.New("the Parquet file is encrypted, and Cardinal cannot decrypt; ask for an unencrypted copy")

// Recognise reports whether a file of the given size begins and ends like a Parquet file, encrypted or not.
func Recognise(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	for _, at := range []int64{0, size - 4} {
		var magic [4]byte
		if at < 0 {
			return false, nil
		}
		if _, err := r.ReadAt(magic[:], at); err != nil && err != io.EOF {
			return false, err
		}
		if s := string(magic[:]); s != "PAR1" && s != "PARE" {
			return false, nil
		}
	}
	return true, nil
}

// readFooter reads a file's metadata. It first checks the sizes in the metadata, because the library allocates whatever
// they declare. A few bytes could ask for more memory than the machine has, and Go cannot recover from that. readFooter
// hides logical types that the library does not know, so that the library reads such columns by their physical types.
// newer has the names of these columns.
func readFooter(r io.ReaderAt, size int64) (meta *metadata.FileMetaData, newer []string, err error) {
	var tail [8]byte
	if size < 12 {
		return nil, nil, errCutOff
	}
	if _, err := r.ReadAt(tail[:], size-8); err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	switch string(tail[4:]) {
	case "PAR1":
	case "PARE":
		return nil, nil, ErrEncrypted
	default:
		return nil, nil, errCutOff
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > size-12 || n > maxFooter {
		return nil, nil, errCutOff
	}
	b := make([]byte, n)
	if _, err := r.ReadAt(b, size-8-n); err != nil {
		return nil, nil, fmt.Errorf("reading the Parquet footer: %w", err)
	}
	w := walker{thrift: thrift{rest: b}, footer: b}
	w.fileMetadata()
	switch {
	case w.bad, w.elements == 0, w.children != w.elements-1, w.groups == 0 &&
		len(w.rest) > 0: // the list of row groups is missing
		return nil, nil, errCutOff
	case w.elements > maxElements || w.groups > maxRowGroups:
		return nil, nil, separators.Errorf("the Parquet file declares %d columns and %d row groups, more than "+
			"Cardinal reads", w.elements, w.groups)
	}
	if meta, err = w.metadata(); err != nil {
		return nil, nil, fmt.Errorf("the Parquet file is damaged: %w", err)
	}
	if meta.IsSetEncryptionAlgorithm() {
		return nil, nil, ErrEncrypted
	}
	return meta, w.newer, nil
}

// walker reads a footer and counts its elements.
type walker struct {
	thrift
	footer   []byte
	elements int // number of elements of the schema
	children int // number of children that these elements declare
	groups   int // number of row groups
	list     int // offset of the list of row groups in the footer
	// offsets of the row groups, and the end of the last one; not complete if there are too many
	bounds []int
	newer  []string // names of columns of an unknown logical type
}

func (w *walker) fileMetadata() {
	w.fields(0, func(id int, kind byte) bool {
		switch {
		case id == 2 && kind == thriftList:
			n, elem := w.listHeader()
			if elem != thriftStruct {
				w.bad = true
			}
			for w.elements = 0; w.elements < n && !w.bad; w.elements++ {
				w.element(n)
			}
			return true
		case id == 4 && kind == thriftList:
			w.list = w.offset()
			n, elem := w.listHeader()
			w.groups, w.bounds = n, append(w.bounds, w.offset()) // too many entries if the footer has a second list
			for i := 0; i < n && !w.bad; i++ {
				w.skip(elem, 1)
				if i < maxRowGroups && elem == thriftStruct {
					w.bounds = append(w.bounds, w.offset())
				}
			}
			return true
		}
		return false
	})
}

// Fields of a SchemaElement that walker reads.
const (
	elementName     = 4
	elementChildren = 5
	elementLogical  = 10
)

// offset returns the current offset in the footer.
func (w *walker) offset() int { return len(w.footer) - len(w.rest) }

// groupsOfPiece is the least number of row groups that one core parses. Fewer take less time than waking a core.
const groupsOfPiece = 64

// metadata parses the footer. Several cores parse it. Each parses a part of the row groups, and everything else. The
// library takes 13 µs for a row group with nine columns.
func (w *walker) metadata() (*metadata.FileMetaData, error) {
	n := min(runtime.GOMAXPROCS(0), w.groups/groupsOfPiece)
	if n < 2 || len(w.bounds) != w.groups+1 {
		return metadata.NewFileMetaData(w.footer, nil)
	}
	pieces := make([]*metadata.FileMetaData, n)
	err := parallel.Do(context.Background(), n, func(_ context.Context, i int) (err error) {
		from, to := i*w.groups/n, (i+1)*w.groups/n
		head := binary.AppendUvarint([]byte{15<<4 | thriftStruct}, uint64(to-from))
		pieces[i], err = metadata.NewFileMetaData(slices.Concat(w.footer[:w.list], head,
			w.footer[w.bounds[from]:w.bounds[to]], w.footer[w.bounds[w.groups]:]), nil)
		return err
	})
	if err != nil {
		return nil, err
	}
	all := pieces[0]
	for _, p := range pieces[1:] {
		all.RowGroups = append(all.RowGroups, p.RowGroups...)
	}
	return all, nil
}

// element reads one SchemaElement. n is the number of all elements.
func (w *walker) element(n int) {
	name := ""
	w.fields(1, func(id int, kind byte) bool {
		switch {
		case id == elementName && kind == thriftBinary:
			size := w.varint()
			before := w.rest
			w.drop(size)
			name = string(before[:len(before)-len(w.rest)])
			return true
		case id == elementChildren && kind == thriftI32:
			if c := w.int(); c < 0 || c > int64(n) {
				w.bad = true
			} else {
				w.children += int(c)
			}
			return true
		case id == elementLogical && kind == thriftStruct:
			head := w.offset() - 1
			if known := w.logical(); !known && !w.bad {
				w.hide(head)
				w.newer = append(w.newer, name)
			}
			return true
		}
		return false
	})
}

// hide adds 1 to the number of a field. The library does not know the new number and skips the field. at is the offset
// of the last byte of the field's header.
func (w *walker) hide(at int) {
	if b := &w.footer[at]; *b&15 == thriftStruct {
		*b += 1 << 4 // the header has the distance from the previous number
	} else {
		*b += 2 // the header has the number itself, in zigzag encoding
	}
}

// Members of the union LogicalType.
const (
	logicalTime      = 7
	logicalTimestamp = 8
	logicalLast      = 18
)

// logical reads a LogicalType and reports whether the library knows it.
func (w *walker) logical() (known bool) {
	w.fields(2, func(id int, kind byte) bool {
		known = kind == thriftStruct && id >= 1 && id <= logicalLast && id != 9
		if id != logicalTime && id != logicalTimestamp || kind != thriftStruct {
			return false
		}
		known = false
		w.fields(3, func(id int, kind byte) bool {
			if id != 2 || kind != thriftStruct {
				return false
			}
			w.fields(4, func(unit int, _ byte) bool {
				known = unit >= 1 && unit <= 3
				return false
			})
			return true
		})
		return true
	})
	return known
}
