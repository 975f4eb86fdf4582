package duckdb

import "encoding/binary"

// decodePatas decodes floating-point numbers compressed by Patas. Each number is stored as the bytes that differ from
// an earlier number.
func (s *segment) decodePatas(out []byte) error {
	return s.describedGroups(out, func(values []uint64, about *backwards, width int) error {
		in := cursorAt(s.data, uint64(binary.LittleEndian.Uint32(about.take(4))))
		parts := about.take(2 * len(values))
		if about.err != nil {
			return about.err
		}
		return xorGroup(values, &in, parts, width)
	})
}

// xorGroup decodes a group. The description of a value has 16 bits: the distance to the earlier value, the number of
// bytes that are stored, and the number of zero bits after them.
func xorGroup(values []uint64, in *cursor, parts []byte, width int) error {
	for i := range values {
		part := int(binary.LittleEndian.Uint16(parts[2*i:]))
		back, size, zeros := part>>9, part>>6&7, part&(8*width-1)
		if size == 0 && zeros < 8 {
			size = width
		}
		if back > i || size > width {
			return errDamaged
		}
		differs := uint64(0)
		for shift, b := range in.take(size) {
			differs |= uint64(b) << (8 * shift)
		}
		if in.err != nil {
			return in.err
		}
		values[i] = differs<<zeros ^ values[i-back]
	}
	return nil
}
