package outofcore

import (
	"context"
	"math/bits"
	"runtime"

	"cardinal/data/parallel"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/internal/each"
)

// merge merges partial groups on the CPU. Each thread merges the groups whose hashes lie in its range, so that no two
// threads have the same group.
func (e *execution) merge(ctx context.Context, from sequence) ([]partials, error) {
	names := from.names()
	keys := e.keysOf(names)
	words := each.Times(e.words, func(w int) []uint32 { return from.word(w) })
	threads := 1
	if len(names) >= plan.LeastRecords {
		threads = runtime.GOMAXPROCS(0)
	}
	out := make([]partials, threads)
	err := parallel.Do(ctx, threads, func(ctx context.Context, thread int) error {
		m := newMerger(e, keys, len(names)/threads)
		for g := range names {
			if g%plan.LeastRecords == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			// The range is chosen by the low bits of the hash, since the high bits are equal within a partition.
			if h := hashOf(keys, g); thread == int(uint64(uint32(h))*uint64(threads)>>32) {
				m.add(h, g, names, words)
			}
		}
		out[thread] = m.out
		return nil
	})
	return out, err
}

// merger is a hash table of groups, probed linearly and at most half full.
type merger struct {
	r     *gpu.Request
	keys  [][]uint32 // the codes of the partial groups' keys, by column
	table []uint32   // group numbers, counted from 1; 0: the place is free
	first []int      // the first partial group of each group
	out   partials
}

func newMerger(e *execution, keys [][]uint32, groups int) *merger {
	return &merger{r: &e.r, keys: keys, table: make([]uint32, 1<<bits.Len(uint(2*groups+1))),
		out: partials{words: make([][]uint32, e.words)}}
}

// add merges a partial group.
func (m *merger) add(hash uint64, g int, names []uint32, words [][]uint32) {
	mask := len(m.table) - 1
	at := int(hash) & mask
	for ; m.table[at] != 0; at = (at + 1) & mask {
		if group := int(m.table[at]) - 1; sameKey(m.keys, m.first[group], g) {
			mergeState(m.r, m.out.words, group, words, g)
			return
		}
	}
	m.first = append(m.first, g)
	m.out.names = append(m.out.names, names[g])
	for w := range words {
		m.out.words[w] = append(m.out.words[w], words[w][g])
	}
	m.table[at] = uint32(len(m.first))
	if 2*len(m.first) > len(m.table) {
		m.grow()
	}
}

func (m *merger) grow() {
	m.table = make([]uint32, 2*len(m.table))
	mask := len(m.table) - 1
	for group, g := range m.first {
		at := int(hashOf(m.keys, g)) & mask
		for m.table[at] != 0 {
			at = (at + 1) & mask
		}
		m.table[at] = uint32(group + 1)
	}
}

// hashOf returns a 64-bit hash of the key of a partial group. It applies Murmur3's finaliser to each code.
func hashOf(keys [][]uint32, g int) (h uint64) {
	for _, codes := range keys {
		h = h*31 + uint64(codes[g])
		h = (h ^ h>>33) * 0xff51afd7ed558ccd
		h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
		h ^= h >> 33
	}
	return h
}

// mergeState merges the state of a partial group into the state of a group.
func mergeState(r *gpu.Request, into [][]uint32, group int, from [][]uint32, g int) {
	w := 0
	for _, a := range r.Aggregates {
		carry := uint64(0)
		op := a.Op.MergeOp()
		for range a.Op.Words() {
			x, y := &into[w][group], from[w][g]
			switch op {
			case gpu.Sum:
				carry += uint64(*x) + uint64(y)
				*x = uint32(carry)
				carry >>= 32
			case gpu.Min:
				*x = min(*x, y)
			default:
				*x = max(*x, y)
			}
			w++
		}
	}
}

// sameKey reports whether two partial groups have the same key.
func sameKey(keys [][]uint32, a, b int) bool {
	for _, codes := range keys {
		if codes[a] != codes[b] {
			return false
		}
	}
	return true
}
