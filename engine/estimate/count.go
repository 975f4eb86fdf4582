package estimate

import (
	"math/bits"

	"cardinal/data"
	"cardinal/engine/key"
)

// keysOf gives each of the rows a number, the same for the same key: its slot, or where the key is too wide for slots
// a hash of 64 bits, which two of a million keys share once in ten million times.
func keysOf(k *key.Composite, rows []uint32) []uint64 {
	keys := make([]uint64, len(rows))
	if k.Wide {
		for i, row := range rows {
			keys[i] = k.Hash(int(row))
		}
		return keys
	}
	for i, c := range k.Cols {
		gather(keys, rows, c.Codes, k.Strides[i])
	}
	return keys
}

// gather adds a column's codes at the rows. Loads do not wait for one another, so that the misses overlap.
func gather(keys []uint64, rows []uint32, codes data.Codes, stride uint64) {
	switch {
	case codes.U8 != nil:
		gatherWidth(keys, rows, codes.U8, stride)
	case codes.U16 != nil:
		gatherWidth(keys, rows, codes.U16, stride)
	default:
		gatherWidth(keys, rows, codes.U32, stride)
	}
}

func gatherWidth[C uint8 | uint16 | uint32](keys []uint64, rows []uint32, codes []C, stride uint64) {
	keys = keys[:len(rows)]
	for i, row := range rows {
		keys[i] += uint64(codes[row]) * stride
	}
}

// Count is the true number of groups of key k among the selected rows (nil: all). It reads every row.
func Count(k *key.Composite, selected data.Bitmap) int {
	if p := newPass(k, selected, k.Rows, k.Rows); p.exact() {
		return p.run()
	}
	rows := everyRow(k.Rows, selected)
	f := count(k, rows, len(rows))
	return f.D
}

// count tallies how often each key of the sampled rows was seen; of is the number of rows sampled from.
func count(k *key.Composite, rows []uint32, of int) Frequencies {
	keys := keysOf(k, rows)
	if !k.Wide && k.Slots <= uint64(4*len(rows)) {
		counts := make([]uint32, k.Slots)
		for _, v := range keys {
			counts[v]++
		}
		return newFrequencies(len(rows), of, counts)
	}
	size := 1 << max(4, bits.Len(uint(len(keys)+len(keys)/2)))
	table, counts := make([]uint64, size), make([]uint32, size)
	shift, mask := 64-bits.TrailingZeros(uint(size)), size-1
	for _, v := range keys {
		at := int(mix(v) >> shift)
		for counts[at] != 0 && table[at] != v {
			at = (at + 1) & mask
		}
		table[at] = v
		counts[at]++
	}
	return newFrequencies(len(rows), of, counts)
}

// mix is Murmur3's finaliser up to its last shift, which only the low bits would need.
func mix(v uint64) uint64 {
	v ^= v >> 33
	v *= 0xff51afd7ed558ccd
	v ^= v >> 33
	return v * 0xc4ceb9fe1a85ec53
}
