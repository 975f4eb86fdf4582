package delta

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"path"
	"strings"

	"cardinal/data"
	"cardinal/internal/separators"
)

// vector describes a deletion vector: the rows of a file that were deleted.
type vector struct {
	StorageType    string `json:"storageType"`
	PathOrInlineDv string `json:"pathOrInlineDv"`
	Offset         *int64 `json:"offset"`
	SizeInBytes    int64  `json:"sizeInBytes"`
	Cardinality    int64  `json:"cardinality"`
}

// identity returns a text that identifies the deletion vector among those of a file, or "" for nil.
func (v *vector) identity() string {
	switch {
	case v == nil:
		return ""
	case v.Offset != nil:
		return fmt.Sprintf("%s%s@%d", v.StorageType, v.PathOrInlineDv, *v.Offset)
	}
	return v.StorageType + v.PathOrInlineDv
}

// mostBytes is the greatest size of a deletion vector. A vector has this size if every second one of four billion rows
// is deleted.
const mostBytes = 1 << 30

// Deleted returns the deleted rows of a file with the given number of rows, or nil if no row is deleted.
func (s *Snapshot) Deleted(f File, rows int) (data.Bitmap, error) {
	v := f.deleted
	if v == nil {
		return nil, nil
	}
	deleted := data.NewBitmap(rows)
	b, err := v.read(s)
	if err == nil {
		err = decodeRows(b, deleted, rows)
	}
	if n := int64(deleted.Count()); err == nil && n != v.Cardinality {
		err = separators.Errorf("the number of its rows is %d, and the log says %d", n, v.Cardinality)
	}
	if err != nil {
		return nil, fmt.Errorf("the deletion vector of the file is missing or damaged, and its deleted rows are "+
			"unknown; copy the whole folder again: %w", err)
	}
	return deleted, nil
}

// read returns the bytes of a deletion vector, from the log or from its file.
func (v *vector) read(s *Snapshot) ([]byte, error) {
	name, at := v.PathOrInlineDv, int64(0)
	if v.Offset != nil {
		at = *v.Offset
	}
	if v.SizeInBytes < 0 || v.SizeInBytes > mostBytes || at < 0 {
		return nil, errors.New("its size or place is none")
	}
	switch v.StorageType {
	case "i":
		b, err := decodeZ85(name)
		if err == nil && int64(len(b)) < v.SizeInBytes {
			err = io.ErrUnexpectedEOF
		}
		return b[:min(len(b), int(v.SizeInBytes))], err
	case "u":
		const length = 20 // of the encoded identifier
		prefix := name[:max(0, len(name)-length)]
		id, err := decodeZ85(name[len(prefix):])
		if err != nil || len(id) != 16 {
			return nil, errors.Join(errZ85, err)
		}
		u := hex.EncodeToString(id)
		name = path.Join(prefix, "deletion_vector_"+u[:8]+"-"+u[8:12]+"-"+u[12:16]+"-"+u[16:20]+"-"+u[20:]+".bin")
	case "p":
		var err error
		if name, err = s.resolve(name); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("it is stored in an unknown way, %q", v.StorageType)
	}
	f, err := s.table.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, ok := f.(io.ReaderAt)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	// The file has the size of the vector before it, and its checksum behind it.
	all, err := io.ReadAll(io.NewSectionReader(in, at, v.SizeInBytes+8))
	switch {
	case err != nil:
		return nil, err
	case int64(len(all)) < v.SizeInBytes+8 || int64(binary.BigEndian.Uint32(all)) != v.SizeInBytes:
		return nil, fmt.Errorf("%s does not have it where the log says", path.Base(name))
	}
	b, sum := all[4:4+v.SizeInBytes], all[4+v.SizeInBytes:]
	if crc32.ChecksumIEEE(b) != binary.BigEndian.Uint32(sum) {
		return nil, fmt.Errorf("its checksum in %s is wrong", path.Base(name))
	}
	return b, nil
}

var errZ85 = errors.New("its text in the log is not in base 85")

// z85 has the digits of base 85 as ZeroMQ's RFC 32 defines them.
const z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"

func decodeZ85(text string) ([]byte, error) {
	var b []byte
	for ; len(text) >= 5; text = text[5:] {
		n := uint64(0)
		for _, c := range []byte(text[:5]) {
			digit := strings.IndexByte(z85, c)
			if digit < 0 {
				return nil, errZ85
			}
			n = n*85 + uint64(digit)
		}
		if n > 1<<32-1 {
			return nil, errZ85
		}
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	if text != "" {
		return nil, errZ85
	}
	return b, nil
}

var errVector = errors.New("its bytes are not those of a bitmap")

// bitmapBytes is the size of a container with a bit for each of its 65,536 rows.
const bitmapBytes = 1 << 13

// cursor reads little-endian numbers. A read beyond the end sets ok to false.
type cursor struct {
	b  []byte
	ok bool
}

func (c *cursor) next(n int) []byte {
	if n > len(c.b) {
		c.ok, c.b = false, nil
		return make([]byte, n)
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (c *cursor) u16() int { return int(binary.LittleEndian.Uint16(c.next(2))) }
func (c *cursor) u32() int { return int(binary.LittleEndian.Uint32(c.next(4))) }

// decodeRows marks the rows of a RoaringBitmapArray, which has numbers of 64 bits. It begins with a magic number of
// Delta's. Bitmaps of 32-bit numbers follow, in the form that https://github.com/RoaringBitmap/RoaringFormatSpec
// describes.
func decodeRows(b []byte, marked data.Bitmap, rows int) error {
	c := &cursor{b, true}
	if c.u32() != 1681511377 {
		return errVector
	}
	for n := binary.LittleEndian.Uint64(c.next(8)); n > 0 && c.ok; n-- {
		if high := c.u32(); high > 0 {
			return errors.New("it marks a row beyond the four billion that a file may have")
		}
		if err := c.mark(marked, rows); err != nil {
			return err
		}
	}
	if !c.ok {
		return errVector
	}
	return nil
}

// mark marks the rows of a bitmap of 32-bit numbers.
func (c *cursor) mark(marked data.Bitmap, rows int) error {
	const plain, withRuns, fewOffsets = 12346, 12347, 4
	cookie, n := c.u32(), 0
	var runs []byte // a bit for each container: whether it has runs
	switch {
	case cookie == plain:
		n = c.u32()
	case cookie&0xffff == withRuns:
		n = cookie>>16 + 1
		runs = c.next((n + 7) / 8)
	default:
		return errVector
	}
	if n > 1<<16 {
		return errVector
	}
	keys := &cursor{c.next(4 * n), true}
	if runs == nil || n >= fewOffsets {
		c.next(4 * n) // offsets of the containers; not needed, since the containers are consecutive
	}
	for i := 0; i < n && c.ok; i++ {
		first, count := keys.u16()<<16, keys.u16()+1
		var last int
		switch {
		case runs != nil && runs[i/8]>>(i%8)&1 == 1:
			for range c.u16() {
				from := c.u16()
				last = from + c.u16()
				if first+last >= rows || last >= 1<<16 {
					return beyond(first+last, rows)
				}
				marked.SetRange(first+from, first+last+1)
			}
		case count > 4096:
			for w := range bitmapBytes / 8 {
				word := binary.LittleEndian.Uint64(c.next(8))
				if at := first + 64*w; word != 0 {
					if last = at + 63 - bits.LeadingZeros64(word); last >= rows {
						return beyond(last, rows)
					}
					marked[at/64] |= word
				}
			}
		default:
			for range count {
				if last = first + c.u16(); last >= rows {
					return beyond(last, rows)
				}
				marked.Set(last)
			}
		}
	}
	return nil
}

func beyond(row, rows int) error {
	return separators.Errorf("it marks row %d of the %d rows of the file", row+1, rows)
}
