package key

import "math/bits"

// Table gives dense ids to 64-bit keys in order of first appearance: open addressing with linear probing, at most
// two thirds full. Keys are compared, never trusted to their hash.
type Table struct {
	slots []slot
	keys  []uint64
	shift uint
}

type slot struct {
	key uint64
	id  uint32 // id+1; 0 marks an empty slot
}

// NewTable makes room for about n keys.
func NewTable(n int) *Table {
	size := 1 << max(4, bits.Len(uint(n+n/2)))
	return &Table{slots: make([]slot, size), shift: uint(64 - bits.TrailingZeros(uint(size)))}
}

// hash spreads compact key domains over the high bits: Murmur3's finaliser (SEEDS E5) up to its last shift, which
// only the low bits would need.
func hash(k uint64) uint64 {
	k ^= k >> 33
	k *= 0xff51afd7ed558ccd
	k ^= k >> 33
	return k * 0xc4ceb9fe1a85ec53
}

// ID returns the id of key, a new one where it was not seen before.
func (t *Table) ID(key uint64) uint32 {
	mask := len(t.slots) - 1
	for i := int(hash(key) >> t.shift); ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.id == 0 {
			if len(t.keys)*3 >= len(t.slots)*2 {
				t.grow()
				return t.ID(key)
			}
			t.keys = append(t.keys, key)
			*s = slot{key, uint32(len(t.keys))}
			return s.id - 1
		}
		if s.key == key {
			return s.id - 1
		}
	}
}

// Find returns the id of key, and false where it was never given one.
func (t *Table) Find(key uint64) (uint32, bool) {
	mask := len(t.slots) - 1
	for i := int(hash(key) >> t.shift); t.slots[i].id != 0; i = (i + 1) & mask {
		if t.slots[i].key == key {
			return t.slots[i].id - 1, true
		}
	}
	return 0, false
}

func (t *Table) grow() {
	t.slots = make([]slot, 2*len(t.slots))
	t.shift--
	mask := len(t.slots) - 1
	for id, key := range t.keys {
		i := int(hash(key) >> t.shift)
		for t.slots[i].id != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slot{key, uint32(id + 1)}
	}
}

// Keys are the keys by id. The caller must not change them.
func (t *Table) Keys() []uint64 { return t.keys }

// Len is the number of keys.
func (t *Table) Len() int { return len(t.keys) }

// Bytes is the memory of the table.
func (t *Table) Bytes() int64 { return int64(16*len(t.slots) + 8*cap(t.keys)) }
