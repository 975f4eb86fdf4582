package aggregate

import (
	"cardinal/data/store/spill"
	"cardinal/internal/memory"
)

// ValueList collects the values of each group for aggregates that need them all: quantiles, mode, product. Values are
// unsigned integers in the order of the column's values; nulls are left out. Rows are kept in chunks, as pairs of
// group and value, and arranged by group when they are read.
type ValueList[V uint32 | uint64] struct {
	chunks []pairs[V]
	groups int
	Input  int
	Null   *Nullable
	At     func(v *Vector, i int) V // reads a value; nil: the code
	Disk   *Disk                    // takes values that do not fit the memory; nil: all values stay in memory

	rows        []uint32    // by group, the number of sorted rows
	room, spare pairs[V]    // memory for sorting a chunk, and for the next chunk
	arranged    *Buckets[V] // the result of Buckets; nil: not yet arranged, or values were added since
}

type pairs[V uint32 | uint64] struct {
	groups []uint32
	values []V
	to     []uint32 // the new numbers of the groups after merges; nil: groups kept their numbers
	sorted bool     // by value
}

// chunkRows is the number of rows of a chunk. A chunk is so large that its header does not matter, and so small that
// each worker fills at least one.
const chunkRows = 1 << 15

var _ Accumulator = (*ValueList[uint32])(nil)

// Grow makes room for n groups.
func (a *ValueList[V]) Grow(n int) { a.groups = max(a.groups, n) }

// Bytes returns the memory of the state.
func (a *ValueList[V]) Bytes() int64 {
	n := int64(0)
	for _, c := range a.chunks {
		if spill.Held(c.values) {
			continue
		}
		n += 4*int64(cap(c.groups)) + 8*int64(cap(c.values))
	}
	return n
}

// Update adds a batch.
func (a *ValueList[V]) Update(b *Batch) {
	a.arranged = nil
	c, v := a.chunkFor(len(b.Groups)), &b.In[a.Input]
	if a.Null != nil && a.At == nil {
		groups, values := c.groups[:len(c.groups)+len(b.Groups)], c.values[:len(c.values)+len(b.Groups)]
		n := len(c.groups)
		switch {
		case v.U8 != nil:
			n += copyPresent(groups[n:], values[n:], b.Groups, v.U8, a.Null.code)
		case v.U16 != nil:
			n += copyPresent(groups[n:], values[n:], b.Groups, v.U16, a.Null.code)
		default:
			n += copyPresent(groups[n:], values[n:], b.Groups, v.U32, a.Null.code)
		}
		c.groups, c.values = groups[:n], values[:n]
		return
	}
	if a.At != nil {
		for i, g := range b.Groups {
			if a.Null == nil || a.Null.has(v, i) {
				c.groups = append(c.groups, g)
				c.values = append(c.values, a.At(v, i))
			}
		}
		return
	}
	c.groups = append(c.groups, b.Groups...)
	n := len(c.values)
	c.values = c.values[:n+len(b.Groups)]
	switch to := c.values[n:]; {
	case v.U8 != nil:
		widen(to, v.U8)
	case v.U16 != nil:
		widen(to, v.U16)
	default:
		widen(to, v.U32)
	}
}

// Add adds values with their groups.
func (a *ValueList[V]) Add(groups []uint32, values []V) {
	a.arranged = nil
	c := a.chunkFor(len(groups))
	c.groups, c.values = append(c.groups, groups...), append(c.values, values...)
}

// chunkFor returns the last chunk, or a new one if the last has no room for `rows` more rows.
func (a *ValueList[V]) chunkFor(rows int) *pairs[V] {
	last := len(a.chunks) - 1
	if last < 0 || a.chunks[last].sorted || a.chunks[last].to != nil ||
		cap(a.chunks[last].groups)-len(a.chunks[last].groups) < rows {
		size := chunkRows
		if a.Disk != nil {
			size = max(a.Disk.Rows, rows)
			if last >= 0 && !a.chunks[last].sorted && a.chunks[last].to == nil {
				a.writeRun(&a.chunks[last])
			}
		}
		next := a.spare
		if a.spare = (pairs[V]{}); cap(next.groups) < size {
			next = pairs[V]{groups: memory.Uninitialized[uint32](size)[:0], values: memory.Uninitialized[V](size)[:0]}
		}
		a.chunks = append(a.chunks, next)
		last++
	}
	return &a.chunks[last]
}

func widen[V uint32 | uint64, C uint8 | uint16 | uint32](to []V, from []C) {
	from = from[:len(to)]
	for i := range to {
		to[i] = V(from[i])
	}
}

// copyPresent writes the groups and codes of the rows that are not null, and returns their number.
func copyPresent[V uint32 | uint64, C uint8 | uint16 | uint32](toGroups []uint32, to []V, groups []uint32, codes []C,
	null uint32) int {
	codes, n := codes[:len(groups)], 0
	for i, g := range groups { // a row overwrites the previous one if that was null
		toGroups[n], to[n] = g, V(codes[i])
		one := 1
		if uint32(codes[i]) == null {
			one = 0
		}
		n += one
	}
	return n
}

// Merge appends the chunks of another list, and stores the new numbers of their groups. groups must be nil, because
// every strategy merges whole lists: each worker keeps a list of its own.
func (a *ValueList[V]) Merge(from Accumulator, groups, to []uint32) {
	if groups != nil {
		panic("BUG: some groups of a list of values are merged")
	}
	a.arranged = nil
	f := from.(*ValueList[V])
	composed := map[*uint32][]uint32{}
	for i := range f.chunks {
		c := &f.chunks[i]
		switch {
		case to == nil:
		case len(c.to) == 0:
			c.to = to
		default:
			if composed[&c.to[0]] == nil {
				composed[&c.to[0]] = compose(c.to, to)
			}
			c.to = composed[&c.to[0]]
		}
	}
	a.chunks = append(a.chunks, f.chunks...)
	if f.rows != nil {
		a.rows = Grow(a.rows, max(a.groups, len(f.rows)))
		addInto(a.rows, f.rows, nil, to)
	}
}

// compose returns the renumbering that applies `first` and then `second`.
func compose(first, second []uint32) []uint32 {
	out := memory.Make[uint32](len(first))
	for g, t := range first {
		if out[g] = Skip; t != Skip {
			out[g] = second[t]
		}
	}
	return out
}
