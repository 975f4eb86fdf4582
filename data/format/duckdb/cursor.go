package duckdb

import (
	"encoding/binary"

	"cardinal/data/number/int128"
)

// cursor reads bytes in order. The first read beyond the end sets err; all later reads return zeros.
type cursor struct {
	rest []byte
	err  error
}

// cursorAt returns a cursor at an offset. The offset comes from the file and may be wrong.
func cursorAt(data []byte, at uint64) cursor {
	if at > uint64(len(data)) {
		return cursor{err: errDamaged}
	}
	return cursor{rest: data[at:]}
}

// take returns the next n bytes, or nil if fewer are left.
func (c *cursor) take(n int) []byte {
	if c.err != nil || n < 0 || n > len(c.rest) {
		c.err = errDamaged
		return nil
	}
	taken := c.rest[:n:n]
	c.rest = c.rest[n:]
	return taken
}

// number reads a little-endian number of 1, 2, 4 or 8 bytes.
func (c *cursor) number(width int) uint64 {
	b := c.take(width)
	if b == nil {
		return 0
	}
	return number(b)
}

func (c *cursor) u8() int     { return int(c.number(1)) }
func (c *cursor) u16() int    { return int(c.number(2)) }
func (c *cursor) u32() int    { return int(c.number(4)) }
func (c *cursor) u64() uint64 { return c.number(8) }

func (c *cursor) i128() int128.Int {
	low := c.u64()
	return int128.Int{Lo: low, Hi: int64(c.u64())}
}

// number returns the little-endian number in b, which has 1, 2, 4 or 8 bytes.
func number(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// align returns the least multiple of `to` that is not less than n.
func align(n, to int) int { return (n + to - 1) / to * to }
