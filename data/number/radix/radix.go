package radix

import (
	"context"
	"math/bits"
	"sync/atomic"

	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// splitKeys is the least number of keys that are distributed before they are sorted.
const splitKeys = 1 << 16

// Sort returns the keys in ascending order and, for each of them, its index in keys. Equal keys stay in their
// order. It uses up to the given number of threads and stops with an error when ctx ends.
//
// Many keys are first distributed by the 11 highest bits in which any two of them differ. Each thread then sorts one
// bucket after the other from the lowest digit up; a bucket stays in a core's cache. Two million keys of 40 bits take
// 32 ns a key on one thread, 54 ns without the distribution, and 1,170 ns by slices.SortStableFunc.
func Sort(ctx context.Context, keys []uint64, threads int) (ascending []uint64, order []uint32, err error) {
	out := sorting{memory.Uninitialized[uint64](len(keys)), memory.Uninitialized[uint32](len(keys))}
	if len(keys) < splitKeys {
		copy(out.keys, keys)
		for i := range out.order {
			out.order[i] = uint32(i)
		}
		out.radix(sorting{make([]uint64, len(keys)), make([]uint32, len(keys))}, differingBits(keys))
		return out.keys, out.order, ctx.Err()
	}
	threads = max(threads, 1)
	// differs has, for each thread's range of keys, the bits in which two of its keys differ or its first key differs
	// from keys[0].
	differs := make([]uint64, threads)
	err = parallel.On(ctx, threads, threads, func(_ context.Context, i int) error {
		share := keys[len(keys)*i/threads : len(keys)*(i+1)/threads]
		differs[i] = differingBits(share) | (share[0] ^ keys[0])
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	differ := uint64(0)
	for _, d := range differs {
		differ |= d
	}
	const digit = 11
	shift := max(bits.Len64(differ)-digit, 0)
	starts, err := distribute(ctx, keys, out, shift, digit, threads)
	if err != nil {
		return nil, nil, err
	}
	differ &= 1<<shift - 1
	rooms := make([]sorting, threads)
	var next atomic.Int64
	err = parallel.On(ctx, threads, threads, func(ctx context.Context, t int) error {
		for d := int(next.Add(1)) - 1; d < len(starts)-1; d = int(next.Add(1)) - 1 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			lo, hi := starts[d], starts[d+1]
			if n := int(hi - lo); n > len(rooms[t].keys) {
				rooms[t] = sorting{memory.Uninitialized[uint64](n), memory.Uninitialized[uint32](n)}
			}
			out.slice(lo, hi).radix(rooms[t].slice(0, hi-lo), differ)
		}
		return nil
	})
	return out.keys, out.order, err
}

// differingBits returns the bits in which any two of the keys differ.
func differingBits(keys []uint64) (differ uint64) {
	for _, k := range keys {
		differ |= k ^ keys[0]
	}
	return differ
}

// SortCodes returns codes in the order of their bits, without the bits below `low`. Codes that are equal in these bits
// stay in their order. room must be as long as codes. Both are overwritten, and the result is one of them.
func SortCodes(codes, room []uint64, low int) []uint64 {
	if len(codes) == 0 {
		return codes
	}
	differ := uint64(0)
	for _, c := range codes {
		differ |= c ^ codes[0]
	}
	differ = differ >> low << low
	digit := digitOf(len(codes))
	next := make([]uint32, 1<<digit)
	for differ != 0 {
		shift := bits.TrailingZeros64(differ)
		differ = differ >> (shift + digit) << (shift + digit)
		starts(next, codes, shift)
		for _, c := range codes {
			at := &next[c>>(shift&63)&uint64(len(next)-1)]
			room[*at] = c
			*at++
		}
		codes, room = room, codes
	}
	return codes
}

// sorting has keys, and the index of each key before the sort.
type sorting struct {
	keys  []uint64
	order []uint32
}

func (s sorting) slice(lo, hi uint32) sorting { return sorting{s.keys[lo:hi], s.order[lo:hi]} }

// distribute writes keys to `to`, ordered by the digit at shift, and returns the index at which each digit begins.
// Every thread counts and writes a range of the keys.
func distribute(ctx context.Context, keys []uint64, to sorting, shift int, digit uint, threads int) ([]uint32, error) {
	border := func(i int) int { return len(keys) * i / threads }
	next := make([][]uint32, threads)
	err := parallel.On(ctx, threads, threads, func(_ context.Context, i int) error {
		next[i] = make([]uint32, 1<<digit)
		count(next[i], keys[border(i):border(i+1)], shift)
		return nil
	})
	if err != nil {
		return nil, err
	}
	starts := Starts[uint32](next, 1<<digit, threads)
	return starts, parallel.On(ctx, threads, threads, func(_ context.Context, i int) error {
		next, lo := next[i], border(i)
		for n, k := range keys[lo:border(i+1)] {
			d := k >> (shift & 63) & uint64(len(next)-1)
			at := next[d]
			next[d] = at + 1
			to.keys[at], to.order[at] = k, uint32(lo+n)
		}
		return nil
	})
}

// Starts returns where each part starts if the parts stand one behind the other, and the number of all entries. next
// has the number of entries of each part, for each thread. Starts replaces it by the place of the first of them. Ranges
// of many parts are added up by several threads.
func Starts[N int | uint32](next [][]uint32, parts, threads int) []N {
	starts := memory.Uninitialized[N](parts + 1)
	ranges := max(min(threads, parts/startsOfThread), 1)
	before := make([]uint32, ranges+1) // by range: the number of entries in earlier ranges
	eachRange := func(do func(r, lo, hi int)) {
		err := parallel.On(context.Background(), threads, ranges, func(_ context.Context, r int) error {
			do(r, parts*r/ranges, parts*(r+1)/ranges)
			return nil
		})
		if err != nil {
			panic(err) // the context cannot end
		}
	}
	eachRange(func(r, lo, hi int) {
		total := uint32(0)
		for _, n := range next {
			for _, entries := range n[lo:hi] {
				total += entries
			}
		}
		before[r+1] = total
	})
	for r := range ranges {
		before[r+1] += before[r]
	}
	eachRange(func(r, lo, hi int) {
		total := before[r]
		for p := lo; p < hi; p++ {
			starts[p] = N(total)
			for _, n := range next {
				n[p], total = total, total+n[p]
			}
		}
	})
	starts[parts] = N(before[ranges])
	return starts
}

// startsOfThread is the number of parts that one thread adds up in the time of starting another.
const startsOfThread = 1 << 15

// radix sorts from the lowest digit up, over the bits in which keys differ. room is overwritten.
func (s sorting) radix(room sorting, differ uint64) {
	digit := digitOf(len(s.keys))
	from, to := s, room
	counts := make([]uint32, 1<<digit)
	for shift := bits.TrailingZeros64(differ); shift < bits.Len64(differ); shift += digit {
		if differ>>shift&(1<<digit-1) == 0 {
			continue
		}
		starts(counts, from.keys, shift)
		from.scatter(to, counts, shift)
		from, to = to, from
	}
	if len(s.keys) > 0 && &from.keys[0] != &s.keys[0] {
		copy(s.keys, from.keys)
		copy(s.order, from.order)
	}
}

// digitOf returns the number of bits of a digit, given the number of keys.
func digitOf(keys int) int {
	if keys < 1<<11 {
		return 8
	}
	return 11
}

// starts sets n to the place of the first key of each digit at shift.
func starts(n []uint32, keys []uint64, shift int) {
	clear(n)
	count(n, keys, shift)
	total := uint32(0)
	for d, keys := range n {
		n[d], total = total, total+keys
	}
}

// count adds to n how often each digit at shift occurs. len(n) is a power of two.
func count(n []uint32, keys []uint64, shift int) {
	for _, k := range keys {
		n[k>>(shift&63)&uint64(len(n)-1)]++
	}
}

// scatter writes every key to the next place of its digit.
func (s sorting) scatter(to sorting, next []uint32, shift int) {
	order := s.order[:len(s.keys)]
	for i, k := range s.keys {
		d := k >> (shift & 63) & uint64(len(next)-1)
		at := next[d]
		next[d] = at + 1
		to.keys[at], to.order[at] = k, order[i]
	}
}
