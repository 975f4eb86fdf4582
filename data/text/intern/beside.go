package intern

import (
	"context"
	"hash/maphash"
	"math/bits"
	"runtime"
	"sync/atomic"

	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// manyTexts is the least number of texts that are joined in parallel. A partition has about partTexts texts, so that
// its hash table fits into the cache of a core. The piece of every near-th text is known; the others are searched for.
const manyTexts, partTexts, near = 1 << 15, 1 << 13, 1 << 8

// joinParallel does what Join does for n texts. A text's place is its index among all texts of the pieces. The texts
// are partitioned by their hash. In each partition, a goroutine finds the place of the first equal text for every text.
// A count of these first texts in each piece then gives the first code that the piece assigns.
func joinParallel(tables []*Table, pieces []Piece, codes [][]uint32, n int) []string {
	parts := uint64(min(n/partTexts, 1<<10))
	places := make([]int, len(pieces)+1) // of the first text of each piece
	for i, p := range pieces {
		places[i+1] = places[i] + p.To - p.From
	}
	hashes := make([][]uint32, len(tables))
	runParallel(len(tables), func(i int) { hashes[i] = tables[i].hashes() })
	starts := make([][]uint32, len(pieces)) // for each piece and partition, the number of texts; then an index of hashed
	runParallel(len(pieces), func(i int) {
		p := pieces[i]
		starts[i] = make([]uint32, parts)
		for code, hash := range hashes[p.Table][p.From:p.To] {
			if hash == 0 {
				hash = uint32(maphash.String(seed, tables[p.Table].Values[p.From+code]))
				hashes[p.Table][p.From+code] = hash
			}
			starts[i][uint64(hash)*parts>>32]++
		}
	})
	ends, end := make([]uint32, parts+1), uint32(0)
	for part := range parts {
		for _, s := range starts {
			s[part], end = end, end+s[part]
		}
		ends[part+1] = end
	}
	hashed := memory.Uninitialized[uint64](n) // the hash and the place of each text, by partition
	runParallel(len(pieces), func(i int) {
		p := pieces[i]
		for k, hash := range hashes[p.Table][p.From:p.To] {
			at := &starts[i][uint64(hash)*parts>>32]
			hashed[*at] = uint64(hash)<<32 | uint64(places[i]+k)
			*at++
		}
	})
	first := memory.Uninitialized[uint32](n) // by place, the place of the first equal text
	pieceOf := make([]int, n/near+1)         // of each place that is a multiple of `near`
	for i := range pieces {
		for k := (places[i] + near - 1) / near; k*near < places[i+1]; k++ {
			pieceOf[k] = i
		}
	}
	text := func(place uint32) string {
		i := pieceOf[place/near]
		for int(place) >= places[i+1] {
			i++
		}
		p := pieces[i]
		return tables[p.Table].Values[p.From+int(place)-places[i]]
	}
	var next atomic.Int64
	runParallel(runtime.GOMAXPROCS(0), func(int) {
		var slots []uint64
		for part := next.Add(1); part <= int64(parts); part = next.Add(1) {
			slots = findFirst(first, hashed[ends[part-1]:ends[part]], text, slots)
		}
	})
	counts := make([]int, len(pieces)+1)
	runParallel(len(pieces), func(i int) {
		for place := places[i]; place < places[i+1]; place++ {
			if int(first[place]) == place {
				counts[i+1]++
			}
		}
	})
	for i := range pieces {
		counts[i+1] += counts[i]
	}
	values, number := memory.Make[string](counts[len(pieces)]), hashed
	runParallel(len(pieces), func(i int) {
		p, next := pieces[i], counts[i]
		for place := places[i]; place < places[i+1]; place++ {
			if int(first[place]) == place {
				values[next], number[place] = tables[p.Table].Values[p.From+place-places[i]], uint64(next)
				next++
			}
		}
	})
	runParallel(len(pieces), func(i int) {
		p := pieces[i]
		for k, f := range first[places[i]:places[i+1]] {
			codes[p.Table][p.From+k] = uint32(number[f])
		}
	})
	return values
}

// findFirst sets the place of the first equal text for the texts of a partition. hashed has their hashes and places.
// First, it finds texts of the same hash, and reads no text. Then it compares them; these reads do not wait for each
// other. Few different texts have the same hash; a map finds the first of these. slots are used again.
func findFirst(first []uint32, hashed []uint64, text func(place uint32) string, slots []uint64) []uint64 {
	if size := 2 << bits.Len(uint(len(hashed))); size > len(slots) {
		slots = memory.Make[uint64](size)
	} else {
		clear(slots)
	}
	mask := uint64(len(slots) - 1)
	var again []uint32 // places of texts whose hash is that of an earlier text
	for _, h := range hashed {
		at := h >> 32 & mask
		for slots[at] != 0 && slots[at]>>32 != h>>32 {
			at = (at + 1) & mask
		}
		if slots[at] == 0 {
			slots[at] = h + 1
		} else {
			again = append(again, uint32(h))
		}
		first[uint32(h)] = uint32(slots[at]) - 1
	}
	others := map[string]uint32{}
	for len(again) > 0 {
		some := again[:min(len(again), batch)]
		again = again[len(some):]
		var texts, earlier [batch]string
		for i, place := range some {
			texts[i], earlier[i] = text(place), text(first[place])
		}
		for i, place := range some {
			if texts[i] == earlier[i] {
				continue
			}
			if _, known := others[texts[i]]; !known {
				others[texts[i]] = place
			}
			first[place] = others[texts[i]]
		}
	}
	return slots
}

// runParallel calls f for 0 to n-1 on all processors.
func runParallel(n int, f func(i int)) {
	err := parallel.Do(context.Background(), n, func(_ context.Context, i int) error {
		f(i)
		return nil
	})
	if err != nil {
		panic(err)
	}
}
