package aggregate

import "sync/atomic"

// DistinctBits counts distinct values with one bit per group and code, in Width words per group.
type DistinctBits struct {
	Rows[uint64]
	Value Nullable
	Nulls bool // some values are null
}

var _ Atomic = (*DistinctBits)(nil)

// MaxDistinctBytes limits the bits of all expected groups; beyond it, lists keep the values.
const MaxDistinctBytes = 64 << 20

// Slice returns groups lo to hi; the slice shares the state.
func (a *DistinctBits) Slice(lo, hi int) Columnar {
	slice := *a
	slice.Rows = a.Rows.Slice(lo, hi)
	return &slice
}

// Update adds a batch.
func (a *DistinctBits) Update(b *Batch) {
	switch v := &b.In[a.Value.Input]; {
	case v.U8 != nil:
		setBits(a, b.Groups, v.U8)
	case v.U16 != nil:
		setBits(a, b.Groups, v.U16)
	default:
		setBits(a, b.Groups, v.U32)
	}
}

func setBits[C uint8 | uint16 | uint32](a *DistinctBits, groups []uint32, codes []C) {
	codes = codes[:len(groups)]
	for i, g := range groups {
		code := uint32(codes[i])
		if !a.Nulls || code != a.Value.code {
			a.S[int(g)*a.Width+int(code>>6)] |= 1 << (code & 63)
		}
	}
}

// UpdateAtomic adds a batch while other workers may add theirs.
func (a *DistinctBits) UpdateAtomic(b *Batch) {
	v := &b.In[a.Value.Input]
	for i, g := range b.Groups {
		if a.Nulls && !a.Value.has(v, i) {
			continue
		}
		code := CodeAt(v, i)
		word, bit := &a.S[int(g)*a.Width+int(code>>6)], uint64(1)<<(code&63)
		if atomic.LoadUint64(word)&bit == 0 {
			atomic.OrUint64(word, bit)
		}
	}
}

// Merge adds groups of another state of the same kind.
func (a *DistinctBits) Merge(from Accumulator, groups, to []uint32) {
	a.Rows.Combine(&from.(*DistinctBits).Rows, groups, to, func(into, from []uint64) {
		for i, w := range from {
			into[i] |= w
		}
	})
}
