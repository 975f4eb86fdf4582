package aggregate

import (
	"context"
	"math/bits"

	"cardinal/data/parallel"
)

// Union is the values of several groups together.
type Union[V uint32 | uint64] struct {
	Len         int
	of          *Buckets[V]
	groups      []uint32
	sizes       []int // by bucket
	room, spare []V
	threads     int
	parts       []part[V] // by thread, if threads divide the values among themselves
}

// Union returns a union without groups. At most `threads` threads search many values.
func (b *Buckets[V]) Union(threads int) *Union[V] {
	return &Union[V]{of: b, sizes: make([]int, b.count), threads: threads}
}

// Set replaces the groups of the union.
func (u *Union[V]) Set(groups []uint32) {
	u.groups, u.Len = groups, 0
	clear(u.sizes)
	for _, g := range groups {
		starts := u.of.starts[int(g)*u.of.count:][:u.of.count+1]
		u.Len += int(starts[u.of.count] - starts[0])
		before := starts[0]
		for b, next := range starts[1:][:len(u.sizes)] {
			u.sizes[b] += int(next - before)
			before = next
		}
	}
}

// Neighbours returns the values that would be at k and k+1 if the union were sorted. Both are the same if k is the last
// index.
func (u *Union[V]) Neighbours(ctx context.Context, k int) (low, high V, err error) {
	bucket := 0
	for k >= u.sizes[bucket] {
		k -= u.sizes[bucket]
		bucket++
	}
	size := u.sizes[bucket]
	if size >= sharedValues && u.threads > 1 {
		if low, high, err = u.sharedNeighbours(ctx, bucket, k); err != nil {
			return 0, 0, err
		}
	} else {
		low, high = Neighbours(u.gather(bucket), k, &u.spare)
	}
	for bucket++; k+1 == size && bucket < len(u.sizes); bucket++ {
		if u.sizes[bucket] > 0 {
			high, _ = minMax(u.gather(bucket))
			break
		}
	}
	return low, high, nil
}

// sharedValues is the least number of values of a bucket that threads divide among themselves.
const sharedValues = 1 << 18

// part is one thread's values of a bucket.
type part[V uint32 | uint64] struct {
	values      []V
	least, most V
	counts      [256]uint32 // by the highest bits
}

// sharedNeighbours works like Neighbours, within a bucket of many values. The threads count the values by their
// highest bits, and only values with the same bits as the sought ones are examined further.
func (u *Union[V]) sharedNeighbours(ctx context.Context, bucket, k int) (low, high V, err error) {
	if u.parts == nil {
		u.parts = make([]part[V], u.threads)
	}
	parts := u.parts
	each := func(do func(p *part[V], groups []uint32)) error {
		return parallel.On(ctx, u.threads, len(parts), func(_ context.Context, i int) error {
			do(&parts[i], u.groups[len(u.groups)*i/len(parts):len(u.groups)*(i+1)/len(parts)])
			return nil
		})
	}
	err = each(func(p *part[V], groups []uint32) {
		p.values = resize(p.values, u.of.size(groups, bucket, bucket+1))
		u.of.copy(p.values, groups, bucket)
		p.least, p.most = ^V(0), 0
		if len(p.values) > 0 {
			p.least, p.most = minMax(p.values)
		}
	})
	if err != nil {
		return 0, 0, err
	}
	least, most := parts[0].least, parts[0].most
	for i := range parts {
		least, most = min(least, parts[i].least), max(most, parts[i].most)
	}
	shift := max(bits.Len64(uint64(most-least))-8, 0) & 63
	err = each(func(p *part[V], _ []uint32) { p.counts = countHigh(p.values, least, shift) })
	if err != nil {
		return 0, 0, err
	}
	var counts [256]int
	for i := range parts {
		for b, n := range parts[i].counts {
			counts[b] += int(n)
		}
	}
	first := 0
	for k >= counts[first] {
		k -= counts[first]
		first++
	}
	last, n := first, counts[first]
	for k+1 == n && last+1 < len(counts) { // the second value is the next existing one
		last++
		n += counts[last]
	}
	from, end := least+V(first)<<shift, V(last-first+1)<<shift-1
	err = each(func(p *part[V], _ []uint32) { p.values = filterRange(p.values, from, end) })
	if err != nil {
		return 0, 0, err
	}
	var near []V
	for i := range parts {
		near = append(near, parts[i].values...)
	}
	low, high = Neighbours(near, k, &u.spare)
	return low, high, nil
}

// gather copies the values of a bucket.
func (u *Union[V]) gather(bucket int) []V {
	u.room = resize(u.room, u.sizes[bucket])
	u.of.copy(u.room, u.groups, bucket)
	return u.room
}

// copy copies the values that some groups have in a bucket to out.
func (b *Buckets[V]) copy(out []V, groups []uint32, bucket int) {
	n := 0
	for _, g := range groups {
		for _, v := range b.valuesIn(g, bucket, bucket+1) { // too few for the builtin copy
			out[n] = v
			n++
		}
	}
}

// countHigh counts values by (value-least)>>shift, which is below 256.
func countHigh[V uint32 | uint64](values []V, least V, shift int) (counts [256]uint32) {
	for _, x := range values {
		counts[uint8((x-least)>>(shift&63))]++
	}
	return counts
}

// filterRange moves the values from first to first+more to the start of the slice, and returns them.
func filterRange[V uint32 | uint64](values []V, first, more V) []V {
	n := 0
	for _, x := range values {
		if x-first <= more {
			values[n] = x
			n++
		}
	}
	return values[:n]
}
