package hash

import "math/bits"

// Table is a set of keys with open addressing and linear probing, at most two thirds full.
type Table struct {
	slots []uint64 // key+1; 0 marks an empty slot
	hash  func(uint64) uint64
	shift uint // shift of the hash, before the mask
}

// NewTable makes an empty table with room for n keys.
func NewTable(n int, f Function) *Table {
	size := 1 << max(4, bits.Len(uint(n+n/2)))
	t := &Table{slots: make([]uint64, size), hash: f.Hash}
	if f.High {
		t.shift = uint(64 - bits.TrailingZeros(uint(size)))
	}
	return t
}

// Put adds a key that is not in the table yet and returns the number of slots that it looked at. It gives up after
// `limit` slots and returns limit+1.
func (t *Table) Put(key uint64, limit int) int {
	mask := uint64(len(t.slots) - 1)
	at := t.hash(key) >> t.shift & mask
	for probes := 1; probes <= limit; probes++ {
		if t.slots[at] == 0 {
			t.slots[at] = key + 1
			return probes
		}
		at = (at + 1) & mask
	}
	return limit + 1
}

// Has reports whether the key is in the table.
func (t *Table) Has(key uint64) bool {
	mask := uint64(len(t.slots) - 1)
	for at := t.hash(key) >> t.shift & mask; t.slots[at] != 0; at = (at + 1) & mask {
		if t.slots[at] == key+1 {
			return true
		}
	}
	return false
}
