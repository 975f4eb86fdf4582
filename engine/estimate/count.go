package estimate

import (
	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/memory"
)

// codesAt reads the codes of the rows, column by column. The loads of one column do not depend on each other, so that cache misses
// overlap.
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

// keysOf gives each of n rows a number that identifies its key: the slot, or the packed key where the slots do not fit 32 bits. For a
// wide key it is a hash of 64 bits, which any two of a million keys share with a probability of 1 in 10 million.
func keysOf(k *key.Composite, codes [][]uint32, n int) []uint64 {
	keys, weights := memory.Make[uint64](n), k.Weights
	if slotted(k) {
		weights = k.Strides
	}
	for c, column := range codes {
		column = column[:len(keys)]
		if k.Wide {
			for i, code := range column {
				h := key.Mix(keys[i] ^ uint64(code) + 1)
				keys[i] = h ^ h>>32
			}
			continue
		}
		for i, code := range column {
			keys[i] += uint64(code) * weights[c]
		}
	}
	return keys
}

// slotted reports whether the slots of a key fit 32 bits.
func slotted(k *key.Composite) bool { return k.Slots <= 1<<32 }

// Count is the exact number of groups of key k among the selected rows (nil: all rows). It reads every row.
func Count(k *key.Composite, selected data.Bitmap) int {
	if p := newPass(k, selected, k.Rows, k.Rows); p.exact() {
		return p.run()
	}
	rows := everyRow(k.Rows, selected)
	f := count(k, rows, len(rows))
	return f.D
}

// count is the frequencies of the keys of some rows, which were drawn from the given number of rows.
func count(k *key.Composite, rows []uint32, of int) Frequencies {
	return newFrequencies(len(rows), of, counts(k, keysOf(k, codesAt(k, rows), len(rows))))
}

// counts lists how often each key occurs, in no order. Zeros among the counts belong to no key. The keys are overwritten.
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
