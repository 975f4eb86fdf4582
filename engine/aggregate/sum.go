package aggregate

import (
	"math/bits"

	"cardinal/data/int128"
)

// Sum64 adds integers whose running total cannot leave 64 bits. Null rows hold zero, so they need no test.
type Sum64 struct {
	S      []int64
	Values []int64
}

var _ Accumulator = (*Sum64)(nil)

func (a *Sum64) Grow(n int)   { a.S = grow(a.S, n) }
func (a *Sum64) Bytes() int64 { return 8 * int64(cap(a.S)) }

func (a *Sum64) Update(b *Batch) {
	if b.Rows != nil {
		for i, g := range b.Groups {
			a.S[g] += a.Values[b.Rows[i]]
		}
		return
	}
	values := a.Values[b.Lo:][:len(b.Groups)]
	for i, g := range b.Groups {
		a.S[g] += values[i]
	}
}

func (a *Sum64) Merge(from Accumulator, to []uint32) {
	for g, s := range from.(*Sum64).S {
		if to[g] != Skip {
			a.S[to[g]] += s
		}
	}
}

// Sum128 adds integers whose running total needs up to 128 bits.
type Sum128 struct {
	S      []int128.Int
	Values []int64
}

var _ Accumulator = (*Sum128)(nil)

func (a *Sum128) Grow(n int)   { a.S = grow(a.S, n) }
func (a *Sum128) Bytes() int64 { return 16 * int64(cap(a.S)) }

func (a *Sum128) Update(b *Batch) {
	for i, g := range b.Groups {
		v := a.Values[b.row(i)]
		s := &a.S[g]
		lo, carry := bits.Add64(s.Lo, uint64(v), 0)
		s.Lo = lo
		s.Hi += v>>63 + int64(carry)
	}
}

func (a *Sum128) Merge(from Accumulator, to []uint32) {
	for g, s := range from.(*Sum128).S {
		if to[g] != Skip {
			a.S[to[g]] = a.S[to[g]].Add(s)
		}
	}
}
