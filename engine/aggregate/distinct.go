package aggregate

import (
	"sync/atomic"

	"cardinal/data"
	"cardinal/engine/key"
)

// DistinctBits counts distinct values with one bit a group and code.
type DistinctBits struct {
	B     []uint64
	words int // a group
	value nullable
	nulls bool
}

var _ Atomic = (*DistinctBits)(nil)

// maxDistinctBytes is how much the bits of all expected groups may take before a set of pairs replaces them.
const maxDistinctBytes = 64 << 20

func (a *DistinctBits) Grow(n int)   { a.B = grow(a.B, n*a.words) }
func (a *DistinctBits) Bytes() int64 { return 8 * int64(cap(a.B)) }

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

func codeAt(v *Vector, i int) uint32 {
	switch {
	case v.U8 != nil:
		return uint32(v.U8[i])
	case v.U16 != nil:
		return uint32(v.U16[i])
	}
	return v.U32[i]
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

// DistinctPairs counts distinct values by extending the group key with the value's code and keeping the set of pairs.
type DistinctPairs struct {
	pairs *key.Table // group<<32 | code
	value nullable
	nulls bool
}

var _ Accumulator = (*DistinctPairs)(nil)

func newDistinctPairs(c *data.Column, codes nullable) *DistinctPairs {
	return &DistinctPairs{pairs: key.NewTable(0), value: codes, nulls: c.Valid != nil}
}

func (a *DistinctPairs) Grow(int)     {}
func (a *DistinctPairs) Bytes() int64 { return a.pairs.Bytes() }

func (a *DistinctPairs) Update(b *Batch) {
	v := &b.In[a.value.input]
	for i, g := range b.Groups {
		if !a.nulls || a.value.has(v, i) {
			a.pairs.ID(uint64(g)<<32 | uint64(codeAt(v, i)))
		}
	}
}

func (a *DistinctPairs) Merge(from Accumulator, _, to []uint32) {
	for _, pair := range from.(*DistinctPairs).pairs.Keys() {
		t := uint32(pair >> 32)
		if to != nil {
			if t = to[t]; t == Skip {
				continue
			}
		}
		a.pairs.ID(uint64(t)<<32 | pair&0xffffffff)
	}
}
