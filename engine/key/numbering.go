package key

import "math/bits"

// Numbering gives ids to the keys of one list after the other. Its slots hold ids alone; keys are compared where Number gathers
// them, at the start of the list.
type Numbering struct {
	slots []uint32 // id+1; 0 is free
}

// Number replaces keys by the distinct ones among them, in order of first appearance, writes each row's id, and
// returns how many there are. The highest bits of the keys' hashes, skip of them, are alike.
func (t *Numbering) Number(keys []uint64, ids []uint32, skip int) int {
	size := 1 << max(4, bits.Len(uint(len(keys)+len(keys)/2)))
	if len(t.slots) < size {
		t.slots = make([]uint32, size)
	}
	slots := t.slots[:size]
	clear(slots)
	shift, mask := uint(64-bits.TrailingZeros(uint(size))), size-1
	n := 0
next:
	for r, key := range keys {
		for i := int(Mix(key) << uint(skip) >> shift); ; i = (i + 1) & mask {
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
