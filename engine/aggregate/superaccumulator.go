package aggregate

import (
	"math/bits"
	"slices"

	"cardinal/internal/memory"
)

// superaccumulators holds a sum per group in fixed point. A sum has so many limbs of 64 bits that it holds every bit of
// every value of the column. A group has no limbs before its first value.
//
// Source: Kulisch's long accumulator ("Computer Arithmetic and Validity", 2008), and Neal's superaccumulators ("Fast
// exact summation using small and large superaccumulators", 2015). Changed from Neal: limbs do not overlap, and every
// addition carries at once. Only values outside the window of their column are added here, and most columns have few
// of them.
type superaccumulators struct {
	low   int        // the exponent of the last bit
	Limbs int        // per sum
	sums  [][]uint64 // by group: two's complement, the low limb first; nil: no value was added
}

// newSuperaccumulators makes sums of `rows` values that are multiples of 2^low and less than 2^high in magnitude.
func newSuperaccumulators(low, high, rows int) superaccumulators {
	return superaccumulators{low: low, Limbs: (high-low+bits.Len(uint(rows)))/64 + 1}
}

// add adds or subtracts the 128-bit number hi, lo times 2^exp, a multiple of 2^low.
func (a *superaccumulators) add(g uint32, hi, lo uint64, exp int, negative bool) {
	if a.sums[g] == nil {
		a.sums[g] = make([]uint64, a.Limbs)
	}
	shift := uint(exp - a.low)
	n := shift % 64
	AddLimbs(a.sums[g][shift/64:], negative, lo<<n, hi<<n|lo>>(64-n), hi>>(64-n))
}

// AddLimbs adds a number to a sum, or subtracts it. If the number has more limbs than the sum, these limbs are 0.
func AddLimbs(sum []uint64, negative bool, number ...uint64) {
	carry := uint64(0)
	for i := range sum {
		limb := uint64(0)
		if i < len(number) {
			limb = number[i]
		} else if carry == 0 {
			return
		}
		if negative {
			sum[i], carry = bits.Sub64(sum[i], limb, carry)
		} else {
			sum[i], carry = bits.Add64(sum[i], limb, carry)
		}
	}
}

// merge implements Accumulator.Merge.
func (a *superaccumulators) merge(from *superaccumulators, groups, to []uint32) {
	if from.sums == nil {
		return
	}
	mergeInto(a.sums, from.sums, groups, to, func(into *[]uint64, sum []uint64) {
		switch {
		case sum == nil:
		case *into == nil:
			*into = slices.Clone(sum)
		default:
			carry := uint64(0)
			for i, limb := range sum {
				(*into)[i], carry = bits.Add64((*into)[i], limb, carry)
			}
		}
	})
}

// floatSums is the state of exact sums of floats.
type floatSums[T comparable] struct {
	State[T]                   // values within the window, in fixed point
	Flags    State[Flags]      // values that are not finite
	Rest     superaccumulators // values outside the window
	Spills   bool              // some values may lie outside the window
}

// Grow makes room for n groups; existing groups keep their state.
func (s *floatSums[T]) Grow(n int) {
	s.State.Grow(n)
	s.Flags.Grow(n)
	if s.Spills {
		s.Rest.sums = Grow(s.Rest.sums, n)
	}
}

// Make makes room for n groups; there must be none before.
func (s *floatSums[T]) Make(n int, each Ranges) {
	s.State.Make(n, each)
	s.Flags.Make(n, each)
	if s.Spills {
		s.Rest.sums = memory.Make[[]uint64](n)
	}
}

// Bytes returns the approximate memory of the sums.
func (s *floatSums[T]) Bytes() int64 { return s.State.Bytes() + s.Flags.Bytes() + s.Rest.bytes() }

// Clear empties groups.
func (s *floatSums[T]) Clear(groups []uint32) {
	s.State.Clear(groups)
	s.Flags.Clear(groups)
	if s.Spills {
		for _, g := range groups {
			s.Rest.sums[g] = nil
		}
	}
}

// Keep drops all groups but the listed ones, which ascend.
func (s *floatSums[T]) Keep(groups []uint32, each Ranges) {
	s.State.Keep(groups, each)
	s.Flags.Keep(groups, each)
	if s.Spills {
		s.Rest.sums = keep(s.Rest.sums, groups, each)
	}
}

func (s *floatSums[T]) slice(lo, hi int) floatSums[T] {
	part := *s
	part.State, part.Flags = s.State.slice(lo, hi), s.Flags.slice(lo, hi)
	if s.Spills {
		part.Rest.sums = s.Rest.sums[lo:hi]
	}
	return part
}

// mergeSums merges the sums of from, as Accumulator.Merge does.
func (s *floatSums[T]) mergeSums(from *floatSums[T], groups, to []uint32, add func(into *T, sum T)) {
	mergeInto(s.S, from.S, groups, to, add)
	mergeInto(s.Flags.S, from.Flags.S, groups, to, func(into *Flags, f Flags) { *into |= f })
	s.Rest.merge(&from.Rest, groups, to)
}

// has reports whether a value was added to group g.
func (a *superaccumulators) has(g int) bool { return a.sums != nil && a.sums[g] != nil }

// bytes returns the memory of the sums, assuming that every group has limbs.
func (a *superaccumulators) bytes() int64 { return int64(cap(a.sums)) * (24 + 8*int64(a.Limbs)) }

// plus returns the moment plus group g's sum.
func (a *superaccumulators) plus(g int, m Moment) Moment {
	return m.Plus(NewMoment(a.sums[g], a.low))
}
