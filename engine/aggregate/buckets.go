package aggregate

import (
	"context"
	"math/bits"
	"slices"

	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// Buckets is the values of a list by group, and within a group by bucket. A bucket is a range of values. All groups
// have the same buckets, which ascend. So a quantile of several groups together lies in one bucket of these groups. To
// sort the values of several groups, each bucket is sorted by itself, in the cache. This is samplesort (Frazer and
// McKellar, 1970) with the same splitters for every group.
type Buckets[V uint32 | uint64] struct {
	count  int      // of buckets
	starts []uint32 // bucket b of group g begins at values[starts[g*count+b]]
	values []V
}

// maxBuckets is the largest number of buckets of a group.
const maxBuckets = 1 << 8

// Buckets arranges the values of a list with `groups` groups. A bucket of a group has `size` values on average. The
// list keeps the buckets for the next call, e.g. for other totals of the same groups.
func (a *ValueList[V]) Buckets(ctx context.Context, groups, size, threads int) (*Buckets[V], error) {
	if a.arranged != nil && len(a.arranged.starts) == groups*a.arranged.count+1 {
		return a.arranged, nil
	}
	b, err := a.makeBuckets(ctx, groups, size, threads)
	if err == nil {
		a.arranged = b
	}
	return b, err
}

// Prepare makes the buckets that Buckets returns. If the list has written runs to the disk, Prepare sorts the values in
// memory instead.
func (a *ValueList[V]) Prepare(ctx context.Context, groups, size, threads int) error {
	if a.Ordered() {
		return a.sortRest(ctx, threads)
	}
	_, err := a.Buckets(ctx, groups, size, threads)
	return err
}

func (a *ValueList[V]) makeBuckets(ctx context.Context, groups, size, threads int) (*Buckets[V], error) {
	all, err := a.Arrange(ctx, groups, threads)
	if err != nil {
		return nil, err
	}
	count := min(max(len(all.values)/max(groups*size, 1), 1), maxBuckets)
	b := &Buckets[V]{count: count, starts: memory.Make[uint32](groups*count + 1), values: all.values}
	b.starts[groups*count] = uint32(len(all.values))
	sample := make([]uint64, min(len(all.values), splitterCells))
	for i := range sample {
		sample[i] = uint64(all.values[len(all.values)*i/len(sample)])
	}
	s := NewSplitter(sample, count)
	pieces := min(64*threads, groups)
	return b, parallel.On(ctx, threads, pieces, func(ctx context.Context, i int) error {
		var room []V
		var buckets []uint8
		for g := groups * i / pieces; g < groups*(i+1)/pieces; g++ {
			if g%CheckGroups == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if count == 1 {
				b.starts[g] = uint32(all.start[g])
				continue
			}
			v := all.Of(g)
			room, buckets = resize(room, len(v)), resize(buckets, len(v))
			arrange(s, v, uint32(all.start[g]), b.starts[g*count:][:count], room, buckets)
		}
		return nil
	})
}

// resize returns a slice of n entries, whose content is arbitrary.
func resize[T any](s []T, n int) []T {
	if n > cap(s) {
		return memory.Uninitialized[T](max(n, 2*cap(s)))[:n]
	}
	return s[:n]
}

// splitterCells is the number of equal ranges between the least and the greatest value of a sample. A bucket is a run
// of these ranges.
const splitterCells = 1 << 11

// SplitterSample is the number of values from which a splitter is made, if there are as many.
const SplitterSample = splitterCells

// Splitter maps values to Count ranges, which ascend.
type Splitter struct {
	Count       int
	least, most uint64 // smaller values count as least, and greater values as most
	shift       int
	bucket      [splitterCells]uint8
}

// NewSplitter makes at most maxBuckets ranges with equal numbers of a sample's values, as far as the cells allow. It
// sorts the sample.
func NewSplitter(sample []uint64, count int) *Splitter {
	s := &Splitter{Count: count}
	if len(sample) == 0 || count == 1 {
		return s
	}
	slices.Sort(sample)
	s.least, s.most = sample[0], sample[len(sample)-1]
	s.shift = max(bits.Len64(s.most-s.least)-bits.Len(splitterCells-1), 0)
	below := 0
	for cell := range s.bucket {
		for below < len(sample) && int((sample[below]-s.least)>>s.shift) < cell {
			below++
		}
		s.bucket[cell] = uint8(min(below*count/len(sample), count-1))
	}
	return s
}

// Range returns the range of a value.
func (s *Splitter) Range(v uint64) int {
	return int(s.bucket[(min(max(v, s.least), s.most)-s.least)>>(s.shift&63)&(splitterCells-1)])
}

// arrange orders the values of a group, which begin at start, by bucket, and sets the starts of the buckets.
func arrange[V uint32 | uint64](s *Splitter, v []V, start uint32, starts []uint32, room []V, buckets []uint8) {
	var next [maxBuckets]uint32
	for i, x := range v {
		b := uint8(s.Range(uint64(x)))
		buckets[i] = b
		next[b]++
	}
	total := uint32(0)
	for b := range starts {
		starts[b] = start + total
		next[b], total = total, total+next[b]
	}
	copy(room, v)
	for i, x := range room {
		b := buckets[i]
		v[next[b]] = x
		next[b]++
	}
}

// valuesIn returns the values in buckets lo to hi of group g.
func (b *Buckets[V]) valuesIn(g uint32, lo, hi int) []V {
	first := int(g) * b.count
	return b.values[b.starts[first+lo]:b.starts[first+hi]]
}

// size returns the number of values that some groups have in buckets lo to hi.
func (b *Buckets[V]) size(groups []uint32, lo, hi int) int {
	n := 0
	for _, g := range groups {
		n += len(b.valuesIn(g, lo, hi))
	}
	return n
}

// Sorted returns the values by target, sorted within each target. If there are few targets, threads share the buckets
// of each target.
func (b *Buckets[V]) Sorted(ctx context.Context, m *Members, threads int) (byGroup[V], error) {
	targets := m.Targets()
	out := byGroup[V]{start: make([]int, targets+1)}
	for t := range targets {
		out.start[t+1] = out.start[t] + b.size(m.Of(t), 0, b.count)
	}
	out.values = memory.Uninitialized[V](out.start[targets])
	parts := min(max(8*threads/max(targets, 1), 1), b.count)
	tasks := targets * parts
	pieces := min(64*threads, tasks)
	return out, parallel.On(ctx, threads, pieces, func(ctx context.Context, i int) error {
		var room []V
		for task := tasks * i / pieces; task < tasks*(i+1)/pieces; task++ {
			groups, lo, hi := m.Of(task/parts), b.count*(task%parts)/parts, b.count*(task%parts+1)/parts
			first := out.start[task/parts] + b.size(groups, 0, lo)
			if err := b.sort(ctx, out.values[first:], groups, lo, hi, &room); err != nil {
				return err
			}
		}
		return nil
	})
}

// sortTogether is the least number of values that are sorted at a time: small buckets are sorted together.
const sortTogether = 1 << 9

// sort writes the values that some groups have in buckets lo to hi to out, sorted.
func (b *Buckets[V]) sort(ctx context.Context, out []V, groups []uint32, lo, hi int, room *[]V) error {
	from, n := 0, 0
	for bucket := lo; bucket < hi; bucket++ {
		for _, g := range groups {
			n += copy(out[n:], b.valuesIn(g, bucket, bucket+1))
		}
		if n-from >= sortTogether || bucket == hi-1 {
			radixSort(out[from:n], room)
			from = n
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return nil
}

// radixValues is the least number of values for which a radix sort is faster than comparisons.
const radixValues = 1 << 7

// radixSort sorts values from the lowest byte up, over the bytes in which they differ.
func radixSort[V uint32 | uint64](v []V, room *[]V) {
	if len(v) < radixValues {
		slices.Sort(v)
		return
	}
	differ := V(0)
	for _, x := range v {
		differ |= x ^ v[0]
	}
	*room = resize(*room, len(v))
	from, to := v, *room
	for shift := bits.TrailingZeros64(uint64(differ)); shift < bits.Len64(uint64(differ)); shift += 8 {
		var next [256]uint32
		for _, x := range from {
			next[uint8(x>>(shift&63))]++
		}
		total := uint32(0)
		for d, n := range next {
			next[d], total = total, total+n
		}
		for _, x := range from {
			d := uint8(x >> (shift & 63))
			to[next[d]] = x
			next[d]++
		}
		from, to = to, from
	}
	if &from[0] != &v[0] {
		copy(v, from)
	}
}

// Members lists, for each target of a merge, the groups that are merged into it.
type Members struct {
	First  int // the first target; targets are counted from it
	start  []uint32
	groups []uint32
}

// MembersOf inverts a merge map. If `to` is nil, each of n groups is its own target.
func MembersOf(to []uint32, n int) *Members {
	if to == nil {
		to = memory.Make[uint32](n)
		for g := range to {
			to[g] = uint32(g)
		}
	}
	first, end := ^uint32(0), uint32(0)
	for _, t := range to {
		if t != Skip {
			first, end = min(first, t), max(end, t+1)
		}
	}
	if end == 0 {
		return &Members{start: make([]uint32, 1)}
	}
	m := &Members{First: int(first), start: memory.Make[uint32](int(end-first) + 2),
		groups: memory.Make[uint32](len(to))}
	for _, t := range to {
		if t != Skip {
			m.start[t-first+2]++
		}
	}
	for t := range m.start[1:] {
		m.start[t+1] += m.start[t]
	}
	for g, t := range to {
		if t != Skip {
			at := &m.start[t-first+1]
			m.groups[*at] = uint32(g)
			*at++
		}
	}
	m.start = m.start[:end-first+1]
	return m
}

// Targets returns the number of targets. Some may have no groups.
func (m *Members) Targets() int { return len(m.start) - 1 }

// Of returns the groups that are merged into target First+t.
func (m *Members) Of(t int) []uint32 { return m.groups[m.start[t]:m.start[t+1]] }
