package key

import (
	"math/bits"
	"slices"
)

// Sorted returns keys in ascending order, and where each of them stood. It is a radix sort from the low digit up over
// the bits that any key has: for n keys of b bits it takes b/11 passes, against the log2(n) of comparing.
func Sorted(keys []uint64) (ascending []uint64, order []uint32) {
	const digit = 11
	used := uint64(0)
	for _, k := range keys {
		used |= k
	}
	from, to := slices.Clone(keys), make([]uint64, len(keys))
	order, next := make([]uint32, len(keys)), make([]uint32, len(keys))
	for i := range order {
		order[i] = uint32(i)
	}
	for shift := 0; shift < bits.Len64(used); shift += digit {
		if used>>shift&(1<<digit-1) == 0 {
			continue
		}
		var at [1<<digit + 1]uint32
		for _, k := range from {
			at[k>>shift&(1<<digit-1)+1]++
		}
		for d := range at[:1<<digit] {
			at[d+1] += at[d]
		}
		for i, k := range from {
			d := k >> shift & (1<<digit - 1)
			to[at[d]], next[at[d]] = k, order[i]
			at[d]++
		}
		from, to, order, next = to, from, next, order
	}
	return from, order
}
