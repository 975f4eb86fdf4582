package gpu

import (
	"math"
	"math/bits"
)

// reference answers a request row by row in plain Go. It is what the self-test and the tests hold the kernels to,
// so it is written to be read, not to be fast.
func reference(r Request) (values, high [][]uint64) {
	codes := make([][]uint32, len(r.Keys))
	for k := range r.Keys {
		codes[k] = r.Keys[k].Codes.values()
	}
	values, high = make([][]uint64, len(r.Aggregates)), make([][]uint64, len(r.Aggregates))
	for i, a := range r.Aggregates {
		out, top := make([]uint64, r.Slots), make([]uint64, r.Slots)
		if a.Op == Min || a.Op == First || a.Op == Last {
			for s := range out {
				out[s] = math.MaxUint32
			}
		}
		var xs, ys []uint32
		if a.Op.reads() {
			xs, ys = a.Values.values(), a.Values.values()
		}
		if a.Op == Product {
			high[i] = top
			if a.With != nil {
				ys = a.With.values()
			}
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
				out[slot]++
			case Sum:
				out[slot] += uint64(xs[row])
			case Min:
				out[slot] = min(out[slot], uint64(xs[row]))
			case Max:
				out[slot] = max(out[slot], uint64(xs[row]))
			case Product:
				var carry uint64
				out[slot], carry = bits.Add64(out[slot], uint64(xs[row])*uint64(ys[row]), 0)
				top[slot] += carry
			case First:
				out[slot] = min(out[slot], uint64(row))
			case Last:
				out[slot] = uint64(row)
			}
		}
		values[i] = out
	}
	return values, high
}

func has(b *Bits, row int) bool {
	return b == nil || b.Load()[row/64]>>(row%64)&1 == 1
}

// values are the codes of a column one by one, whatever their width.
func (c Column) values() []uint32 {
	raw := c.load()
	out := make([]uint32, len(raw)/c.Bytes)
	for row := range out {
		out[row] = c.code(raw, row)
	}
	return out
}
