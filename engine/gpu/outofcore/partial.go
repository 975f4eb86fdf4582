package outofcore

import (
	"math"

	"cardinal/engine/gpu"
)

// partials are groups with what some of their rows came to. A group has a name: its slot or, of hashed keys, the number of
// one of its rows. The state of an aggregate is as many words as on the device, each word a column.
type partials struct {
	names []uint32
	words [][]uint32
}

// section is some neighbouring partial groups.
type section struct {
	of     *partials
	lo, hi int
}

// sequence is partial groups that lie in several places.
type sequence []section

func (s sequence) len() (n int) {
	for _, at := range s {
		n += at.hi - at.lo
	}
	return n
}

// cut is n partial groups of the sequence from one on.
func (s sequence) cut(from, n int) (out sequence) {
	for _, at := range s {
		lo := min(at.hi, at.lo+from)
		hi := min(at.hi, lo+n)
		from, n = from-(lo-at.lo), n-(hi-lo)
		if lo < hi {
			out = append(out, section{at.of, lo, hi})
		}
	}
	return out
}

// names are the names of all groups, and word a column of their states.
func (s sequence) names() []uint32 {
	return s.column(func(p *partials) []uint32 { return p.names })
}

func (s sequence) word(w int) []uint32 {
	return s.column(func(p *partials) []uint32 { return p.words[w] })
}

func (s sequence) column(of func(*partials) []uint32) []uint32 {
	out := make([]uint32, 0, s.len())
	for _, at := range s {
		out = append(out, of(at.of)[at.lo:at.hi]...)
	}
	return out
}

// stateWords are the words of all states of a request's group.
func stateWords(r *gpu.Request) (n int) {
	for _, a := range r.Aggregates {
		n += a.Op.Words()
	}
	return n
}

// merging are the aggregates that add up or compare partial states: one for each of their words, which column gives.
func merging(r *gpu.Request, column func(word int) gpu.Column) (list []gpu.Aggregate) {
	for _, a := range r.Aggregates {
		for range a.Op.Words() {
			c := column(len(list))
			list = append(list, gpu.Aggregate{Op: a.Op.MergeOp(), Values: &c})
		}
	}
	return list
}

// states are the words of the figures that a tile came to, whose rows are numbered from first on.
func states(r *gpu.Request, res *gpu.Result, first int) (words [][]uint32) {
	for i, a := range r.Aggregates {
		state := make([][]uint32, a.Op.Words())
		for w := range state {
			state[w] = make([]uint32, len(res.Values[i]))
		}
		inStretches(len(res.Values[i]), func(_, lo, hi int) {
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

// fold makes states again of the figures that merging came to: sums of words are carried into the words above.
func fold(r *gpu.Request, values [][]uint64) (words [][]uint32) {
	for _, a := range r.Aggregates {
		state := values[:a.Op.Words()]
		values = values[len(state):]
		own := make([][]uint32, len(state))
		for w := range own {
			own[w] = make([]uint32, len(state[0]))
		}
		inStretches(len(state[0]), func(_, lo, hi int) {
			for g := lo; g < hi; g++ {
				carry := uint64(0)
				for w := range own {
					carry += state[w][g] // below 2^64: of fewer than 2^32 words, and a carry of the word below
					own[w][g] = uint32(carry)
					carry >>= 32
				}
			}
		})
		words = append(words, own...)
	}
	return words
}

// put writes the figures of states, group g into place at(g) of the result.
func put(r *gpu.Request, res *gpu.Result, words [][]uint32, at func(g int) int) {
	for i, a := range r.Aggregates {
		state := words[:a.Op.Words()]
		words = words[len(state):]
		for g, low := range state[0] {
			v := uint64(low)
			switch {
			case a.Op == gpu.Last:
				v = uint64(low - 1) // none is the greatest number
			case len(state) > 1:
				v |= uint64(state[1][g]) << 32
			}
			res.Values[i][at(g)] = v
			if len(state) > 2 {
				res.High[i][at(g)] = uint64(state[2][g])
			}
		}
	}
}
