package gpu

import "math"

// figures turns the accumulators of an aggregate, as they lie on the device, into its numbers, and those of more than
// 64 bits into a low and a high part. high is nil for all others.
func figures(op Op, slots int, raw []uint32) (out, high []uint64) {
	out = make([]uint64, slots)
	switch op {
	case Sum, Product:
		for i, v := range raw[:slots] {
			out[i] = uint64(raw[slots+i])<<32 | uint64(v)
		}
		if op == Product {
			high = make([]uint64, slots)
			for i, v := range raw[2*slots : 3*slots] {
				high[i] = uint64(v)
			}
		}
	case Min: // kept as the maximum of the complements
		for i, v := range raw[:slots] {
			out[i] = uint64(^v)
		}
	case First, Last: // row numbers from 1
		for i, v := range raw[:slots] {
			if op == First {
				v = ^v
			}
			out[i] = uint64(v - 1)
			if v == 0 || v == math.MaxUint32 {
				out[i] = math.MaxUint32
			}
		}
	default:
		for i, v := range raw[:slots] {
			out[i] = uint64(v)
		}
	}
	return out, high
}
