package outofcore

import (
	"context"
	"sync"

	"cardinal/data/parallel"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/system"
)

// tile is the groups of some rows. Those of partition i stand from start[i] to start[i+1].
type tile struct {
	partials
	start []int
}

// groupTiles has the device group the rows tile by tile. While it groups a tile, the CPU partitions the groups of the tile
// before.
func (e *execution) groupTiles(ctx context.Context) error {
	var partitioning sync.WaitGroup
	var fault error // of the partitioning
	defer partitioning.Wait()
	rows := e.split.tile
	next := e.tile(0, min(rows, e.r.Rows))
	for i := range e.tiles {
		first := i * rows
		now := next
		if i+1 < len(e.tiles) {
			next = e.tile(first+rows, min(rows, e.r.Rows-first-rows))
			now.Next = &next
		}
		res, err := e.run(ctx, now)
		if err != nil {
			return err
		}
		if partitioning.Wait(); fault != nil {
			return fault
		}
		partitioning.Go(func() {
			clock := system.Now()
			fault = parallel.Guard(func() error {
				e.tiles[i] = e.partition(&res, first)
				return nil
			})
			e.timed("partition", clock)
		})
	}
	partitioning.Wait()
	return fault
}

// tile is the request for the groups of some rows. first is a multiple of 64.
func (e *execution) tile(first, rows int) gpu.Request {
	name := unique("tile")
	t := e.r.Replace(func(c gpu.Column) *gpu.Column {
		slice := c.Slice(name(c.ID), first, rows)
		return &slice
	}, func(b gpu.Bits) *gpu.Bits {
		return &gpu.Bits{ID: name(b.ID), Load: func() []uint64 { return b.Load()[first/64 : (first+rows+63)/64] }}
	})
	t.Form, t.Expected, t.Rows, t.Slots, t.Transient, t.Next = gpu.Hashed, min(rows, e.groups), rows, 0, true, nil
	if e.r.Form != gpu.Hashed {
		t.Keys = []gpu.Key{{Codes: gpu.NewColumn(name("slots"), func() []uint32 { return e.slots(first, rows) })}}
	}
	return t
}

// partition arranges the groups of a tile by partition, with a counting sort. The rows of the tile are numbered from first on.
func (e *execution) partition(res *gpu.Result, first int) tile {
	names := make([]uint32, len(res.Groups))
	for g, row := range res.Groups {
		names[g] = uint32(first) + row
	}
	if e.r.Form != gpu.Hashed {
		names = e.slotsOf(names)
	}
	words := states(&e.r, res, first)
	n := e.split.Partitions
	if n == 1 {
		return tile{partials{names, words}, []int{0, len(names)}}
	}
	keys := e.keysOf(names)
	at := make([]uint32, len(names)) // the partition of each group, then its place
	counts := make([][]uint32, blocks(len(names)))
	inBlocks(len(names), func(i, lo, hi int) {
		counts[i] = make([]uint32, n)
		for g := lo; g < hi; g++ {
			at[g] = uint32(hashOf(keys, g) >> 32 * uint64(n) >> 32)
			counts[i][at[g]]++
		}
	})
	start, total := make([]int, n+1), uint32(0)
	for p := range n {
		start[p] = int(total)
		for i := range counts {
			counts[i][p], total = total, total+counts[i][p]
		}
	}
	start[n] = len(names)
	inBlocks(len(names), func(i, lo, hi int) {
		for g := lo; g < hi; g++ {
			p := at[g]
			at[g] = counts[i][p]
			counts[i][p]++
		}
	})
	out := tile{partials{scattered(names, at), make([][]uint32, len(words))}, start}
	for w := range words {
		out.words[w] = scattered(words[w], at)
	}
	return out
}

// scattered puts the i-th number at place at[i].
func scattered(from, at []uint32) []uint32 {
	out := make([]uint32, len(from))
	inBlocks(len(from), func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			out[at[i]] = from[i]
		}
	})
	return out
}

// keysOf is the codes of the groups' keys, by column. The key of a request with slots is the slot, which is the name.
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

// slots is the slots of the rows from first on.
func (e *execution) slots(first, rows int) []uint32 {
	out := make([]uint32, rows)
	for _, k := range e.r.Keys {
		code := k.Codes.Reader()
		inBlocks(rows, func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] += code(first+i) * k.Stride
			}
		})
	}
	return out
}

// slotsOf is the slots of some rows.
func (e *execution) slotsOf(rows []uint32) []uint32 {
	out := make([]uint32, len(rows))
	for _, k := range e.r.Keys {
		code := k.Codes.Reader()
		inBlocks(len(rows), func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] += code(int(rows[i])) * k.Stride
			}
		})
	}
	return out
}

// blockRows is how many rows or groups a thread takes at a time.
const blockRows = 1 << 16

func blocks(n int) int { return plan.Ceil(n, blockRows) }

// inBlocks calls do for the blocks of n rows on all cores. The i-th block is rows lo to hi.
func inBlocks(n int, do func(i, lo, hi int)) {
	err := parallel.Do(context.Background(), blocks(n), func(_ context.Context, i int) error {
		do(i, i*blockRows, min((i+1)*blockRows, n))
		return nil
	})
	if err != nil {
		panic("BUG: a block of rows: " + err.Error())
	}
}
