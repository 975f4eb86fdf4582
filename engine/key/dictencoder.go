package key

import (
	"math/bits"

	"cardinal/internal/memory"
)

// DictEncoder encodes one list of keys after the other as dictionaries. It keeps its memory between lists. Its
// slots hold ids alone: keys are compared in the dictionary that Encode gathers at the start of the list. 4,096
// to 65,536 keys take 7 to 15 ns a key, and 33 to 36 ns in a new HashTable.
type DictEncoder struct {
	slots []uint32 // id+1; 0 is free
}

// Encode overwrites the start of keys with their distinct values in order of first appearance, writes each
// key's index among them to ids, and returns how many there are. skip is the number of highest hash bits in
// which all the keys agree.
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
