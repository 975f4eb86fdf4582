package duckdb

import (
	"encoding/binary"
	"math"
)

// alpGroup is the number of rows of a group in ALP and in ALP-RD.
const alpGroup = 1024

// Exponents of a group of ALP. alpPlain marks a group without compression.
const (
	alpPlain     = math.MaxUint8
	mostExponent = 18
)

// Powers of ten. The writer multiplies by these floats, so the reader must do the same.
var (
	tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
		1e16, 1e17, 1e18}

	tenths = [...]float64{1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14,
		1e-15, 1e-16, 1e-17, 1e-18}
)

// decodeALP decodes floating-point numbers that are stored as integers times a power of ten (Afroozeh, Kuffo, Boncz:
// ALP, SIGMOD 2023).
func (s *segment) decodeALP(out []byte) error {
	if !s.kind.isFloat() {
		return errDamaged
	}
	return s.floatGroups(out, s.kind.width(), decimalGroup)
}

// floatGroups decodes groups. A word of 32 bits holds the offset of each group. The words are stored backwards: the
// segment begins with the offset behind the last word, which belongs to the first group.
func (s *segment) floatGroups(out []byte, width int, decode func(out []byte, c *cursor, width int) error) error {
	head := cursor{rest: s.data}
	at := head.u32()
	if at > len(s.data) {
		return errDamaged
	}
	for len(out) > 0 {
		if at < 4 {
			return errDamaged
		}
		at -= 4
		group := cursorAt(s.data, uint64(binary.LittleEndian.Uint32(s.data[at:])))
		n := min(alpGroup*width, len(out))
		if err := decode(out[:n], &group, width); err != nil {
			return err
		}
		out = out[n:]
	}
	return nil
}

// decimalGroup decodes a group. A group has two powers of ten, the integers, and the exceptions, which are values that
// are no integer times a power of ten. The integers are packed as differences from the least integer.
func decimalGroup(out []byte, c *cursor, width int) error {
	var buffer [alpGroup]uint64
	values := buffer[:len(out)/width]
	exponent := c.u8()
	if exponent == alpPlain {
		copy(out, c.take(len(out)))
		return c.err
	}
	factor, exceptions, least, w := c.u8(), c.u16(), c.u64(), c.u8()
	if c.err != nil || factor > mostExponent || exponent > mostExponent || exceptions > len(values) || w > 64 {
		return errDamaged
	}
	packed := c.take(packedBytes(len(values), w))
	if c.err != nil {
		return c.err
	}
	if err := unpack(values, packed, w); err != nil {
		return err
	}
	for i, v := range values {
		whole := int64(v + least)
		if width == 4 {
			values[i] = uint64(
				math.Float32bits(float32(float32(whole)*float32(tens[factor])) * float32(tenths[exponent])),
			)
		} else {
			values[i] = math.Float64bits(float64(float64(whole)*tens[factor]) * tenths[exponent])
		}
	}
	store(out, width, values)
	return patch(out, c, exceptions, width)
}

// patch writes exceptions to their rows. All values are stored first, then all row numbers.
func patch(out []byte, c *cursor, count, width int) error {
	values, places := c.take(count*width), c.take(count*2)
	if c.err != nil {
		return c.err
	}
	for i := range count {
		place := int(binary.LittleEndian.Uint16(places[2*i:])) * width
		if place >= len(out) {
			return errDamaged
		}
		copy(out[place:place+width], values[i*width:])
	}
	return nil
}
