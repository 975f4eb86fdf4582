package outofcore

import (
	"math"

	"cardinal/engine/gpu"
	"cardinal/internal/each"
)

// partials is a list of partial groups: groups with aggregate states of only some of their rows. The name of a group is
// its slot or, for hashed keys, the number of one of its rows. The state of an aggregate has as many words as on the
// device. words has one column for each word of the states.
type partials struct {
	names []uint32
	words [][]uint32
}

// sequence is the partial groups of several tiles.
type sequence []span[partials]

func (s sequence) len() int { return length(s) }

// cut returns n partial groups of the sequence, starting at index from.
func (s sequence) cut(from, n int) sequence { return cut(s, from, n) }

// names returns the names of all groups.
func (s sequence) names() []uint32 {
	return s.column(func(p *partials) []uint32 { return p.names })
}

// word returns word w of the states of all groups.
func (s sequence) word(w int) []uint32 {
	return s.column(func(p *partials) []uint32 { return p.words[w] })
}

func (s sequence) column(column func(*partials) []uint32) []uint32 {
	out := make([]uint32, 0, s.len())
	for _, at := range s {
		out = append(out, column(at.of)[at.lo:at.hi]...)
	}
	return out
}

// stateWords returns the number of words of a group's states.
func stateWords(r *gpu.Request) int {
	return each.Sum(r.Aggregates, func(a gpu.Aggregate) int { return a.Op.Words() })
}

// states returns the words of the states of a tile's result. first is the number of the tile's first row in the table.
func states(r *gpu.Request, res *gpu.Result, first int) (words [][]uint32) {
	for i, a := range r.Aggregates {
		state := each.Times(a.Op.Words(), func(int) []uint32 { return make([]uint32, len(res.Values[i])) })
		inBlocks(len(res.Values[i]), func(_, lo, hi int) {
			for g := lo; g < hi; g++ {
				v := res.Values[i][g]
				switch {
				case a.Op == gpu.First && v != math.MaxUint32:
					v += uint64(first)
				case a.Op == gpu.Last && v == math.MaxUint32:
					v = 0
				case a.Op == gpu.Last:
					v += uint64(first) + 1
				}
				state[0][g] = uint32(v)
				if len(state) > 1 {
					state[1][g] = uint32(v >> 32)
				}
				if len(state) > 2 {
					state[2][g] = uint32(res.High[i][g])
				}
			}
		})
		words = append(words, state...)
	}
	return words
}

// carryWords returns the words of the states of a load's result. A load sums each word of a state separately in 64
// bits; carryWords carries the upper bits of each sum into the next word.
func carryWords(r *gpu.Request, values [][]uint64) (words [][]uint32) {
	for _, a := range r.Aggregates {
		state := values[:a.Op.Words()]
		values = values[len(state):]
		own := each.Times(len(state), func(int) []uint32 { return make([]uint32, len(state[0])) })
		inBlocks(len(state[0]), func(_, lo, hi int) {
			for g := lo; g < hi; g++ {
				carry := uint64(0)
				for w := range own {
					carry += state[w][g] // does not overflow: fewer than 2^32 words were added, and a carry
					own[w][g] = uint32(carry)
					carry >>= 32
				}
			}
		})
		words = append(words, own...)
	}
	return words
}
