package outofcore

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"cardinal/engine/gpu"
)

// room is memory that a core uses for one range of the hash after the other.
type room struct {
	keys         [][]uint32 // codes of the rows, by column
	table        []uint32   // hash table of groups, counted from 1
	ids          []uint32   // the group of each row
	masked       []uint32   // the same, and of rows without a value one group more
	values, with []uint32
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// aggregate answers a Hashed request without a filter on one core.
func aggregate(r *gpu.Request) gpu.Result {
	m := rooms.Get().(*room)
	defer rooms.Put(m)
	first := m.group(r)
	res := gpu.Result{Groups: first, Values: make([][]uint64, len(r.Aggregates)), High: make([][]uint64, len(r.Aggregates))}
	for i, a := range r.Aggregates {
		res.Values[i], res.High[i] = m.fold(a, len(first))
	}
	return res
}

// group numbers the groups of the rows, in a hash table that is probed linearly and half full at most. It returns the first row of each group.
func (m *room) group(r *gpu.Request) (first []uint32) {
	m.keys = slices.Grow(m.keys[:0], len(r.Keys))[:len(r.Keys)]
	for k := range m.keys {
		m.keys[k] = r.Keys[k].Codes.AppendValues(m.keys[k][:0])
	}
	m.ids = slices.Grow(m.ids[:0], r.Rows)[:r.Rows]
	m.clear(1 << bits.Len(uint(2*r.Expected+1)))
	first = make([]uint32, 0, r.Expected)
	for row := range m.ids {
		at := m.find(first, row)
		if m.table[at] == 0 {
			first = append(first, uint32(row))
			m.table[at] = uint32(len(first))
			m.ids[row] = uint32(len(first) - 1)
			if 2*len(first) > len(m.table) {
				m.clear(2 * len(m.table))
				for group, row := range first {
					m.table[m.find(first[:group], int(row))] = uint32(group + 1)
				}
			}
			continue
		}
		m.ids[row] = m.table[at] - 1
	}
	return first
}

// clear makes the table one of so many empty places.
func (m *room) clear(places int) {
	m.table = slices.Grow(m.table[:0], places)[:places]
	clear(m.table)
}

// find is the place in the table of a row's group, or where it belongs. first is the first row of each group.
func (m *room) find(first []uint32, row int) int {
	mask := len(m.table) - 1
	at := int(hashOf(m.keys, row)) & mask
	for m.table[at] != 0 && !same(m.keys, int(first[m.table[at]-1]), row) {
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

// fold updates an accumulator of each of so many groups by the rows. high is nil but for a Product. Rows without a value update one accumulator more.
func (m *room) fold(a gpu.Aggregate, groups int) (low, high []uint64) {
	low = make([]uint64, groups+1)
	ids := m.ids
	if a.Valid != nil {
		ids = m.mask(a.Valid.Load(), uint32(groups))
	}
	if a.Values != nil {
		m.values = a.Values.AppendValues(m.values[:0])
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
			m.with = a.With.AppendValues(m.with[:0])
			with = m.with
		}
		high = make([]uint64, groups+1)
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
func (m *room) mask(valid []uint64, other uint32) []uint32 {
	m.masked = append(m.masked[:0], m.ids...)
	for row := range m.masked {
		if valid[row/64]>>(row%64)&1 == 0 {
			m.masked[row] = other
		}
	}
	return m.masked
}
