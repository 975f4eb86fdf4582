package intern

import (
	"hash/maphash"
	"unsafe"
)

var seed = maphash.MakeSeed()

// Table numbers distinct texts in order of first appearance. The zero Table is empty. It is a hash table with open addressing. A slot
// is one word, with the upper half of the hash and the code, so that a text is seldom compared in vain. The texts lie together in
// blocks, not in an allocation each.
type Table struct {
	Values []string // by code

	bytes int      // of the texts
	slots []uint64 // 0: free; else hash>>32<<32 | code+1
	block []byte
}

const blockSize = 64 << 10

// Code returns the code of b, which is a new one where the table does not have b. It copies b.
func (t *Table) Code(b []byte) uint32 {
	if 4*len(t.Values) >= 3*len(t.slots) {
		t.grow()
	}
	h := maphash.Bytes(seed, b)
	mask := uint64(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		slot := t.slots[i]
		if slot == 0 {
			code := uint32(len(t.Values))
			t.slots[i] = h>>32<<32 | uint64(code+1)
			t.Values = append(t.Values, t.keep(b))
			t.bytes += len(b)
			return code
		}
		if (slot^h)>>32 == 0 {
			if code := uint32(slot) - 1; t.Values[code] == string(b) {
				return code
			}
		}
	}
}

// Bytes is about the memory in bytes that the table takes.
func (t *Table) Bytes() int { return t.bytes + 16*len(t.Values) + 8*len(t.slots) }

// Merge joins tables that were filled beside each other into the first one and returns its texts. Table i numbered the rows from
// starts[i] up to starts[i+1] of codes, whose codes become those of the joined table. Codes stay in order of first appearance.
// A code that no table gave, as rows without a text may have, stays as it is.
func Merge(tables []*Table, starts []int, codes []uint32) []string {
	if len(tables) == 0 {
		return nil
	}
	all := tables[0]
	for i, t := range tables[1:] {
		joined := make([]uint32, len(t.Values))
		for code, s := range t.Values {
			joined[code] = all.Code(unsafe.Slice(unsafe.StringData(s), len(s)))
		}
		rows := codes[starts[i+1]:starts[i+2]]
		for row, code := range rows {
			if int(code) < len(joined) {
				rows[row] = joined[code]
			}
		}
	}
	return all.Values
}

func (t *Table) grow() {
	slots := make([]uint64, max(64, 2*len(t.slots)))
	mask := uint64(len(slots) - 1)
	for code, s := range t.Values {
		h := maphash.String(seed, s)
		i := h & mask
		for slots[i] != 0 {
			i = (i + 1) & mask
		}
		slots[i] = h>>32<<32 | uint64(code+1)
	}
	t.slots = slots
}

// keep copies b into the current block.
func (t *Table) keep(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > cap(t.block)-len(t.block) {
		if len(b) > blockSize/8 {
			return string(b)
		}
		t.block = make([]byte, 0, blockSize)
	}
	at := len(t.block)
	t.block = append(t.block, b...)
	return unsafe.String(&t.block[at], len(b))
}
