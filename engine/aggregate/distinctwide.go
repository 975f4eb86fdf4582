package aggregate

import (
	"context"
	"math/bits"

	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// DistinctWide collects wide integers or floats for distinct counts, as DistinctList collects codes. The values are
// partitioned by their hash. Each partition is numbered in a core's cache. So the column itself needs no codes. Making
// codes for millions of values would take longer than the count.
type DistinctWide struct {
	ValueList[uint64]
	Hash func(uint64) uint64 // maps different values to different hashes
	// returns a function that numbers the values of a list, writes the numbers to ids, and overwrites the list; the
	// `skip` highest bits of the hashes must be equal
	Numberer func() func(values []uint64, ids []uint32, skip int)

	recent []widePair // the last pair that was added, by the hash of pairs; nil: all rows are added
	repeats
	parts codeParts // nil: not yet partitioned, or pairs were added since
}

// widePair is a value of a group. `group` is the number of the group plus 1, or 0 in an empty entry.
type widePair struct {
	value uint64
	group uint32
}

var _ Accumulator = (*DistinctWide)(nil)

// Update adds a batch. If many rows repeat the group and the value of an earlier row, Update leaves out most of them.
func (a *DistinctWide) Update(b *Batch) {
	a.parts = nil
	if a.recent == nil {
		a.ValueList.Update(b)
		if !a.different && len(a.chunks) > 1 {
			a.recent = make([]widePair, recentPairs)
		}
		return
	}
	var room [BatchRows]uint64
	c, v := a.chunkFor(len(b.Groups)), &b.In[a.Input]
	before, n := len(c.groups), 0
	groups, values := c.groups[before:before+len(b.Groups)], c.values[before:before+len(b.Groups)]
	for i, value := range orderedValues(room[:len(b.Groups)], v) { // the next row overwrites a row that is left out
		g, another := b.Groups[i], 1
		at := &a.recent[(value^uint64(g))*0x9e3779b97f4a7c15>>49&(recentPairs-1)]
		pair := widePair{value, g + 1}
		if *at == pair || a.Null != nil && !a.Null.has(v, i) {
			another = 0
		}
		*at = pair
		groups[n], values[n] = g, value
		n += another
	}
	c.groups, c.values = c.groups[:before+n], c.values[:before+n]
	if a.count(len(b.Groups), len(b.Groups)-n) {
		a.recent = nil
	}
}

// Merge appends the chunks of another list, and stores the new numbers of their groups.
func (a *DistinctWide) Merge(from Accumulator, groups, to []uint32) {
	a.parts = nil
	a.ValueList.Merge(&from.(*DistinctWide).ValueList, groups, to)
}

// Prepare works like that of DistinctList.
func (a *DistinctWide) Prepare(ctx context.Context, groups, _, threads int) error {
	if a.Ordered() {
		return a.sortRest(ctx, threads)
	}
	return a.parts.make(ctx, groups, threads, a.partition)
}

// Count works like that of DistinctList.
func (a *DistinctWide) Count(ctx context.Context, n, to []uint32, groups, threads int) error {
	if err := a.Prepare(ctx, groups, 0, threads); err != nil {
		return err
	}
	return a.parts.count(ctx, n, to, groups, threads)
}

func (a *DistinctWide) partition(ctx context.Context, groups, threads int) (codeParts, error) {
	rows := each.Sum(a.chunks, func(c pairs[uint64]) int { return len(c.values) })
	count := partsOf(rows)
	skip := bits.TrailingZeros(uint(count))
	shares := a.shares(threads)
	of := func(v uint64) int { return int(a.Hash(v) >> (64 - skip)) }
	next, starts, err := countParts(ctx, shares, count, threads, of)
	if err != nil {
		return nil, err
	}
	values, owners := memory.Uninitialized[uint64](starts[count]), memory.Uninitialized[uint32](starts[count])
	err = eachChunk(ctx, shares, threads, func(i int, c *pairs[uint64]) {
		to := c.to
		for k, v := range c.values {
			g := c.groups[k]
			if to != nil {
				g = to[g]
			}
			at := &next[i][of(v)]
			values[*at], owners[*at] = v, g
			*at++
		}
	})
	if err != nil {
		return nil, err
	}
	parts := make(codeParts, count)
	return parts, eachPart(ctx, threads, count, func() func(p int) {
		sort, number := newPairSorter(groups), a.Numberer()
		var ids []uint32
		return func(p int) {
			part, owners := values[starts[p]:starts[p+1]], owners[starts[p]:starts[p+1]]
			ids = resize(ids, len(part))
			number(part, ids, skip)
			for i, id := range ids {
				part[i] = uint64(id)<<32 | uint64(owners[i])
			}
			parts[p] = sort(part)
		}
	})
}
