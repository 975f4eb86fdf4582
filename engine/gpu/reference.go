package gpu

import "math"

// reference answers a request row by row in plain Go. It is what the self-test and the tests hold the kernels to,
// so it is written to be read, not to be fast.
func reference(r Request) [][]uint64 {
	codes := make([][]uint32, len(r.Keys))
	for k := range r.Keys {
		codes[k] = r.Keys[k].Codes.Load()
	}
	out := make([][]uint64, len(r.Aggregates))
	for i, a := range r.Aggregates {
		out[i] = make([]uint64, r.Slots)
		if a.Op == Min {
			for s := range out[i] {
				out[i][s] = math.MaxUint32
			}
		}
		var values []uint32
		if a.Op != Count {
			values = a.Values.Load()
		}
		for row := range r.Rows {
			if !has(r.Select, row) || !has(a.Valid, row) {
				continue
			}
			slot := uint32(0)
			for k, key := range r.Keys {
				slot += codes[k][row] * key.Stride
			}
			switch a.Op {
			case Count:
				out[i][slot]++
			case Sum:
				out[i][slot] += uint64(values[row])
			case Min:
				out[i][slot] = min(out[i][slot], uint64(values[row]))
			case Max:
				out[i][slot] = max(out[i][slot], uint64(values[row]))
			}
		}
	}
	return out
}

func has(b *Bits, row int) bool {
	return b == nil || b.Load()[row/64]>>(row%64)&1 == 1
}
