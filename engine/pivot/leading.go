package pivot

import (
	"context"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// leading guesses a bound from a sorted sample of sampledWords words. It finds the place in the sample at which the
// n-th group is expected, and takes the word that lies spareWords places further as the bound.
const (
	sampledWords = 1 << 15
	spareWords   = 1 << 6
)

// leading returns the first `n` groups, in any order. It chooses among the groups in `among`, or among groups 0 to
// count-1 if `among` is nil.
//
// A sample of the words gives a bound. Slightly more than n groups are expected to be below the bound, and only these
// groups are collected and compared with each other.
func leading(ctx context.Context, among []uint32, count int, words []orderWord, n, threads int) ([]uint32, error) {
	at := func(i int) uint32 { return uint32(i) }
	if among != nil {
		at = func(i int) uint32 { return among[i] }
	}
	if count <= n || len(words) == 0 {
		return each.Times(min(n, count), at), nil
	}
	passing := func(passes func(word uint64) bool) ([]uint32, error) {
		has, err := words[0].passing(ctx, count, passes, threads)
		if err != nil {
			return nil, err
		}
		shares := make([][]uint32, (count+rangeSize-1)/rangeSize)
		err = inRanges(ctx, count, threads, func(lo, hi int) {
			var share []uint32
			switch {
			case has == nil:
				for i := lo; i < hi; i++ {
					if group := at(i); passes(words[0].of(group)) {
						share = append(share, group)
					}
				}
			case among == nil && words[0].codes.U32 != nil:
				for i, code := range words[0].codes.U32[lo:hi] {
					if has.has(code) {
						share = append(share, uint32(lo+i))
					}
				}
			default:
				for i := lo; i < hi; i++ {
					if group := at(i); has.has(words[0].codes.At(int(group))) {
						share = append(share, group)
					}
				}
			}
			shares[lo/rangeSize] = share
		})
		return slices.Concat(shares...), err
	}
	below, bound := func(uint64) bool { return true }, uint64(math.MaxUint64)
	if count > 2*sampledWords {
		spread := func(i int) uint32 { return at(count / sampledWords * i) }
		sample, err := words[0].all(ctx, sampledWords, spread, threads)
		if err != nil {
			return nil, err
		}
		slices.Sort(sample)
		bound = sample[min(n*sampledWords/count+spareWords, sampledWords-1)]
		below = func(word uint64) bool { return word < bound }
	}
	groups, err := passing(below)
	if err != nil {
		return nil, err
	}
	if room := n - len(groups); room > 0 { // many groups have the word at the bound, or the guess was wrong
		equal, err := passing(func(word uint64) bool { return word == bound })
		if err != nil {
			return nil, err
		}
		if room <= len(equal) {
			equal, err = leading(ctx, equal, len(equal), words[1:], room, threads)
			return append(groups, equal...), err
		}
		if groups, err = passing(func(uint64) bool { return true }); err != nil {
			return nil, err
		}
	}
	kept, err := words[0].all(ctx, len(groups), func(i int) uint32 { return groups[i] }, threads)
	if err != nil {
		return nil, err
	}
	last, err := nth(ctx, kept, n, threads)
	if err != nil {
		return nil, err
	}
	first, tied := groups[:0], []uint32(nil)
	for i, word := range kept {
		switch {
		case word < last:
			first = append(first, groups[i])
		case word == last:
			tied = append(tied, groups[i])
		}
	}
	if room := n - len(first); room < len(tied) {
		if tied, err = leading(ctx, tied, len(tied), words[1:], room, threads); err != nil {
			return nil, err
		}
	}
	return append(first, tied...), nil
}

// all returns the integers of the groups group(0) to group(n-1).
func (w *orderWord) all(ctx context.Context, n int, group func(i int) uint32, threads int) ([]uint64, error) {
	out := memory.Uninitialized[uint64](n)
	return out, parallel.Ranges(ctx, threads, n, 1<<10, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = w.of(group(i))
		}
	})
}

// manyCodes is a number of codes whose integers do not fit the cache of a core. Tests change it.
var manyCodes = 1 << 16

// passing returns the set of codes whose integers pass a test, or nil if it is as fast to test the integer of each
// group. With many codes the set is faster: making it reads the integers in the order of the codes, and its bits fit
// the cache.
func (w *orderWord) passing(
	ctx context.Context, groups int, passes func(word uint64) bool, threads int,
) (*codeSet, error) {
	if w.codes == nil || w.card < manyCodes || w.card > fewMissing*groups {
		return nil, nil
	}
	set := &codeSet{all: data.NewBitmap(w.card), few: data.NewBitmap(fewBits)}
	err := inRanges(ctx, w.card, threads, func(lo, hi int) {
		for code := lo; code < hi; code++ {
			if passes(w.ofCode(uint32(code))) {
				set.all.Set(code)
			}
		}
	})
	for i, word := range set.all {
		set.few[i%len(set.few)] |= word
	}
	return set, err
}

// codeSet is a set of codes. Bit c%fewBits of `few` is set for each code c of the set. Few stays in the first-level
// cache, and excludes most codes if the set is small.
type codeSet struct{ all, few data.Bitmap }

// fewBits is the number of bits of codeSet.few. It is a power of two.
const fewBits = 1 << 17

func (s *codeSet) has(code uint32) bool { return s.few.Get(int(code%fewBits)) && s.all.Get(int(code)) }
