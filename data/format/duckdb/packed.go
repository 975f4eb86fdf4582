package duckdb

import (
	"encoding/binary"

	"cardinal/data/number/int128"
)

// packGroup is the number of values that are packed together. The last group is always complete, even if its last
// values are not used.
const packGroup = 32

// packedBytes returns the size of `count` packed values in bytes.
func packedBytes(count, width int) int { return align(count, packGroup) * width / 8 }

// unpack fills values with the packed numbers of `width` bits, up to 64. The numbers are adjacent, with the low bits
// first. DuckDB packs with fastpforlib, in words as wide as a value. Since words are little-endian, the position of a
// bit does not depend on the width of the words.
func unpack(values []uint64, packed []byte, width int) error {
	if width < 0 || width > 64 || len(packed) < (len(values)*width+7)/8 {
		return errDamaged
	}
	if width == 0 {
		clear(values)
		return nil
	}
	keep := ^uint64(0) >> (64 - width)
	at := 0 // index of the next bit
	if width <= 57 {
		// Here, all bits of a value are in 8 bytes.
		for len(values) > 0 && at/8+8 <= len(packed) {
			values[0] = binary.LittleEndian.Uint64(packed[at/8:]) >> (at % 8) & keep
			values, at = values[1:], at+width
		}
	}
	for i := range values {
		values[i] = bitsOf(packed[at/8:], at%8) & keep
		at += width
	}
	return nil
}

// bitsOf returns the bits of the first bytes of b, at most 9, from bit `shift` on.
func bitsOf(b []byte, shift int) uint64 {
	var whole [9]byte
	copy(whole[:], b)
	return binary.LittleEndian.Uint64(whole[:])>>shift | uint64(whole[8])<<(64-shift)
}

// unpack128 does what unpack does for numbers of up to 128 bits.
func unpack128(values []int128.Int, packed []byte, width int) error {
	if width < 0 || width > 128 || len(packed) < (len(values)*width+7)/8 {
		return errDamaged
	}
	for i := range values {
		at := i * width
		values[i] = int128.Int{Lo: bitsFrom(packed, at, min(width, 64)),
			Hi: int64(bitsFrom(packed, at+64, max(width-64, 0)))}
	}
	return nil
}

// bitsFrom returns `width` bits from bit `at` on.
func bitsFrom(packed []byte, at, width int) uint64 {
	if width == 0 {
		return 0
	}
	return bitsOf(packed[at/8:], at%8) & (^uint64(0) >> (64 - width))
}

// store writes the low `width` bytes of each number, in little-endian order.
func store(out []byte, width int, values []uint64) {
	switch width {
	case 1:
		for i, v := range values {
			out[i] = byte(v)
		}
	case 2:
		for i, v := range values {
			binary.LittleEndian.PutUint16(out[2*i:], uint16(v))
		}
	case 4:
		for i, v := range values {
			binary.LittleEndian.PutUint32(out[4*i:], uint32(v))
		}
	default:
		for i, v := range values {
			binary.LittleEndian.PutUint64(out[8*i:], v)
		}
	}
}
