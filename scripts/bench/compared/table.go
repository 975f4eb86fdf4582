package compared

import (
	"math/bits"
	"runtime"
	"sync/atomic"

	"cardinal/engine/key"
)

// concurrentTable gives ids to keys for many workers at once: open addressing with linear probing in a table of fixed
// size. A worker claims a slot by compare-and-swap, writes the key, and then publishes the id (the ticket table of
// Xue and Marcus, "Global Hash Tables Strike Back!", 2025). A table that is two thirds full counts as full.
type concurrentTable struct {
	slots []tableSlot
	shift uint
	limit uint32 // the largest number of keys
	n     atomic.Uint32
	full  atomic.Bool
}

type tableSlot struct {
	key   uint64
	state atomic.Uint32 // 0 free, 1 claimed, else id+2
}

func newConcurrentTable(keys int) *concurrentTable {
	size := 1 << max(6, bits.Len(uint(keys+keys/2)))
	return &concurrentTable{slots: make([]tableSlot, size), shift: uint(64 - bits.TrailingZeros(uint(size))),
		limit: uint32(size / 3 * 2)}
}

// ids writes the ids of keys. It returns false if the table is full.
func (t *concurrentTable) ids(ids []uint32, keys []uint64) bool {
	for i, k := range keys {
		id, ok := t.id(k)
		if !ok {
			return false
		}
		ids[i] = id
	}
	return !t.full.Load()
}

func (t *concurrentTable) id(k uint64) (uint32, bool) {
	mask := len(t.slots) - 1
	for i := int(key.Hash(k) >> t.shift); ; i = (i + 1) & mask {
		s := &t.slots[i]
		state := s.state.Load()
		if state == 0 {
			if t.n.Load() >= t.limit {
				t.full.Store(true)
				return 0, false
			}
			if s.state.CompareAndSwap(0, 1) {
				id := t.n.Add(1) - 1
				s.key = k
				s.state.Store(id + 2)
				return id, true
			}
			state = s.state.Load()
		}
		for ; state == 1; state = s.state.Load() {
			runtime.Gosched()
		}
		if s.key == k {
			return state - 2, true
		}
	}
}

// keys lists the keys by id. No worker may use the table any more.
func (t *concurrentTable) keys() []uint64 {
	out := make([]uint64, t.n.Load())
	for i := range t.slots {
		if id := t.slots[i].state.Load(); id >= 2 {
			out[id-2] = t.slots[i].key
		}
	}
	return out
}
