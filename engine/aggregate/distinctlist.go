package aggregate

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data/number/radix"
	"cardinal/data/parallel"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// DistinctList collects the codes of each group for distinct counts, if the bits of DistinctBits would take too much
// memory.
//
// The pairs of group and code are partitioned by code, and each partition is sorted by code in a core's cache. No two
// partitions share a code. So the number of distinct codes of several groups is the sum of their numbers in the
// partitions. One pass over the pairs counts the codes of a whole level of totals, without a set of all codes.
type DistinctList struct {
	ValueList[uint32]
	recent []uint64 // the last pair that was added, by the hash of pairs, plus 1; nil: all rows are added
	repeats
	parts codeParts // nil: not yet partitioned, or pairs were added since
}

// repeats counts the rows that repeat a pair of group and value.
type repeats struct {
	tried, repeated int  // rows that were looked up, and those that were found
	different       bool // too few of the looked-up rows were found
}

// count counts rows that were looked up, and how many of them were found. It reports whether too few were found.
func (r *repeats) count(rows, found int) bool {
	r.tried, r.repeated = r.tried+rows, r.repeated+found
	if r.tried >= triedRows {
		r.different = r.repeated < r.tried/repeatedShare
		r.tried, r.repeated = 0, 0
	}
	return r.different
}

// codeParts has the distinct pairs of group and code by partition, as code<<32 + group. No two partitions share a code,
// and each partition is sorted by code.
type codeParts [][]uint64

var _ Accumulator = (*DistinctList)(nil)

const (
	// recentPairs is the number of pairs that are remembered: half of a second-level cache or less.
	recentPairs = 1 << 15
	// triedRows is the number of rows after which the list stops looking for repeated pairs, if fewer than one in
	// repeatedShare rows repeated a pair.
	triedRows, repeatedShare = 1 << 16, 8
	// partPairs is about how many pairs a partition has: two copies of it fit a second-level cache.
	partPairs, mostParts = 1 << 15, 1 << 11
	// fewTargets is the largest number of targets for which each thread has counts of its own.
	fewTargets = 1 << 17
)

// Update adds a batch. If many rows repeat the group and the value of an earlier row, Update leaves out most of them.
func (a *DistinctList) Update(b *Batch) {
	a.parts = nil
	if a.recent == nil {
		a.ValueList.Update(b)
		if !a.different && len(a.chunks) > 1 {
			a.recent = make([]uint64, recentPairs)
		}
		return
	}
	c, v, null := a.chunkFor(len(b.Groups)), &b.In[a.Input], uint64(1<<32)
	if a.Null != nil {
		null = uint64(a.Null.code)
	}
	before, end := len(c.groups), len(c.groups)+len(b.Groups)
	groups, values := c.groups[before:end], c.values[before:end]
	n := 0
	switch {
	case v.U8 != nil:
		n = newPairs(a.recent, groups, values, b.Groups, v.U8, null)
	case v.U16 != nil:
		n = newPairs(a.recent, groups, values, b.Groups, v.U16, null)
	default:
		n = newPairs(a.recent, groups, values, b.Groups, v.U32, null)
	}
	c.groups, c.values = c.groups[:before+n], c.values[:before+n]
	if a.count(len(b.Groups), len(b.Groups)-n) {
		a.recent = nil
	}
}

// newPairs writes the groups and codes of some rows, and returns the number of these rows. It leaves out nulls, and
// rows whose pair equals the pair that was added last among those with the same hash.
func newPairs[C Code](recent []uint64, toGroups, to, groups []uint32, codes []C, null uint64) int {
	codes, n := codes[:len(groups)], 0
	for i, g := range groups { // without a branch on the data: the next row overwrites a row that is left out
		code := uint32(codes[i])
		at := &recent[(code*0x9e3779b1^g*0x85ebca6b)>>17&(recentPairs-1)]
		pair, another := (uint64(code)<<32|uint64(g))+1, 1
		if *at == pair || uint64(code) == null {
			another = 0
		}
		*at = pair
		toGroups[n], to[n] = g, code
		n += another
	}
	return n
}

// Merge appends the chunks of another list, and stores the new numbers of their groups.
func (a *DistinctList) Merge(from Accumulator, groups, to []uint32) {
	a.parts = nil
	a.ValueList.Merge(&from.(*DistinctList).ValueList, groups, to)
}

// Prepare partitions the pairs. If the list has written runs to the disk, Prepare sorts the values in memory instead.
func (a *DistinctList) Prepare(ctx context.Context, groups, _, threads int) error {
	if a.Ordered() {
		return a.sortRest(ctx, threads)
	}
	return a.parts.make(ctx, groups, threads, a.partition)
}

// make partitions the pairs if they are not yet partitioned.
func (parts *codeParts) make(ctx context.Context, groups, threads int,
	partition func(ctx context.Context, groups, threads int) (codeParts, error)) (err error) {
	if *parts == nil {
		*parts, err = partition(ctx, groups, threads)
	}
	return err
}

func (a *DistinctList) partition(ctx context.Context, groups, threads int) (codeParts, error) {
	rows, differ := 0, uint32(0)
	for _, c := range a.chunks {
		rows += len(c.values)
		for _, v := range c.values[:min(len(c.values), 1<<10)] {
			differ |= v ^ c.values[0]
		}
	}
	count := partsOf(rows)
	shift := bits.TrailingZeros32(differ) & 31 // multiples of a power of two differ only in higher bits
	shares := a.shares(threads)
	of := func(v uint32) int { return int(v >> shift & uint32(count-1)) }
	next, starts, err := countParts(ctx, shares, count, threads, of)
	if err != nil {
		return nil, err
	}
	all := memory.Uninitialized[uint64](starts[count])
	err = eachChunk(ctx, shares, threads, func(i int, c *pairs[uint32]) {
		placePairs(all, next[i], c, shift)
	})
	if err != nil {
		return nil, err
	}
	parts := make(codeParts, count)
	return parts, eachPart(ctx, threads, count, func() func(p int) {
		sort := newPairSorter(groups)
		return func(p int) { parts[p] = sort(all[starts[p]:starts[p+1]]) }
	})
}

// partsOf returns the number of partitions of a list, a power of two.
func partsOf(rows int) int { return 1 << bits.Len(uint(min(rows/partPairs, mostParts-1))) }

// countParts counts the values by partition and by thread. It returns the index at which each thread begins to write
// each partition, and the index at which each partition starts.
func countParts[V uint32 | uint64](ctx context.Context, shares [][]pairs[V], count, threads int,
	of func(v V) int) (next [][]uint32, starts []int, err error) {
	next = each.Times(len(shares), func(int) []uint32 { return make([]uint32, count) })
	err = eachChunk(ctx, shares, threads, func(i int, c *pairs[V]) {
		for _, v := range c.values {
			next[i][of(v)]++
		}
	})
	if err != nil {
		return nil, nil, err
	}
	return next, radix.Starts[int](next, count, threads), nil
}

// eachChunk calls do for the chunks of each thread, with the number of the thread.
func eachChunk[V uint32 | uint64](ctx context.Context, shares [][]pairs[V], threads int,
	do func(i int, c *pairs[V])) error {
	return parallel.On(ctx, threads, len(shares), func(ctx context.Context, i int) error {
		for k := range shares[i] {
			if do(i, &shares[i][k]); ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}

// newPairSorter returns a function that sorts pairs of code and group by code, and keeps one of several equal pairs. It
// drops pairs whose group is Skip. All other groups are below `groups`.
func newPairSorter(groups int) func(part []uint64) []uint64 {
	var room []uint64
	var seen []lastCode
	run := uint32(0)
	return func(part []uint64) []uint64 {
		room = resize(room, len(part))
		if groups > fewTargets {
			sorted := slices.DeleteFunc(radix.SortCodes(part, room, 0), func(pair uint64) bool {
				return pair&math.MaxUint32 == uint64(Skip)
			})
			return part[:copy(part, slices.Compact(sorted))]
		}
		if seen == nil {
			seen = make([]lastCode, groups)
		}
		part, run = compactPairs(part, radix.SortCodes(part, room, 32), seen, run+1)
		return part
	}
}

// placePairs writes each pair of a chunk to the next free entry of its partition.
func placePairs(all []uint64, next []uint32, c *pairs[uint32], shift int) {
	groups, to, mask := c.groups[:len(c.values)], c.to, uint32(len(next)-1)
	for i, v := range c.values {
		g := groups[i]
		if to != nil {
			g = to[g]
		}
		at := &next[v>>(shift&31)&mask]
		all[*at] = uint64(v)<<32 | uint64(g)
		*at++
	}
}

// lastCode has the number of distinct codes that a group or a target has so far, and the last of these codes. Codes
// ascend.
type lastCode struct{ last, count uint32 }

// compactPairs writes each of the sorted pairs once to out, and returns them. A thread numbers the codes of all its
// partitions. run is the number of the first code of this partition, and compactPairs also returns the number of the
// last code.
func compactPairs(out, sorted []uint64, seen []lastCode, run uint32) ([]uint64, uint32) {
	n, last := 0, uint64(0)
	for i, pair := range sorted {
		if g := uint32(pair); int(g) < len(seen) { // not Skip
			if i > 0 && pair>>32 != last {
				run++
			}
			last = pair >> 32
			out[n] = pair
			one := 0
			if seen[g].last != run {
				one = 1
			}
			n += one
			seen[g].last = run
		}
	}
	return out[:n], run
}

// eachPart calls `thread` once on each thread, for a function with memory of its own. These functions are called for
// the partitions 0 to n-1, each of them once.
func eachPart(ctx context.Context, threads, n int, thread func() func(p int)) error {
	var next atomic.Int64
	return parallel.On(ctx, threads, min(max(threads, 1), n), func(ctx context.Context, _ int) error {
		var do func(p int)
		for p := int(next.Add(1)) - 1; p < n && ctx.Err() == nil; p = int(next.Add(1)) - 1 {
			if do == nil {
				do = thread()
			}
			do(p)
		}
		return ctx.Err()
	})
}

// Count adds the number of distinct codes of each target to n, where group g belongs to target to[g]. If `to` is nil,
// each group is its own target.
func (a *DistinctList) Count(ctx context.Context, n, to []uint32, groups, threads int) error {
	if err := a.Prepare(ctx, groups, 0, threads); err != nil {
		return err
	}
	return a.parts.count(ctx, n, to, groups, threads)
}

// count adds the number of distinct codes of each target to n.
func (parts codeParts) count(ctx context.Context, n, to []uint32, groups, threads int) error {
	if to == nil {
		to = memory.Make[uint32](groups)
		for g := range to {
			to[g] = uint32(g)
		}
	}
	first, end := Skip, uint32(0)
	for _, t := range to {
		if t != Skip {
			first, end = min(first, t), max(end, t+1)
		}
	}
	if first > end {
		return nil
	}
	n = n[first:end]
	if len(n) > fewTargets {
		return eachPart(ctx, threads, len(parts), func() func(p int) {
			var pairs, room []uint64
			return func(p int) {
				pairs, room = resize(pairs, len(parts[p])), resize(room, len(parts[p]))
				of := retarget(pairs, parts[p], to, first)
				countSorted(n, radix.SortCodes(of, room[:len(of)], 0))
			}
		})
	}
	var mu sync.Mutex
	var all [][]lastCode
	err := eachPart(ctx, threads, len(parts), func() func(p int) {
		counts, run := make([]lastCode, len(n)), uint32(0)
		mu.Lock()
		all = append(all, counts)
		mu.Unlock()
		return func(p int) { run = countByCode(counts, parts[p], to, first, run+1) }
	})
	for _, counts := range all {
		for t := range counts {
			n[t] += counts[t].count
		}
	}
	return err
}

// countByCode counts the codes of each target. A thread numbers the codes of all its partitions. run is the number of
// the first code of this partition, and countByCode returns the number of the last code.
func countByCode(counts []lastCode, part []uint64, to []uint32, first, run uint32) uint32 {
	for i, pair := range part {
		if i > 0 && pair>>32 != part[i-1]>>32 {
			run++
		}
		t := to[uint32(pair)]
		if t == Skip {
			continue
		}
		c, one := &counts[t-first], uint32(0)
		if c.last != run {
			one = 1
		}
		c.last, c.count = run, c.count+one
	}
	return run
}

// retarget writes the pairs to out, with the target in place of the group. It leaves out pairs whose group has no
// target.
func retarget(out, part []uint64, to []uint32, first uint32) []uint64 {
	n := 0
	for _, pair := range part {
		if t := to[uint32(pair)]; t != Skip {
			out[n] = pair>>32<<32 | uint64(t-first)
			n++
		}
	}
	return out[:n]
}

// countSorted adds the number of different pairs among sorted pairs to the counts of their targets. The additions are
// atomic, because other threads add to the same counts.
func countSorted(n []uint32, sorted []uint64) {
	for i, pair := range sorted {
		if i == 0 || pair != sorted[i-1] {
			atomic.AddUint32(&n[uint32(pair)], 1)
		}
	}
}
