package aggregate

// RangeCounts counts how many values of each group lie in each range of 2^Shift codes of an input, with Width ranges
// per group.
//
// The counts say in which range a quantile lies, and how many values lie below the range. A second pass over the rows
// then keeps only the values of such ranges: this is selection in limited memory (Munro and Paterson, "Selection and
// Sorting with Limited Storage", 1980). Their passes narrow one quantile down to what the memory holds. Here there
// are two passes for the quantiles of all groups; ranges that are still too large go to a list that writes sorted
// runs to the disk.
type RangeCounts struct {
	Rows[uint32]
	Value Nullable
	Nulls bool // some values are null and not counted
	Shift uint
}

var _ Columnar = (*RangeCounts)(nil)

// Slice returns groups lo to hi; the slice shares the state.
func (a *RangeCounts) Slice(lo, hi int) Columnar {
	slice := *a
	slice.Rows = a.Rows.Slice(lo, hi)
	return &slice
}

// Update adds a batch.
func (a *RangeCounts) Update(b *Batch) {
	switch v := &b.In[a.Value.Input]; {
	case v.U8 != nil:
		countRanges(a, b.Groups, v.U8)
	case v.U16 != nil:
		countRanges(a, b.Groups, v.U16)
	default:
		countRanges(a, b.Groups, v.U32)
	}
}

func countRanges[C Code](a *RangeCounts, groups []uint32, codes []C) {
	counts, width, shift, null := a.S, a.Width, a.Shift, a.Value.code
	codes = codes[:len(groups)]
	if a.Nulls {
		for i, g := range groups {
			if c := uint32(codes[i]); c != null {
				counts[int(g)*width+int(c>>(shift&31))]++
			}
		}
		return
	}
	for i, g := range groups {
		counts[int(g)*width+int(uint32(codes[i])>>(shift&31))]++
	}
}

// Merge adds groups of another state of the same kind.
func (a *RangeCounts) Merge(from Accumulator, groups, to []uint32) {
	a.Rows.Combine(&from.(*RangeCounts).Rows, groups, to, addCounts)
}

// Sum adds up the counts of several groups.
func (a *RangeCounts) Sum(out, groups []uint32) {
	clear(out)
	for _, g := range groups {
		addCounts(out, a.Of(int(g)))
	}
}

// Marks is a set of ranges for each group.
type Marks struct {
	words int // per group
	set   []uint64
}

// Marks returns an empty set of ranges for each of `groups` groups.
func (a *RangeCounts) Marks(groups int) *Marks {
	words := (a.Width + 63) / 64
	return &Marks{words, make([]uint64, groups*words)}
}

// Set adds a range to the set of group g.
func (m *Marks) Set(g, within uint32) { m.set[int(g)*m.words+int(within>>6)] |= 1 << (within & 63) }

// Pick appends the groups and codes of the rows of a batch whose values lie in marked ranges.
func Pick[V uint32 | uint64](a *RangeCounts, b *Batch, m *Marks, groups []uint32,
	values []V) (pickedGroups []uint32, picked []V) {
	switch v := &b.In[a.Value.Input]; {
	case v.U8 != nil:
		return pickRows(a, m, b.Groups, v.U8, groups, values)
	case v.U16 != nil:
		return pickRows(a, m, b.Groups, v.U16, groups, values)
	default:
		return pickRows(a, m, b.Groups, v.U32, groups, values)
	}
}

func pickRows[C Code, V uint32 | uint64](a *RangeCounts, m *Marks, from []uint32, codes []C, groups []uint32,
	values []V) (pickedGroups []uint32, picked []V) {
	codes = codes[:len(from)]
	for i, g := range from {
		c := uint32(codes[i])
		within := c >> (a.Shift & 31)
		if m.set[int(g)*m.words+int(within>>6)]>>(within&63)&1 == 1 && !(a.Nulls && c == a.Value.code) {
			groups, values = append(groups, g), append(values, V(c))
		}
	}
	return groups, values
}
