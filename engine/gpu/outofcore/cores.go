package outofcore

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"cardinal/engine/gpu"
	"cardinal/internal/memory"
)

// room is the memory in which a core groups the rows of a range of hashes. It is used again for the next range.
type room struct {
	low, high    []uint64 // low has the codes of keys 1 and 2 of each row, high those of keys 3 and 4
	table, spare []place  // a hash table of keys, probed linearly and at most half full
	first        []uint32 // the first row of each group
	ids          []uint32 // the group of each row
	masked       []uint32 // like ids, but rows without a value are in an additional group
	values, with []uint32
}

// place is an entry of the hash table.
type place struct {
	low, high uint64
	group     uint32 // counted from 1; 0: the entry is free
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// aggregate groups the rows of a range of hashes on one core.
func (e *execution) aggregate(rows parts) share {
	m := rooms.Get().(*room)
	defer rooms.Put(m)
	m.pack(e, rows)
	m.group(e.expectedGroups(len(m.low)))
	s := share{e.names.take(len(m.first)), make([][]uint64, len(e.row.Aggregates)),
		make([][]uint64, len(e.row.Aggregates))}
	for i, a := range e.row.Aggregates {
		s.values[i], s.high[i] = m.fold(e, rows, a)
	}
	if e.r.Form != gpu.Hashed {
		for g, row := range m.first {
			s.names[g] = uint32(m.low[row])
		}
	} else {
		m.values = rows.appendNumbers(m.values[:0])
		for g, row := range m.first {
			s.names[g] = m.values[row] - 1
		}
	}
	e.numberRows(s)
	return s
}

// pack packs the codes of the keys of each row.
func (m *room) pack(e *execution, rows parts) {
	n := rows.len()
	m.low, m.high = zeros(m.low, n), zeros(m.high, n)
	for k := range e.row.Keys {
		m.values = e.appendCodes(m.values[:0], rows, &e.row.Keys[k].Codes)
		to, shift := m.low, 32*(k%2)
		if k > 1 {
			to = m.high
		}
		for row, code := range m.values {
			to[row] |= uint64(code) << shift
		}
	}
}

// zeros returns n zeros, in the memory of s if s is large enough.
func zeros[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// group numbers the groups of the rows. expected is the expected number of groups.
func (m *room) group(expected int) {
	m.ids = slices.Grow(m.ids[:0], len(m.low))[:len(m.low)]
	m.table = zeros(m.table, 1<<bits.Len(uint(2*expected+1)))
	m.first = m.first[:0]
	for row, low := range m.low {
		at := find(m.table, low, m.high[row])
		if at.group > 0 {
			m.ids[row] = at.group - 1
			continue
		}
		m.ids[row] = uint32(len(m.first))
		m.first = append(m.first, uint32(row))
		*at = place{low, m.high[row], uint32(len(m.first))}
		if 2*len(m.first) > len(m.table) {
			m.spare = zeros(m.spare, 2*len(m.table))
			for _, p := range m.table {
				if p.group > 0 {
					*find(m.spare, p.low, p.high) = p
				}
			}
			m.table, m.spare = m.spare, m.table
		}
	}
}

// find returns the entry of a key, or the free entry for it. The hash is Murmur3's finaliser.
func find(table []place, low, high uint64) *place {
	h := low ^ high*0x9E3779B97F4A7C15
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	mask := uint64(len(table) - 1)
	for at := (h ^ h>>33) & mask; ; at = (at + 1) & mask {
		if p := &table[at]; p.group == 0 || p.low == low && p.high == high {
			return p
		}
	}
}

// fold returns an accumulator of each group, updated by the group's rows. high is nil except for a Product. Rows
// without a value update one more accumulator, which is dropped.
func (m *room) fold(e *execution, rows parts, a gpu.Aggregate) (low, high []uint64) {
	groups := len(m.first)
	low = e.figures.take(groups + 1)
	clear(low)
	ids := m.ids
	if a.Valid != nil {
		ids = m.mask(rows, e.places[a.Valid.ID])
	}
	if a.Values != nil {
		m.values = e.appendCodes(m.values[:0], rows, a.Values)
	}
	values := m.values
	switch a.Op {
	case gpu.Count:
		for _, group := range ids {
			low[group]++
		}
	case gpu.Sum:
		for row, group := range ids {
			low[group] += uint64(values[row])
		}
	case gpu.Min:
		for g := range low {
			low[g] = math.MaxUint32
		}
		for row, group := range ids {
			low[group] = min(low[group], uint64(values[row]))
		}
	case gpu.Max:
		for row, group := range ids {
			low[group] = max(low[group], uint64(values[row]))
		}
	case gpu.Product:
		with := values
		if a.With != nil {
			m.with = e.appendCodes(m.with[:0], rows, a.With)
			with = m.with
		}
		high = e.figures.take(groups + 1)
		clear(high)
		for row, group := range ids {
			sum, carry := bits.Add64(low[group], uint64(values[row])*uint64(with[row]), 0)
			low[group] = sum
			high[group] += carry
		}
		high = high[:groups]
	}
	return low[:groups], high
}

// mask returns the group of each row. Rows without a value are in an additional group.
func (m *room) mask(rows parts, field int) []uint32 {
	m.masked = append(m.masked[:0], m.ids...)
	row := 0
	for _, at := range rows {
		for _, valid := range at.of.columns[field][at.lo:at.hi] {
			if valid == 0 {
				m.masked[row] = uint32(len(m.first))
			}
			row++
		}
	}
	return m.masked
}

// appendCodes appends the codes that the rows have in column c of e.row.
func (e *execution) appendCodes(to []uint32, rows parts, c *gpu.Column) []uint32 {
	if c.ID == numbersID {
		return rows.appendNumbers(to)
	}
	field := e.places[c.ID]
	for _, at := range rows {
		to = gpu.AppendCodes(to, at.of.columns[field][at.lo*c.Bytes:at.hi*c.Bytes], c.Bytes)
	}
	return to
}

// slab allocates memory for many shares in large chunks, since the system takes long to allocate many small ones.
type slab[T uint32 | uint64] struct {
	mu   sync.Mutex
	left []T
}

const slabEntries = 1 << 20

// take returns memory for n entries, which is not cleared.
func (s *slab[T]) take(n int) []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n > len(s.left) {
		s.left = memory.Uninitialized[T](max(n, slabEntries))
	}
	part := s.left[:n:n]
	s.left = s.left[n:]
	return part
}
