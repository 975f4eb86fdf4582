package outofcore

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"cardinal/engine/gpu"
	"cardinal/memory"
)

// room is memory that a core uses for one range of the hash after the other.
type room struct {
	keys         [][]uint32 // codes of the rows, by column
	table        []uint32   // hash table of groups, counted from 1
	first        []uint32   // the first row of each group
	ids          []uint32   // the group of each row
	masked       []uint32   // the same, and of rows without a value one group more
	values, with []uint32
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// aggregate groups the rows of a range of the hash on one core.
func (e *execution) aggregate(rows parts) share {
	m := rooms.Get().(*room)
	defer rooms.Put(m)
	m.group(e, rows)
	s := share{e.names.take(len(m.first)), make([][]uint64, len(e.row.Aggregates)), make([][]uint64, len(e.row.Aggregates))}
	for i, a := range e.row.Aggregates {
		s.values[i], s.high[i] = m.fold(e, rows, a)
	}
	if e.r.Form != gpu.Hashed {
		for g, row := range m.first {
			s.names[g] = m.keys[0][row]
		}
	} else {
		m.values = rows.appendNumbers(m.values[:0])
		for g, row := range m.first {
			s.names[g] = m.values[row] - 1
		}
	}
	e.number(s)
	return s
}

// group numbers the groups of the rows, in a hash table that is probed linearly and half full at most.
func (m *room) group(e *execution, rows parts) {
	m.keys = slices.Grow(m.keys[:0], len(e.row.Keys))[:len(e.row.Keys)]
	for k := range m.keys {
		m.keys[k] = e.appendCodes(m.keys[k][:0], rows, &e.row.Keys[k].Codes)
	}
	n := rows.len()
	m.ids = slices.Grow(m.ids[:0], n)[:n]
	m.clear(1 << bits.Len(uint(2*e.expected(n)+1)))
	m.first = m.first[:0]
	for row := range m.ids {
		at := m.find(row)
		if m.table[at] > 0 {
			m.ids[row] = m.table[at] - 1
			continue
		}
		m.ids[row] = uint32(len(m.first))
		m.first = append(m.first, uint32(row))
		m.table[at] = uint32(len(m.first))
		if 2*len(m.first) > len(m.table) {
			m.clear(2 * len(m.table))
			for group, row := range m.first {
				m.table[m.find(int(row))] = uint32(group + 1)
			}
		}
	}
}

// clear makes the table one of so many empty places.
func (m *room) clear(places int) {
	m.table = slices.Grow(m.table[:0], places)[:places]
	clear(m.table)
}

// find is the place in the table of a row's group, or where it belongs.
func (m *room) find(row int) int {
	mask := len(m.table) - 1
	at := int(hashOf(m.keys, row)) & mask
	for m.table[at] != 0 && !same(m.keys, int(m.first[m.table[at]-1]), row) {
		at = (at + 1) & mask
	}
	return at
}

// same says whether two rows have one key.
func same(keys [][]uint32, a, b int) bool {
	for _, codes := range keys {
		if codes[a] != codes[b] {
			return false
		}
	}
	return true
}

// fold updates an accumulator of each group by the rows. high is nil but for a Product. Rows without a value update one accumulator more.
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

// mask gives the rows without a value another group.
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

// appendCodes appends the codes of some rows in a column of execution.row.
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

// slab is memory that many shares take parts of. It is made in large pieces, since the system takes long to give memory in small ones.
type slab[T uint32 | uint64] struct {
	mu   sync.Mutex
	left []T
}

const slabEntries = 1 << 20

// take is memory for n entries, which is not cleared.
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
