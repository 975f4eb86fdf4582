package key

// RowTable gives dense ids to keys of any width: a group is represented by the first row that has its key, and
// keys are compared by reading the columns (SEEDS D3, on the CPU).
type RowTable struct {
	key   *Composite
	slots []rowSlot
	rows  []uint32 // by id
	mask  uint64
}

type rowSlot struct {
	tag uint32 // high bits of the hash, looked at before the columns are
	id  uint32 // id+1; 0 marks an empty slot
}

// NewRowTable makes a table over the rows of k.
func NewRowTable(k *Composite) *RowTable {
	return &RowTable{key: k, slots: make([]rowSlot, 1024), mask: 1023}
}

// ID returns the id of the key of row i, a new one where it was not seen before.
func (t *RowTable) ID(i uint32) uint32 {
	if len(t.rows)*3 >= len(t.slots)*2 {
		t.grow()
	}
	h := t.key.Hash(int(i))
	tag := uint32(h >> 32)
	for at := h & t.mask; ; at = (at + 1) & t.mask {
		s := &t.slots[at]
		if s.id == 0 {
			t.rows = append(t.rows, i)
			*s = rowSlot{tag, uint32(len(t.rows))}
			return s.id - 1
		}
		if s.tag == tag && t.key.Equal(int(t.rows[s.id-1]), int(i)) {
			return s.id - 1
		}
	}
}

func (t *RowTable) grow() {
	t.slots = make([]rowSlot, 2*len(t.slots))
	t.mask = uint64(len(t.slots) - 1)
	for id, row := range t.rows {
		h := t.key.Hash(int(row))
		at := h & t.mask
		for t.slots[at].id != 0 {
			at = (at + 1) & t.mask
		}
		t.slots[at] = rowSlot{uint32(h >> 32), uint32(id + 1)}
	}
}

// Rows are the representative rows by id. The caller must not change them.
func (t *RowTable) Rows() []uint32 { return t.rows }

// Bytes is the memory of the table.
func (t *RowTable) Bytes() int64 { return int64(8*len(t.slots) + 4*cap(t.rows)) }
