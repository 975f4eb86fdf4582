package aggregate

import (
	"math/bits"
	"sync/atomic"

	"cardinal/data/int128"
)

// SumCodes adds the codes of a column of integers. 2^32 codes of 32 bits fit 64, and null rows, whose code is 0 where
// there are any, need no test: the sum of the values is S + Base * (rows that are not null).
type SumCodes struct {
	S     []uint64
	input int
}

var (
	_ Atomic     = (*SumCodes)(nil)
	_ RunReducer = (*SumCodes)(nil)
)

func (a *SumCodes) Grow(n int)            { a.S = grow(a.S, n) }
func (a *SumCodes) Bytes() int64          { return 8 * int64(cap(a.S)) }
func (a *SumCodes) Clear(groups []uint32) { zero(a.S, groups) }

func (a *SumCodes) Update(b *Batch) {
	switch v := &b.In[a.input]; {
	case v.U8 != nil:
		addCodes(a.S, b.Groups, v.U8)
	case v.U16 != nil:
		addCodes(a.S, b.Groups, v.U16)
	default:
		addCodes(a.S, b.Groups, v.U32)
	}
}

func addCodes[C uint8 | uint16 | uint32](s []uint64, groups []uint32, codes []C) {
	for len(groups) >= 4 && len(codes) >= 4 {
		s[groups[0]] += uint64(codes[0])
		s[groups[1]] += uint64(codes[1])
		s[groups[2]] += uint64(codes[2])
		s[groups[3]] += uint64(codes[3])
		groups, codes = groups[4:], codes[4:]
	}
	for i, g := range groups {
		s[g] += uint64(codes[i])
	}
}

func (a *SumCodes) UpdateAtomic(b *Batch) {
	switch v := &b.In[a.input]; {
	case v.U8 != nil:
		addCodesAtomic(a.S, b.Groups, v.U8)
	case v.U16 != nil:
		addCodesAtomic(a.S, b.Groups, v.U16)
	default:
		addCodesAtomic(a.S, b.Groups, v.U32)
	}
}

func addCodesAtomic[C uint8 | uint16 | uint32](s []uint64, groups []uint32, codes []C) {
	for i, g := range groups {
		atomic.AddUint64(&s[g], uint64(codes[i]))
	}
}

func (a *SumCodes) UpdateRuns(b *Batch) {
	switch v := &b.In[a.input]; {
	case v.U8 != nil:
		addRuns(a.S, b, v.U8)
	case v.U16 != nil:
		addRuns(a.S, b, v.U16)
	default:
		addRuns(a.S, b, v.U32)
	}
}

func addRuns[C uint8 | uint16 | uint32](s []uint64, b *Batch, codes []C) {
	for r, g := range b.Runs {
		var even, odd uint64
		run := codes[b.Starts[r]:b.Starts[r+1]]
		for len(run) >= 2 {
			even += uint64(run[0])
			odd += uint64(run[1])
			run = run[2:]
		}
		if len(run) > 0 {
			even += uint64(run[0])
		}
		s[g] += even + odd
	}
}

func (a *SumCodes) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.S, from.(*SumCodes).S, groups, to, func(into *uint64, s uint64) { *into += s })
}

// Sum64 adds wide integers whose running total cannot leave 64 bits. Null rows hold zero.
type Sum64 struct {
	S     []int64
	input int
}

var _ Atomic = (*Sum64)(nil)

func (a *Sum64) Grow(n int)            { a.S = grow(a.S, n) }
func (a *Sum64) Bytes() int64          { return 8 * int64(cap(a.S)) }
func (a *Sum64) Clear(groups []uint32) { zero(a.S, groups) }

func (a *Sum64) Update(b *Batch) {
	values := b.In[a.input].I64[:len(b.Groups)]
	for i, g := range b.Groups {
		a.S[g] += values[i]
	}
}

func (a *Sum64) UpdateAtomic(b *Batch) {
	values := b.In[a.input].I64
	for i, g := range b.Groups {
		atomic.AddInt64(&a.S[g], values[i])
	}
}

func (a *Sum64) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.S, from.(*Sum64).S, groups, to, func(into *int64, s int64) { *into += s })
}

// Sum128 adds wide integers whose running total needs up to 128 bits.
type Sum128 struct {
	S     []int128.Int
	input int
}

var _ Atomic = (*Sum128)(nil)

func (a *Sum128) Grow(n int)            { a.S = grow(a.S, n) }
func (a *Sum128) Bytes() int64          { return 16 * int64(cap(a.S)) }
func (a *Sum128) Clear(groups []uint32) { zero(a.S, groups) }

func (a *Sum128) Update(b *Batch) {
	values := b.In[a.input].I64[:len(b.Groups)]
	for i, g := range b.Groups {
		v := values[i]
		s := &a.S[g]
		lo, carry := bits.Add64(s.Lo, uint64(v), 0)
		s.Lo = lo
		s.Hi += v>>63 + int64(carry)
	}
}

func (a *Sum128) UpdateAtomic(b *Batch) {
	values := b.In[a.input].I64
	for i, g := range b.Groups {
		addAtomic(&a.S[g], int128.From(values[i]))
	}
}

// addAtomic adds v in two steps. Whoever's low half wrapped adds the carry, so the total is right once all are done.
func addAtomic(s *int128.Int, v int128.Int) {
	hi := v.Hi
	if atomic.AddUint64(&s.Lo, v.Lo) < v.Lo {
		hi++
	}
	if hi != 0 {
		atomic.AddInt64(&s.Hi, hi)
	}
}

func (a *Sum128) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.S, from.(*Sum128).S, groups, to, func(into *int128.Int, s int128.Int) { *into = into.Add(s) })
}
