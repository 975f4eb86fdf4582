package gpu

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"
	"unsafe"
)

// Column is a column of codes of one, two or four bytes. The device receives, keeps and reads the codes in that
// width.
type Column struct {
	ID    string // names the content: columns with equal IDs have equal values; no bitmap has the ID of a column
	Bytes int    // of a code: 1, 2 or 4
	// bits of a code that the app expects, for which programs are compiled ahead; 0: all bits of Bytes
	Bits  int `json:",omitzero"`
	load  func() []byte
	ready bool // load returns at once, since it computes nothing
}

// NewColumn returns a column of the codes that load computes. load is called only if the device does not hold the
// column. If the run is cancelled, load may still be running. The codes are not copied before they are sent.
func NewColumn[C uint8 | uint16 | uint32](id string, load func() []C) Column {
	var code C
	return Column{ID: id, Bytes: int(unsafe.Sizeof(code)), load: func() []byte { return asBytes(load()) }}
}

// ColumnOf returns a column of codes in memory. The codes are not copied before they are sent.
func ColumnOf[C uint8 | uint16 | uint32](id string, codes []C) Column {
	c := NewColumn(id, func() []C { return codes })
	c.ready = true
	return c
}

// Kind returns the kind of the column's codes.
func (c Column) Kind() Kind { return Kind(8 * c.Bytes) }

// Slice returns a column of `rows` rows, starting with row first, under another ID.
func (c Column) Slice(id string, first, rows int) Column {
	return Column{id, c.Bytes, c.Bits, func() []byte { return c.load()[first*c.Bytes : (first+rows)*c.Bytes] }, c.ready}
}

// Of returns a column of the same width under another ID, with the codes that load computes.
func (c Column) Of(id string, load func() []byte) Column {
	return Column{id, c.Bytes, c.Bits, load, false}
}

// Reader loads the column and returns a function that reads the code of a row.
func (c Column) Reader() func(row int) uint32 {
	raw := c.load()
	switch c.Bytes {
	case 1:
		return func(row int) uint32 { return uint32(raw[row]) }
	case 2:
		return func(row int) uint32 { return uint32(binary.LittleEndian.Uint16(raw[2*row:])) }
	}
	return func(row int) uint32 { return binary.LittleEndian.Uint32(raw[4*row:]) }
}

// Values loads the column and returns all codes, whatever their width.
func (c Column) Values() []uint32 { return AppendCodes(nil, c.load(), c.Bytes) }

// AppendCodes appends the codes in raw, which have `bytes` bytes each.
func AppendCodes(to []uint32, raw []byte, bytes int) []uint32 {
	switch bytes {
	case 1:
		return appendWide(to, raw)
	case 2:
		return appendWide(to, as[uint16](raw))
	}
	return append(to, as[uint32](raw)...)
}

func appendWide[C uint8 | uint16](to []uint32, codes []C) []uint32 {
	to = slices.Grow(to, len(codes))
	for _, c := range codes {
		to = append(to, uint32(c))
	}
	return to
}

// Gather loads the column and returns a function that writes the codes of the given rows to `to`, each in Bytes bytes.
// Several threads may call the function at the same time.
func (c Column) Gather() func(to []byte, rows []uint32) {
	raw := c.load()
	switch c.Bytes {
	case 1:
		return func(to []byte, rows []uint32) { gather(to, raw, rows) }
	case 2:
		return func(to []byte, rows []uint32) { gather(as[uint16](to), as[uint16](raw), rows) }
	}
	return func(to []byte, rows []uint32) { gather(as[uint32](to), as[uint32](raw), rows) }
}

// AddTimes loads the column and returns a function that adds code*stride to the slot of each of the given rows. Several
// threads may call the function at the same time.
func (c Column) AddTimes(stride uint32) func(slots, rows []uint32) {
	raw := c.load()
	switch c.Bytes {
	case 1:
		return func(slots, rows []uint32) { addTimes(slots, raw, rows, stride) }
	case 2:
		return func(slots, rows []uint32) { addTimes(slots, as[uint16](raw), rows, stride) }
	}
	return func(slots, rows []uint32) { addTimes(slots, as[uint32](raw), rows, stride) }
}

func addTimes[C uint8 | uint16 | uint32](slots []uint32, codes []C, rows []uint32, stride uint32) {
	slots = slots[:len(rows)]
	for i, row := range rows {
		slots[i] += uint32(codes[row]) * stride
	}
}

func gather[C any](to, from []C, rows []uint32) {
	to = to[:len(rows)]
	for i, row := range rows {
		to[i] = from[row]
	}
}

func (c Column) missing() bool { return c.ID == "" || c.load == nil }

func (c Column) once() Column { return Column{c.ID, c.Bytes, c.Bits, sync.OnceValue(c.load), c.ready} }

// Bits is a bitmap of rows: row i is bit i%64 of word i/64.
type Bits struct {
	ID   string          // names the content, as the ID of a Column does
	Load func() []uint64 `json:"-"` // returns words in memory; computes nothing
}

// Gather loads the bitmap and returns a function that writes the bits of the given rows to `to`, each as a byte.
// Several threads may call the function at the same time.
func (b Bits) Gather() func(to []byte, rows []uint32) {
	words := b.Load()
	return func(to []byte, rows []uint32) {
		for i, row := range rows {
			to[i] = byte(words[row/64] >> (row % 64) & 1)
		}
	}
}

func (b *Bits) missing() bool { return b != nil && (b.ID == "" || b.Load == nil) }

// Kind is the number of bits per row of a column or bitmap.
type Kind int

// The kinds: a bitmap, in 64-bit words, and the three widths of codes.
const (
	KindBits   Kind = 1
	KindBytes  Kind = 8
	KindHalves Kind = 16
	KindWords  Kind = 32
)

// SlotKind returns the narrowest kind for slots below `slots`. The greatest number of the kind is not a slot: the
// kernels use it as SKIP, the mark of rows that the filter drops.
func SlotKind(slots int) Kind {
	switch {
	case slots <= math.MaxUint8:
		return KindBytes
	case slots <= math.MaxUint16:
		return KindHalves
	}
	return KindWords
}

// Bytes returns the size of `rows` rows.
func (k Kind) Bytes(rows int) int64 {
	if k == KindBits {
		return (int64(rows) + 63) / 64 * 8
	}
	return int64(rows) * int64(k) / 8
}

// Slice returns the bytes of `rows` rows of a column or bitmap, starting with row first, a multiple of 64. data has the
// bytes of all rows.
func (k Kind) Slice(data []byte, first, rows int) []byte {
	from := k.Bytes(first)
	return data[from : from+k.Bytes(rows)]
}

// Source is the data of a column or bitmap of a request.
type Source struct {
	Kind  Kind
	Load  func() ([]byte, error) // returns the bytes of all rows, or an error if the number of rows is wrong
	Ready bool                   // Load computes nothing
}

func columnSource(c Column, rows int) Source {
	return Source{c.Kind(), func() ([]byte, error) {
		codes := c.load()
		if len(codes) != rows*c.Bytes {
			return nil, fmt.Errorf("column %q has %d values for %d rows", c.ID, len(codes)/c.Bytes, rows)
		}
		return codes, nil
	}, c.ready}
}

func bitsSource(b Bits, rows int) Source {
	return Source{KindBits, func() ([]byte, error) {
		words := b.Load()
		need := (rows + 63) / 64
		if len(words) < need {
			return nil, fmt.Errorf("bitmap %q has %d words for %d rows", b.ID, len(words), rows)
		}
		return asBytes(words[:need]), nil
	}, true}
}

// asBytes views numbers as bytes. Every machine with a WebGPU driver is little endian, so that a 64-bit word of a
// bitmap is also two 32-bit words in order.
func asBytes[T uint8 | uint16 | uint32 | uint64](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(s[0])))
}

// AsWords views bytes as u32 words. The bytes come from make or from a device mapping, whose addresses are multiples of
// 8.
func AsWords(b []byte) []uint32 { return as[uint32](b) }

func as[C uint8 | uint16 | uint32](b []byte) []C {
	if len(b) == 0 {
		return nil
	}
	var code C
	return unsafe.Slice((*C)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(code)))
}
