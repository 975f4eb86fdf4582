package aggregate

import (
	"math"
	"sync/atomic"
)

// FirstLast keeps the number of the first or the last row whose value is not null: the least or greatest of its rows, so
// that threads and order of work do not matter.
type FirstLast struct {
	Row   []uint32 // 2^32-1 for none; a last row is kept as its complement
	Last  bool
	Rows  int       // input of the row numbers
	Value *Nullable // nil: no value is null
}

// NoRow is the state of a group without a row.
const NoRow = math.MaxUint32

var _ Atomic = (*FirstLast)(nil)

func (a *FirstLast) Grow(n int) {
	old := len(a.Row)
	a.Row = Grow(a.Row, n)
	for i := old; i < len(a.Row); i++ {
		a.Row[i] = NoRow
	}
}

func (a *FirstLast) Bytes() int64 { return 4 * int64(cap(a.Row)) }

func (a *FirstLast) Keep(groups []uint32) { a.Row = keep(a.Row, groups) }

func (a *FirstLast) Part(lo, hi int) Columnar {
	part := *a
	part.Row = a.Row[lo:hi]
	return &part
}

func (a *FirstLast) Clear(groups []uint32) {
	for _, g := range groups {
		a.Row[g] = NoRow
	}
}

// key is what the state is the least of.
func (a *FirstLast) key(b *Batch, i int) uint32 {
	switch row := b.In[a.Rows].U32[i]; {
	case a.Value != nil && !a.Value.has(&b.In[a.Value.Input], i):
		return NoRow
	case a.Last:
		return ^row - 1
	default:
		return row
	}
}

// At is the row of group g, which has one.
func (a *FirstLast) At(g int) int {
	if a.Last {
		return int(^(a.Row[g] + 1))
	}
	return int(a.Row[g])
}

// Set puts down the row of a group that was found elsewhere.
func (a *FirstLast) Set(g int, row uint32) {
	if a.Last {
		row = ^row - 1
	}
	a.Row[g] = row
}

func (a *FirstLast) Update(b *Batch) {
	for i, g := range b.Groups {
		a.Row[g] = min(a.Row[g], a.key(b, i))
	}
}

func (a *FirstLast) UpdateAtomic(b *Batch) {
	for i, g := range b.Groups {
		for new := a.key(b, i); ; {
			old := atomic.LoadUint32(&a.Row[g])
			if new >= old || atomic.CompareAndSwapUint32(&a.Row[g], old, new) {
				break
			}
		}
	}
}

func (a *FirstLast) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.Row, from.(*FirstLast).Row, groups, to, func(into *uint32, row uint32) { *into = min(*into, row) })
}
