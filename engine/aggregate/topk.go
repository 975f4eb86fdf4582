package aggregate

// TopK keeps the Width greatest values of each group, descending. Values are unsigned integers of the same order as the
// column's values. Null is 0, which displaces no value. If a group has fewer than Width values, its last entries are 0,
// and the count of its values tells them from values.
type TopK[V uint32 | uint64] struct {
	Rows[V]
	Input int
	At    func(v *Vector, i int) V // reads a value; nil: the code
}

var _ Columnar = (*TopK[uint32])(nil)

// Slice returns groups lo to hi; the slice shares the state.
func (a *TopK[V]) Slice(lo, hi int) Columnar { return &TopK[V]{a.Rows.Slice(lo, hi), a.Input, a.At} }

// Update adds a batch.
func (a *TopK[V]) Update(b *Batch) {
	v := &b.In[a.Input]
	if m, ok := any(a.S).([]uint32); ok && a.At == nil {
		switch {
		case v.U8 != nil:
			topCodes(m, a.Width, b.Groups, v.U8)
		case v.U16 != nil:
			topCodes(m, a.Width, b.Groups, v.U16)
		default:
			topCodes(m, a.Width, b.Groups, v.U32)
		}
		return
	}
	for i, g := range b.Groups {
		push(a.Of(int(g)), a.At(v, i))
	}
}

func topCodes[C uint8 | uint16 | uint32](m []uint32, k int, groups []uint32, codes []C) {
	codes = codes[:len(groups)]
	for i, g := range groups {
		v := uint32(codes[i])
		if end := int(g)*k + k; v > m[end-1] {
			push(m[end-k:end], v)
		}
	}
}

// push inserts v in order and drops the least value.
func push[V uint32 | uint64](top []V, v V) {
	i := len(top) - 1
	if v <= top[i] {
		return
	}
	for ; i > 0 && top[i-1] < v; i-- {
		top[i] = top[i-1]
	}
	top[i] = v
}

// Merge adds groups of another state of the same kind.
func (a *TopK[V]) Merge(from Accumulator, groups, to []uint32) {
	a.Rows.Combine(&from.(*TopK[V]).Rows, groups, to, func(into, from []V) {
		for _, v := range from {
			push(into, v)
		}
	})
}
