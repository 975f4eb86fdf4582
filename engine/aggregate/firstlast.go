package aggregate

import "math"

// FirstLast keeps the number of the first or the last row whose value is not null: the least or greatest of its
// rows, so that threads and order of work do not matter. S is noRow for none; a last row is kept as its
// complement.
type FirstLast struct {
	extremes[uint32]
	Last  bool
	Rows  int       // input of the row numbers
	Value *Nullable // nil: no value is null
}

// noRow is the state of a group without a row.
const noRow = math.MaxUint32

// NewFirstLast keeps rows, whose numbers are an input, in which value is not null.
func NewFirstLast(last bool, rows int, value *Nullable) *FirstLast {
	return &FirstLast{newExtremes[uint32](false, 0, noRow), last, rows, value}
}

var _ Atomic = (*FirstLast)(nil)

// Slice is groups lo to hi of the same state.
func (a *FirstLast) Slice(lo, hi int) Columnar {
	slice := *a
	slice.State = a.slice(lo, hi)
	return &slice
}

// key is what the state is the least of.
func (a *FirstLast) key(b *Batch, i int) uint32 {
	switch row := b.In[a.Rows].U32[i]; {
	case a.Value != nil && !a.Value.has(&b.In[a.Value.Input], i):
		return noRow
	case a.Last:
		return ^row - 1
	default:
		return row
	}
}

// At is the row of group g, which has one.
func (a *FirstLast) At(g int) int {
	if a.Last {
		return int(^(a.S[g] + 1))
	}
	return int(a.S[g])
}

// Set puts down the row of a group that was found elsewhere.
func (a *FirstLast) Set(g int, row uint32) {
	if a.Last {
		row = ^row - 1
	}
	a.S[g] = row
}

// Update adds a batch.
func (a *FirstLast) Update(b *Batch) {
	for i, g := range b.Groups {
		a.S[g] = min(a.S[g], a.key(b, i))
	}
}

// UpdateAtomic adds a batch, while other workers may add theirs.
func (a *FirstLast) UpdateAtomic(b *Batch) {
	for i, g := range b.Groups {
		a.takeAtomic(g, a.key(b, i))
	}
}

// Merge adds groups of another state of the same kind.
func (a *FirstLast) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.S, from.(*FirstLast).S, groups, to, a.take)
}
