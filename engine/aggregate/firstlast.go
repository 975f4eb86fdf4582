package aggregate

import "math"

// FirstLast keeps the number of each group's first or last row whose value is not null. This is the least or the
// greatest row number, so that the result does not depend on the order in which threads add rows. S is noRow for a
// group without such a row. A last row is stored as its complement, so that the least entry wins, as for a first row.
type FirstLast struct {
	extremes[uint32]
	Last  bool
	Rows  int       // the input with the row numbers
	Value *Nullable // nil: no value is null
}

// noRow is the state of a group without a row.
const noRow = math.MaxUint32

// NewFirstLast keeps the first or last row in which value is not null. rows is the input with the row numbers.
func NewFirstLast(last bool, rows int, value *Nullable) *FirstLast {
	return &FirstLast{newExtremes[uint32](false, 0, noRow), last, rows, value}
}

var _ Columnar = (*FirstLast)(nil)

// Slice returns groups lo to hi; the slice shares the state.
func (a *FirstLast) Slice(lo, hi int) Columnar {
	return &FirstLast{a.slice(lo, hi), a.Last, a.Rows, a.Value}
}

// key returns the number that represents row i; the state keeps the least key of each group.
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

// At returns the row of group g, which must have one.
func (a *FirstLast) At(g int) int {
	if a.Last {
		return int(^(a.S[g] + 1))
	}
	return int(a.S[g])
}

// Set stores the row of a group that was found elsewhere.
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

// Merge adds groups of another state of the same kind.
func (a *FirstLast) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.S, from.(*FirstLast).S, groups, to, a.take)
}
