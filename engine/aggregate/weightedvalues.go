package aggregate

import (
	"context"
	"slices"

	"cardinal/internal/memory"
)

// WeightedValues is a ValueList whose rows have weights: a value is kept once, with the number of rows that have it.
type WeightedValues[V uint32 | uint64] struct {
	Input int
	Null  *Nullable
	At    func(v *Vector, i int) V // reads a value; nil: the code

	groups, weights []uint32
	values          []V
	count           int // of groups
}

var _ Accumulator = (*WeightedValues[uint32])(nil)

// Grow makes room for n groups.
func (a *WeightedValues[V]) Grow(n int) { a.count = max(a.count, n) }

// Bytes returns the memory of the state.
func (a *WeightedValues[V]) Bytes() int64 { return 16 * int64(cap(a.values)) }

// Update adds a batch in which each row has weight 1.
func (a *WeightedValues[V]) Update(b *Batch) {
	a.Weigh(b, slices.Repeat([]uint32{1}, len(b.Groups)))
}

// Weigh adds a batch whose row i has the weight weights[i].
func (a *WeightedValues[V]) Weigh(b *Batch, weights []uint32) {
	v := &b.In[a.Input]
	for i, g := range b.Groups {
		if weights[i] == 0 || a.Null != nil && !a.Null.has(v, i) {
			continue
		}
		var x V
		if a.At != nil {
			x = a.At(v, i)
		} else {
			x = V(CodeAt(v, i))
		}
		a.groups, a.values, a.weights = append(a.groups, g), append(a.values, x), append(a.weights, weights[i])
	}
}

// Merge appends the rows of another list.
func (a *WeightedValues[V]) Merge(from Accumulator, groups, to []uint32) {
	if groups != nil {
		panic("BUG: some groups of a list of values are merged")
	}
	f := from.(*WeightedValues[V])
	for i, g := range f.groups {
		if to != nil {
			g = to[g]
		}
		if g != Skip {
			a.groups, a.values, a.weights = append(a.groups, g), append(a.values, f.values[i]),
				append(a.weights, f.weights[i])
		}
	}
}

// Sizes returns the number of values of each group, weights included.
func (a *WeightedValues[V]) Sizes(context.Context, int) ([]uint32, error) {
	sizes := memory.Make[uint32](a.count)
	for i, g := range a.groups {
		sizes[g] += a.weights[i]
	}
	return sizes, nil
}

// Ascending passes the values of all groups to do in ascending order, in batches, with the group and the weight of each
// value. The slices are valid only during the call.
func (a *WeightedValues[V]) Ascending(ctx context.Context, _ int,
	do func(values []V, groups, weights []uint32) error) error {
	rows, values := memory.Make[uint32](len(a.values)), memory.Make[V](len(a.values))
	copy(values, a.values)
	for i := range rows {
		rows[i] = uint32(i)
	}
	var room pairs[V]
	sortPairs(values, rows, &room)
	groups, weights := make([]uint32, windowRows), make([]uint32, windowRows)
	for lo := 0; lo < len(rows); lo += windowRows {
		hi := min(lo+windowRows, len(rows))
		for i, row := range rows[lo:hi] {
			groups[i], weights[i] = a.groups[row], a.weights[row]
		}
		if err := do(values[lo:hi], groups[:hi-lo], weights[:hi-lo]); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}
