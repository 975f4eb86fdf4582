package key

import (
	"math/bits"

	"cardinal/internal/memory"
)

// DictEncoder encodes lists of keys as dictionaries, one list after the other. It keeps its memory between lists.
//
// Its slots hold only ids. Keys are compared in the dictionary that Encode gathers at the start of the list. With 4,096
// to 65,536 keys, Encode takes 7 to 15 ns a key, and a new HashTable takes 33 to 36 ns.
type DictEncoder struct {
	slots []uint32 // id+1; 0 is free
}

// Encode overwrites the start of keys with their distinct values, in the order in which they first appear. It writes
// the index of each key among these values to `ids`, and returns the number of values. The `skip` highest bits of
// all hashes must be equal.
func (t *DictEncoder) Encode(keys []uint64, ids []uint32, skip int) int {
	size := 1 << max(4, bits.Len(uint(len(keys)+len(keys)/2)))
	if len(t.slots) < size {
		t.slots = memory.Make[uint32](size)
	}
	slots := t.slots[:size]
	clear(slots)
	shift, mask, seed := uint(64-bits.TrailingZeros(uint(size))), size-1, seed
	n := 0
next:
	for r, key := range keys {
		for i := int(Mix(key^seed) << uint(skip) >> shift); ; i = (i + 1) & mask {
			id := slots[i&mask]
			if id == 0 {
				keys[n] = key
				ids[r] = uint32(n)
				n++
				slots[i&mask] = uint32(n)
				continue next
			}
			if keys[id-1] == key {
				ids[r] = id - 1
				continue next
			}
		}
	}
	return n
}
