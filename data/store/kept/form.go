package kept

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"hash/crc32"
	"time"

	"cardinal/data"
)

// version is the version of the form of kept tables. It changes with the form of the file and with the meaning of the
// fields of data.Column.
const version = 3

const (
	magic     = "CardinalTable\x00\x00"
	headSize  = 64
	alignment = 64      // of arrays in the file, in bytes
	blockSize = 1 << 20 // bytes of arrays under one checksum
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return Extend(0, b) }

// Extend continues the checksum sum with b.
func Extend(sum uint32, b []byte) uint32 { return crc32.Update(sum, castagnoli, b) }

// array is the place of an array in the file, in bytes. A missing array has the place 0.
type array struct{ At, Len int64 }

// columnForm describes a column and the places of its arrays.
type columnForm struct {
	Column data.Column // without its arrays
	Width  int         // of a code in bytes; 0: no codes
	Dict   bool        // the column has a dictionary
	Texts  int         // of the dictionary
	Order  []string    // of the dictionary

	Codes, Wide, Floats, Valid array
	Lengths, Text              array // of the dictionary: the length of every text, and the joined texts
}

// form describes a kept table.
type form struct {
	Source      source
	Fingerprint string // of the file
	At          time.Time
	Table       data.Table // without its columns
	Columns     []columnForm
	Sums        []uint32 // of the blocks of arrays
}

// head is the beginning of the file.
type head struct {
	formAt, formLen int64
	formSum         uint32
}

// bytes returns the head, with the version and a checksum.
func (h head) bytes() []byte {
	b := make([]byte, headSize)
	copy(b, magic)
	b[len(magic)] = version
	binary.LittleEndian.PutUint64(b[16:], uint64(h.formAt))
	binary.LittleEndian.PutUint64(b[24:], uint64(h.formLen))
	binary.LittleEndian.PutUint32(b[32:], h.formSum)
	binary.LittleEndian.PutUint32(b[headSize-4:], checksum(b[:headSize-4]))
	return b
}

// parseHead reads the head of a file of the given size.
func parseHead(b []byte, size int64) (h head, ok bool) {
	if len(b) < headSize {
		return h, false
	}
	h.formAt = int64(binary.LittleEndian.Uint64(b[16:]))
	h.formLen = int64(binary.LittleEndian.Uint64(b[24:]))
	h.formSum = binary.LittleEndian.Uint32(b[32:])
	ok = bytes.Equal(b[:headSize], h.bytes()) && h.formAt >= headSize && h.formLen > 0 && h.formAt <= size &&
		h.formLen == size-h.formAt
	return h, ok
}

// parseForm reads the description of a table.
func parseForm(b []byte, h head) (f form, ok bool) {
	if checksum(b) != h.formSum {
		return f, false
	}
	err := gob.NewDecoder(bytes.NewReader(b)).Decode(&f)
	return f, err == nil && int64(len(f.Sums)) == blocks(h.formAt)
}

// blocks returns the number of blocks of a file whose arrays end at end.
func blocks(end int64) int64 { return (end - headSize + blockSize - 1) / blockSize }
