package cpu

import (
	"math/bits"
	"runtime"
	"sync/atomic"

	"cardinal/engine/key"
)

// tickets gives ids to keys for many workers at once: open addressing with linear probing in a table of fixed size. A
// slot is claimed by compare-and-swap, its key is written, and then its id is published (the ticket table of Xue and
// Marcus, "Global Hash Tables Strike Back!", 2025). When it is two thirds full it gives up, and its maker starts over
// with one of twice the size.
type tickets struct {
	slots []ticket
	shift uint
	limit uint32
	n     atomic.Uint32
	full  atomic.Bool
}

type ticket struct {
	key   uint64
	state atomic.Uint32 // 0 free, 1 claimed, else id+2
}

func newTickets(keys int) *tickets {
	size := 1 << max(6, bits.Len(uint(keys+keys/2)))
	return &tickets{slots: make([]ticket, size), shift: uint(64 - bits.TrailingZeros(uint(size))), limit: uint32(size / 3 * 2)}
}

func (t *tickets) bytes() int64 { return 16 * int64(len(t.slots)) }

// ids writes the ids of keys, and reports false when the table is full.
func (t *tickets) ids(ids []uint32, keys []uint64) bool {
	for i, k := range keys {
		id, ok := t.id(k)
		if !ok {
			return false
		}
		ids[i] = id
	}
	return !t.full.Load()
}

func (t *tickets) id(k uint64) (uint32, bool) {
	mask := len(t.slots) - 1
	for i := int(key.Mix(k) >> t.shift); ; i = (i + 1) & mask {
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

// keys lists the keys by id, once no worker asks any more.
func (t *tickets) keys() []uint64 {
	out := make([]uint64, t.n.Load())
	for i := range t.slots {
		if id := t.slots[i].state.Load(); id >= 2 {
			out[id-2] = t.slots[i].key
		}
	}
	return out
}
