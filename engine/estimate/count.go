package estimate

import (
	"cardinal/data"
	"cardinal/engine/key"
)

// codesAt reads the codes of the rows, column by column. Loads do not wait for one another, so that the misses overlap.
func codesAt(k *key.Composite, rows []uint32) [][]uint32 {
	out := make([][]uint32, len(k.Cols))
	for i, c := range k.Cols {
		out[i] = make([]uint32, len(rows))
		switch {
		case c.Codes.U8 != nil:
			gather(out[i], rows, c.Codes.U8)
		case c.Codes.U16 != nil:
			gather(out[i], rows, c.Codes.U16)
		default:
			gather(out[i], rows, c.Codes.U32)
		}
	}
	return out
}

func gather[C uint8 | uint16 | uint32](dst, rows []uint32, codes []C) {
	dst = dst[:len(rows)]
	for i, row := range rows {
		dst[i] = uint32(codes[row])
	}
}

// keysOf gives each of n rows a number by its codes, the same for the same key: its slot, its packed key where slots do
// not fit 32 bits, or where the key is too wide for that a hash of 64 bits, which two of a million keys share once in
// ten million times.
func keysOf(k *key.Composite, codes [][]uint32, n int) []uint64 {
	keys := make([]uint64, n)
	for c, column := range codes {
		column = column[:len(keys)]
		switch stride, shift := k.Strides[c], k.Shifts[c]&63; {
		case k.Wide:
			for i, code := range column {
				h := key.Mix(keys[i] ^ uint64(code) + 1)
				keys[i] = h ^ h>>32
			}
		case slotted(k):
			for i, code := range column {
				keys[i] += uint64(code) * stride
			}
		default:
			for i, code := range column {
				keys[i] |= uint64(code) << shift
			}
		}
	}
	return keys
}

// slotted reports whether a key's slots are numbers of 32 bits.
func slotted(k *key.Composite) bool { return k.Slots <= 1<<32 }

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
	return frequencies(k, keysOf(k, codesAt(k, rows), len(rows)), of)
}

// frequencies counts how often each key occurs. The keys are lost.
func frequencies(k *key.Composite, keys []uint64, of int) Frequencies {
	return newFrequencies(len(keys), of, counts(k, keys))
}

// counts lists how often each key occurs, in no order and among zeros. The keys are lost.
func counts(k *key.Composite, keys []uint64) []uint32 {
	if slotted(k) && k.Slots <= uint64(4*len(keys)) {
		counts := make([]uint32, k.Slots)
		for _, v := range keys {
			counts[v]++
		}
		return counts
	}
	ids := make([]uint32, len(keys))
	var numbers key.DictEncoder
	counts := make([]uint32, numbers.Encode(keys, ids, 0))
	for _, id := range ids {
		counts[id]++
	}
	return counts
}
