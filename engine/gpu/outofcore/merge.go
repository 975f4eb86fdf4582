package outofcore

import (
	"context"
	"math/bits"
	"runtime"

	"cardinal/data/parallel"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// merge joins partial groups of the same key on the cores: what does not fit the device is finished so. Each core takes the
// groups whose hashes fall into its share, and nothing is shared.
func (b *execution) merge(ctx context.Context, from sequence) ([]partials, error) {
	names := from.names()
	keys := b.keysOf(names)
	words := make([][]uint32, b.words)
	for w := range words {
		words[w] = from.word(w)
	}
	shares := 1
	if len(names) >= plan.LeastRecords {
		shares = runtime.GOMAXPROCS(0)
	}
	out := make([]partials, shares)
	err := parallel.Do(ctx, shares, func(ctx context.Context, share int) error {
		m := newMerger(b, keys, len(names)/shares)
		for g := range names {
			if g%plan.LeastRecords == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			// The high bits are alike in a partition.
			if h := hashOf(keys, g); share == int(uint64(uint32(h))*uint64(shares)>>32) {
				m.add(h, g, names, words)
			}
		}
		out[share] = m.out
		return nil
	})
	return out, err
}

// merger is a hash table of groups, probed linearly and half full at most.
type merger struct {
	b     *execution
	keys  [][]uint32 // of the partial groups
	table []uint32   // groups, counted from 1
	first []int      // the partial group that brought each
	out   partials
}

func newMerger(b *execution, keys [][]uint32, groups int) *merger {
	return &merger{b: b, keys: keys, table: make([]uint32, 1<<bits.Len(uint(2*groups+1))), out: partials{words: make([][]uint32, b.words)}}
}

// add takes a partial group in.
func (m *merger) add(hash uint64, g int, names []uint32, words [][]uint32) {
	mask := len(m.table) - 1
	at := int(hash) & mask
	for ; m.table[at] != 0; at = (at + 1) & mask {
		if group := int(m.table[at]) - 1; m.same(m.first[group], g) {
			mergeStates(&m.b.r, m.out.words, group, words, g)
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

func (m *merger) same(a, b int) bool {
	for _, codes := range m.keys {
		if codes[a] != codes[b] {
			return false
		}
	}
	return true
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

// hashOf spreads the key of a partial group: Murmur3's finaliser over each code (SEEDS E5), in 64 bits.
func hashOf(keys [][]uint32, g int) (h uint64) {
	for _, codes := range keys {
		h = h*31 + uint64(codes[g])
		h = (h ^ h>>33) * 0xff51afd7ed558ccd
		h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
		h ^= h >> 33
	}
	return h
}

// mergeStates adds the state of a partial group to that of a group.
func mergeStates(r *gpu.Request, into [][]uint32, group int, from [][]uint32, g int) {
	w := 0
	for _, a := range r.Aggregates {
		carry := uint64(0)
		for range a.Op.Words() {
			x, y := &into[w][group], from[w][g]
			switch a.Op.MergeOp() {
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
