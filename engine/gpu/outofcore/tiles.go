package outofcore

import (
	"context"
	"fmt"

	"cardinal/data/parallel"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// groupTiles groups the rows on the device tile by tile, and returns the groups of all tiles.
func (e *execution) groupTiles(ctx context.Context) (all sequence, err error) {
	next := e.tile(0, min(e.split.tile, e.r.Rows))
	err = e.eachTile(func(first, rows int, last bool) error {
		now := next
		if !last {
			next = e.tile(first+rows, min(rows, e.r.Rows-first-rows))
			now.Next = &next
		}
		res, err := e.run(ctx, now)
		if err != nil {
			return err
		}
		groups := &partials{make([]uint32, len(res.Groups)), states(&e.r, &res, first)}
		for g, row := range res.Groups {
			groups.names[g] = uint32(first) + row
		}
		if e.r.Form != gpu.Hashed {
			groups.names = e.slotsOf(groups.names)
		}
		all = append(all, span[partials]{groups, 0, len(groups.names)})
		return nil
	})
	return all, err
}

// eachTile calls do for the rows of each tile, in order.
func (e *execution) eachTile(do func(first, rows int, last bool) error) error {
	for i := range e.split.Tiles {
		first := i * e.split.tile
		if err := do(first, min(e.split.tile, e.r.Rows-first), i+1 == e.split.Tiles); err != nil {
			return err
		}
	}
	return nil
}

// tile returns the request that groups `rows` rows, starting with first, a multiple of 64.
func (e *execution) tile(first, rows int) gpu.Request {
	name := uniqueIDs("tile")
	t := e.r.Replace(func(c gpu.Column) *gpu.Column {
		slice := c.Slice(name(c.ID), first, rows)
		return &slice
	}, func(b gpu.Bits) *gpu.Bits {
		return &gpu.Bits{ID: name(b.ID), Load: func() []uint64 { return b.Load()[first/64 : (first+rows+63)/64] }}
	})
	t.Form, t.Expected, t.Rows, t.Slots, t.Transient, t.Next = gpu.Hashed, min(rows, e.groups), rows, 0, true, nil
	if len(t.Keys) > plan.MaxHashedKeys || len(t.Keys) == 0 {
		t.Keys = []gpu.Key{{Codes: gpu.NewColumn(name("slots"), func() []uint32 { return e.slots(first, rows) })}}
	}
	return t
}

// keysOf returns the codes of the groups' keys, by column. If the request has slots, the only key is the slot, which is
// also the name of the group.
func (e *execution) keysOf(names []uint32) [][]uint32 {
	if e.r.Form != gpu.Hashed {
		return [][]uint32{names}
	}
	keys := make([][]uint32, len(e.r.Keys))
	for k := range keys {
		code := e.r.Keys[k].Codes.Reader()
		keys[k] = make([]uint32, len(names))
		inBlocks(len(names), func(_, lo, hi int) {
			for g := lo; g < hi; g++ {
				keys[k][g] = code(int(names[g]))
			}
		})
	}
	return keys
}

// slots returns the slots of `rows` rows, starting with first.
func (e *execution) slots(first, rows int) []uint32 {
	return e.slotsAt(rows, func(i int) int { return first + i })
}

// slotsOf returns the slots of the given rows.
func (e *execution) slotsOf(rows []uint32) []uint32 {
	return e.slotsAt(len(rows), func(i int) int { return int(rows[i]) })
}

// slotsAt returns the slots of n rows. row(i) is the number of the i-th of these rows.
func (e *execution) slotsAt(n int, row func(i int) int) []uint32 {
	out := make([]uint32, n)
	for _, k := range e.r.Keys {
		code := k.Codes.Reader()
		inBlocks(n, func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] += code(row(i)) * k.Stride
			}
		})
	}
	return out
}

// blockRows is the number of rows or groups that a thread processes at a time.
const blockRows = 1 << 14

// inBlocks calls do for each block of n rows, on all cores. Block i has the rows from lo up to, but not including, hi.
func inBlocks(n int, do func(i, lo, hi int)) {
	err := parallel.Do(context.Background(), plan.Ceil(n, blockRows), func(_ context.Context, i int) error {
		do(i, i*blockRows, min((i+1)*blockRows, n))
		return nil
	})
	if err != nil {
		panic(fmt.Sprintf("BUG: a block of rows: %v", err))
	}
}
