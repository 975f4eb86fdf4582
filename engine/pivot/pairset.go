package pivot

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"cardinal/data/number/radix"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/internal/memory"
)

// pairSet is a set of pairs of integers. Its pairs are numbered in ascending order.
//
// If many of the possible pairs occur, the set is a bitmap. It keeps the number of members before each word, so that
// a pair is found in constant time (Jacobson, 1989). Otherwise the set is a sorted list.
type pairSet struct {
	size   int
	width  uint64   // the second integer of each pair is below width
	words  []uint64 // bit first*width+second is set if the pair is a member
	before []uint32 // for each word, the number of members in earlier words
	sorted []uint64 // first*width+second of each member; nil if the set is a bitmap

	number []uint32 // of a sorted list: the number of each pair given to newPairSet
}

// bitmapShare is the greatest number of possible pairs per given pair for which the set is a bitmap. A bitmap then
// takes no more memory than a sorted list, and less time to make.
const bitmapShare = 64

// someBits is added to this limit, so that small sets are bitmaps in any case.
const someBits = 1 << 16

// newPairSet makes the set of the pairs (first[i], second[i]). The integers are below `firsts` and `width`. A pair
// is left out if one of its integers is aggregate.Skip.
func newPairSet(ctx context.Context, firsts, width int, first, second []uint32, threads int) (*pairSet, error) {
	s := &pairSet{width: uint64(width)}
	slots := uint64(firsts) * s.width
	if slots <= bitmapShare*uint64(len(first))+someBits {
		s.words = memory.Make[uint64](int(slots/64) + 1)
		return s, s.mark(ctx, first, second, threads)
	}
	return s, s.sort(ctx, slots, first, second, threads)
}

// rangeSize is the greatest number of indices of a range.
const rangeSize = 1 << 14

// inRanges calls do for ranges of n indices, on several threads if there are several ranges.
func inRanges(ctx context.Context, n, threads int, do func(lo, hi int)) error {
	return parallel.Ranges(ctx, threads, n, rangeSize, do)
}

// markers returns how many threads mark what occurs among `entries` entries. Each thread marks in a list of its own,
// which takes as much memory as `list` entries. If there are more than four lists, they take no more memory than the
// entries.
func markers(entries, list, threads int) int {
	const share = 1 << 17 // entries of a thread, at least
	return min(max(threads, 1), max(4, entries/list), entries/share+1)
}

// mark sets the bits of the pairs. Every thread fills a bitmap of its own, and the bitmaps are then united.
func (s *pairSet) mark(ctx context.Context, first, second []uint32, threads int) error {
	maps := make([][]uint64, markers(len(first), max(len(s.words)*2, 1), threads))
	err := parallel.On(ctx, threads, len(maps), func(_ context.Context, i int) error {
		if maps[i] = s.words; i > 0 {
			maps[i] = memory.Make[uint64](len(s.words))
		}
		lo, hi := len(first)*i/len(maps), len(first)*(i+1)/len(maps)
		setBits(maps[i], first[lo:hi], second[lo:hi], s.width)
		return nil
	})
	if err != nil {
		return err
	}
	s.before = memory.Make[uint32](len(s.words))
	members := make([]uint32, len(s.words)/rangeSize+1) // by range of words
	err = inRanges(ctx, len(s.words), threads, func(lo, hi int) {
		n := uint32(0)
		for w := lo; w < hi; w++ {
			for _, other := range maps[1:] {
				s.words[w] |= other[w]
			}
			s.before[w] = n
			n += uint32(bits.OnesCount64(s.words[w]))
		}
		members[lo/rangeSize] = n
	})
	if err != nil {
		return err
	}
	for i, n := range members {
		members[i] = uint32(s.size)
		s.size += int(n)
	}
	return inRanges(ctx, len(s.words), threads, func(lo, hi int) {
		for w := lo; w < hi; w++ {
			s.before[w] += members[lo/rangeSize]
		}
	})
}

func setBits(words []uint64, first, second []uint32, width uint64) {
	second = second[:len(first)]
	for i, f := range first {
		if f == aggregate.Skip || second[i] == aggregate.Skip {
			continue
		}
		bit := uint64(f)*width + uint64(second[i])
		words[bit>>6] |= 1 << (bit & 63)
	}
}

// sort makes the sorted list. `none` marks a pair that is left out, and must be greater than every pair.
func (s *pairSet) sort(ctx context.Context, none uint64, first, second []uint32, threads int) error {
	pairs := memory.Make[uint64](len(first))
	err := inRanges(ctx, len(pairs), threads, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if pairs[i] = none; first[i] != aggregate.Skip && second[i] != aggregate.Skip {
				pairs[i] = uint64(first[i])*s.width + uint64(second[i])
			}
		}
	})
	if err != nil {
		return err
	}
	ascending, order, err := radix.Sort(ctx, pairs, threads)
	if err != nil {
		return err
	}
	s.number, s.sorted = memory.Make[uint32](len(first)), ascending[:0]
	for i, at := range order {
		pair := ascending[i]
		if pair == none {
			s.number[at] = aggregate.Skip
			continue
		}
		if len(s.sorted) == 0 || pair != s.sorted[len(s.sorted)-1] {
			s.sorted = append(s.sorted, pair)
		}
		s.number[at] = uint32(len(s.sorted) - 1)
	}
	s.size = len(s.sorted)
	return nil
}

// find returns the number of a pair. It returns false if the set does not have the pair.
func (s *pairSet) find(first, second uint32) (int, bool) {
	pair := uint64(first)*s.width + uint64(second)
	if s.sorted != nil {
		return slices.BinarySearch(s.sorted, pair)
	}
	word, bit := s.words[pair>>6], uint64(1)<<(pair&63)
	return int(s.before[pair>>6]) + bits.OnesCount64(word&(bit-1)), word&bit != 0
}

// numbers writes the number of each pair plus `from` to `to`, or aggregate.Skip if the pair was left out. The pairs
// must be the pairs that newPairSet was given, beginning with pair `lo`.
func (s *pairSet) numbers(to []uint32, from uint32, first, second []uint32, lo int) {
	if s.sorted != nil {
		for i, n := range s.number[lo:][:len(to)] {
			if to[i] = n; n != aggregate.Skip {
				to[i] += from
			}
		}
		return
	}
	first, second = first[:len(to)], second[:len(to)]
	for i, f := range first {
		if f == aggregate.Skip || second[i] == aggregate.Skip {
			to[i] = aggregate.Skip
			continue
		}
		pair := uint64(f)*s.width + uint64(second[i])
		to[i] = from + s.before[pair>>6] + uint32(bits.OnesCount64(s.words[pair>>6]&(1<<(pair&63)-1)))
	}
}

// all iterates over the members in ascending order.
func (s *pairSet) all() iter.Seq2[uint32, uint32] {
	return func(yield func(first, second uint32) bool) {
		for _, pair := range s.sorted {
			if !yield(uint32(pair/s.width), uint32(pair%s.width)) {
				return
			}
		}
		first, end := uint32(0), s.width // end is the first pair of the next first integer
		for w, word := range s.words {
			for ; word != 0; word &= word - 1 {
				pair := uint64(w)<<6 | uint64(bits.TrailingZeros64(word))
				if pair >= end {
					first = uint32(pair / s.width)
					end = (uint64(first) + 1) * s.width
				}
				if !yield(first, uint32(pair-(end-s.width))) {
					return
				}
			}
		}
	}
}
