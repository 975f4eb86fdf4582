package aggregate

// RangeCounts counts how many values of each group lie in each range of a splitter, with Width ranges per group.
//
// The counts say in which range a quantile lies, and how many values lie below the range. A second pass over the rows
// then keeps only the values of the ranges with a quantile. This is selection in limited memory (Munro and Paterson,
// "Selection and Sorting with Limited Storage", 1980). They repeat the passes until the memory holds the range of one
// quantile. Here two passes find the quantiles of all groups. Values of ranges that are too large for the memory go to
// a list that writes sorted runs to the disk.
type RangeCounts struct {
	Rows[uint32]
	*Splitter
	Value Nullable
	Nulls bool // some values are null and not counted
}

var _ Columnar = (*RangeCounts)(nil)

// Slice returns groups lo to hi; the slice shares the state.
func (a *RangeCounts) Slice(lo, hi int) Columnar {
	return &RangeCounts{a.Rows.Slice(lo, hi), a.Splitter, a.Value, a.Nulls}
}

// Update adds a batch.
func (a *RangeCounts) Update(b *Batch) {
	var room [BatchRows]uint64
	v := &b.In[a.Value.Input]
	values, counts, width, split := orderedValues(room[:len(b.Groups)], v), a.S, a.Width, a.Splitter
	if a.Nulls {
		for i, g := range b.Groups {
			if a.Value.has(v, i) {
				counts[int(g)*width+split.Range(values[i])]++
			}
		}
		return
	}
	for i, g := range b.Groups {
		counts[int(g)*width+split.Range(values[i])]++
	}
}

// orderedValues writes the values of a vector to out, as lists keep them, and returns them.
func orderedValues(out []uint64, v *Vector) []uint64 {
	switch {
	case v.U8 != nil:
		widen(out, v.U8)
	case v.U16 != nil:
		widen(out, v.U16)
	case v.U32 != nil:
		widen(out, v.U32)
	default:
		for i := range out {
			out[i] = Ordered64(v, i)
		}
	}
	return out
}

// Ordered64 maps a wide integer or a float to an unsigned integer of the same order. NaN is above all numbers, and -0
// is 0.
func Ordered64(v *Vector, i int) uint64 {
	n := int64(0)
	if v.I64 != nil {
		n = v.I64[i]
	} else {
		n = OrderedBits(v.F64[i]+0, false)
	}
	return uint64(n) ^ 1<<63
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

// Pick appends the groups and values of the rows of a batch whose values lie in marked ranges.
func Pick[V uint32 | uint64](a *RangeCounts, b *Batch, m *Marks, groups []uint32,
	values []V) (pickedGroups []uint32, picked []V) {
	var room [BatchRows]uint64
	v := &b.In[a.Value.Input]
	all, split := orderedValues(room[:len(b.Groups)], v), a.Splitter
	for i, g := range b.Groups {
		within := split.Range(all[i])
		if m.set[int(g)*m.words+within>>6]>>(within&63)&1 == 1 && (!a.Nulls || a.Value.has(v, i)) {
			groups, values = append(groups, g), append(values, V(all[i]))
		}
	}
	return groups, values
}
