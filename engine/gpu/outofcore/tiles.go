package outofcore

import (
	"context"
	"sync"
	"time"

	"cardinal/data/parallel"
	"cardinal/engine/gpu"
)

// sendTiles has the rows grouped a tile at a time. While the device is at one, the groups of the tile before are spread over
// the partitions here.
func (b *execution) sendTiles(ctx context.Context) error {
	var behind sync.WaitGroup
	var fault error // of who is behind, who must not take the app down
	defer behind.Wait()
	rows := b.split.tile
	next := b.tile(0, min(rows, b.r.Rows))
	for i := range b.tiles {
		first := i * rows
		now := next
		if i+1 < len(b.tiles) {
			next = b.tile(first+rows, min(rows, b.r.Rows-first-rows))
			now.Next = &next
		}
		res, err := b.run(ctx, now)
		if err != nil {
			return err
		}
		if behind.Wait(); fault != nil {
			return fault
		}
		behind.Go(func() {
			clock := time.Now()
			fault = parallel.Guard(func() error {
				b.tiles[i] = b.spread(&res, first)
				return nil
			})
			b.spent("partition", clock)
		})
	}
	behind.Wait()
	return fault
}

// spent adds the time since then to a stage that the cores are at.
func (b *execution) spent(name string, since time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	lap(&b.res, name, float64(time.Since(since).Nanoseconds())/1e6)
}

// spread arranges the groups of a tile, whose rows are numbered from first on, by partition: a counting sort.
func (b *execution) spread(res *gpu.Result, first int) tile {
	names := make([]uint32, len(res.Groups))
	for g, row := range res.Groups {
		names[g] = uint32(first) + row
	}
	if b.r.Form != gpu.Hashed {
		names = b.slotsOf(names)
	}
	words := states(&b.r, res, first)
	n := b.split.Partitions
	if n == 1 {
		return tile{partials{names, words}, []int{0, len(names)}}
	}
	keys := b.keysOf(names)
	at := make([]uint32, len(names)) // the partition of each group, then its place
	counts := make([][]uint32, stretches(len(names)))
	inStretches(len(names), func(i, lo, hi int) {
		counts[i] = make([]uint32, n)
		for g := lo; g < hi; g++ {
			at[g] = uint32(hashOf(keys, g) >> 32 * uint64(n) >> 32)
			counts[i][at[g]]++
		}
	})
	start, total := make([]int, n+1), uint32(0)
	for part := range n {
		start[part] = int(total)
		for i := range counts {
			counts[i][part], total = total, total+counts[i][part]
		}
	}
	start[n] = len(names)
	inStretches(len(names), func(i, lo, hi int) {
		for g := lo; g < hi; g++ {
			part := at[g]
			at[g] = counts[i][part]
			counts[i][part]++
		}
	})
	out := tile{partials{scattered(names, at), make([][]uint32, len(words))}, start}
	for w := range words {
		out.words[w] = scattered(words[w], at)
	}
	return out
}

// scattered puts every number at its place.
func scattered(from, at []uint32) []uint32 {
	out := make([]uint32, len(from))
	inStretches(len(from), func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			out[at[i]] = from[i]
		}
	})
	return out
}

// keysOf are the codes that tell groups apart, by column: of slots, these themselves.
func (b *execution) keysOf(names []uint32) [][]uint32 {
	if b.r.Form != gpu.Hashed {
		return [][]uint32{names}
	}
	keys := make([][]uint32, len(b.r.Keys))
	for k := range keys {
		code := b.r.Keys[k].Codes.Reader()
		keys[k] = make([]uint32, len(names))
		inStretches(len(names), func(_, lo, hi int) {
			for g := lo; g < hi; g++ {
				keys[k][g] = code(int(names[g]))
			}
		})
	}
	return keys
}

// slots computes the slots of some rows, and slotsOf those of rows by number.
func (b *execution) slots(first, rows int) []uint32 {
	out := make([]uint32, rows)
	for _, k := range b.r.Keys {
		code := k.Codes.Reader()
		inStretches(rows, func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] += code(first+i) * k.Stride
			}
		})
	}
	return out
}

func (b *execution) slotsOf(rows []uint32) []uint32 {
	out := make([]uint32, len(rows))
	for _, k := range b.r.Keys {
		code := k.Codes.Reader()
		inStretches(len(rows), func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] += code(int(rows[i])) * k.Stride
			}
		})
	}
	return out
}
