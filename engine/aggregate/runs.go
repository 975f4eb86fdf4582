package aggregate

import (
	"context"
	"math/bits"
	"slices"

	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/internal/memory"
)

// Disk takes the values of lists that outgrow their part of the memory. Whenever a list has Rows rows in memory, it
// sorts them by value and writes them as a sorted run. Merging the runs gives all values in ascending order, each with
// its group: an external merge sort (Knuth, volume 3, 5.4). One pass over the merged runs computes all statistics of
// all groups. It takes no more memory for a group with all rows than for a small group.
type Disk struct {
	Arena spill.Arena
	Rows  int         // rows that a list keeps in memory
	Fail  func(error) // is called with the error if the disk takes no more; values are lost then
	// Progress receives the share of the values that have been merged, from 0 to 1; may be nil.
	Progress func(done float64)
}

// RowBytes is the memory per row of a list that writes runs: the group and the value, and a copy of both for the sort.
const RowBytes = 2 * (4 + 8)

// Ordered reports whether the list has written runs. Its values are then read with Ascending.
func (a *ValueList[V]) Ordered() bool {
	return slices.ContainsFunc(a.chunks, func(c pairs[V]) bool { return c.sorted })
}

// writeRun sorts a full chunk and moves it to the disk.
func (a *ValueList[V]) writeRun(c *pairs[V]) {
	a.rows = Grow(a.rows, a.groups)
	CountGroups(a.rows, c.groups, 0)
	sortPairs(c.values, c.groups, &a.room)
	a.spare = pairs[V]{groups: c.groups[:0], values: c.values[:0]}
	var err error
	run := pairs[V]{sorted: true}
	if run.values, err = spill.Copy(&a.Disk.Arena, c.values); err == nil {
		run.groups, err = spill.Copy(&a.Disk.Arena, c.groups)
	}
	if err != nil {
		a.Disk.Fail(err)
		run = pairs[V]{sorted: true}
	}
	*c = run
}

// sortRest sorts the chunks that are still in memory.
func (a *ValueList[V]) sortRest(ctx context.Context, threads int) error {
	a.room, a.spare = pairs[V]{}, pairs[V]{}
	var rest []*pairs[V]
	for i := range a.chunks {
		if c := &a.chunks[i]; !c.sorted {
			rest = append(rest, c)
			a.rows = Grow(a.rows, a.groups)
			countTargets(a.rows, c.groups, c.to)
		}
	}
	return parallel.On(ctx, threads, len(rest), func(ctx context.Context, i int) error {
		var room pairs[V]
		sortPairs(rest[i].values, rest[i].groups, &room)
		rest[i].sorted = true
		return ctx.Err()
	})
}

// Sizes returns the number of values of each group of a list that has written runs.
func (a *ValueList[V]) Sizes(ctx context.Context, threads int) ([]uint32, error) {
	err := a.sortRest(ctx, threads)
	return a.rows, err
}

// windowRows is the approximate number of rows that are merged at a time. They are sorted in the cache.
const windowRows = 1 << 18

// Ascending passes the values of all groups to do in ascending order, in batches, with the group of each value. weights
// is nil, because each value is from one row. The slices are valid only during the call.
func (a *ValueList[V]) Ascending(ctx context.Context, threads int,
	do func(values []V, groups, weights []uint32) error) error {
	if err := a.sortRest(ctx, threads); err != nil {
		return err
	}
	m := merge[V]{runs: a.chunks, at: make([]int, len(a.chunks)), most: windowRows}
	if a.Disk != nil {
		m.most = min(windowRows, a.Disk.Rows)
	}
	windows := make([]window[V], max(threads, 1))
	all := m.bounds()
	for bounds := all; len(bounds) > 0; {
		n := min(len(windows), len(bounds))
		for i := range n {
			m.next(&windows[i], bounds[i])
		}
		err := parallel.On(ctx, threads, n, func(ctx context.Context, i int) error {
			windows[i].load(m.runs)
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		for i := range n {
			if err := windows[i].pass(ctx, &m, do); err != nil {
				return err
			}
		}
		bounds = bounds[n:]
		if a.Disk != nil && a.Disk.Progress != nil {
			a.Disk.Progress(1 - float64(len(bounds))/float64(len(all)))
		}
	}
	return nil
}

// merge merges sorted runs in windows. A window is the rows of all runs whose values lie in a range.
type merge[V uint32 | uint64] struct {
	runs []pairs[V]
	at   []int // by run: the first row that was not yet in a window
	most int   // approximate rows of a window
}

// bounds returns the greatest value of each window, ascending. A window has at most about m.most rows below its
// greatest value.
func (m *merge[V]) bounds() []V {
	var samples []V
	step := max(m.most/(2*max(len(m.runs), 1)), 1)
	greatest, some := V(0), false
	for _, r := range m.runs {
		for i := step - 1; i < len(r.values); i += step {
			samples = append(samples, r.values[i])
		}
		spill.Cool(r.values)
		if n := len(r.values); n > 0 {
			greatest, some = max(greatest, r.values[n-1]), true
		}
	}
	if !some {
		return nil
	}
	slices.Sort(samples)
	var bounds []V
	for i := len(m.runs) - 1; i < len(samples); i += len(m.runs) {
		bounds = append(bounds, samples[i])
	}
	return slices.Compact(append(bounds, greatest))
}

// window is a range of values.
type window[V uint32 | uint64] struct {
	lo, mid, hi []int // by run: the rows below the greatest value, and the rows with that value
	tied        int   // rows with the greatest value
	pairs       pairs[V]
	room        pairs[V]
}

// next sets w to the window of the rows up to a value.
func (m *merge[V]) next(w *window[V], bound V) {
	w.lo, w.mid, w.hi, w.tied = resize(w.lo, len(m.runs)), resize(w.mid, len(m.runs)), resize(w.hi, len(m.runs)), 0
	for i, r := range m.runs {
		rest := r.values[m.at[i]:]
		w.lo[i] = m.at[i]
		below, upTo := gallop(rest, bound), len(rest)
		if bound < ^V(0) {
			upTo = below + gallop(rest[below:], bound+1)
		}
		w.mid[i], w.hi[i] = w.lo[i]+below, w.lo[i]+upTo
		w.tied += upTo - below
		m.at[i] = w.hi[i]
	}
	if w.tied <= m.most {
		copy(w.mid, w.hi)
		w.tied = 0
	}
}

// gallop returns the number of values below a bound. It searches near the beginning first: a binary search of all
// values would read pages of the whole run from the disk.
func gallop[V uint32 | uint64](values []V, bound V) int {
	n := 1
	for n < len(values) && values[n-1] < bound {
		n *= 2
	}
	at, _ := slices.BinarySearch(values[n/2:min(n, len(values))], bound)
	return n/2 + at
}

// load sorts the rows below the greatest value. It also loads the rows with that value if they are few.
func (w *window[V]) load(runs []pairs[V]) {
	w.pairs.values, w.pairs.groups = w.pairs.values[:0], w.pairs.groups[:0]
	for i := range runs {
		w.add(&runs[i], w.lo[i], w.mid[i])
	}
	sortPairs(w.pairs.values, w.pairs.groups, &w.room)
}

// add appends the rows lo to hi of a run, with their new groups, and frees the memory of these rows in the run.
func (w *window[V]) add(run *pairs[V], lo, hi int) {
	defer spill.Cool(run.values[lo:hi])
	defer spill.Cool(run.groups[lo:hi])
	if run.to == nil {
		w.pairs.values, w.pairs.groups = append(w.pairs.values, run.values[lo:hi]...),
			append(w.pairs.groups, run.groups[lo:hi]...)
		return
	}
	for i, g := range run.groups[lo:hi] {
		if t := run.to[g]; t != Skip {
			w.pairs.values, w.pairs.groups = append(w.pairs.values, run.values[lo+i]), append(w.pairs.groups, t)
		}
	}
}

// pass passes the rows of the window to do. It does not sort the rows with the greatest value if they are many.
func (w *window[V]) pass(ctx context.Context, m *merge[V], do func(values []V, groups, weights []uint32) error) error {
	if len(w.pairs.values) > 0 {
		if err := do(w.pairs.values, w.pairs.groups, nil); err != nil {
			return err
		}
	}
	for i := range m.runs {
		for lo := w.mid[i]; w.tied > 0 && lo < w.hi[i]; lo += m.most {
			w.pairs.values, w.pairs.groups = w.pairs.values[:0], w.pairs.groups[:0]
			w.add(&m.runs[i], lo, min(lo+m.most, w.hi[i]))
			if err := do(w.pairs.values, w.pairs.groups, nil); err != nil {
				return err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return ctx.Err()
}

// sortPairs sorts values, and their groups with them, by radix: from the lowest byte up, over the bytes in which
// values differ.
func sortPairs[V uint32 | uint64](values []V, groups []uint32, room *pairs[V]) {
	if len(values) == 0 || slices.IsSorted(values) {
		return
	}
	differ := V(0)
	for _, x := range values {
		differ |= x ^ values[0]
	}
	if cap(room.values) < len(values) {
		room.values, room.groups = memory.Make[V](len(values)), memory.Make[uint32](len(values))
	}
	from, to := pairs[V]{values: values, groups: groups}, pairs[V]{values: room.values[:len(values)],
		groups: room.groups[:len(values)]}
	for shift := bits.TrailingZeros64(uint64(differ)); shift < bits.Len64(uint64(differ)); shift += 8 {
		var next [256]uint32
		for _, x := range from.values {
			next[uint8(x>>(shift&63))]++
		}
		total := uint32(0)
		for d, n := range next {
			next[d], total = total, total+n
		}
		old := from.groups[:len(from.values)]
		for i, x := range from.values {
			d := uint8(x >> (shift & 63))
			at := next[d]
			next[d] = at + 1
			to.values[at], to.groups[at] = x, old[i]
		}
		from, to = to, from
	}
	if &from.values[0] != &values[0] {
		copy(values, from.values)
		copy(groups, from.groups)
	}
}
