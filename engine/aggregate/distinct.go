package aggregate

import (
	"context"
	"math/bits"
	"sync/atomic"

	"cardinal/data/parallel"
)

// DistinctBits counts distinct values with one bit per group and code, in Width words per group.
type DistinctBits struct {
	Rows[uint64]
	Value Nullable
	Nulls bool // some values are null
}

var _ Columnar = (*DistinctBits)(nil)

// MaxDistinctBytes limits the memory of the bits of all expected groups. If they need more, lists keep the values.
const MaxDistinctBytes = 64 << 20

// Slice returns groups lo to hi; the slice shares the state.
func (a *DistinctBits) Slice(lo, hi int) Columnar {
	return &DistinctBits{a.Rows.Slice(lo, hi), a.Value, a.Nulls}
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

// Merge adds groups of another state of the same kind.
func (a *DistinctBits) Merge(from Accumulator, groups, to []uint32) {
	a.Rows.Combine(&from.(*DistinctBits).Rows, groups, to, func(into, from []uint64) {
		for i, w := range from {
			into[i] |= w
		}
	})
}

// spanWords is the number of words of each group that are united at a time, in the first-level cache.
const spanWords = 1 << 11

// Count adds the number of distinct codes of each target to n, where group g belongs to target to[g]. If `to` is nil,
// each group is its own target. The threads divide the targets among themselves, and the words of each target.
func (a *DistinctBits) Count(ctx context.Context, n, to []uint32, groups, threads int) error {
	m := MembersOf(to, min(groups, len(a.S)/a.Width))
	spans := (a.Width + spanWords - 1) / spanWords
	tasks := m.Targets() * spans
	pieces := min(64*threads, tasks)
	return parallel.On(ctx, threads, pieces, func(ctx context.Context, i int) error {
		room := make([]uint64, min(a.Width, spanWords))
		for task := tasks * i / pieces; task < tasks*(i+1)/pieces; task++ {
			of, lo := m.Of(task/spans), task%spans*spanWords
			hi := min(lo+spanWords, a.Width)
			if len(of) == 0 {
				continue
			}
			words := a.Of(int(of[0]))[lo:hi]
			if len(of) > 1 {
				words = room[:copy(room, words)]
				for _, g := range of[1:] {
					for w, set := range a.Of(int(g))[lo:hi] {
						words[w] |= set
					}
				}
			}
			count := 0
			for _, w := range words {
				count += bits.OnesCount64(w)
			}
			atomic.AddUint32(&n[m.First+task/spans], uint32(count))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}
