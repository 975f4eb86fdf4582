package aggregate

import "sync/atomic"

// DistinctBits counts distinct values with one bit a group and code.
type DistinctBits struct {
	B     []uint64
	words int // a group
	value nullable
	nulls bool
}

var _ Atomic = (*DistinctBits)(nil)

// maxDistinctBytes is how much the bits of all expected groups may take; beyond it the values are kept in bags.
const maxDistinctBytes = 64 << 20

func (a *DistinctBits) Grow(n int)   { a.B = grow(a.B, n*a.words) }
func (a *DistinctBits) Bytes() int64 { return 8 * int64(cap(a.B)) }

func (a *DistinctBits) Keep(groups []uint32) { a.B = keepRows(a.B, a.words, groups) }

func (a *DistinctBits) Part(lo, hi int) Columnar {
	part := *a
	part.B = a.B[lo*a.words : hi*a.words]
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
		clear(a.B[int(g)*a.words:][:a.words])
	}
}

func (a *DistinctBits) Update(b *Batch) {
	switch v := &b.In[a.value.input]; {
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
		if !a.nulls || code != a.value.code {
			a.B[int(g)*a.words+int(code>>6)] |= 1 << (code & 63)
		}
	}
}

func (a *DistinctBits) UpdateAtomic(b *Batch) {
	v := &b.In[a.value.input]
	for i, g := range b.Groups {
		if a.nulls && !a.value.has(v, i) {
			continue
		}
		code := codeAt(v, i)
		word, bit := &a.B[int(g)*a.words+int(code>>6)], uint64(1)<<(code&63)
		if atomic.LoadUint64(word)&bit == 0 {
			atomic.OrUint64(word, bit)
		}
	}
}

func (a *DistinctBits) Merge(from Accumulator, groups, to []uint32) {
	f := from.(*DistinctBits)
	eachPair(len(f.B)/a.words, groups, to, func(g, t int) {
		into := a.B[t*a.words:][:a.words]
		for i, w := range f.B[g*a.words:][:a.words] {
			into[i] |= w
		}
	})
}
