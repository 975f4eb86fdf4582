package aggregate

// TopK keeps the K greatest values of each group, descending. Values are unsigned integers of the same order, and
// null is 0, which displaces nothing; how many of the K are values follows from the count.
type TopK[V uint32 | uint64] struct {
	M     []V // group*K + place
	K     int
	Input int
	At    func(v *Vector, i int) V
}

var _ Columnar = (*TopK[uint32])(nil)

func (a *TopK[V]) Grow(n int)   { a.M = Grow(a.M, n*a.K) }
func (a *TopK[V]) Bytes() int64 { return 8 * int64(cap(a.M)) }

func (a *TopK[V]) Keep(groups []uint32) { a.M = keepRows(a.M, a.K, groups) }

func (a *TopK[V]) Part(lo, hi int) Columnar {
	part := *a
	part.M = a.M[lo*a.K : hi*a.K]
	return &part
}

func (a *TopK[V]) Clear(groups []uint32) {
	for _, g := range groups {
		clear(a.M[int(g)*a.K:][:a.K])
	}
}

func (a *TopK[V]) Update(b *Batch) {
	v := &b.In[a.Input]
	if m, ok := any(a.M).([]uint32); ok && a.At == nil {
		switch {
		case v.U8 != nil:
			topCodes(m, a.K, b.Groups, v.U8)
		case v.U16 != nil:
			topCodes(m, a.K, b.Groups, v.U16)
		default:
			topCodes(m, a.K, b.Groups, v.U32)
		}
		return
	}
	for i, g := range b.Groups {
		push(a.M[int(g)*a.K:][:a.K], a.At(v, i))
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

// push puts v in its place and drops the least.
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

func (a *TopK[V]) Merge(from Accumulator, groups, to []uint32) {
	f := from.(*TopK[V])
	eachPair(len(f.M)/a.K, groups, to, func(g, t int) {
		into := a.M[t*a.K:][:a.K]
		for _, v := range f.M[g*a.K:][:a.K] {
			push(into, v)
		}
	})
}
