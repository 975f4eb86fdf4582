package engine

import (
	"context"
	"fmt"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/gpu"
)

// request translates the pivot into 32-bit columns. A column of codes goes as it is; wider integers go as v-min, and
// where that needs more than 32 bits as a low and a high word, summed apart, so that the 64-bit accumulators of the
// kernels add up to 128.
func (r *run) request() *gpu.Request {
	form, _ := r.form()
	q := &gpu.Request{Form: form, Rows: r.table.Rows, Expected: r.record.GroupsEstimated}
	if form != gpu.Hashed {
		q.Slots = int(r.key.Slots)
	}
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

const (
	// maxDeviceSlots is the largest key domain whose accumulators are laid out on the device, maxSparseSlots the
	// largest whose slots it can tell to occur or not, and maxHashedKeys the most columns of keys that it hashes.
	maxDeviceSlots = 1 << 22
	maxSparseSlots = 1 << 30
	maxHashedKeys  = 4
)

// form is how the device tells the groups apart, and false where it cannot.
func (r *run) form() (gpu.Form, bool) {
	switch {
	case r.key.Slots <= maxDeviceSlots:
		return gpu.Dense, true
	case r.key.Slots <= maxSparseSlots:
		return gpu.Sparse, true
	}
	return gpu.Hashed, len(r.keys) <= maxHashedKeys
}

// deviceAggregates are the one or two device accumulators of a kind; states reads them back in the same order. Sums
// need no bitmap of nulls where the code of null is 0.
func (r *run) deviceAggregates(k aggregate.Kind) []gpu.Aggregate {
	c := k.Column
	var valid *gpu.Bits
	if c != nil && c.Valid != nil {
		valid = &gpu.Bits{ID: r.columnID("valid", c), Load: func() []uint64 { return c.Valid }}
	}
	switch k.Op {
	case aggregate.OpCount:
		return []gpu.Aggregate{{Op: gpu.Count, Valid: valid}}
	case aggregate.OpProducts:
		if k.Other == nil {
			return []gpu.Aggregate{{Op: gpu.Sum, Values: r.word(c, 0)}}
		}
		return []gpu.Aggregate{{Op: gpu.Product, Values: r.word(c, 0), With: r.word(k.Other, 0)}}
	case aggregate.OpSum:
		if c.Wide == nil {
			return []gpu.Aggregate{{Op: gpu.Sum, Values: r.word(c, 0)}}
		}
		parts := []gpu.Aggregate{{Op: gpu.Sum, Values: r.word(c, 0), Valid: valid}}
		if span(c) > 1<<32-1 {
			parts = append(parts, gpu.Aggregate{Op: gpu.Sum, Values: r.word(c, 32), Valid: valid})
		}
		return parts
	case aggregate.OpFirst:
		return []gpu.Aggregate{{Op: gpu.First, Valid: valid}}
	case aggregate.OpLast:
		return []gpu.Aggregate{{Op: gpu.Last, Valid: valid}}
	case aggregate.OpMin:
		return []gpu.Aggregate{{Op: gpu.Min, Values: r.word(c, 0), Valid: valid}}
	}
	return []gpu.Aggregate{{Op: gpu.Max, Values: r.word(c, 0), Valid: valid}}
}

// columnID names a column's words on the device; one that was derived is told from the table's own of the same name.
func (r *run) columnID(what string, c *data.Column) string {
	own, err := r.table.Column(c.Name)
	if err != nil || own != c {
		what = "derived " + what
	}
	return r.state.id + "/" + what + "/" + c.Name
}

// word is 32 bits, from bit shift on, of a column's values as the device has them: codes, the rank of a text, or of wide
// integers v-min.
func (r *run) word(c *data.Column, shift uint) *gpu.Column {
	return &gpu.Column{ID: r.columnID(fmt.Sprint("value", shift), c), Load: func() []uint32 {
		if c.Wide == nil && c.Dict == nil {
			return widen(c.Codes)
		}
		out := make([]uint32, c.Rows)
		if c.Dict != nil {
			rank := append(c.Dict.Rank(), 0) // the code of null, which no valid row has
			for i := range out {
				out[i] = rank[c.Codes.At(i)]
			}
			return out
		}
		for i, v := range c.Wide {
			out[i] = uint32((uint64(v) - uint64(c.Min)) >> shift)
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
		if a.With != nil {
			add(a.With.ID, words)
		}
		if a.Valid != nil {
			add(a.Valid.ID, bits)
		}
	}
	return ids, bytes
}

// widen makes 32 bits of every code, on all cores: the device waits for it.
func widen(c data.Codes) []uint32 {
	if c.U32 != nil {
		return c.U32
	}
	out := make([]uint32, c.Len())
	pieces := (len(out) + widenRows - 1) / widenRows
	err := parallel.Do(context.Background(), pieces, func(_ context.Context, i int) error {
		lo, hi := i*widenRows, min((i+1)*widenRows, len(out))
		if c.U8 != nil {
			widenInto(out[lo:hi], c.U8[lo:hi])
		} else {
			widenInto(out[lo:hi], c.U16[lo:hi])
		}
		return nil
	})
	if err != nil {
		panic("BUG: codes that cannot be widened: " + err.Error()) // or zeros would be sent in their place
	}
	return out
}

const widenRows = 1 << 18

func widenInto[C uint8 | uint16](out []uint32, codes []C) {
	codes = codes[:len(out)]
	for i, c := range codes {
		out[i] = uint32(c)
	}
}
