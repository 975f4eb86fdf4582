package engine

import (
	"fmt"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/aggregate"
	"cardinal/engine/gpu"
)

// request translates the pivot into 32-bit columns. An integer column goes as v-min; where that needs more than 32
// bits it goes as a low and a high word, summed apart, so that the 64-bit accumulators of the kernels add up to 128.
func (r *run) request() *gpu.Request {
	q := &gpu.Request{Rows: r.table.Rows, Slots: int(r.key.Slots)}
	for i, k := range r.keys {
		q.Keys = append(q.Keys, gpu.Key{
			Stride: uint32(r.key.Strides[i]),
			Codes:  gpu.Column{ID: r.state.id + "/key/" + k.Field.String(), Load: func() []uint32 { return widen(k.Codes) }},
		})
	}
	if r.selected != nil {
		q.Select = &gpu.Bits{ID: r.state.id + "/filter/" + r.query.Filter.String(), Load: func() []uint64 { return r.selected }}
	}
	for _, k := range r.plan.Kinds {
		q.Aggregates = append(q.Aggregates, r.deviceAggregates(k)...)
	}
	return q
}

// deviceAggregates are the one or two device accumulators of a kind; states reads them back in the same order.
func (r *run) deviceAggregates(k aggregate.Kind) []gpu.Aggregate {
	c := k.Column
	var valid *gpu.Bits
	if c != nil && c.Valid != nil {
		valid = &gpu.Bits{ID: r.state.id + "/valid/" + c.Name, Load: func() []uint64 { return c.Valid }}
	}
	switch k.Op {
	case aggregate.OpCount:
		return []gpu.Aggregate{{Op: gpu.Count, Valid: valid}}
	case aggregate.OpSum:
		parts := []gpu.Aggregate{{Op: gpu.Sum, Values: r.word(c, 0), Valid: valid}}
		if span(c) > 1<<32-1 {
			parts = append(parts, gpu.Aggregate{Op: gpu.Sum, Values: r.word(c, 32), Valid: valid})
		}
		return parts
	case aggregate.OpMin:
		return []gpu.Aggregate{{Op: gpu.Min, Values: r.word(c, 0), Valid: valid}}
	}
	return []gpu.Aggregate{{Op: gpu.Max, Values: r.word(c, 0), Valid: valid}}
}

// word is 32 bits, from bit shift on, of a column's values as the device has them: v-min of integers, the rank of a
// text.
func (r *run) word(c *data.Column, shift uint) *gpu.Column {
	return &gpu.Column{ID: fmt.Sprintf("%s/value%d/%s", r.state.id, shift, c.Name), Load: func() []uint32 {
		out := make([]uint32, c.Rows)
		switch {
		case c.Dict != nil:
			rank := append(c.Dict.Rank(), 0) // the code of null, which no valid row has
			for i := range out {
				out[i] = rank[c.Codes.At(i)]
			}
		case c.Wide != nil:
			for i, v := range c.Wide {
				out[i] = uint32((uint64(v) - uint64(c.Min)) >> shift)
			}
		default:
			lowest := uint32(c.Min - c.Base)
			for i := range out {
				out[i] = c.Codes.At(i) - lowest
			}
		}
		return out
	}}
}

// columns lists what a request keeps on the device and its bytes.
func columns(q *gpu.Request) (ids []string, bytes int64) {
	seen := map[string]bool{}
	add := func(id string, size int) {
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
			bytes += int64(size)
		}
	}
	words, bits := 4*q.Rows, (q.Rows+63)/64*8
	for _, k := range q.Keys {
		add(k.Codes.ID, words)
	}
	if q.Select != nil {
		add(q.Select.ID, bits)
	}
	for _, a := range q.Aggregates {
		if a.Values != nil {
			add(a.Values.ID, words)
		}
		if a.Valid != nil {
			add(a.Valid.ID, bits)
		}
	}
	return ids, bytes
}

func widen(c data.Codes) []uint32 {
	if c.U32 != nil {
		return c.U32
	}
	out := make([]uint32, c.Len())
	for i, v := range c.U8 {
		out[i] = uint32(v)
	}
	for i, v := range c.U16 {
		out[i] = uint32(v)
	}
	return out
}

// states turns the device's figures into the accumulators that the CPU tiers would have made, by slot.
func (r *run) states(values [][]uint64) []aggregate.Accumulator {
	accs := r.plan.New()
	next := 0
	take := func() []uint64 {
		next++
		return values[next-1]
	}
	for i, k := range r.plan.Kinds {
		accs[i].Grow(int(r.key.Slots))
		switch a := accs[i].(type) {
		case *aggregate.Counts:
			for slot, n := range take() {
				a.N[slot] = uint32(n)
			}
		case *aggregate.ExtremeCode:
			copyCodes(a, k.Column, take())
		case *aggregate.Extreme64:
			for slot, v := range take() {
				a.M[slot] = k.Column.Min + int64(v)
			}
		case *aggregate.SumCodes:
			counts := r.counts(accs, k.Column)
			lowest := uint64(k.Column.Min - k.Column.Base)
			for slot, s := range take() {
				a.S[slot] = s + lowest*uint64(counts[slot])
			}
		default:
			r.wideSums(accs[i], k.Column, r.counts(accs, k.Column), take)
		}
	}
	return accs
}

// counts are the rows by slot where a column is not null. They stand before the column's sum, so they are filled.
func (r *run) counts(accs []aggregate.Accumulator, c *data.Column) []uint32 {
	return accs[r.plan.CountOf(c)].(*aggregate.Counts).N
}

// copyCodes takes the least or greatest of v-min, or of ranks, as the accumulator keeps them.
func copyCodes(a *aggregate.ExtremeCode, c *data.Column, values []uint64) {
	shift := uint64(0)
	switch {
	case a.Max && c.Dict != nil:
		shift = 1
	case a.Max:
		shift = uint64(c.Min - c.Base)
	}
	for slot, v := range values {
		a.M[slot] = uint32(v + shift)
	}
}

// wideSums puts the sums of the low and the high words of v-min together.
func (r *run) wideSums(a aggregate.Accumulator, c *data.Column, counts []uint32, take func() []uint64) {
	low := take()
	var high []uint64
	if span(c) > 1<<32-1 {
		high = take()
	}
	for slot, lo := range low {
		sum := int128.FromUint(lo)
		if high != nil {
			sum = sum.Add(int128.FromUint(high[slot]).Shl(32))
		}
		sum = sum.Add(int128.Mul(c.Min, int64(counts[slot])))
		switch a := a.(type) {
		case *aggregate.Sum64:
			a.S[slot] = int64(sum.Lo)
		case *aggregate.Sum128:
			a.S[slot] = sum
		}
	}
}
