package inflate

import "encoding/binary"

const (
	// inputSlack is more than the bytes that one iteration of the fast loop reads: three loads of eight bytes, each at
	// most seven bytes after the previous one.
	inputSlack = 32
	// outputSlack is more than one iteration writes: eight literals and a match, in whole words.
	outputSlack = maxMatch + 48
)

// windowPlace is the symbol of the first byte of an unknown window. Symbols less than 256 are bytes.
const windowPlace = 256

// decodeFast decodes symbols without checks for the ends of the input and the output, as long as the rest of both is
// long enough. It writes bytes, or symbols of 16 bits if the window before the output is unknown: bytes, or positions
// in the window. It stops at the end of a block.
func decodeFast[T byte | uint16](s *stream, out []T, o int) (int, error) {
	in, pos := s.in, s.pos
	bits, n := s.bits, uint64(s.n)
	inEnd, outEnd := len(in)-inputSlack, len(out)-outputSlack
	valid := true
loop:
	for pos < inEnd && o < outEnd {
		bits |= binary.LittleEndian.Uint64(in[pos:]) << (n & 63)
		pos += 7 - int(n>>3&7)
		n |= 56

		e := s.lengths[bits&(1<<lengthRoot-1)]
		if e&literal != 0 {
			bits >>= e & bitsMask
			n -= uint64(e)
			putLiterals(out[o:], e)
			o += int(e >> literals & 3)
			e = s.lengths[bits&(1<<lengthRoot-1)]
			if e&literal != 0 {
				bits >>= e & bitsMask
				n -= uint64(e)
				putLiterals(out[o:], e)
				o += int(e >> literals & 3)
				e = s.lengths[bits&(1<<lengthRoot-1)]
				if e&literal != 0 {
					bits >>= e & bitsMask
					n -= uint64(e)
					putLiterals(out[o:], e)
					o += int(e >> literals & 3)
					continue
				}
			}
			bits |= binary.LittleEndian.Uint64(in[pos:]) << (n & 63)
			pos += 7 - int(n>>3&7)
			n |= 56
		}
		if e&exceptional != 0 {
			if e&subtable != 0 {
				e = s.longLength(e, bits)
			}
			if e&literal != 0 {
				bits >>= e & bitsMask
				n -= uint64(e)
				out[o] = T(e >> payload)
				o++
				continue
			}
			if e&exceptional != 0 {
				if e&endOfBlock == 0 {
					valid = false
					break
				}
				bits >>= e & bitsMask
				n -= uint64(e)
				s.step = header
				break
			}
		}
		length := lengthOf(e, bits)
		bits >>= e & bitsMask
		n -= uint64(e)

		d := s.distances[bits&(1<<distanceRoot-1)]
		if d&exceptional != 0 {
			if d&subtable != 0 {
				d = s.longDistance(d, bits)
			}
			if d&exceptional != 0 {
				valid = false
				break
			}
		}
		distance := distanceOf(d, bits)
		bits >>= d & bitsMask
		n -= d

		from := o - distance
		if from < 0 {
			if o, valid = matchWindow(s, out, o, length, distance); !valid {
				break
			}
			continue
		}
		end := o + length
		for distance < 8 {
			*(*[8]T)(out[o:]) = *(*[8]T)(out[from:])
			if o += distance; o >= end {
				o = end
				continue loop
			}
			distance *= 2
		}
		for o < end {
			*(*[8]T)(out[o:]) = *(*[8]T)(out[from:])
			o += 8
			from += 8
		}
		o = end
	}
	s.pos = pos
	s.n = uint(n & 63)
	s.bits = bits & (1<<s.n - 1)
	if !valid {
		return o, s.corruptError()
	}
	return o, nil
}

// matchWindow copies a match that begins before the output. It returns false if the match begins before the window.
func matchWindow[T byte | uint16](s *stream, out []T, o, length, distance int) (int, bool) {
	if out, known := any(out).([]byte); known {
		if distance > o+s.known {
			return o, false
		}
		return s.match(out, o, length, distance), true
	}
	for end := o + length; o < end; o++ {
		if o < distance {
			out[o] = T(windowPlace + windowSize - distance + o)
		} else {
			out[o] = out[o-distance]
		}
	}
	return o, true
}

// putLiterals writes the two literals of an entry. If the entry has only one, the second is overwritten later.
func putLiterals[T byte | uint16](out []T, e uint32) {
	_ = out[1]
	out[0], out[1] = T(e>>payload&0xFF), T(e>>(payload+8))
}

// Each of these functions is one expression, so that the compiler inlines it.

// longLength returns an entry of a subtable. e is the entry of the table of lengths that refers to the subtable.
func (s *stream) longLength(e uint32, bits uint64) uint32 {
	return s.lengths[(uint64(e>>payload)+bits>>lengthRoot&(1<<(maxBits-lengthRoot)-1))&(lengthSize-1)]
}

// longDistance returns an entry of a subtable. d is the entry of the table of distances that refers to the subtable.
func (s *stream) longDistance(d, bits uint64) uint64 {
	return s.distances[(d>>payload+bits>>distanceRoot&(1<<(maxBits-distanceRoot)-1))&(distanceSize-1)]
}

// lengthOf returns the length of a match in bytes. bits begin with the code word of the entry.
func lengthOf(e uint32, bits uint64) int {
	return int(e>>payload&baseMask) + int(bits>>(e>>wordAt&wordMask)&uint64(e>>extraAt))
}

// distanceOf returns the distance of a match in bytes. bits begin with the code word of the entry.
func distanceOf(d, bits uint64) int {
	return int(d>>payload&0xFFFF) + int(bits>>(d>>wordAt&wordMask)&(d>>32))
}
