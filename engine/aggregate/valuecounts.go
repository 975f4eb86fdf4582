package aggregate

// ValueCounts counts how often each group has each code of an input, with Width codes per group. It replaces a list
// of values if a column has few distinct ones: a median of a million rows with 15 values is read from 15 counts.
type ValueCounts struct {
	Rows[uint32]
	Value Nullable
	Nulls bool // some values are null
}

var _ Columnar = (*ValueCounts)(nil)

// MaxCountBytes limits the counts of all groups. Larger counts would miss the cache at every row.
const MaxCountBytes = 16 << 20

// Slice returns groups lo to hi; the slice shares the state.
func (a *ValueCounts) Slice(lo, hi int) Columnar {
	return &ValueCounts{a.Rows.Slice(lo, hi), a.Value, a.Nulls}
}

// Update adds a batch. Nulls are counted like a value.
func (a *ValueCounts) Update(b *Batch) {
	switch v := &b.In[a.Value.Input]; {
	case v.U8 != nil:
		countCodes(a.S, uint32(a.Width), b.Groups, v.U8)
	case v.U16 != nil:
		countCodes(a.S, uint32(a.Width), b.Groups, v.U16)
	default:
		countCodes(a.S, uint32(a.Width), b.Groups, v.U32)
	}
}

func countCodes[C uint8 | uint16 | uint32](counts []uint32, width uint32, groups []uint32, codes []C) {
	codes = codes[:len(groups)]
	for i, g := range groups {
		counts[g*width+uint32(codes[i])]++
	}
}

// Merge adds groups of another state of the same kind.
func (a *ValueCounts) Merge(from Accumulator, groups, to []uint32) {
	a.Rows.Combine(&from.(*ValueCounts).Rows, groups, to, addCounts)
}

func addCounts(into, from []uint32) {
	into = into[:len(from)]
	for i, n := range from {
		into[i] += n
	}
}

// Sum adds up the counts of several groups, and sets the count of null to 0.
func (a *ValueCounts) Sum(out, groups []uint32) {
	clear(out)
	for _, g := range groups {
		addCounts(out, a.Of(int(g)))
	}
	if a.Nulls {
		out[a.Value.code] = 0
	}
}
