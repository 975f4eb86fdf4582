package inflate

import "encoding/binary"

// windowPlace is the symbol of the first byte of the unknown window. Symbols less than 256 are bytes.
const windowPlace = 256

// decodePlaces decodes symbols of a block like decodeFast, but writes symbols of 16 bits: bytes, or positions in the
// unknown window. It stops at the end of a block, or if too little of the input or the output is left.
func (s *stream) decodePlaces(out []uint16, o int) (int, error) {
	in, pos := s.in, s.pos
	bits, n := s.bits, uint64(s.n)
	inEnd, outEnd := len(in)-inputSlack, len(out)-outputSlack
	valid := true
	for pos < inEnd && o < outEnd {
		bits |= binary.LittleEndian.Uint64(in[pos:]) << (n & 63)
		pos += 7 - int(n>>3&7)
		n |= 56

		e := s.lengths[bits&(1<<lengthRoot-1)]
		if e&literal != 0 {
			bits >>= e & bitsMask
			n -= uint64(e)
			to := out[o : o+2]
			to[0], to[1] = uint16(e>>payload&0xFF), uint16(e>>(payload+8))
			o += int(e >> literals & 3)
			e = s.lengths[bits&(1<<lengthRoot-1)]
			if e&literal != 0 {
				bits >>= e & bitsMask
				n -= uint64(e)
				to := out[o : o+2]
				to[0], to[1] = uint16(e>>payload&0xFF), uint16(e>>(payload+8))
				o += int(e >> literals & 3)
				continue
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
				out[o] = uint16(e >> payload)
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

		end := o + length
		for ; o < distance && o < end; o++ {
			out[o] = uint16(windowPlace + windowSize - distance + o)
		}
		for from := o - distance; o < end; o, from = o+4, from+4 {
			src, to := out[from:from+4], out[o:o+4] // one by one, because they may overlap
			to[0] = src[0]
			to[1] = src[1]
			to[2] = src[2]
			to[3] = src[3]
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
