package aggregate

import (
	"math"
	"sync/atomic"
)

// Edge keeps the number of the first or the last row whose value is not null: the least or greatest of its rows, so
// that threads and order of work do not matter.
type Edge struct {
	Row   []uint32 // 2^32-1 for none; a last row is kept as its complement
	Last  bool
	rows  int       // input of the row numbers
	value *nullable // nil: no value is null
}

// NoRow is the state of a group without a row.
const NoRow = math.MaxUint32

var _ Atomic = (*Edge)(nil)

func (a *Edge) Grow(n int) {
	old := len(a.Row)
	a.Row = grow(a.Row, n)
	for i := old; i < len(a.Row); i++ {
		a.Row[i] = NoRow
	}
}

func (a *Edge) Bytes() int64 { return 4 * int64(cap(a.Row)) }

func (a *Edge) Keep(groups []uint32) { a.Row = keep(a.Row, groups) }

func (a *Edge) Part(lo, hi int) Columnar {
	part := *a
	part.Row = a.Row[lo:hi]
	return &part
}

func (a *Edge) Clear(groups []uint32) {
	for _, g := range groups {
		a.Row[g] = NoRow
	}
}

// key is what the state is the least of.
func (a *Edge) key(b *Batch, i int) uint32 {
	switch row := b.In[a.rows].U32[i]; {
	case a.value != nil && !a.value.has(&b.In[a.value.input], i):
		return NoRow
	case a.Last:
		return ^row - 1
	default:
		return row
	}
}

// At is the row of group g, which has one.
func (a *Edge) At(g int) int {
	if a.Last {
		return int(^(a.Row[g] + 1))
	}
	return int(a.Row[g])
}

// Set puts down the row of a group that was found elsewhere.
func (a *Edge) Set(g int, row uint32) {
	if a.Last {
		row = ^row - 1
	}
	a.Row[g] = row
}

func (a *Edge) Update(b *Batch) {
	for i, g := range b.Groups {
		a.Row[g] = min(a.Row[g], a.key(b, i))
	}
}

func (a *Edge) UpdateAtomic(b *Batch) {
	for i, g := range b.Groups {
		for new := a.key(b, i); ; {
			old := atomic.LoadUint32(&a.Row[g])
			if new >= old || atomic.CompareAndSwapUint32(&a.Row[g], old, new) {
				break
			}
		}
	}
}

func (a *Edge) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.Row, from.(*Edge).Row, groups, to, func(into *uint32, row uint32) { *into = min(*into, row) })
}
