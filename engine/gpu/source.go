package gpu

import (
	"fmt"
	"math"
	"unsafe"
)

// Kind is how the rows of a source lie in memory: the bits that one takes.
type Kind int

const (
	KindBits   Kind = 1 // in 64-bit words
	KindBytes  Kind = 8 // a code, as the others
	KindHalves Kind = 16
	KindWords  Kind = 32
)

// SlotKind is the narrowest kind for slots below so many, with room for one that no row has: SKIP of the kernels.
func SlotKind(slots int) Kind {
	switch {
	case slots <= math.MaxUint8:
		return KindBytes
	case slots <= math.MaxUint16:
		return KindHalves
	}
	return KindWords
}

// Bytes is the size of a source of this kind.
func (k Kind) Bytes(rows int) int64 {
	if k == KindBits {
		return (int64(rows) + 63) / 64 * 8
	}
	return int64(rows) * int64(k) / 8
}

// Part is the bytes of some rows of a source; the first is a multiple of 64.
func (k Kind) Part(data []byte, first, rows int) []byte {
	from := k.Bytes(first)
	return data[from : from+k.Bytes(rows)]
}

// source is a column or a bitmap of a request.
type source struct {
	Kind Kind
	Load func() ([]byte, error) // all its rows, seen as bytes
}

func columnSource(c Column, rows int) source {
	return source{c.kind(), func() ([]byte, error) {
		codes := c.load()
		if len(codes) != rows*c.Bytes {
			return nil, fmt.Errorf("column %q has %d values for %d rows", c.ID, len(codes)/c.Bytes, rows)
		}
		return codes, nil
	}}
}

func bitsSource(b Bits, rows int) source {
	return source{KindBits, func() ([]byte, error) {
		loaded := b.Load()
		need := (rows + 63) / 64
		if len(loaded) < need {
			return nil, fmt.Errorf("bitmap %q has %d words for %d rows", b.ID, len(loaded), rows)
		}
		return asBytes(loaded[:need]), nil
	}}
}

// asBytes views numbers as the bytes they are. Every machine with a WebGPU driver is little endian, so a 64-bit word
// of a bitmap is also its two 32-bit words in order.
func asBytes[T uint8 | uint16 | uint32 | uint64](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(s[0])))
}

// AsWords views bytes as u32 words. The bytes come from make or a device mapping, which align to 8.
func AsWords(b []byte) []uint32 {
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/4)
}
