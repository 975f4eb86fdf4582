package duckdb

import (
	"encoding/binary"

	"cardinal/data/number/int128"
)

// bitGroup is the number of rows of a group in a bit-packed segment.
const bitGroup = 2048

// Modes of a group. The format defines the numbers.
const (
	packedConstant      = 2
	packedConstantDelta = 3 // the first value, and the constant difference of neighbours
	packedDeltaFor      = 4 // differences of neighbours, each minus the least difference
	packedFor           = 5 // values, each minus the least value
)

// decodeBitPacked decodes groups of values. The segment ends with a word for each group, with the group's offset and
// mode. The words are in reverse order of the groups.
func (s *segment) decodeBitPacked(out []byte) error {
	if !s.kind.isInteger() {
		return errDamaged
	}
	width := s.kind.width()
	head := cursor{rest: s.data}
	at := head.u64()
	if at > uint64(len(s.data)) {
		return errDamaged
	}
	for len(out) > 0 {
		if at < 4 {
			return errDamaged
		}
		at -= 4
		word := binary.LittleEndian.Uint32(s.data[at:])
		group := cursorAt(s.data, uint64(word&(1<<24-1)))
		n := min(bitGroup*width, len(out))
		decode := unpackGroup
		if width == 16 {
			decode = unpackGroup128
		}
		if err := decode(out[:n], &group, int(word>>24), width); err != nil {
			return err
		}
		out = out[n:]
	}
	return nil
}

// unpackGroup decodes a group of values of up to 64 bits. Sums overflow as in the writer.
func unpackGroup(out []byte, c *cursor, mode, width int) error {
	var buffer [bitGroup]uint64
	values := buffer[:len(out)/width]
	switch first := c.number(width); mode {
	case packedConstant:
		for i := range values {
			values[i] = first
		}
	case packedConstantDelta:
		step := c.number(width)
		for i := range values {
			values[i] = first + uint64(i)*step
		}
	case packedFor, packedDeltaFor:
		w, sum := c.number(width)&0xff, uint64(0)
		if mode == packedDeltaFor {
			sum = c.number(width)
		}
		if c.err != nil || w > uint64(8*width) {
			return errDamaged
		}
		if err := unpack(values, c.rest, int(w)); err != nil {
			return err
		}
		for i := range values {
			values[i] += first
			if mode == packedDeltaFor {
				sum += values[i]
				values[i] = sum
			}
		}
	default:
		return errDamaged
	}
	store(out, width, values)
	return c.err
}

// unpackGroup128 does what unpackGroup does for values of 128 bits.
func unpackGroup128(out []byte, c *cursor, mode, _ int) error {
	var buffer [bitGroup]int128.Int
	values := buffer[:len(out)/16]
	first := c.i128()
	var step, sum int128.Int
	switch mode {
	case packedConstant:
	case packedConstantDelta:
		step = c.i128()
	case packedFor, packedDeltaFor:
		w := c.i128().Lo & 0xff
		if mode == packedDeltaFor {
			sum = c.i128()
		}
		if err := unpack128(values, c.rest, int(w)); err != nil {
			return err
		}
	default:
		return errDamaged
	}
	for i, v := range values {
		v = v.Add(first)
		first = first.Add(step)
		if mode == packedDeltaFor {
			sum = sum.Add(v)
			v = sum
		}
		binary.LittleEndian.PutUint64(out[16*i:], v.Lo)
		binary.LittleEndian.PutUint64(out[16*i+8:], uint64(v.Hi))
	}
	return c.err
}
