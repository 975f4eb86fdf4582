package aggregate

import (
	"math/bits"

	"cardinal/data/number/int128"
)

// SumCodes adds the codes of a column of integers. A sum has 32 bits if no sum over the rows can be greater, and
// otherwise 64 bits, which are enough for 2^32 codes of 32 bits. Null rows need no test, since the code of null is 0.
// The sum of the values is the sum of the codes + Base * (rows that are not null).
type SumCodes[S uint32 | uint64] struct {
	State[S]
	Input int
	Bits  uint // of a code
}

var (
	_ Columnar   = (*SumCodes[uint32])(nil)
	_ RunReducer = (*SumCodes[uint64])(nil)
)

// CodeSums is a sum of codes of either width.
type CodeSums interface {
	// At returns the sum of group g.
	At(g int) uint64
	// Values writes the sums of values to `to`, for the groups starting with from: the sum of the codes plus base for
	// each counted row.
	Values(from int, to []int64, base int64, counts []uint32)
	// Put stores sums that were computed elsewhere, for the groups starting with from.
	Put(from int, sums []uint64)
}

// At returns the sum of group g's codes.
func (a *SumCodes[S]) At(g int) uint64 { return uint64(a.S[g]) }

// Values writes sums of values, as CodeSums says.
func (a *SumCodes[S]) Values(from int, to []int64, base int64, counts []uint32) {
	s, counts := a.S[from:][:len(to)], counts[from:][:len(to)]
	for g := range to {
		to[g] = int64(s[g]) + base*int64(counts[g])
	}
}

// Put stores sums that were computed elsewhere, as CodeSums says.
func (a *SumCodes[S]) Put(from int, sums []uint64) {
	to := a.S[from:][:len(sums)]
	for g, sum := range sums {
		to[g] = S(sum)
	}
}

// Slice returns groups lo to hi; the slice shares the state.
func (a *SumCodes[S]) Slice(lo, hi int) Columnar {
	return &SumCodes[S]{a.slice(lo, hi), a.Input, a.Bits}
}

// Update adds a batch.
func (a *SumCodes[S]) Update(b *Batch) { AddInput(a.S, b.Groups, 0, &b.In[a.Input]) }

// AddInput adds codes to the sums of groups. If stride is above 0, groups have replicas, which are stride entries
// apart, and rows update them in turn.
func AddInput[S uint32 | uint64, G Code](s []S, groups []G, stride uint32, v *Vector) {
	switch {
	case v.U8 != nil:
		addCodes(s, groups, stride, v.U8)
	case v.U16 != nil:
		addCodes(s, groups, stride, v.U16)
	default:
		addCodes(s, groups, stride, v.U32)
	}
}

//go:noinline
func addCodes[S uint32 | uint64, G, C Code](s []S, groups []G, stride uint32, codes []C) {
	codes = codes[:len(groups)]
	odd := s[stride:]
	for i := 0; i < len(groups)-1; i += 2 {
		s[groups[i]] += S(codes[i])
		odd[groups[i+1]] += S(codes[i+1])
	}
	if last := len(groups) - 1; last&1 == 0 {
		s[groups[last]] += S(codes[last])
	}
}

// UpdateRuns adds a batch run by run.
func (a *SumCodes[S]) UpdateRuns(b *Batch) {
	switch v := &b.In[a.Input]; {
	case v.U8 != nil:
		addRuns(a.S, b, v.U8)
	case v.U16 != nil:
		addRuns(a.S, b, v.U16)
	default:
		addRuns(a.S, b, v.U32)
	}
}

func addRuns[S uint32 | uint64, C uint8 | uint16 | uint32](s []S, b *Batch, codes []C) {
	for r, g := range b.Runs {
		var even, odd S
		run := codes[b.Starts[r]:b.Starts[r+1]]
		for len(run) >= 2 {
			even += S(run[0])
			odd += S(run[1])
			run = run[2:]
		}
		if len(run) > 0 {
			even += S(run[0])
		}
		s[g] += even + odd
	}
}

// Merge adds groups of another state of the same kind.
func (a *SumCodes[S]) Merge(from Accumulator, groups, to []uint32) {
	addInto(a.S, from.(*SumCodes[S]).S, groups, to)
}

// Sum64 adds wide integers whose running total fits 64 bits. Null rows hold zero.
type Sum64 struct {
	State[int64]
	Input int
}

var _ Columnar = (*Sum64)(nil)

// Slice returns groups lo to hi; the slice shares the state.
func (a *Sum64) Slice(lo, hi int) Columnar { return &Sum64{a.slice(lo, hi), a.Input} }

// Update adds a batch.
func (a *Sum64) Update(b *Batch) {
	values := b.In[a.Input].I64[:len(b.Groups)]
	for i, g := range b.Groups {
		a.S[g] += values[i]
	}
}

// Merge adds groups of another state of the same kind.
func (a *Sum64) Merge(from Accumulator, groups, to []uint32) {
	addInto(a.S, from.(*Sum64).S, groups, to)
}

// Sum128 adds wide integers whose running total needs up to 128 bits.
type Sum128 struct {
	State[int128.Int]
	Input int
}

var _ Columnar = (*Sum128)(nil)

// Slice returns groups lo to hi; the slice shares the state.
func (a *Sum128) Slice(lo, hi int) Columnar { return &Sum128{a.slice(lo, hi), a.Input} }

// Update adds a batch.
func (a *Sum128) Update(b *Batch) {
	values := b.In[a.Input].I64[:len(b.Groups)]
	for i, g := range b.Groups {
		v := values[i]
		s := &a.S[g]
		lo, carry := bits.Add64(s.Lo, uint64(v), 0)
		s.Lo = lo
		s.Hi += v>>63 + int64(carry)
	}
}

// Merge adds groups of another state of the same kind.
func (a *Sum128) Merge(from Accumulator, groups, to []uint32) {
	mergeInto(a.S, from.(*Sum128).S, groups, to, func(into *int128.Int, s int128.Int) { *into = into.Add(s) })
}

// PackedSums receives sums that were added in lanes of words, several sums together.
type PackedSums interface {
	Accumulator
	// Takes returns the input whose codes are added, and the bits of a code; ok is false if there is no such input.
	Takes() (input int, bits uint, ok bool)
	// AddWords adds the `bits` bits of each group's word that begin with bit `shift`.
	AddWords(words []uint64, shift, bits uint)
	// AddPairs works like AddWords, with one of two words per group.
	AddPairs(pairs [][2]uint64, word int, shift, bits uint)
}

// Takes returns the input, and the bits of a code. All codes of the input are added.
func (a *SumCodes[S]) Takes() (int, uint, bool) { return a.Input, a.Bits, true }

// AddWords adds the `bits` bits of each group's word that begin with bit `shift`.
func (a *SumCodes[S]) AddWords(words []uint64, shift, bits uint) { addWords(a.S, words, shift, bits) }

// AddPairs works like AddWords, with one of two words per group.
func (a *SumCodes[S]) AddPairs(pairs [][2]uint64, word int, shift, bits uint) {
	addPairs(a.S, pairs, word, shift, bits)
}

func addWords[S uint32 | uint64](s []S, words []uint64, shift, bits uint) {
	words = words[:min(len(words), len(s))]
	s, shift = s[:len(words)], shift&63
	mask := uint64(1)<<bits - 1
	for g, w := range words {
		s[g] += S(w >> shift & mask)
	}
}

func addPairs[S uint32 | uint64](s []S, pairs [][2]uint64, word int, shift, bits uint) {
	pairs = pairs[:min(len(pairs), len(s))]
	s, shift, word = s[:len(pairs)], shift&63, word&1
	mask := uint64(1)<<bits - 1
	for g := range pairs {
		s[g] += S(pairs[g][word] >> shift & mask)
	}
}
