package duckdb

import (
	"encoding/binary"
	"math"
)

// Limits of ALP-RD: the greatest number of entries of a dictionary and of bits of an index. rdPlain is the number of
// exceptions that marks a group without compression.
const (
	leftEntries  = 8
	leftMostBits = 3
	rdPlain      = math.MaxUint16
)

// decodeALPRD decodes floating-point numbers that are cut in two. The left bits have few distinct values and come
// from a dictionary; the right bits are packed.
func (s *segment) decodeALPRD(out []byte) error {
	if !s.kind.isFloat() {
		return errDamaged
	}
	width := s.kind.width()
	c := cursor{rest: s.data}
	c.u32() // the offset behind the words of the groups
	right, left, entries := c.u8(), c.u8(), c.u8()
	if right >= 8*width || left > leftMostBits || entries > leftEntries {
		return errDamaged
	}
	var lefts [leftEntries]uint64
	for i := range entries {
		lefts[i] = uint64(c.u16())
	}
	if c.err != nil {
		return c.err
	}
	return s.floatGroups(out, width, func(out []byte, c *cursor, width int) error {
		return realGroup(out, c, width, left, right, &lefts)
	})
}

// realGroup decodes a group: the packed left bits, the packed right bits, and the left bits that are not in the
// dictionary.
func realGroup(out []byte, c *cursor, width, left, right int, lefts *[leftEntries]uint64) error {
	var buffer, rights [alpGroup]uint64
	values := buffer[:len(out)/width]
	exceptions := c.u16()
	if exceptions == rdPlain {
		copy(out, c.take(len(out)))
		return c.err
	}
	packedLeft, packedRight := c.take(packedBytes(len(values), left)), c.take(packedBytes(len(values), right))
	others, places := c.take(2*exceptions), c.take(2*exceptions)
	if c.err != nil {
		return c.err
	}
	if err := unpack(values, packedLeft, left); err != nil {
		return err
	}
	if err := unpack(rights[:len(values)], packedRight, right); err != nil {
		return err
	}
	for i, entry := range values {
		values[i] = lefts[entry]<<right | rights[i]
	}
	for i := range exceptions {
		place := int(binary.LittleEndian.Uint16(places[2*i:]))
		if place >= len(values) {
			return errDamaged
		}
		values[place] = uint64(binary.LittleEndian.Uint16(others[2*i:]))<<right | rights[place]
	}
	store(out, width, values)
	return nil
}
