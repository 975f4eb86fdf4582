package aggregate

import "sync/atomic"

// DistinctBits counts distinct values with one bit a group and code.
type DistinctBits struct {
	B     []uint64
	Words int // a group
	Value Nullable
	Nulls bool
}

var _ Atomic = (*DistinctBits)(nil)

// MaxDistinctBytes is how much the bits of all expected groups may take; beyond it the values are kept in bags.
const MaxDistinctBytes = 64 << 20

func (a *DistinctBits) Grow(n int)   { a.B = Grow(a.B, n*a.Words) }
func (a *DistinctBits) Bytes() int64 { return 8 * int64(cap(a.B)) }

func (a *DistinctBits) Keep(groups []uint32) { a.B = keepRows(a.B, a.Words, groups) }

func (a *DistinctBits) Part(lo, hi int) Columnar {
	part := *a
	part.B = a.B[lo*a.Words : hi*a.Words]
	return &part
}

// keepRows is keep for width entries a group.
func keepRows[T any](s []T, width int, groups []uint32) []T {
	for g, from := range groups {
		copy(s[g*width:][:width], s[int(from)*width:][:width])
	}
	return s[:len(groups)*width]
}

func (a *DistinctBits) Clear(groups []uint32) {
	for _, g := range groups {
		clear(a.B[int(g)*a.Words:][:a.Words])
	}
}

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
			a.B[int(g)*a.Words+int(code>>6)] |= 1 << (code & 63)
		}
	}
}

func (a *DistinctBits) UpdateAtomic(b *Batch) {
	v := &b.In[a.Value.Input]
	for i, g := range b.Groups {
		if a.Nulls && !a.Value.has(v, i) {
			continue
		}
		code := CodeAt(v, i)
		word, bit := &a.B[int(g)*a.Words+int(code>>6)], uint64(1)<<(code&63)
		if atomic.LoadUint64(word)&bit == 0 {
			atomic.OrUint64(word, bit)
		}
	}
}

func (a *DistinctBits) Merge(from Accumulator, groups, to []uint32) {
	f := from.(*DistinctBits)
	eachPair(len(f.B)/a.Words, groups, to, func(g, t int) {
		into := a.B[t*a.Words:][:a.Words]
		for i, w := range f.B[g*a.Words:][:a.Words] {
			into[i] |= w
		}
	})
}
