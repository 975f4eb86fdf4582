package intern

import (
	"cmp"
	"context"
	"hash/maphash"
	"math"
	"runtime"
	"slices"

	"cardinal/data/parallel"
)

// manyTexts is the least number of texts that are joined in parallel.
const manyTexts = 1 << 15

// joinParallel does what Join does for n texts. A text's place is its index among all texts of the pieces. The texts
// are partitioned by their hash. In each partition, a goroutine finds the place of the first equal text for every text.
// A count of these first texts in each piece then gives the first code that the piece assigns.
func joinParallel(tables []*Table, pieces []Piece, codes [][]uint32, n int) []string {
	parts := min(runtime.GOMAXPROCS(0), math.MaxUint8)
	places := make([]int, len(pieces)+1) // of the first text of each piece
	for i, p := range pieces {
		places[i+1] = places[i] + p.To - p.From
	}
	hashes := make([][]uint32, len(tables)) // of long texts
	runParallel(len(tables), func(i int) { hashes[i] = tables[i].hashes() })
	part, first := make([]uint8, n), make([]uint32, n) // by place
	runParallel(len(pieces), func(i int) {
		p := pieces[i]
		for k, s := range tables[p.Table].Values[p.From:p.To] {
			hash := hashes[p.Table][p.From+k]
			if hash == 0 {
				hash = uint32(maphash.String(seed, s))
			}
			part[places[i]+k] = uint8(uint64(hash) * uint64(parts) >> 32)
		}
	})
	text := func(piece, place int) string {
		p := pieces[piece]
		return tables[p.Table].Values[p.From+place-places[piece]]
	}
	largest := slices.MaxFunc(tables, func(a, b *Table) int { return cmp.Compare(len(a.Values), len(b.Values)) })
	runParallel(parts, func(of int) {
		same := Table{shares: true}
		same.expect(largest.shorts.used/parts, largest.longs.used/parts)
		var firsts []uint32 // the place of the first text of each code
		for i := range pieces {
			for place := places[i]; place < places[i+1]; place++ {
				if int(part[place]) != of {
					continue
				}
				code, p := uint32(0), pieces[i]
				if hash := hashes[p.Table][p.From+place-places[i]]; hash != 0 {
					code = same.hashedCode(bytesOf(text(i, place)), hash)
				} else {
					code = same.Code(bytesOf(text(i, place)))
				}
				if int(code) == len(firsts) {
					firsts = append(firsts, uint32(place))
				}
				first[place] = firsts[code]
			}
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
	values, number := make([]string, counts[len(pieces)]), make([]uint32, n)
	runParallel(len(pieces), func(i int) {
		next := counts[i]
		for place := places[i]; place < places[i+1]; place++ {
			if int(first[place]) == place {
				values[next], number[place] = text(i, place), uint32(next)
				next++
			}
		}
	})
	runParallel(len(pieces), func(i int) {
		p := pieces[i]
		for k, f := range first[places[i]:places[i+1]] {
			codes[p.Table][p.From+k] = number[f]
		}
	})
	return values
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
