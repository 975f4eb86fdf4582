package compared

import (
	"sync"

	"cardinal/engine/aggregate"
	"cardinal/engine/key"
)

// groupHybrid puts a small private table in front of the shared one. If both entries of a key's bucket have other keys,
// the older one is evicted, and its state is added to the shared group. This is the hybrid of Cieslewicz and Ross (VLDB
// 2007), with buckets of two entries instead of three. States are added under a lock, a batch at a time.
func groupHybrid(g *grouping) ([]uint64, []aggregate.Accumulator, error) {
	var lock sync.Mutex
	return groupOnSharedTable(g, func(t *sharedTable, w int) (func(*batch), func()) {
		h := &front{table: t, worker: w, lock: &lock, accs: atomics(g.Plan.New())}
		for _, a := range h.accs {
			a.Grow(2 * buckets)
		}
		return h.take, h.finish
	})
}

const (
	bucketBits = 10
	buckets    = 1 << bucketBits
)

// front is one worker's private table. Entry e belongs to bucket e/2.
type front struct {
	table  *sharedTable
	worker int
	lock   *sync.Mutex

	accs    []aggregate.Columnar
	keys    [2 * buckets]uint64
	ids     [2 * buckets]uint32 // id in the shared table, +1; 0 is free
	stamp   [2 * buckets]uint32 // the round that last used the entry
	older   [buckets]uint8      // which of the two is evicted next
	round   uint32              // of keys that get entries together
	evicted []uint32            // entries to push, and their shared groups
	targets []uint32

	local  [batchRows]uint32
	global [batchRows]uint32
}

func (h *front) take(b *batch) {
	keys := b.packed()
	lo, rows := b.lo, b.rows
	for from := 0; from < len(keys); {
		h.round++
		n := h.group(keys[from:])
		if n == 0 { // the shared table is full
			return
		}
		b.lo, b.n = lo+from, n
		if rows != nil {
			b.rows = rows[from : from+n]
		}
		h.push()
		h.update(b.values(h.local[:n]), n)
		from += n
	}
}

// group finds entries for keys, and returns the number of keys that got one. It stops at a key if the entry to evict
// has a key of the same round. It returns 0 if the shared table is full.
func (h *front) group(keys []uint64) int {
	for i, k := range keys {
		e := int(key.Hash(k)>>(64-bucketBits)) * 2
		switch {
		case h.ids[e] != 0 && h.keys[e] == k:
		case h.ids[e+1] != 0 && h.keys[e+1] == k:
			e++
		default:
			b := e / 2
			e += int(h.older[b])
			if h.ids[e] != 0 && h.stamp[e] == h.round {
				return i
			}
			id, ok := h.table.id(k)
			if !ok {
				return 0
			}
			if h.ids[e] != 0 {
				h.evicted, h.targets = append(h.evicted, uint32(e)), append(h.targets, h.ids[e]-1)
			}
			h.keys[e], h.ids[e] = k, id+1
			h.older[b] ^= 1
		}
		h.stamp[e] = h.round
		h.local[i], h.global[i] = uint32(e), h.ids[e]-1
	}
	return len(keys)
}

// push adds the evicted states to the shared groups.
func (h *front) push() {
	if len(h.evicted) == 0 {
		return
	}
	h.lock.Lock()
	for i, a := range h.accs {
		h.table.atomic[i].Merge(a, h.evicted, h.targets)
	}
	h.lock.Unlock()
	for _, a := range h.accs {
		a.Clear(h.evicted)
	}
	h.evicted, h.targets = h.evicted[:0], h.targets[:0]
}

func (h *front) update(b *aggregate.Batch, n int) {
	for _, a := range h.accs {
		a.Update(b)
	}
	b.Groups = h.global[:n]
	h.table.updateOwn(h.worker, b)
}

func (h *front) finish() {
	for e, id := range h.ids {
		if id != 0 {
			h.evicted, h.targets = append(h.evicted, uint32(e)), append(h.targets, id-1)
		}
	}
	h.push()
}
