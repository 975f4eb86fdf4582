package duckdb

import "encoding/binary"

// Forms of a value in a Chimp group. The format defines the numbers.
const (
	chimpSame     = 0 // equal to one of the last 128 values
	chimpTrailing = 1 // the difference from one of the last 128 values, without its trailing zeros
	chimpLeading  = 2 // the difference from the previous value, with as many leading zeros as the last difference
	chimpNew      = 3 // the difference from the previous value, with another number of leading zeros
)

// chimpZeros has the possible numbers of leading zeros of a difference.
var chimpZeros = [8]int{0, 8, 12, 16, 18, 20, 22, 24}

// decodeChimp decodes floating-point numbers. Each number is stored as its difference from an earlier one (Liakos,
// Papakonstantinopoulou, Kotidis: Chimp, PVLDB 2022). The segment has the bits of all groups, and then the descriptions
// of the groups in reverse order.
func (s *segment) decodeChimp(out []byte) error {
	in := bitReader{data: s.data, at: 8 * 4}
	return s.describedGroups(out, func(values []uint64, about *backwards, width int) error {
		return chimpGroup(values, &in, about, 8*width)
	})
}

// describedGroups decodes groups of floating-point numbers. The groups' descriptions follow the values in reverse
// order. The segment begins with the offset of the end of the descriptions.
func (s *segment) describedGroups(out []byte, decode func(values []uint64, about *backwards, width int) error) error {
	if !s.kind.isFloat() {
		return errDamaged
	}
	width := s.kind.width()
	c := cursor{rest: s.data}
	about := backwards{data: s.data, at: c.u32()}
	if c.err != nil || about.at > len(s.data) {
		return errDamaged
	}
	for len(out) > 0 {
		n := min(alpGroup*width, len(out))
		var buffer [alpGroup]uint64
		values := buffer[:n/width]
		if err := decode(values, &about, width); err != nil {
			return err
		}
		store(out, width, values)
		out = out[n:]
	}
	return nil
}

// backwards reads bytes from an offset towards the start.
type backwards struct {
	data []byte
	at   int
	err  error
}

func (b *backwards) take(n int) []byte {
	if n > b.at {
		b.err = errDamaged
		return make([]byte, n)
	}
	b.at -= n
	return b.data[b.at : b.at+n]
}

// bitReader reads bits, beginning with the highest bit of a byte.
type bitReader struct {
	data []byte
	at   int // in bits
	err  error
}

func (r *bitReader) read(n int) (v uint64) {
	if n < 0 || n > 64 || r.at+n > 8*len(r.data) {
		r.err = errDamaged
		return 0
	}
	for n > 0 {
		free := 8 - r.at%8
		take := min(free, n)
		v = v<<take | uint64(r.data[r.at/8]>>(free-take))&(1<<take-1)
		r.at, n = r.at+take, n-take
	}
	return v
}

// chimpGroup decodes a group. The description says how each value is stored, and has the numbers of zeros and the
// indices of earlier values.
func chimpGroup(values []uint64, in *bitReader, about *backwards, bits int) error {
	about.take(4) // the offset of the group's bits
	blocks := int(about.take(1)[0])
	if blocks > alpGroup/8 {
		return errDamaged
	}
	zeros := make([]uint64, 8*blocks)
	if err := unpack(zeros, about.take(3*blocks), 3); err != nil {
		return err
	}
	flags := about.take((len(values) + 2) / 4)
	flag := func(i int) byte { return flags[(i-1)/4] >> (6 - 2*((i-1)%4)) & 3 }
	trailing := 0
	for i := 1; i < len(values); i++ {
		if flag(i) == chimpTrailing {
			trailing++
		}
	}
	parts := about.take(2 * trailing)
	if about.at%2 == 1 {
		parts = append(about.take(1), parts[:max(len(parts)-1, 0)]...)
	}
	if about.err != nil {
		return about.err
	}
	return chimpValues(values, in, flag, zeros, parts, bits)
}

// chimpValues decodes the values of a group.
func chimpValues(values []uint64, in *bitReader, flag func(int) byte, zeros []uint64, parts []byte, bits int) error {
	var last [128]uint64
	leading := bits
	values[0] = in.read(bits)
	last[0] = values[0]
	for i := 1; i < len(values); i++ {
		before := values[i-1]
		switch flag(i) {
		case chimpSame:
			values[i] = last[in.read(7)]
		case chimpTrailing:
			part := int(binary.LittleEndian.Uint16(parts))
			parts = parts[2:]
			significant := part & (bits - 1)
			if significant == 0 {
				significant = 64
			}
			leading = chimpZeros[part>>6&7]
			behind := bits - significant - leading
			if behind < 0 {
				return errDamaged
			}
			values[i] = in.read(significant)<<behind ^ last[part>>9]
		case chimpLeading:
			values[i] = in.read(bits-leading) ^ before
		case chimpNew:
			if len(zeros) == 0 {
				return errDamaged
			}
			leading, zeros = chimpZeros[zeros[0]], zeros[1:]
			values[i] = in.read(bits-leading) ^ before
		}
		if in.err != nil {
			return in.err
		}
		last[i%128] = values[i]
	}
	return in.err
}
