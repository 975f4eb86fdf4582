package aggregate

import "cardinal/internal/memory"

// maskedCodes returns the codes of x. In rows in which the code of z is 0, it returns 0, the code of null. It returns
// false if x or z has no codes.
func (b *Batch) maskedCodes(x, z *Vector) ([]uint32, bool) {
	n := len(b.Groups)
	if cap(b.room) < n {
		b.room = memory.Make[uint32](n)
	}
	out := b.room[:n]
	return out, MaskCodes(out, x, z)
}

// MaskCodes writes the codes of x to out. In rows in which the code of z is 0, it writes 0, the code of null. It
// returns false if x or z has no codes.
func MaskCodes(out []uint32, x, z *Vector) bool {
	switch {
	case x.U8 != nil:
		return maskBy(out, x.U8, z)
	case x.U16 != nil:
		return maskBy(out, x.U16, z)
	case x.U32 != nil:
		return maskBy(out, x.U32, z)
	}
	return false
}

func maskBy[X uint8 | uint16 | uint32](out []uint32, x []X, z *Vector) bool {
	switch {
	case z.U8 != nil:
		mask(out, x, z.U8)
	case z.U16 != nil:
		mask(out, x, z.U16)
	case z.U32 != nil:
		mask(out, x, z.U32)
	default:
		return false
	}
	return true
}

func mask[X, Z uint8 | uint16 | uint32](out []uint32, x []X, z []Z) {
	x, z = x[:len(out)], z[:len(out)]
	for i := range out {
		v := uint32(x[i])
		if z[i] == 0 {
			v = 0
		}
		out[i] = v
	}
}
